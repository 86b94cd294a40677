# SPDX-License-Identifier: MIT
"""What the tests of whole stitches share."""

import csv
import json

from cli_case import SANITIZED, SCENES, CliCase


class ChainCase(CliCase):
    def tell(self, name, *options):
        """Report and events of a scene; with sanitizers of its beginning."""
        part = ["--for", "0.3"] if SANITIZED else []
        out = self.folder / name
        self.done("run", SCENES / f"{name}.json", *part, *options, "--quiet", "--out", out, "--format", "csv",
                  "--every", "0.1", "--report", f"{name}.report")
        with open(out / "events.csv", newline="", encoding="utf-8") as f:
            events = list(csv.DictReader(f))
        return json.loads((self.folder / f"{name}.report").read_text()), events

    def assert_sound(self, report):
        """Nothing passed through anything, nothing was lost, all forces have their opposite."""
        self.assertEqual(report["topology_changes"], 0)
        self.assertEqual(report["diverged_steps"], 0)
        balance = report["balance"]
        self.assertLessEqual(balance["error_max"], 1e-9 * balance["force_max"])
        for tissue in report["tissues"]:
            self.assertTrue(tissue["manifold"])
            self.assertEqual(tissue["components"], 1)

    @staticmethod
    def named(events, *names):
        return [e for e in events if e["event"] in names]
