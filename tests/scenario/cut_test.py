# SPDX-License-Identifier: MIT
"""Scissors and blades from outside: what they cut is two things from then on, and is judged as two."""

import csv
import json
import re
import struct

from cli_case import SCENES, CliCase, main

PLACE = 2.0  # mm, of the cut along the thread


def led(name, y):
    """A thread along x that two hands lead down from z = 8 mm at a place y (mm), after the cut."""
    hold = [{"vertex": v, "how": "pin", "motion": [{"t": t, "position": [f"{x} mm", f"{y} mm", f"{z} mm"]}
                                                   for t, z in ((0, 8), (0.2, 8), (0.5, -2))]}
            for v, x in ((0, -8), (-1, 6))]
    return {"name": name, "material": "nylon 6-0", "vertices": 29, "length": "14 mm", "hold": hold,
            "shape": {"type": "straight", "from": ["-8 mm", f"{y} mm", "8 mm"], "direction": [1, 0, 0]}}


def across(y):
    """A blade cuts a thread at PLACE; another thread is led through it at y, where nothing stops it."""
    suture = {"name": "suture", "material": "nylon 5-0", "vertices": 41, "length": "20 mm",
              "shape": {"type": "straight", "from": ["-1 mm", "-10 mm", "4 mm"], "direction": [0, 1, 0]},
              "hold": [{"vertex": 0, "how": "pin"}, {"vertex": -1, "how": "pin"}]}
    return {"sutura": 1, "dt": "1 ms", "seconds": 0.5, "gravity": [0, 0, 0], "solver": {"contacts": False},
            "threads": [suture, led("other", y)],
            "tools": [{"name": "knife", "type": "blade", "position": ["-1 mm", f"{PLACE + 0.2} mm", "10 mm"],
                       "pointing": [0, 0, -1]}],
            "script": [{"do": "cut", "by": [0, 0, "-7 mm"], "over": 0.1},
                       {"do": "move", "by": [0, 0, "10 mm"], "over": 0.05}]}


def beside_a_slit(y):
    """A blade slits a sheet; a thread along x is led down through what is left of it beside the slit."""
    base = json.loads((SCENES / "blade_slit.json").read_text())
    base["threads"] = [led("other", y)]
    base["solver"] = {"contacts": False}
    base["seconds"] = 0.5
    base["script"] = [{"do": "cut", "by": [0, 0, "-15 mm"], "over": 0.05},
                      {"do": "cut", "by": ["6 mm", "-6 mm", 0], "over": 0.1},
                      {"do": "move", "by": [0, 0, "15 mm"], "over": 0.05}]
    return base


class Certificate(CliCase):
    """It goes on after a cut, by the pieces."""

    def put(self, scene):
        path = self.folder / "scene.json"
        path.write_text(json.dumps(scene))
        return path

    def test_each_piece_has_its_knot(self):
        first, second = self.report(self.put(across(PLACE + 0.25)), "--for", 0.15)["threads"][0]["pieces"]
        self.assertEqual((first["first"], first["last"] + 1, second["last"]), (0, second["first"], 40))
        # vertices are 0.5 mm apart, the first one at y = -10 mm; the knife is 0.2 mm thick
        self.assertAlmostEqual(0.5 * first["last"] - 10.0, PLACE, delta=0.6)
        self.assertEqual([first["knot"], second["knot"]], ["0_1", "0_1"])

    def run_of(self, scene, event):
        path = self.put(scene)
        self.done("run", path, "--quiet", "--record", "r.rec", "--report", "r.json", "--out", "o",
                  "--format", "csv")
        report = json.loads((self.folder / "r.json").read_text())
        self.assertIsNotNone(report["topology_changes"])
        if "events" in report:
            self.assertGreater(report["events"][event], 0)
        self.done("replay", "r.rec", "--check")
        return report["topology_changes"]

    def cut_edge(self):
        with open(self.folder / "o/thread_suture.csv", newline="", encoding="utf-8") as f:
            rows = list(csv.DictReader(f))[-41:]
        return [i for i, row in enumerate(rows[:-1]) if row["tension"] == ""]

    def test_what_goes_through_the_gap_passes_through_nothing(self):
        self.assertEqual(self.run_of(across(PLACE + 0.25), "cut_thread"), 0)
        self.assertEqual(self.cut_edge(), [24])  # of edges of 0.5 mm, from y = -10 mm
        again = self.done("replay", "r.rec", "--check", "--certificate", "scene.json")
        self.assertIn("no passages", again.stdout)

    def test_what_goes_through_a_piece_is_counted(self):
        for y in (-5.1, 7.1):
            self.assertEqual(self.run_of(across(y), "cut_thread"), 1)
            again = self.sutura("replay", "r.rec", "--check", "--certificate", "scene.json")
            self.assertIn("1 passages", again.stderr)

    def test_a_slit_sheet_is_a_surface_still(self):
        self.assertGreater(self.run_of(beside_a_slit(0.5), "cut"), 0)


