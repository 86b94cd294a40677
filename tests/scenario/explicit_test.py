# SPDX-License-Identifier: MIT
"""Threads of explicit models without enough budget, or in steps that are too long for them."""

import json

from cli_case import SCENES, CliCase, main

NYLON = {"young": "2.5 GPa", "poisson": 0.4, "density": 1140, "radius": "0.035 mm"}


def scene(dt, seconds, budget=None, gravity=(0, 0, -9.81), **thread):
    base = {"model": "variational", "material": NYLON, "vertices": 41, "length": "40 mm"}
    result = {"sutura": 1, "gravity": list(gravity), "dt": dt, "seconds": seconds,
              "threads": [dict(base, **thread)]}
    if budget:
        result["solver"] = {"budget": budget}
    return result


class Explicit(CliCase):
    def run_scene(self, content):
        path = self.folder / "scene.json"
        path.write_text(json.dumps(content))
        return json.loads(self.done("run", path, "--quiet", "--report", "-").stdout)

    def check_sound(self, report, energy):
        self.assertEqual(report["topology_changes"], 0)
        self.assertEqual(report["diverged_steps"], 0)
        for thread in report["threads"]:
            self.assertLessEqual(thread["energy"], energy)

    def test_a_thread_at_rest_without_budget(self):
        # 5e-5 m thick, edges of 0.1 mm: 16 times as many parts as 0.1 ms pay for
        soft = {"young": 1e8, "density": 1140, "radius": 5e-5, "friction": 1}
        report = self.run_scene(scene("2 ms", 0.2, "0.1 ms", (0, 0, 0), material=soft, vertices=8,
                                   length="0.7 mm",
                                   shape={"type": "straight", "direction": [1, 0.3, 0.2]}))
        self.check_sound(report, 1e-25)  # rounding
        self.assertEqual(report["slow_motion"]["steps"], 100)
        self.assertGreater(report["slow_motion"]["lost_s"], 0.1)

    def test_every_model_falls_in_slow_motion(self):
        clamp = [{"vertex": 0, "how": "clamp"}]
        models = ["variational"] + [f"springs-{k}" for k in range(1, 6)]
        for model in models:
            with self.subTest(model):
                report = self.run_scene(scene("1 ms", 0.1, "0.3 ms", model=model, hold=clamp))
                # it starts at height 0 and at rest: all in all never more than that; explicit
                # energies swing by a share of the weight's work, 1e-8 J here
                self.check_sound(report, 1e-9)
                self.assertEqual(report["slow_motion"]["steps"], 100)

    def test_steps_of_50_ms(self):
        clamp = [{"vertex": 0, "how": "clamp"}]
        report = self.run_scene(scene("50 ms", 0.3, hold=clamp))
        self.check_sound(report, 1e-9)
        self.assertEqual(report["slow_motion"], {"steps": 0, "lost_s": 0})
        self.assertLess(report["threads"][0]["stretch_max"], 1e-10)  # lengths are exact

    def test_a_knot_with_global_contacts_holds(self):
        content = json.loads((SCENES / "variational_knot.json").read_text())
        content["threads"][0]["variational"] = {"contact": "global"}
        content["seconds"] = 1.5
        report = self.run_scene(content)
        self.assertEqual(report["topology_changes"], 0)
        self.assertEqual(report["threads"][0]["surgical"], "reef")
        self.assertGreater(report["contacts"]["max"], 10)
        # forces fit the displacements as a step may be taken over with (SUT_CONTACT_ERROR)
        self.assertLess(report["contacts"]["residual_max"], 1e-2)

    def test_an_unknown_way_of_contacts_is_refused(self):
        path = self.folder / "scene.json"
        path.write_text(json.dumps(scene("1 ms", 0.01, variational={"contact": "some"})))
        self.assert_refused(("run", path, "--quiet"), "local", "global")

    def test_hands_on_an_inextensible_thread(self):
        result = self.done("haptic", SCENES / "haptic_variational.json", "--virtual", "--quiet",
                           "--for", "4", "--report", "-")
        report = json.loads(result.stdout)
        self.assertTrue(report["passivity"]["passive"])
        self.assertEqual(report["knots"], "overhand")
        for hand in report["hands"]:
            self.assertEqual(hand["state"], "engaged")
            self.assertGreater(hand["force"]["max"], 0.05)  # they feel the knot
            self.assertLess(hand["force"]["max"], 5.0)  # and no more than the coupling gives


if __name__ == "__main__":
    main()
