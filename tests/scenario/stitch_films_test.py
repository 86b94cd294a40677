# SPDX-License-Identifier: MIT
"""Films of whole stitches in the trainer end in success, with their scores. Each is half a minute and more of hands in
tissue, so that they run where they are asked for: SUT_FILMS=1, or the names of tasks."""

import os
import time
import unittest

import cli_case
from trainer_case import TrainerCase

ASKED = os.environ.get("SUT_FILMS", "")
LONGEST = 1500  # s that making a film may take beside other work


@unittest.skipIf(ASKED == "", "SUT_FILMS=1 runs them: minutes each")
class StitchFilms(TrainerCase):
    def film(self, task):
        if ASKED not in ("1", "all") and task not in ASKED.split(","):
            self.skipTest(f"SUT_FILMS={ASKED}")
        page = self.page()
        answer = page.start(task, demo=True)
        self.assertEqual(answer["type"], "ok", answer)
        page.ask("speed", factor=4)
        page.say(type="view", contacts=False, hz=1)
        until = time.monotonic() + LONGEST
        ended = None
        while ended is None and time.monotonic() < until:
            kind, what = page.receive()
            ended = what if kind == "message" and what["type"] == "ended" else None
        self.assertIsNotNone(ended, "the film does not end")
        values = {m["id"]: m["value"] for m in ended["metrics"]}
        print(task, round(time.monotonic() - until + LONGEST), "s", values, flush=True)
        self.assertTrue(ended["success"], ended["progress"])
        return values

    def test_simple_interrupted_stitch(self):
        values = self.film("skin-stitch")
        self.assertEqual(values["throws"], 3)
        self.assertLess(values["gap"], 6e-4)
        # in and out on the dots, cut at the length that the task wants
        self.assertLess(max(values["entry_off"], values["exit_off"]), 1e-3)
        self.assertGreater(values["tail_short"], 0.003)
        self.assertLess(values["tail_long"], 0.012)
        self.assertEqual(values["needle_drops"], 0)

    def test_suture_of_a_drain(self):
        values = self.film("penrose")
        self.assertEqual(values["knot"], "2=1=1")
        # what the examination allows: 1 mm beside the marks, 1 mm of gap
        self.assertLess(max(values["entry_off"], values["exit_off"], values["gap"]), 1e-3)
        self.assertEqual(values["tears"], 0)

    def test_one_stitch_of_an_anastomosis(self):
        values = self.film("anastomosis")
        self.assertEqual(values["knot"], "reef")
        self.assertEqual(values["tears"], 0)
        # one of many stitches closes the rims beside itself only
        self.assertGreater(values["leak"], 0)


if __name__ == "__main__":
    cli_case.main()
