# SPDX-License-Identifier: MIT
"""Stitches from outside: tables, events, report, recordings, errors."""

import csv
import json

from cli_case import SCENES, CliCase, main

HEAD = ["t", "hole", "tissue", "thread", "needle", "s", "x", "y", "z", "fx", "fy", "fz", "slid", "slipping"]


def through_sheet(**changes):
    """A thread along z through a sheet that is pinned all around, drawn up by a hand."""
    scene = {
        "sutura": 1, "seconds": 0.2, "gravity": [0, 0, 0],
        "tissues": [{"name": "sheet", "model": "shell", "material": {"young": 1e6}, "thickness": "0.5 mm",
                     "shape": {"type": "sheet", "size": ["8 mm", "8 mm"], "cells": [2, 2]},
                     "piercing": {"pinch": "20 mN", "friction": 0},
                     "hold": [{"group": "boundary", "how": "pin"}]}],
        "threads": [{"name": "a", "vertices": 81, "length": "20 mm", "material": "nylon 6-0",
                     "shape": {"type": "straight", "from": ["1 mm", "0.4 mm", "-10 mm"], "direction": [0, 0, 1]},
                     "hold": [{"vertex": -1, "how": "pin", "motion": [
                         {"t": 0, "position": ["1 mm", "0.4 mm", "10 mm"]},
                         {"t": 0.2, "position": ["1 mm", "0.4 mm", "12 mm"]}]}]}],
        "stitches": [{"thread": "a", "through": [{"tissue": "sheet", "at": ["1 mm", "0.4 mm", 0]}]}],
    }
    scene.update(changes)
    return scene


class Stitches(CliCase):
    def scene_of(self, **changes):
        path = self.folder / "stitch.json"
        path.write_text(json.dumps(through_sheet(**changes)))
        return path

    def table(self, name):
        with open(self.folder / "o" / name, newline="", encoding="utf-8") as f:
            return list(csv.DictReader(f))

    def test_a_thread_slides_with_its_pinch(self):
        path = self.scene_of()
        self.done("run", path, "--quiet", "--out", "o", "--format", "csv", "--every", "10 ms",
                  "--report", "report.json")
        holes = self.table("holes.csv")
        self.assertEqual(list(holes[0]), HEAD)
        self.assertEqual(len(holes), 21)
        last = holes[-1]
        self.assertEqual([last[k] for k in ("hole", "tissue", "thread", "needle", "slipping")],
                         ["0", "sheet", "a", "", "1"])
        # the law itself, its viscous part at 10 mm/s far below
        self.assertAlmostEqual(float(last["fz"]), -0.02, delta=0.01 * 0.02)
        # drawn by 2 mm, less the dent of the sheet and what the thread stretches by
        slid = float(last["slid"])
        # a way along the thread as it is, which 20 mN stretch by 0.15 %
        self.assertAlmostEqual(slid, float(last["s"]) - float(holes[0]["s"]), delta=0.002 * abs(slid))
        self.assertTrue(-2e-3 < slid < -1e-3)
        events = self.table("events.csv")
        slips = [e for e in events if e["event"] == "slipped"]
        self.assertTrue(slips)
        self.assertEqual([slips[0][k] for k in ("tissue", "thread", "needle", "tool", "hole")],
                         ["sheet", "a", "", "", "0"])
        report = json.loads((self.folder / "report.json").read_text())
        self.assertEqual(report["topology_changes"], 0)
        self.assertEqual(report["tissues"][0]["holes"], 1)
        self.assertEqual(report["events"]["slipped"], len(slips))
        (stitch,) = report["stitches"]
        self.assertEqual(list(stitch), ["tissue", "thread", "needle", "entry", "exit", "bite", "depth", "tension",
                                        "slid", "state"])
        self.assertEqual(list(stitch["entry"]), ["hole", "position", "rest", "edge_distance", "angle"])
        self.assertIsNone(stitch["exit"])
        self.assertIsNone(stitch["depth"])
        self.assertEqual(stitch["state"], "thread")
        self.assertAlmostEqual(stitch["bite"], 3e-3, delta=1e-6)
        self.assertAlmostEqual(stitch["tension"], 0.01, delta=1e-3)  # 0 before it, 20 mN behind it

    def test_a_recording_with_stitches_is_repeated(self):
        path = self.scene_of()
        self.done("run", path, "--quiet", "--record", "r.sutrec")
        self.done("replay", "r.sutrec")

    def test_what_is_wrong_is_said_with_its_place(self):
        self.assert_refused(["run", self.scene_of(stitches=[])], "tissues[0]", "starts inside of")
        far = [{"thread": "a", "through": [{"tissue": "sheet", "at": ["1 mm", "0.4 mm", "5 mm"]}]}]
        self.assert_refused(["run", self.scene_of(stitches=far)], "stitches[0].through[0].at", "off the tissue")


class StitchScenes(CliCase):
    def test_scenes_balance_and_nothing_passes(self):
        for name, seconds, holes in (("stitch", 0.2, 2), ("running_suture", 0.1, 16)):
            with self.subTest(name):
                report = self.report(SCENES / f"{name}.json", "--for", seconds)
                self.assertEqual(report["topology_changes"], 0)
                balance = report["balance"]
                self.assertLessEqual(balance["error_max"], 1e-9 * balance["force_max"])
                self.assertEqual(report["tissues"][0]["holes"], holes)


if __name__ == "__main__":
    main()
