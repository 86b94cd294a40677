# SPDX-License-Identifier: MIT
"""What no hand should do with needles, threads and tissue: an error with its place or an event, and the world
stays whole. That a script drives what it does not hold, and that room ends in a tear, is here as well."""

import csv
import json

from cli_case import CliCase, main

STILL = {"sutura": 1, "seconds": 0.4, "gravity": [0, 0, 0]}


def pad(**changes):
    """Of 12 x 12 x 6 mm, its top at 0, held at two sides."""
    return {"name": "pad", "model": "solid", "material": {"young": 1e5, "density": 1100},
            "shape": {"type": "pad", "size": ["12 mm", "12 mm", "6 mm"], "cells": [6, 6, 3]},
            "piercing": {"entry": "0.3 N", "cut": "0.1 N", "exit": "0.2 N", "pinch": "20 mN", "grip": "5 N/m"},
            "tearing": {"strength": "1 N", "bite": "5 mm"}, "damping": {"strain": "2 ms", "linear": 10},
            "hold": [{"group": "x-", "how": "pin"}, {"group": "x+", "how": "pin"}], **changes}


def sheet(**changes):
    """Of 16 x 16 mm in cells of 1 mm, held at two sides."""
    return {"name": "sheet", "model": "shell", "thickness": "0.5 mm", "material": {"young": 1.2e6, "poisson": 0.5},
            "shape": {"type": "sheet", "size": ["16 mm", "16 mm"], "cells": [16, 16]},
            "piercing": {"entry": "0.3 N", "pinch": "20 mN"}, "tearing": {"strength": "1 N", "bite": "5 mm"},
            "damping": {"strain": "2 ms", "linear": 5},
            "hold": [{"group": "x-", "how": "pin"}, {"group": "x+", "how": "pin"}], **changes}


def led_down(way, **needle):
    """A straight needle above the origin, led down by a rigid hand."""
    return {"name": "n", "arc": 0, "position": [0, 0, "1 mm"], "rotation": [0, "90 deg", 0],
            "motion": [{"t": 0, "advance": 0}, {"t": 0.4, "advance": way}], **needle}


def upright(name, x, holds):
    """A thread along z through the plane of the sheet."""
    return {"name": name, "vertices": 61, "length": "30 mm", "material": "nylon 4-0",
            "shape": {"type": "straight", "from": [f"{x} mm", "0.3 mm", "-15 mm"], "direction": [0, 0, 1]},
            "damping": {"bend": "2 ms", "linear": "0.01 kg/m/s"}, "hold": holds}


def drawn(force):
    """Loads on both ends, in 0.3 s."""
    return [{"vertex": v, "how": "force", "motion": [{"t": 0, "force": [0, 0, 0]}, {"t": 0.3, "force": f}]}
            for v, f in ((-1, force), (0, [force[0], force[1], -force[2]]))]


