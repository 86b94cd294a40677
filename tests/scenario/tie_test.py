# SPDX-License-Identifier: MIT
"""Scripted hands tie and untie knots; the report names what came of it."""

from cli_case import SANITIZED, SCENES, CliCase, main


class TieCase(CliCase):
    def outcome(self, name, *more):
        report = self.report(SCENES / name, *more)
        # whatever the hands did, nothing passed through anything
        self.assertEqual(report["topology_changes"], 0)
        self.assertEqual(report["diverged_steps"], 0)
        self.assertLess(report["contacts"]["overlap_max"], 1)
        return report["threads"][0]


class Tie(TieCase):
    def test_overhand(self):
        thread = self.outcome("overhand_tie.json")
        self.assertEqual(thread["surgical"], "overhand")
        self.assertIn(thread["knot"], ("3_1", "m3_1"))

    def test_reef(self):
        if SANITIZED:  # the overhand knot above goes to its end
            self.outcome("reef_tie.json", "--for", "4")
            return
        thread = self.outcome("reef_tie.json")
        self.assertEqual(thread["surgical"], "reef")
        self.assertEqual(thread["knot"], "3_1#m3_1")


class Untie(TieCase):
    def test_overhand(self):
        self.assertEqual(self.outcome("untie_overhand.json")["knot"], "0_1")

    def test_the_wrong_pull_tightens(self):
        self.assertEqual(self.outcome("untie_wrong.json")["surgical"], "overhand")


if __name__ == "__main__":
    main()