PATCH = {"name": "patch", "model": "shell", "thickness": "1 mm", "material": "latex", "contact": False,
         "shape": {"type": "sheet", "size": ["4 mm", "4 mm"], "cells": [2, 2], "position": ["40 mm", 0, 0]},
         "hold": [{"group": "boundary", "how": "pin"}]}


class CutKnot(CliCase):
    """A blade goes through an overhand knot: what is left of the thread are pieces without one."""

    def setUp(self):
        super().setUp()
        thread = {"name": "a", "material": "nylon 4-0", "vertices": 201, "length": "60 mm",
                  "shape": {"type": "knot", "knot": "overhand", "size": 2, "direction": [1, 0, 0]}}
        scene = {"sutura": 1, "seconds": 0.6, "gravity": [0, 0, 0], "tissues": [PATCH], "threads": [thread],
                 "tools": [{"name": "knife", "type": "blade", "position": [0, 0, "30 mm"], "pointing": [0, 0, -1]}],
                 "script": [{"do": "wait", "over": 0.3}, {"do": "cut", "by": [0, 0, "-35 mm"], "over": 0.2}]}
        path = self.folder / "scene.json"
        path.write_text(json.dumps(scene))
        self.done("run", path, "--quiet", "--report", "r.json", "--out", "o", "--format", "csv",
                  "--format", "vtp", "--every", "50 ms")
        self.report = json.loads((self.folder / "r.json").read_text())

    def test_event(self):
        with open(self.folder / "o/events.csv", newline="", encoding="utf-8") as f:
            events = [e for e in csv.DictReader(f) if e["event"] in ("knot", "cut_thread")]
        self.assertEqual([e["event"] for e in events][0], "cut_thread")
        (knot,) = [e for e in events if e["event"] == "knot"]
        self.assertEqual([knot[k] for k in ("thread", "tissue", "needle", "tool", "hole", "x", "amount")],
                         ["a", "", "", "", "", "", "0"])
        # looked at every 0.25 s and at the end
        self.assertIn(float(knot["t"]), (0.5, 0.6))
        self.assertEqual(self.report["events"]["knot"], 1)
        self.assertEqual(self.report["threads"][0]["knot"], "0_1")

    def lines(self, number):
        """Ends of the lines of threads, as the file has them."""
        data = (self.folder / f"o/scene_{number:06d}.vtp").read_bytes()
        head = data[:data.index(b"<AppendedData")].decode()
        piece = head[head.index("<Lines>"):head.index("</Lines>")]
        base = data.index(b"_", data.index(b"<AppendedData")) + 1
        found = []
        for offset in re.findall(r'offset="(\d+)"', piece):
            at = base + int(offset)
            (size,) = struct.unpack_from("=Q", data, at)
            found.append(struct.unpack_from(f"={size // 8}q", data, at + 8))
        return found

    def test_pieces_are_lines_of_their_own(self):
        connectivity, ends = self.lines(0)
        self.assertEqual((len(connectivity), ends), (201, (201,)))
        connectivity, ends = self.lines(12)
        cuts = self.report["events"]["cut_thread"]
        self.assertEqual(len(ends), cuts + 1)
        self.assertEqual(connectivity, tuple(range(201)))
        self.assertEqual(ends[-1], 201)
        self.assertTrue(all(b > a + 1 for a, b in zip((0, *ends), ends)))


if __name__ == "__main__":
    main()
