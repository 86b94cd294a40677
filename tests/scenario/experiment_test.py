# SPDX-License-Identifier: MIT
"""The knot experiments that come along: their scenes say what they should, in the short."""

import csv
import json
import pathlib
import unittest

from cli_case import SANITIZED, SCENES, CliCase, main

SWEEPS = SCENES.parent / "sweeps"
KNOTS = ("threads[0].shape.knot", "threads[1].shape.knot")


class Dissolve(CliCase):
    def onset(self, knot, level):
        """Friction stays at 0.95 until 1.5 s and is then put to `level`; when does it slide?"""
        frames = [{"t": 1.5, "friction": 0.95}, {"t": 1.501, "friction": level}]
        sets = [f"--set={path}={knot}" for path in KNOTS]
        sets += [f"--set=threads[{i}].friction_motion={frames}".replace("'", '"') for i in (0, 1)]
        report = self.report(SCENES / "dissolve.json", "--for", "2 s", "--tensiometer",
                             "0,2,1.4 s", "--until-failure", *sets)
        self.assertEqual(report["topology_changes"], 0)
        return report["tensiometer"]["onset"], report["bend"]

    def test_reef_holds_and_lets_go(self):
        # the thresholds are 0.25 lowered step by step; far from them on both sides
        onset, bend = self.onset("reef", 0.5)
        self.assertIsNone(onset)
        self.assertEqual(bend["surgical"], "reef")
        onset, _ = self.onset("reef", 0.05)
        self.assertGreater(onset["time"], 1.5)
        self.assertEqual(onset["friction"], 0.05)


class Tensiometer(CliCase):
    def pull(self, throws, friction):
        """Three throws: tails leave at the side that the standing ends of the other thread have."""
        sets = []
        for i, tail in ((0, "[3, 0, 0]"), (1, "[-3, 0, 0]")):
            sets += [f"--set=threads[{i}].shape.throws={throws}",
                     f"--set=threads[{i}].friction_motion[2].friction={friction}"]
            sets += [f"--set=threads[{i}].hold[1].motion[{k}].force={tail}" for k in (1, 2)]
        report = self.report(SCENES / "tensiometer.json", "--tensiometer", "0,2,1.6 s",
                             "--until-failure", *sets)
        self.assertEqual(report["topology_changes"], 0)
        self.assertTrue(report["tensiometer"]["slipped"])
        self.assertLess(report["seconds"], 3.5)  # ended at the failure
        return report["tensiometer"]["force_max"]

    def test_friction_and_a_double_throw_help(self):
        # measured in nylon: 1.5 N; 2.9 N with a double first throw; 0.5 N, not held, at 0.12. Other
        # edges, steps and tying forces change these by a fifth
        single = self.pull("1=1=1", 0.2)
        if SANITIZED:  # the others take the same ways through the code
            return
        self.assertGreater(self.pull("2=1=1", 0.2), 1.3 * single)
        self.assertLess(self.pull("1=1=1", 0.12), 0.8 * single)

    def test_needs_jaws(self):
        self.assert_refused(["run", SCENES / "tensiometer.json", "--until-failure"],
                            "--tensiometer")


class Files(CliCase):
    def test_sweeps_fit_their_scenes(self):
        files = sorted(pathlib.Path(SWEEPS).glob("*.json"))
        self.assertGreaterEqual(len(files), 2)
        for path in files:
            rows = list(csv.DictReader(self.done("sweep", path, "--for", "0").stdout.splitlines()))
            self.assertGreater(len(rows), 10)
            self.assertEqual({r["exit"] for r in rows}, {"0"})


class Figures(CliCase):
    """Scenes of published figures begin as they should; `sutura validate` runs all of them to their end."""

    def test_all_of_them_run(self):
        scenes = sorted((SCENES / "figures").glob("*.json"))
        self.assertGreaterEqual(len(scenes), 8)
        for path in scenes:
            report = self.report(path, "--for", "20 ms")
            self.assertEqual(report["diverged_steps"], 0, path)
            self.assertEqual(report["topology_changes"], 0, path)

    @unittest.skipIf(SANITIZED, "what they end with is not what such a build looks for")
    def test_checks_of_the_quick_ones(self):
        checks = json.loads(self.done("validate", "--json", "B6", "D7", "M6", "M8").stdout)
        self.assertEqual([c["id"] for c in checks], ["B6", "D7", "M6", "M8"])
        for check in checks:
            self.assertTrue(check["pass"], check)


if __name__ == "__main__":
    main()
