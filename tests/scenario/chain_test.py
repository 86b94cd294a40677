# SPDX-License-Identifier: MIT
"""Whole stitches by scripted instruments: knots named, gaps closed, events as they should be, books closed."""

import math

from chain_case import ChainCase
from cli_case import SANITIZED, SCENES, main


class PlacedAnastomosis(ChainCase):
    def test_what_is_open_between_two_vessels(self):
        (gap,) = self.report(SCENES / "anastomosis_placed.json", "--for", 0)["gaps"]
        rim = 24 * 2e-3 * math.sin(math.pi / 24)  # of 24 edges
        # 0.5 mm apart, walls of 0.2 mm touch with 0.2 mm between their middles
        self.assertAlmostEqual(gap["leak"], rim * 0.3e-3, delta=1e-9 * rim)

    def test_a_knot_brings_two_vessels_together(self):
        report, events = self.tell("anastomosis_placed")
        self.assert_sound(report)
        if SANITIZED:
            return
        self.assertEqual(report["threads"][0]["surgical"], "overhand")
        (gap,) = report["gaps"]
        self.assertAlmostEqual(gap["start"], 0.5e-3, delta=1e-6)
        # edges of walls of 0.2 mm touch where the knot is; below it they still gape
        self.assertLess(gap["min"], 0.21e-3)
        self.assertLess(gap["end"], 0.7 * gap["start"])
        self.assertEqual([s["state"] for s in report["stitches"]], ["thread", "thread"])
        self.assertEqual([t["drops"] for t in report["tools"]], [0, 0])
        self.assertEqual([t["tears"] for t in report["tissues"]], [0, 0])
        # both ends, and the short one again behind the turn
        tools = [e["tool"] for e in self.named(events, "grasped")]
        self.assertGreaterEqual(tools.count("right"), 2)
        self.assertEqual(tools.count("left"), 1)
        self.assertEqual([e["amount"] for e in self.named(events, "knot")], ["1"])


class SewnVessels(ChainCase):
    def test_a_needle_goes_through_two_walls(self):
        report, events = self.tell("anastomosis", "--for", "2.5")
        self.assert_sound(report)
        if SANITIZED:
            return
        pierced = self.named(events, "pierced")
        self.assertEqual([e["tissue"] for e in pierced], ["right_vessel", "left_vessel"])
        for event in pierced:
            self.assertAlmostEqual(float(event["amount"]), 0.02, delta=1e-6)
        self.assertEqual([s["state"] for s in report["stitches"]], ["needle", "needle"])
        self.assertEqual([e["tool"] for e in self.named(events, "needle_grasped")], ["left"])
        self.assertEqual([t["tears"] for t in report["tissues"]], [0, 0])


if __name__ == "__main__":
    main()
