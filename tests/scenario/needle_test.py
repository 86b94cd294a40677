# SPDX-License-Identifier: MIT
"""Needles from outside: tables, report, balance, files for VTK, recordings, errors."""

import csv
import json
import math

from cli_case import SCENES, CliCase, main

HEADER = ["t", "x", "y", "z", "qx", "qy", "qz", "qw", "fx", "fy", "fz", "tx", "ty", "tz",
          "resistance", "inside", "holes", "tool"]


class Needles(CliCase):
    def run_scene(self, name, *options):
        out = self.folder / name
        report = self.folder / f"{name}.report"
        self.done("run", SCENES / f"{name}.json", "--out", out, "--report", report, *options)
        return out, json.loads(report.read_text())

    def table(self, path):
        with open(path, newline="") as file:
            return list(csv.DictReader(file))

    def test_a_dropped_needle_ends_on_the_floor_with_its_weight(self):
        out, report = self.run_scene("needle_drop", "--format", "csv", "--format", "vtp",
                                     "--format", "svg")
        rows = self.table(out / "needle_straight.csv")
        self.assertEqual(list(rows[0]), HEADER)
        last = {key: float(value) for key, value in rows[-1].items() if value}
        # 7900 kg/m^3 of a cylinder of 0.5 mm x 20 mm
        weight = 9.81 * 7900.0 * math.pi * 0.25e-3 ** 2 * 20e-3
        self.assertAlmostEqual(last["fz"], weight, delta=1e-3 * weight)
        self.assertAlmostEqual(last["z"], 0.25e-3, delta=1e-6)
        self.assertEqual(report["topology_changes"], 0)
        self.assertEqual([n["thread"] for n in report["needles"]], ["suture", None])
        balance = report["balance"]
        self.assertLess(balance["error_max"], 1e-9 * balance["force_max"])
        self.assertIn('Name="needle"', (out / "scene_000000.vtp").read_bytes().decode("latin-1"))
        self.assertIn('class="needle"', (out / "picture.svg").read_text())

    def test_the_hand_feels_what_the_skin_gives(self):
        out, report = self.run_scene("needle_press", "--format", "csv")
        last = self.table(out / "needle_point.csv")[-1]
        push = float(last["resistance"])
        self.assertGreater(push, 0.1)
        # skin at rest: supports carry it and its weight, 0.9 cm^3 of it
        support = report["tissues"][0]["support_force"][2]
        weight = 9.81 * report["tissues"][0]["mass"]
        self.assertAlmostEqual(support, push + weight, delta=1e-4 * push)
        self.assertLess(report["balance"]["error_max"], 1e-9 * report["balance"]["force_max"])
        self.assertEqual(report["topology_changes"], 0)

    def test_needles_break_into_latex_and_then_feel_the_pinch(self):
        record = self.folder / "pierce.rec"
        out, report = self.run_scene("needle_pierce", "--format", "csv", "--record", record)
        events = self.table(out / "events.csv")
        pierced = [e for e in events if e["event"] == "pierced"]
        self.assertEqual([(e["needle"], e["tissue"], e["thread"]) for e in pierced],
                         [("straight", "sheet", ""), ("curved", "flap", "")])
        for e in pierced:  # latex; rounding and the viscous part at 12.5 mm/s
            self.assertAlmostEqual(float(e["amount"]), 0.85, delta=1e-5)
        passed = [e for e in events if e["event"] == "passed"]
        self.assertEqual([(e["needle"], e["tissue"], e["thread"]) for e in passed],
                         [("", "sheet", "suture")])
        rows = self.table(out / "needle_straight.csv")
        self.assertLessEqual(max(float(r["resistance"]) for r in rows), 0.851)
        # 20 mm in 1.6 s: inside from 0.3 to 1.3 s
        inside = [r for r in rows if 0.4 < float(r["t"]) < 1.2]
        for row in inside:
            self.assertAlmostEqual(float(row["resistance"]), 0.03, delta=5e-4)
            self.assertEqual(row["holes"], "1")
        self.assertEqual(rows[-1]["holes"], "0")  # it is the thread's by now
        last = [h for h in self.table(out / "holes.csv") if float(h["t"]) > 1.59]
        self.assertEqual([(h["thread"], h["needle"]) for h in last[-2:]],
                         [("suture", ""), ("", "curved")])
        self.assertEqual([n["entries"] for n in report["needles"]], [1, 1])
        self.assertEqual([s["state"] for s in report["stitches"]], ["thread", "needle"])
        angle = report["stitches"][0]["entry"]["angle"]
        self.assertAlmostEqual(angle, 0.5 * math.pi, delta=0.02)
        self.assertEqual(report["topology_changes"], 0)
        self.assertLess(report["balance"]["error_max"], 1e-9 * report["balance"]["force_max"])
        self.done("replay", record)

    def test_a_needle_goes_through_skin_in_two_peaks(self):
        record = self.folder / "solid.rec"
        out, report = self.run_scene("needle_solid", "--format", "csv", "--every", "0.001",
                                     "--record", record)
        events = [e for e in self.table(out / "events.csv") if e["event"] in ("pierced", "exited")]
        self.assertEqual([e["event"] for e in events], ["pierced", "exited"])
        first, second = (float(e["t"]) for e in events)
        rows = [{key: float(r[key]) for key in ("t", "resistance", "inside", "holes")}
                for r in self.table(out / "needle_needle.csv")]
        # the law; 3 % as the skin leans at the holes, whose friction grows with that
        self.assertAlmostEqual(max(r["resistance"] for r in rows if r["t"] <= first), 1.0,
                               delta=0.03)
        between = [r for r in rows if first < r["t"] <= second]
        self.assertAlmostEqual(max(r["resistance"] for r in between), 0.6 + 0.02 + 30 * 6e-3,
                               delta=0.03 * 0.8)
        for r in between[20:300]:
            self.assertAlmostEqual(r["resistance"], 0.25 + 0.02 + 30 * r["inside"], delta=0.02)
            self.assertEqual(r["holes"], 1)
        last = rows[-1]
        self.assertAlmostEqual(last["inside"], 6e-3, delta=1e-4)
        self.assertAlmostEqual(last["resistance"], 2 * 0.02 + 30 * 6e-3, delta=0.025)
        self.assertEqual(last["holes"], 2)
        self.assertEqual(report["needles"][0]["entries"], 1)
        self.assertEqual(report["needles"][0]["exits"], 1)
        (stitch,) = report["stitches"]
        self.assertEqual(stitch["state"], "needle")
        self.assertAlmostEqual(stitch["depth"], 3e-3, delta=1e-4)  # half way through
        self.assertAlmostEqual(stitch["exit"]["rest"][2], -6e-3, delta=1e-9)
        self.assertEqual(report["topology_changes"], 0)
        self.assertLess(report["balance"]["error_max"], 1e-9 * report["balance"]["force_max"])
        self.done("replay", record)

    def test_the_other_wall_of_a_vessel_stops_a_needle(self):
        # the first wall is pressed onto the second one before it gives way, and springs back
        scene = {"sutura": 1, "seconds": 0.1, "gravity": [0, 0, 0],
                 "tissues": [{"name": "v", "model": "shell", "thickness": 2e-4, "material": "artery",
                              "shape": {"type": "vessel", "radius": 1e-3, "length": 6e-3, "cells": [16, 12]},
                              "hold": [{"group": "start", "how": "pin"}, {"group": "end", "how": "pin"}]}],
                 "needles": [{"name": "n", "arc": 0, "length": 0.02, "diameter": 2e-4,
                              "position": [3e-4, 1e-4, 1.8e-3], "rotation": [0, "90 deg", 0],
                              "motion": [{"t": 0, "advance": 0}, {"t": 0.1, "advance": 4e-3}]}]}
        path = self.folder / "vessel.json"
        path.write_text(json.dumps(scene))
        report = self.report(path)
        self.assertEqual(report["events"]["pierced"], 1)
        self.assertEqual(report["topology_changes"], 0)

    def test_soft_skin_in_small_elements_has_two_peaks(self):
        # dented by four elements before it gives way, some of them inside out
        scene = json.loads((SCENES / "needle_solid.json").read_text())
        del scene["tissues"][0]["piercing"]
        scene["tissues"][0]["shape"]["cells"] = [14, 14, 4]
        scene["seconds"] = 0.65
        scene["needles"][0]["motion"] = [{"t": 0, "advance": 0}, {"t": 0.65, "advance": "13 mm"}]
        path = self.folder / "soft.json"
        path.write_text(json.dumps(scene))
        out = self.folder / "soft"
        self.done("run", path, "--quiet", "--out", out, "--format", "csv", "--every", "0.001")
        events = {e["event"]: float(e["t"]) for e in self.table(out / "events.csv")
                  if e["event"] in ("pierced", "exited")}
        rows = [(float(r["t"]), float(r["resistance"])) for r in self.table(out / "needle_needle.csv")]
        first = max(r for t, r in rows if t <= events["pierced"])
        second = max(r for t, r in rows if events["pierced"] < t <= events["exited"])
        # the contract: 3 %
        self.assertAlmostEqual(first, 1.0, delta=0.03)
        self.assertAlmostEqual(second, 0.8, delta=0.03 * 0.8)

    def test_a_needle_is_picked_up_handed_over_and_driven(self):
        record = self.folder / "pick.rec"
        out, report = self.run_scene("needle_pick", "--format", "csv", "--record", record)
        events = [(row["event"], row["needle"], row["tool"])
                  for row in self.table(out / "events.csv") if row["event"].startswith("needle_")]
        self.assertEqual(events, [("needle_grasped", "needle", "forceps"),
                                  ("needle_grasped", "needle", "driver"),
                                  ("needle_released", "needle", "forceps")])
        needle = report["needles"][0]
        self.assertEqual((needle["grasps"], needle["drops"], needle["tool"]), (2, 0, "driver"))
        rows = self.table(out / "needle_needle.csv")
        self.assertEqual({row["tool"] for row in rows}, {"", "forceps", "driver"})

        def turn(row): # about z: it lies flat all the time
            return 2.0 * math.degrees(math.atan2(float(row["qz"]), float(row["qw"])))

        before = next(row for row in rows if float(row["t"]) > 3.0)
        self.assertAlmostEqual(turn(rows[-1]) - turn(before), 120.0, delta=0.01)
        self.assertLess(report["balance"]["error_max"], 1e-9 * report["balance"]["force_max"])
        self.done("replay", record)

    def test_jaws_that_close_on_a_held_needle_do_not_throw_it(self):
        # fast and slow, in its middle and beside it: one face touches it first
        for over, aside in [(0.05, 0.0), (0.2, 5e-4), (0.5, 1e-3)]:
            scene = json.loads((SCENES / "needle_pick.json").read_text())
            scene["seconds"] = 3.2
            script = scene["script"] = [c for c in scene["script"] if c["do"] != "drive"]
            for command in script:
                if (command["tool"], command["do"]) == ("driver", "grasp"):
                    command["over"] = over
                if command["do"] == "release":
                    command["t"] = 2.9
            reach = next(k for k, c in enumerate(script) if c["tool"] == "driver")
            script.insert(reach + 1, {"tool": "driver", "do": "move", "by": [aside, aside, 0],
                                      "over": 0.05})
            path = self.folder / "close.json"
            path.write_text(json.dumps(scene))
            report = json.loads(self.done("run", path, "--report", "-").stdout)
            self.assertEqual(report["events"].get("needle_grasped"), 2, (over, aside))
            self.assertNotIn("needle_dropped", report["events"])
            needle = report["needles"][0]
            self.assertEqual(needle["tool"], "driver")
            # faces of 4 N each hold it: what pushes it is a hand that is off by less than 1 mm
            self.assertLess(needle["force_max"], 2.0)

    def test_a_needle_that_is_led_in_one_jump_pierces_and_lags(self):
        # 15 mm in one step of 1 ms, through 0.5 mm of a sheet and 5 mm of a pad
        for model, shape, thickness, hold, events, peaks in [
                ("shell", {"type": "sheet", "size": [0.02, 0.02], "cells": [10, 10]}, 0.5e-3,
                 "boundary", ["pierced"], [0.1]),
                ("solid", {"type": "pad", "size": [0.02, 0.02, 0.005], "cells": [10, 10, 3]}, None,
                 "z-", ["pierced", "exited"], [1.0, 0.6])]:
            tissue = {"model": model, "shape": shape,
                      "material": "artery" if model == "shell" else "skin",
                      "hold": [{"group": hold, "how": "pin"}]}
            if thickness:
                tissue["thickness"] = thickness
            scene = {"sutura": 1, "gravity": [0, 0, 0], "dt": 1e-3, "seconds": 0.04,
                     "tissues": [tissue],
                     "needles": [{"arc": 0, "length": 0.01, "diameter": 3e-4,
                                  "position": [3e-4, 2e-4, 2e-3], "rotation": [0, "90 deg", 0],
                                  "motion": [{"t": 0, "position": [3e-4, 2e-4, 2e-3]},
                                             {"t": 2e-3, "position": [3e-4, 2e-4, 2e-3]},
                                             {"t": 3e-3, "position": [3e-4, 2e-4, -13e-3]}]}]}
            path = self.folder / f"jump_{model}.json"
            path.write_text(json.dumps(scene))
            out = self.folder / f"jump_{model}"
            report = json.loads(self.done("run", path, "--out", out, "--format", "csv", "--report",
                                          "-").stdout)
            self.assertEqual(report["topology_changes"], 0, model)
            made = [e for e in self.table(out / "events.csv") if e["event"] in events]
            self.assertEqual([e["event"] for e in made], events)
            for event, peak in zip(made, peaks): # the laws of entry and exit hold as at any speed
                self.assertAlmostEqual(float(event["amount"]), peak, delta=0.03 * peak)
            last = self.table(out / "needle_0.csv")[-1]
            self.assertAlmostEqual(float(last["z"]), -13e-3, delta=1e-9)

    def test_a_recording_repeats_itself(self):
        record = self.folder / "needle.rec"
        self.run_scene("needle_advance", "--for", "0.2", "--record", record)
        self.done("replay", record)


if __name__ == "__main__":
    main()
