# SPDX-License-Identifier: MIT
"""The knot experiments that come along: their scenes say what they should, in the short."""

import csv
import pathlib

from cli_case import SCENES, CliCase, main

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
        sets = [f"--set=threads[{i}].shape.throws={throws}" for i in (0, 1)]
        sets += [f'--set=threads[{i}].friction_motion=[{{"t": 0, "friction": {friction}}}]'
                 for i in (0, 1)]
        report = self.report(SCENES / "tensiometer.json", "--tensiometer", "0,2,1.2 s",
                             "--until-failure", *sets)
        self.assertEqual(report["topology_changes"], 0)
        self.assertTrue(report["tensiometer"]["slipped"])
        self.assertLess(report["seconds"], 2)  # ended at the failure
        return report["tensiometer"]["force_max"]

    def test_friction_and_the_second_hand_help(self):
        # measured 0.75 N for the reef and 0.53 N for the granny of nylon, whose friction is 0.2
        reef = self.pull("1=1", 0.2)
        self.assertGreater(reef, 2 * self.pull("1=1", 0.05))
        self.assertGreater(reef, self.pull("1x1", 0.2))

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


if __name__ == "__main__":
    main()
