# SPDX-License-Identifier: MIT
"""Tears from outside: events, holes.csv, report."""

import csv
import json

from cli_case import SCENES, CliCase, main


def pulled_out(bite):
    """A stitch so many mm before the free edge of a sheet, drawn towards it."""
    x = 8 - bite
    ends = [{"vertex": v, "how": "pin", "motion": [
        {"t": 0, "position": [f"{x} mm", "0.3 mm", f"{z} mm"]},
        {"t": 1, "position": [f"{x + 30} mm", "0.3 mm", f"{z} mm"]}]} for v, z in ((0, -15), (-1, 15))]
    return {
        "sutura": 1, "seconds": 0.45, "gravity": [0, 0, 0],
        "tissues": [{"name": "sheet", "model": "shell", "thickness": "0.5 mm",
                     "material": {"young": 1.2e6, "poisson": 0.5},
                     "shape": {"type": "sheet", "size": ["16 mm", "16 mm"], "cells": [16, 16]},
                     "piercing": {"pinch": "5 mN"}, "tearing": {"strength": "1 N", "bite": "5 mm"},
                     "damping": {"strain": "2 ms", "linear": 10},
                     "hold": [{"group": "x-", "how": "pin"}]}],
        "threads": [{"name": "a", "vertices": 61, "length": "30 mm", "material": "nylon 4-0",
                     "shape": {"type": "straight", "from": [f"{x} mm", "0.3 mm", "-15 mm"],
                               "direction": [0, 0, 1]},
                     "damping": {"bend": "2 ms", "linear": "0.01 kg/m/s"}, "hold": ends}],
        "stitches": [{"thread": "a", "through": [{"tissue": "sheet", "at": [f"{x} mm", "0.3 mm", 0]}]}],
    }


def drawn_through_a_pad(bite, spread):
    """A thread down through a pad, so many mm before one of its sides and drawn to that."""
    x = 10 - bite
    ends = [{"vertex": v, "how": "pin", "motion": [
        {"t": 0, "position": [f"{x} mm", "0.3 mm", f"{z} mm"]},
        {"t": 1, "position": [f"{x + 20} mm", "0.3 mm", f"{z} mm"]}]} for v, z in ((0, -28), (-1, 22))]
    return {
        "sutura": 1, "seconds": 0.65, "gravity": [0, 0, 0],
        "tissues": [{"name": "pad", "model": "solid", "material": {"young": 3e5, "density": 1100},
                     "shape": {"type": "pad", "size": ["20 mm", "20 mm", "6 mm"], "cells": [10, 10, 3]},
                     "piercing": {"pinch": "20 mN", "spread": spread},
                     "tearing": {"strength": "1 N", "bite": "5 mm"},
                     "damping": {"strain": "2 ms", "linear": 5}, "hold": [{"group": "x-", "how": "pin"}]}],
        "threads": [{"name": "a", "vertices": 101, "length": "50 mm", "material": "nylon 3-0",
                     "shape": {"type": "straight", "from": [f"{x} mm", "0.3 mm", "-28 mm"],
                               "direction": [0, 0, 1]},
                     "damping": {"bend": "2 ms", "linear": "0.01 kg/m/s"}, "hold": ends}],
        "stitches": [{"thread": "a", "through": [{"tissue": "pad", "at": [f"{x} mm", "0.3 mm", f"{z} mm"]}
                                                 for z in (-6, -4, -2, 0)]}],
    }


def led_aside(motion):
    """A straight needle through a sheet, led to its free edge."""
    return {
        "sutura": 1, "seconds": 0.9, "gravity": [0, 0, 0],
        "tissues": [{"name": "sheet", "model": "shell", "thickness": "0.5 mm",
                     "material": {"young": 1.2e6, "poisson": 0.5},
                     "shape": {"type": "sheet", "size": ["16 mm", "16 mm"], "cells": [16, 16]},
                     "piercing": {"entry": "0.3 N", "pinch": "20 mN"},
                     "tearing": {"strength": "1 N", "bite": "5 mm"},
                     "damping": {"strain": "2 ms", "linear": 5},
                     "hold": [{"group": "x-", "how": "pin"}]}],
        "needles": [{"name": "n", "arc": 0, "length": "20 mm", "diameter": "0.5 mm",
                     "position": ["5 mm", "0.3 mm", "2 mm"], "rotation": [0, "90 deg", 0], "motion": motion}],
    }


