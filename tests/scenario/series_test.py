# SPDX-License-Identifier: MIT
"""Quantities over time: series.csv and series.svg."""

import csv
import json
import math
import xml.etree.ElementTree

from cli_case import CliCase, main, scene


def springs(**changes):
    """Five points of 50 g in a row that fall about a pin, by the published constants."""
    s = scene(gravity=[0, 0, -9.8], seconds=0.2, **changes)
    s["threads"] = [{
        "name": "t", "model": "springs-4", "springs": "table-4.1", "vertices": 5, "length": 0.1,
        "material": {"EI": 0, "EA": 800, "mass_per_length": 2, "radius": "1 mm"},
        "shape": {"type": "straight", "direction": [1, 0, 0]},
        "hold": [{"vertex": 0, "how": "pin"}]}]
    return s


class Series(CliCase):
    def series(self, s, *args):
        path = self.folder / "scene.json"
        path.write_text(json.dumps(s))
        self.done("run", path, "--quiet", "--out", "o", "--format", "series", *args)
        with open(self.folder / "o/series.csv", newline="", encoding="ascii") as file:
            rows = list(csv.DictReader(file))
        return [{k: float(v) if v != "" else None for k, v in r.items()} for r in rows]

    def texts(self):
        tree = xml.etree.ElementTree.parse(self.folder / "o/series.svg")
        return [e.text for e in tree.iter("{http://www.w3.org/2000/svg}text")]

    def test_energies_are_those_of_the_report(self):
        rows = self.series(scene())
        self.assertEqual(len(rows), 6)
        self.assertEqual([p.name for p in sorted((self.folder / "o").iterdir())],
                         ["series.csv", "series.svg"])
        report = self.report(self.folder / "scene.json")["threads"][0]
        self.assertEqual(rows[-1]["thread.t.energy"], report["energy"])
        for kind in ("kinetic", "stretch", "bend", "twist", "gravity"):
            self.assertEqual(rows[-1]["thread.t." + kind], report["energy_parts"][kind])
        self.assertEqual(rows[0]["thread.t.end_distance"], 0.1)

    def test_force_and_torque_of_holds(self):
        s = scene(gravity=[0, 0, 0])
        s["threads"][0]["hold"] = [
            {"vertex": 0, "how": "twist"},
            {"vertex": -1, "how": "twist", "motion": [{"t": 0, "twist": 0}, {"t": 0.05, "twist": "0.1 rad"}]}]
        last = self.series(s)[-1]
        report = self.report(self.folder / "scene.json")["holds"]
        for i, hold in enumerate(report):
            self.assertEqual(last[f"hold.{i}.torque"], hold["spin_torque"])
            self.assertEqual([last[f"hold.{i}.force_{a}"] for a in "xyz"], hold["force"])
            self.assertAlmostEqual(last[f"hold.{i}.force"], math.hypot(*hold["force"]), 12)
        self.assertAlmostEqual(last["hold.1.spin"], 0.1, 12)
        self.assertTrue(any("torque against the spin" in t for t in self.texts()))

    def test_forces_by_kind_add_up(self):
        # steps of 0.1 ms are one part each: what acts on a point is its mass times its acceleration
        s = springs(dt="0.1 ms")
        rows = self.series(s, "--probe", "t,2", "--probe", "t,-1", "--every", "0.1 ms")
        self.done("run", "scene.json", "--quiet", "--out", "c", "--every", "0.1 ms")
        with open(self.folder / "c/thread_t.csv", newline="", encoding="ascii") as file:
            z = [float(r["z"]) for r in csv.DictReader(file) if r["vertex"] == "2"]
        kinds = ["stretch", "stretch_damper", "bend", "bend_damper", "swivel_damper", "limit", "weight",
                 "contact", "friction", "hold"]
        for i in range(2, len(rows), 97):
            total = sum(rows[i][f"vertex.t.2.{k}_z"] for k in kinds)
            change = 0.05 * (z[i] - 2 * z[i - 1] + z[i - 2]) / 1e-8
            # positions of 0.1 m in 16 digits over the square of a step, times the mass
            self.assertAlmostEqual(total, change, delta=2e-9 + 1e-6)
        self.assertIn("vertex.t.4.bend", rows[0])
        self.assertTrue(any("forces on vertex.t.2" in t for t in self.texts()))

    def test_other_models_have_no_dampers(self):
        last = self.series(scene(), "--probe", "t,3")[-1]
        self.assertIsNone(last["vertex.t.3.bend_damper"])
        self.assertIsNotNone(last["vertex.t.3.stretch"])

    def test_device_force(self):
        s = springs()
        s["tools"] = [{"name": "hand", "type": "point", "position": [0.1, 0, 0], "reach": "2 mm", "jaw": 0,
                       "grip_force": "1 kN", "coupling": "table-4.1",
                       "motion": [{"t": 0, "position": [0.1, 0, 0], "jaw": 1}, {"t": 0.01, "jaw": 0},
                                  {"t": 0.2, "position": [0.11, 0, 0]}]}]
        last = self.series(s)[-1]
        self.assertGreater(last["tool.hand.hand_force"], 1)
        self.assertAlmostEqual(last["tool.hand.device_force"], 0.003 * last["tool.hand.hand_force"], 12)

    def test_many_blocks_keep_their_peaks(self):
        rows = self.series(scene(seconds=3), "--every", "1 ms")
        self.assertEqual(len(rows), 3001)
        size = (self.folder / "o/series.svg").stat().st_size
        self.assertLess(size, 400_000)

    def test_nothing_moves(self):
        s = scene(gravity=[0, 0, 0])
        s["threads"][0]["hold"] = []
        self.series(s, "--for", "0")
        self.assertTrue(any("distance of the ends" in t for t in self.texts()))

    def test_refusals(self):
        s = self.write_scene()
        out = ["run", s, "--out", "o", "--format", "series", "--probe"]
        self.assert_refused([*out, "t"], "--probe t", "THREAD,VERTEX")
        self.assert_refused([*out, "x,3"], "no thread 'x'", "'t'")
        self.assert_refused([*out, "t,11"], "0 to 10")
        self.assert_refused([*out, "t,-12"], "0 to 10")
        self.assert_refused([*out, "t,two"], "two")
        self.assert_refused(["run", s, "--out", "o", "--format", "svg", "--probe", "t,1"], "--format series")
        many = [x for i in range(17) for x in ("--probe", "t,1")]
        self.assert_refused([*out[:-1], *many], "at most 16")
        self.assert_refused(["run", s, "--format", "series"], "--out")


if __name__ == "__main__":
    main()
