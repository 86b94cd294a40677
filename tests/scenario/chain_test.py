# SPDX-License-Identifier: MIT
"""Whole stitches by scripted instruments: knots named, gaps closed, events as they should be, books closed."""

import json
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


class NeedleThroughBothLips(ChainCase):
    def test_a_needle_is_driven_through_taken_on_the_far_side_and_drawn_out(self):
        # the tie behind it takes half a minute of simulated time: sweeps/stitch.json runs all of it
        report, events = self.tell("stitch", *([] if SANITIZED else ["--for", "5.6"]))
        self.assertEqual(report["topology_changes"], 0)
        self.assertEqual(report["diverged_steps"], 0)
        if SANITIZED:
            return
        # both lips in one drive, each with a way in and a way out at the forces of skin
        for name, force in (("pierced", 1.0), ("exited", 0.6)):
            told = self.named(events, name)
            self.assertEqual(len(told), 2)
            for event in told:
                self.assertAlmostEqual(float(event["amount"]), force, delta=0.05 * force)  # 5 %: at any speed
        self.assertEqual(len(self.named(events, "passed")), 4)
        hands = [(e["event"], e["tool"]) for e in self.named(events, "needle_grasped", "needle_released")]
        self.assertEqual(hands, [("needle_grasped", "driver"), ("needle_grasped", "forceps"),
                                 ("needle_released", "driver")])
        (needle,) = report["needles"]
        self.assertEqual((needle["entries"], needle["exits"], needle["drops"], needle["tool"]), (2, 2, 0, "forceps"))
        self.assertEqual([(s["state"], s["thread"]) for s in report["stitches"]], [("thread", "suture")] * 2)
        self.assertEqual([t["tears"] for t in report["tissues"]], [0])
        # one bite on each side, both wider than a wall of the wound is from its lip
        left, right = report["stitches"]
        self.assertLess(left["entry"]["rest"][0], -3e-3)
        self.assertGreater(right["exit"]["rest"][0], 3e-3)
        # the solver ends with forces to 1e-6 of the largest; momentum of most steps is kept far better
        self.assertLess(report["balance"]["error_max"], 1e-6 * report["balance"]["force_max"])


class ShallowBite(ChainCase):
    def test_a_flat_needle_that_presses_one_lip_on_the_other_goes_through_both(self):
        # As in the second half of a mattress stitch: 28 degrees to the skin, both lips in contact when it breaks in.
        # What lies ahead of the tip then is the other lip as well, and the tip is not in that yet.
        stitch = json.loads((SCENES / "stitch.json").read_text(encoding="utf-8"))
        skin = stitch["tissues"][0]
        skin["rest"] = [0.98, 1, 1]
        radius, height, middle, turn = 7e-3, 6.2e-3, -0.6e-3, math.radians(238.2)
        tip = [middle - radius * math.cos(turn), 0.6e-3, height + radius * math.sin(turn)]
        # its axes: forward (sin, 0, cos), to the centre (cos, 0, -sin), and y
        sine, cosine = math.sin(turn), math.cos(turn)
        angle = math.acos(0.5 * (sine - 1.0))
        scale = -0.5 * angle / math.sin(angle)
        rotation = [scale * (1.0 + sine), scale * cosine, scale * cosine]
        needle = {"name": "n", "arc": "1/2", "radius": radius, "diameter": "0.5 mm", "position": tip,
                  "rotation": rotation,
                  "motion": [{"t": 0, "advance": 0}, {"t": 0.1, "advance": 0},
                             {"t": 0.5, "advance": radius * math.radians(70)}]}
        path = self.folder / "scene.json"
        path.write_text(json.dumps({"sutura": 1, "seconds": 0.42, "tissues": [skin], "needles": [needle]}))
        report = self.report(path)
        self.assertEqual(report["topology_changes"], 0)
        self.assertEqual((report["events"]["pierced"], report["events"]["exited"]), (2, 2))
        for stitch, side in zip(report["stitches"], (1, -1)):
            self.assertGreater(side * stitch["entry"]["rest"][0], 0)
            self.assertGreater(side * stitch["exit"]["rest"][0], 0)