class Tears(CliCase):
    def run_scene(self, scene):
        self.done("run", scene, "--quiet", "--out", "o", "--format", "csv", "--every", "1 ms",
                  "--report", "report.json")
        report = json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
        return report, self.table("events.csv"), self.table("holes.csv")

    def table(self, name):
        with open(self.folder / "o" / name, newline="", encoding="utf-8") as f:
            return list(csv.DictReader(f))

    def test_a_stitch_is_pulled_out_of_a_sheet(self):
        for bite in (1.5, 3.0):
            with self.subTest(bite=bite):
                path = self.folder / f"bite_{bite}.json"
                path.write_text(json.dumps(pulled_out(bite)))
                report, events, holes = self.run_scene(path)
                first = next(e for e in events if e["event"] == "tore_into")
                strength = 0.4 + 0.6 * bite / 5
                self.assertAlmostEqual(float(first["amount"]), strength, delta=0.02 * strength)
                self.assertEqual((first["tissue"], first["thread"], first["hole"]), ("sheet", "a", "0"))
                self.assertEqual(report["events"]["tore_through"], 1)
                self.assertEqual(report["stitches"][0]["state"], "torn_through")
                tissue = report["tissues"][0]
                self.assertEqual((tissue["tears"], tissue["manifold"]), (1, True))
                # the way is about the bite: at the edge the last cell is crossed at once
                self.assertAlmostEqual(tissue["tear_area"], bite * 1e-3 * 0.5e-3, delta=0.3 * bite * 0.5e-6)
                # nobody is through it any more
                through = next(e for e in events if e["event"] == "tore_through")
                self.assertLess(float(holes[-1]["t"]), float(through["t"]))

    def test_a_stitch_is_pulled_out_of_a_solid(self):
        for bite, spread in ((2.0, 0), (3.2, "2.5 mm")):
            with self.subTest(bite=bite):
                path = self.folder / f"pad_{bite}.json"
                path.write_text(json.dumps(drawn_through_a_pad(bite, spread)))
                record = self.folder / "pad.rec"
                self.done("run", path, "--quiet", "--out", "o", "--format", "csv", "--record", record,
                          "--report", "report.json", "--format", "svg")
                report = json.loads((self.folder / "report.json").read_text(encoding="utf-8"))
                tears = [e for e in self.table("events.csv") if e["event"] == "tore_into"]
                strength = 0.4 + 0.6 * bite / 5
                # both of its holes, at the force of its bite; the load grows by 3 mN in a step
                self.assertEqual({e["hole"] for e in tears[:2]}, {"0", "3"})
                for e in tears[:2]:
                    self.assertAlmostEqual(float(e["amount"]), strength, delta=0.02 * strength)
                stitch = report["stitches"][0]
                self.assertEqual(stitch["state"], "torn_through")
                tissue = report["tissues"][0]
                self.assertEqual((tissue["tears"], tissue["holes"]), (2, 0))
                # two ways as long as the bite, as deep as the middle of the pad; the second one goes
                # on from where the first came through, a little aside
                self.assertAlmostEqual(tissue["tear_area"], 2 * bite * 1e-3 * stitch["depth"],
                                       delta=0.1 * bite * 1e-3 * stitch["depth"])
                # it comes out by its slit and through nothing else
                self.assertEqual(report["topology_changes"], 0)
                self.assertLessEqual(report["balance"]["error_max"], 1e-9 * report["balance"]["force_max"])
                self.assertIn('class="slit"', (self.folder / "o" / "picture.svg").read_text())
                self.done("replay", record)

    def test_a_needle_led_aside_tears_its_hole(self):
        turn = [0, "90 deg", 0]
        at = [(0, 5, 2), (0.3, 5, -8), (0.9, 17, -8)]
        path = self.folder / "needle.json"
        path.write_text(json.dumps(led_aside([
            {"t": t, "position": [f"{x} mm", "0.3 mm", f"{z} mm"], "rotation": turn} for t, x, z in at])))
        report, events, _ = self.run_scene(path)
        first = next(e for e in events if e["event"] == "tore_into")
        self.assertEqual((first["needle"], first["thread"]), ("n", ""))
        self.assertAlmostEqual(float(first["amount"]), 0.76, delta=0.02 * 0.76)
        self.assertEqual(report["stitches"][0]["state"], "torn_through")
        self.assertTrue(report["tissues"][0]["manifold"])
        self.assertEqual(report["topology_changes"], 0)

    def test_the_force_steps_down_at_the_published_threshold(self):
        report, events, holes = self.run_scene(SCENES / "tear_002.json")
        tears = [e for e in events if e["event"] == "tore_into"]
        self.assertTrue(tears)
        for e in tears:
            # the load grows by 0.2 N in a step
            self.assertTrue(40 < float(e["amount"]) < 40.8)
        at = float(tears[0]["t"])
        after = [-float(h["fx"]) for h in holes if at <= float(h["t"]) <= at + 0.005]
        self.assertGreater(after[0], 40)
        self.assertLess(min(after), 38)  # suddenly: within 5 ms of a pull of 0.2 N/ms upwards
        self.assertEqual(report["stitches"][0]["state"], "torn_through")


if __name__ == "__main__":
    main()
