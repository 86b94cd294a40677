# SPDX-License-Identifier: MIT
"""Scenes in which tools work on tissue: they run to their end, say what happened, balance, and repeat."""

import csv
import json
import math

from cli_case import SANITIZED, SCENES, CliCase, main

# event: how often, at least; a name that is not here must not come, but for what is in QUIET
EVENTS = {
    "tissue_stretch": {"tissue_grasped": 2, "tissue_slips": 1, "tissue_lost": 1},
    "lip_lift": {"tissue_grasped": 1},
    "touch_trace": {},
    "tease_away": {"grasped": 1, "tore_into": 6, "tore_through": 5},
    "scissors_flap": {"cut": 1},
    "blade_slit": {"cut": 2, "cut_thread": 1},
    "stitch_placed": {"slipped": 2},
    "running_suture": {"slipped": 16},
    "needle_drop": {},
    "needle_press": {},
}
QUIET = {"substeps", "stuck", "slipped", "tool_blocked", "tool_free"}


class SurgeryScenes(CliCase):
    def run_scene(self, name):
        """Report and rows of events.csv; a recording of the run repeats itself."""
        part = ["--for", "0.1"] if SANITIZED else []
        self.done("run", SCENES / f"{name}.json", *part, "--quiet", "--record", f"{name}.rec", "--out", name,
                  "--format", "csv", "--report", f"{name}.json")
        replayed = self.done("replay", f"{name}.rec", "--check").stdout
        self.assertIn("all hashes equal", replayed)
        with open(self.folder / name / "events.csv", newline="", encoding="utf-8") as f:
            return json.loads((self.folder / f"{name}.json").read_text()), list(csv.DictReader(f))

    def judge(self, name):
        report, rows = self.run_scene(name)
        self.assertEqual(report["topology_changes"], 0)
        self.assertEqual(report["diverged_steps"], 0)
        balance = report["balance"]
        # in the first tenth of a second some scenes bear no force
        if not SANITIZED or balance["force_max"] > 0.0:
            self.assertGreater(balance["force_max"], 0.0)
            self.assertLessEqual(balance["error_max"], 1e-9 * balance["force_max"])
        for tissue in report["tissues"]:
            self.assertTrue(tissue["manifold"])
            self.assertTrue(math.isfinite(tissue["energy"]))
        told = {}
        for row in rows:
            told[row["event"]] = told.get(row["event"], 0) + 1
        self.assertEqual(told, report["events"])
        if not SANITIZED:
            for event, least in EVENTS[name].items():
                self.assertGreaterEqual(told.get(event, 0), least, event)
            self.assertEqual(set(told) - set(EVENTS[name]) - QUIET, set())
        return report

    def test_what_tools_do(self):
        for name in ("tissue_stretch", "lip_lift", "touch_trace"):
            with self.subTest(name):
                self.judge(name)

    def test_bonds_break_one_by_one(self):
        self.judge("tease_away")
        if SANITIZED:
            return
        with open(self.folder / "tease_away" / "events.csv", newline="", encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
        broken = [row["hole"] for row in rows if row["event"] == "tore_through"]
        self.assertEqual(broken, sorted(broken, reverse=True))  # from the end that is pulled
        first = {}
        for row in rows:
            if row["event"] == "tore_into":
                first.setdefault(row["hole"], float(row["amount"]))
        for force in first.values():
            # S(b) of 0.6 mm; 5 % as the load jumps when the bond before it breaks
            self.assertAlmostEqual(force, 0.15 * (0.4 + 0.6 * 0.6), delta=0.05 * 0.114)

    def test_what_is_cut(self):
        for name in ("scissors_flap", "blade_slit"):
            with self.subTest(name):
                report = self.judge(name)
                if not SANITIZED:
                    (tissue,) = report["tissues"]
                    self.assertGreater(tissue["cut_length"], 0.0)
                    # a flap falls off, a slit leaves one piece
                    self.assertEqual(tissue["components"], 2 if name == "scissors_flap" else 1)

    def test_stitches(self):
        for name in ("stitch_placed", "running_suture"):
            with self.subTest(name):
                self.judge(name)

    def test_needles(self):
        for name in ("needle_drop", "needle_press"):
            with self.subTest(name):
                self.judge(name)


if __name__ == "__main__":
    main()