class BadStitches(CliCase):
    def tell(self, **parts):
        self.done("run", self.write(parts), "--quiet", "--out", "o", "--format", "csv", "--every", "10 ms",
                  "--report", "r.json")
        with open(self.folder / "o" / "events.csv", newline="", encoding="utf-8") as f:
            events = [e["event"] for e in csv.DictReader(f)]
        return json.loads((self.folder / "r.json").read_text(encoding="utf-8")), events

    def write(self, parts):
        path = self.folder / "scene.json"
        path.write_text(json.dumps({**STILL, **parts}), encoding="utf-8")
        return path

    def assert_whole(self, report):
        self.assertEqual((report["topology_changes"], report["diverged_steps"]), (0, 0))
        self.assertLessEqual(report["balance"]["error_max"], 1e-9 * report["balance"]["force_max"])
        for tissue in report["tissues"]:
            self.assertTrue(tissue["manifold"])
            self.assertEqual(tissue["components"], 1)

    def test_a_needle_too_thick_for_the_tissue_only_dents_it(self):
        report, events = self.tell(tissues=[pad()], needles=[led_down("2.5 mm", length="30 mm", diameter="2 mm")])
        self.assert_whole(report)
        self.assertEqual((events.count("too_large"), events.count("pierced")), (1, 0))
        # the tip began 1 mm above the surface
        self.assertGreater(report["tissues"][0]["displacement_max"], 1e-3)

    def test_a_needle_longer_than_the_tissue_goes_through(self):
        for shape in ({"length": "60 mm"}, {"arc": 0.5, "radius": "30 mm"}):
            report, events = self.tell(tissues=[pad()], needles=[led_down("20 mm", diameter="0.5 mm", **shape)])
            self.assert_whole(report)
            self.assertEqual((events.count("pierced"), events.count("exited")), (1, 1))

    def test_a_tool_that_jumps_through_tissue_is_stopped_by_it(self):
        jump = {"name": "f", "type": "forceps", "position": [0, 0, "15 mm"], "jaw": 0,
                "motion": [{"t": 0, "position": [0, 0, "15 mm"]}, {"t": 0.1, "position": [0, 0, "15 mm"]},
                           {"t": 0.101, "position": [0, 0, "-30 mm"]}]}
        for tissue in (pad(), sheet()):
            report, events = self.tell(tissues=[tissue], tools=[jump])
            self.assert_whole(report)
            self.assertEqual(events.count("tool_blocked"), 1)
            self.assertGreater(report["tools"][0]["lag_max"], 0.01)

    def test_stitches_closer_than_an_element_share_it(self):
        holds = drawn([0.2, 0, 0.2])
        report, events = self.tell(
            tissues=[sheet()], threads=[upright("a", 0.2, holds), upright("b", 0.6, holds)],
            stitches=[{"thread": n, "through": [{"tissue": "sheet", "at": [f"{x} mm", "0.3 mm", 0]}]}
                      for n, x in (("a", 0.2), ("b", 0.6))])
        self.assert_whole(report)
        self.assertEqual([s["state"] for s in report["stitches"]], ["thread", "thread"])
        # 0.4 mm apart in one triangle, and the sheet is stretched by less than half there
        a, b = (s["entry"]["position"] for s in report["stitches"])
        self.assertAlmostEqual(b[0] - a[0], 0.4e-3, delta=0.2e-3)

    def test_a_thread_too_thick_for_its_needle_is_refused(self):
        thread = upright("a", 0, [])
        thread["shape"] = {"type": "straight", "from": [0, 0, "21 mm"], "direction": [0, 0, 1]}
        thread["material"] = {"EI": "1e-7 N m^2", "EA": "2 kN", "mass_per_length": "0.5 g/m", "radius": "0.8 mm"}
        needle = led_down("35 mm", length="20 mm", diameter="0.3 mm", thread="a", end=0)
        self.assert_refused(["run", self.write({"tissues": [sheet()], "threads": [thread], "needles": [needle]})],
                            "needles[0].thread: is 0.0016 m thick; must be at most as thick as its needle, 0.0003 m")

    def test_a_script_that_acts_on_nothing_is_idle(self):
        report, events = self.tell(
            seconds=1.2, tissues=[sheet()],
            needles=[led_down(0, length="20 mm", diameter="0.5 mm", position=[0, 0, "5 mm"])],
            tools=[{"name": "d", "type": "needle-driver", "position": ["30 mm", 0, "15 mm"]}],
            script=[{"tool": "d", "do": "drive", "by": "5 mm", "over": 0.3},
                    {"tool": "d", "do": "pull", "direction": [0, 0, 1], "force": "1 N", "over": 0.3},
                    {"tool": "d", "do": "cut", "over": 0.3}])
        self.assert_whole(report)
        self.assertEqual(events.count("idle"), 3)
        self.assertLess(report["tools"][0]["path"], 1e-9)

    def test_room_that_ends_in_the_middle_of_a_tear_is_told_once(self):
        ends = [{"vertex": v, "how": "pin",
                 "motion": [{"t": 0, "position": ["2 mm", "0.3 mm", f"{z} mm"]},
                            {"t": 0.4, "position": ["17 mm", "0.3 mm", f"{z} mm"]}]} for v, z in ((0, -15), (-1, 15))]
        def torn(spare):
            room = {"nodes": 17 * 17 + spare, "elements": 2 * 16 * 16 + 2 * spare}
            return self.tell(tissues=[sheet(capacity=room, hold=[{"group": "x-", "how": "pin"}])],
                             threads=[upright("a", 2, ends)],
                             stitches=[{"thread": "a", "through": [{"tissue": "sheet", "at": ["2 mm", "0.3 mm", 0]}]}])
        report, events = torn(3)
        self.assert_whole(report)
        self.assertEqual((events.count("no_room"), events.count("tore_through")), (1, 0))
        self.assertEqual(report["stitches"][0]["thread"], "a")
        report, events = torn(100)
        self.assertEqual(events.count("no_room"), 0)
        self.assertGreater(events.count("tore_into"), 0)


if __name__ == "__main__":
    main()
