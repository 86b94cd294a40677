# SPDX-License-Identifier: MIT
"""The csv tables and the picture."""

import csv
import json
import locale
import re
import xml.etree.ElementTree

from cli_case import CliCase, main, scene

NUMBER = re.compile(r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?(e[+-][0-9]{2,3})?$")


class Csv(CliCase):
    def rows(self, *args, name="t"):
        self.done("run", *args, "--quiet", "--out", "o", "--format", "csv")
        with open(self.folder / f"o/thread_{name}.csv", newline="", encoding="ascii") as file:
            text = file.read()
        self.assertNotIn("\r", text)
        self.assertTrue(text.startswith("t,vertex,x,y,z,tension,twist\n"))
        self.assertTrue(text.endswith("\n"))
        return list(csv.DictReader(text.splitlines()))

    def times(self, *args):
        rows = self.rows(*args)
        return [float(r["t"]) for r in rows if r["vertex"] == "0"]

    def test_format(self):
        rows = self.rows(self.write_scene())
        # blocks at 0, 10, .. 50 ms, eleven vertices each, in their order
        self.assertEqual(len(rows), 6 * 11)
        self.assertEqual([int(r["vertex"]) for r in rows], list(range(11)) * 6)
        for r in rows:
            last = r["vertex"] == "10"
            for key in ("t", "x", "y", "z"):
                self.assertRegex(r[key], NUMBER)
                self.assertEqual(r[key], "%.17g" % float(r[key]))
            for key in ("tension", "twist"):
                self.assertEqual(r[key] == "", last)
                if not last:
                    self.assertEqual(r[key], "%.17g" % float(r[key]))

    def test_first_block_is_the_start(self):
        rows = self.rows(self.write_scene())[:11]
        for i, r in enumerate(rows):
            self.assertEqual(float(r["t"]), 0)
            self.assertAlmostEqual(float(r["x"]), 0.01 * i, 15)
            self.assertEqual(float(r["z"]), 0)

    def test_last_block_is_the_end(self):
        s = self.write_scene()
        rows = self.rows(s)
        tip = self.report(s)["threads"][0]["tip"]
        self.assertEqual([float(rows[-1][k]) for k in "xyz"], tip)

    def test_every(self):
        s = self.write_scene()
        near = self.assertAlmostEqual
        for flags, expected in [
                ([], [0, 0.01, 0.02, 0.03, 0.04, 0.05]),
                (["--every", "20 ms"], [0, 0.02, 0.04, 0.05]),  # and the last step
                (["--every", "0.0254"], [0, 0.025, 0.05]),      # whole steps
                (["--every", "1"], [0, 0.05]),
                (["--for", "3 ms", "--every", "0"], [0, 0.001, 0.002, 0.003]),  # at least one
                (["--for", "3 ms", "--every", "1 us"], [0, 0.001, 0.002, 0.003]),
                (["--for", "0"], [0]),
                (["--dt", "50 ms"], [0, 0.05])]:
            times = self.times(s, *flags)
            self.assertEqual(len(times), len(expected), (flags, times))
            for a, b in zip(times, expected):
                near(a, b, 12)

    def test_csv_is_the_default_format(self):
        self.done("run", self.write_scene(), "--quiet", "--out", "o")
        self.assertEqual([p.name for p in (self.folder / "o").iterdir()], ["thread_t.csv"])

    def test_names(self):
        s = scene()
        s["threads"][0]["name"] = "Left_hand-2"
        second = dict(s["threads"][0])
        del second["name"]
        second["shape"] = {"type": "straight", "from": [0, 1, 0], "direction": [1, 0, 0]}
        s["threads"].append(second)
        path = self.folder / "names.json"
        path.write_text(json.dumps(s))
        self.done("run", path, "--quiet", "--out", "o")
        self.assertEqual(sorted(p.name for p in (self.folder / "o").iterdir()),
                         ["thread_1.csv", "thread_Left_hand-2.csv"])

    def test_old_files_are_replaced_whole(self):
        (self.folder / "o").mkdir()
        (self.folder / "o/thread_t.csv").write_text("x" * 1000000)
        self.assertEqual(len(self.rows(self.write_scene())), 66)

    def test_tension_of_a_hanging_thread(self):
        s = scene(seconds=3)
        s["threads"][0]["damping"] = {"linear": 0.01}
        s["threads"][0]["shape"]["direction"] = [0, 0, -1]
        s["threads"][0]["material"] = {"EI": 1e-9, "EA": 100, "mass_per_length": 1e-4,
                                       "radius": 1e-4}
        path = self.folder / "hang.json"
        path.write_text(json.dumps(s))
        rows = self.rows(path)[-11:]
        for i, r in enumerate(rows[:-1]):
            # lumped masses: an edge carries all below its middle
            expected = 1e-4 * 9.81 * (0.1 - 0.01 * (i + 0.5))
            self.assertAlmostEqual(float(r["tension"]) / expected, 1, 4)

    def test_twist_of_a_turned_end(self):
        s = scene(seconds=0.1)
        s["threads"][0]["hold"] = [
            {"vertex": 0, "how": "twist"},
            {"vertex": -1, "how": "twist", "motion": [{"t": 0, "twist": 0},
                                                      {"t": 0.05, "twist": 1.5}]}]
        s["gravity"] = [0, 0, 0]
        path = self.folder / "twist.json"
        path.write_text(json.dumps(s))
        rows = self.rows(path)[-11:]
        twist = [float(r["twist"]) for r in rows[:-1]]
        self.assertAlmostEqual(twist[0], 0, 9)
        # the clamps are at the end vertices, half an edge away from the middles of the end edges
        self.assertAlmostEqual(twist[-1], 1.5 * 9 / 10, 6)
        # in equilibrium it grows evenly
        steps = [b - a for a, b in zip(twist, twist[1:])]
        self.assertLess(max(steps) - min(steps), 1e-6)

    def test_other_languages_write_the_same(self):
        s = self.write_scene()
        self.rows(s)
        plain = (self.folder / "o/thread_t.csv").read_bytes()
        for name in ("de_DE.UTF-8", "fr_FR.UTF-8", locale.getlocale()[0] or "C"):
            self.done("run", s, "--quiet", "--out", "o", "--format", "csv",
                      env={"LC_ALL": name, "LANG": name, "PATH": "/usr/bin"})
            self.assertEqual((self.folder / "o/thread_t.csv").read_bytes(), plain)


class Picture(CliCase):
    SVG = "{http://www.w3.org/2000/svg}"

    def picture(self, s, *flags):
        path = self.folder / "p.json"
        path.write_text(json.dumps(s))
        self.done("run", path, "--quiet", "--out", "o", "--format", "svg", *flags)
        self.assertEqual([p.name for p in (self.folder / "o").iterdir()], ["picture.svg"])
        return xml.etree.ElementTree.parse(self.folder / "o/picture.svg").getroot()

    def texts(self, root):
        return [t.text for t in root.iter(self.SVG + "text")]

    def test_says_what_it_shows(self):
        root = self.picture(scene(seconds=0.3))
        texts = self.texts(root)
        self.assertEqual(root.tag, self.SVG + "svg")
        self.assertIn("a test", texts)
        self.assertTrue(any(re.match(r"tension, [pnµm]?N", t) for t in texts), texts)
        self.assertTrue(any(re.match(r"\d+ mm$", t) for t in texts), texts)
        self.assertIn("held vertex", texts)
        self.assertTrue(any(t.startswith("kinetic energy") for t in texts))
        self.assertTrue(any(t.startswith("largest tension") for t in texts))
        self.assertTrue(any(t.startswith("largest stretch") for t in texts))
        ghosts = [p for p in root.iter(self.SVG + "path") if p.get("class") == "ghost"]
        self.assertGreaterEqual(len(ghosts), 8)

    def test_names_are_escaped(self):
        self.assertIn("<b> & \"co\"", self.texts(self.picture(scene(name='<b> & "co"'))))

    def test_motion_in_space_gets_two_views(self):
        flat = self.texts(self.picture(scene()))
        self.assertIn("from the front", flat)
        self.assertNotIn("from the side", flat)
        s = scene(seconds=0.2)
        s["threads"][0]["shape"]["direction"] = [1, 1, 0]
        texts = self.texts(self.picture(s))
        self.assertIn("from the front", texts)
        self.assertIn("from the side", texts)

    def test_motion_on_a_table_is_seen_from_above(self):
        s = scene(gravity=[0, -9.81, 0], seconds=0.2)
        self.assertIn("from above", self.texts(self.picture(s)))

    def test_a_load_is_an_arrow(self):
        s = scene(gravity=[0, 0, 0])
        s["threads"][0]["hold"].append({"vertex": -1, "how": "force", "force": [0, 0, 0.05]})
        self.assertIn("50 mN", self.texts(self.picture(s)))

    def test_nothing_moves(self):
        s = scene(gravity=[0, 0, 0])
        texts = self.texts(self.picture(s))
        self.assertIn("no tension", texts)
        self.picture(s, "--for", "0")
        self.assertIn("</svg>", (self.folder / "o/picture.svg").read_text())

    def test_no_number_is_lost(self):
        self.picture(scene())
        text = (self.folder / "o/picture.svg").read_text()
        self.assertNotIn("nan", text.lower().replace("tension", ""))
        self.assertNotRegex(text, r"[ ,\"]-?inf")


if __name__ == "__main__":
    main()