class RunningSuture(ChainCase):
    def test_the_first_of_its_bites(self):
        # the others are the same drive 3 mm further on, 50 s in all
        report, events = self.tell("running_sewn", *([] if SANITIZED else ["--for", "3.6"]))
        self.assertEqual((report["topology_changes"], report["diverged_steps"]), (0, 0))
        if SANITIZED:
            return
        pierced = [float(e["amount"]) for e in self.named(events, "pierced")]
        self.assertEqual(len(pierced), 2)
        self.assertAlmostEqual(pierced[0], 0.6, delta=0.03)  # 5 %: at any speed
        # the far lip is met by a tip that springs out of the near one
        self.assertGreater(pierced[1], 0.57)
        self.assertLess(pierced[1], 0.75)
        exited = [float(e["amount"]) for e in self.named(events, "exited")]
        self.assertEqual(len(exited), 2)
        for amount in exited:
            self.assertAlmostEqual(amount, 0.35, delta=0.05 * 0.35)
        self.assertEqual(report["tissues"][0]["tears"], 0)
        self.assertEqual(report["needles"][0]["tool"], "driver")


class WrongThings(ChainCase):
    def test_a_bite_too_near_the_edge_tears_out(self):
        report, events = self.tell("bite_tears_out")
        self.assert_sound(report)
        if SANITIZED:
            return
        left, right = report["stitches"]
        self.assertEqual((left["state"], right["state"]), ("thread", "torn_through"))
        first = self.named(events, "tore_into")[0]
        # strength (0.4 + 0.6 b / bite), and what the force grows by in a step
        self.assertEqual(first["tissue"], "right_flap")
        bite = 0.9465e-3  # of the hole at rest, before it moves
        self.assertAlmostEqual(float(first["amount"]), 1.5 * (0.4 + 0.6 * bite / 5e-3), delta=0.02 * 0.77)
        self.assertEqual([e["tissue"] for e in self.named(events, "tore_through")], ["right_flap"])
        self.assertGreater(left["bite"], 4 * bite)

    def test_a_thread_is_pulled_out_of_its_stitch(self):
        report, events = self.tell("thread_pulled_out")
        self.assert_sound(report)
        if SANITIZED:
            return
        self.assertEqual([s["state"] for s in report["stitches"]], ["out", "out"])
        out = self.named(events, "pulled_out")
        self.assertEqual(len(out), 2)
        for event in out:
            # pinch, and what the thread's weight and bend press across the hole
            self.assertAlmostEqual(abs(float(event["amount"])), 0.02, delta=0.005)
        self.assertEqual(report["tissues"][0]["tears"], 0)

    def test_a_needle_bent_across_its_arc_tears_the_wall(self):
        report, events = self.tell("needle_bent")
        self.assertEqual((report["topology_changes"], report["diverged_steps"]), (0, 0))
        self.assertTrue(report["tissues"][0]["manifold"])
        if SANITIZED:
            return
        order = [e["event"] for e in self.named(events, "pierced", "tore_into")]
        self.assertEqual(order[0], "pierced")
        self.assertGreater(order.count("tore_into"), 3)
        first = self.named(events, "tore_into")[0]
        self.assertGreater(float(first["t"]), 0.8)  # not while it is led along its arc
        self.assertEqual(report["needles"][0]["tool"], "driver")


class SewnDrain(ChainCase):
    def test_a_needle_goes_through_both_marks(self):
        report, events = self.tell("penrose", "--for", "2.4")
        self.assert_sound(report)
        if SANITIZED:
            return
        self.assertEqual([e["tissue"] for e in self.named(events, "pierced")], ["drain", "drain"])
        for event in self.named(events, "pierced"):
            self.assertAlmostEqual(float(event["amount"]), 0.85, delta=1e-5)
        for stitch in report["stitches"]:
            self.assertEqual(stitch["state"], "needle")
            self.assertGreater(stitch["bite"], 3e-3)


if __name__ == "__main__":
    main()
