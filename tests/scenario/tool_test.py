# SPDX-License-Identifier: MIT
"""Instruments: scripted forceps take, carry, pass, lose and tie threads, and leave files about it."""

import csv
import json
import math

from cli_case import SANITIZED, SCENES, CliCase, main


class ToolCase(CliCase):
    def clean(self, *args):
        report = self.report(*args)
        # whatever the hands did, nothing passed through anything
        self.assertEqual(report["topology_changes"], 0)
        self.assertEqual(report["diverged_steps"], 0)
        return report


class Forceps(ToolCase):
    def test_carry(self):
        report = self.clean(SCENES / "forceps_carry.json")
        tool = report["tools"][0]
        self.assertEqual((tool["name"], tool["type"]), ("forceps", "forceps"))
        self.assertEqual((tool["grasps"], tool["drops"], tool["slips"]), (1, 0, 0))
        self.assertFalse(tool["holding"])
        self.assertGreater(tool["path"], 0.09)  # its script goes 0.1 m
        # carried by 36 mm, over the bar at 18 mm
        self.assertAlmostEqual(report["threads"][0]["tip"][1], 0.036, delta=0.003)

    def test_pass_from_hand_to_hand(self):
        report = self.clean(SCENES / "forceps_pass.json")
        left, right = report["tools"]
        self.assertEqual([(t["grasps"], t["drops"]) for t in (left, right)], [(1, 0), (1, 0)])
        self.assertFalse(left["holding"])
        self.assertTrue(right["holding"])
        self.assertGreater(report["threads"][0]["tip"][2], 0.01)  # it hangs in the air

    def test_slip(self):
        report = self.clean(SCENES / "forceps_slip.json")
        left, right = report["tools"]
        self.assertEqual((left["drops"], right["drops"]), (0, 1))
        self.assertGreaterEqual(right["slips"], 1)
        # the weaker hand holds 0.5 N; a step of 1 ms may bring a little more
        self.assertGreater(right["force_max"], 0.49)
        self.assertLess(right["force_max"], 0.52)

    def test_a_grip_that_slides_keeps_the_books(self):
        # the books are kept where there is a needle, here one that has nothing to do with it
        needle = {"arc": 0, "length": "10 mm", "diameter": "0.3 mm", "position": ["0.2 m", 0, "0.5 m"]}
        report = self.clean(SCENES / "forceps_slip.json", "--set", "needles=" + json.dumps([needle]))
        self.assertGreater(report["tools"][0]["slips"] + report["tools"][1]["slips"], 0)
        self.assertGreater(report["balance"]["force_max"], 0.4)
        self.assertLess(report["balance"]["error_max"], 1e-9 * report["balance"]["force_max"])


class Sweep(ToolCase):
    """At 3 m/s the forceps move by 15 of their diameters at the tip in a step."""

    def test_the_guard_holds(self):
        report = self.clean(SCENES / "forceps_sweep.json")
        self.assertGreater(report["tools"][0]["force_max"], 0.1)

    def test_the_witness_sees_what_passes_without_it(self):
        for off in ("solver.contacts=false", "solver.guard=false"):
            report = self.report(SCENES / "forceps_sweep.json", "--set", off)
            self.assertGreater(report["topology_changes"], 0, off)


class Tying(ToolCase):
    """With steps twice as long as the scenes ask for: it takes half the time, and a script should not
    depend on the step."""

    dt = "2 ms"

    def knot(self, name, *more):
        run = self.done("run", SCENES / name, "--dt", self.dt, "--report", "-", *more)
        report = json.loads(run.stdout)
        self.assertEqual(report["topology_changes"], 0)
        self.assertEqual(report["diverged_steps"], 0)
        self.assertEqual([t["drops"] for t in report["tools"]], [0, 0])
        self.bend = report["bend"]
        return report["threads"][0]


class Tie(Tying):
    def test_overhand(self):
        self.assertEqual(self.knot("overhand_forceps.json")["surgical"], "overhand")

    def test_untie(self):
        self.assertEqual(self.knot("untie_forceps.json")["knot"], "0_1")


class TieReef(Tying):
    def test_reef(self):
        if SANITIZED:  # two throws are two overhand knots to the code
            self.knot("reef_forceps.json", "--for", "4")
            return
        self.assertEqual(self.knot("reef_forceps.json")["surgical"], "reef")


class TieTwo(Tying):
    def test_two_threads(self):
        if SANITIZED:
            self.knot("reef_two_forceps.json", "--for", "4")
            return
        self.knot("reef_two_forceps.json")
        self.assertEqual(self.bend["surgical"], "reef")

    def test_untie_figure_eight(self):
        self.assertEqual(self.knot("untie_eight_forceps.json")["knot"], "0_1")


class UntieGranny(Tying):
    def test_granny(self):
        if SANITIZED:  # the figure-eight knot above is untied to its end
            self.knot("untie_granny_forceps.json", "--for", "4")
            return
        self.assertEqual(self.knot("untie_granny_forceps.json")["knot"], "0_1")


class TieSurgeon(Tying):
    POST = 4e-3
    RADIUS = 0.09e-3

    def name(self, points):
        path = self.folder / "cut.txt"
        path.write_text("".join(f"{x} {y} {z}\n" for x, y, z in points))
        return json.loads(self.done("knot", path, "--json").stdout).get("surgical")

    def cut(self, points, name):
        """How many points the first end can lose before the knot is another one."""
        kept, lost = 0, len(points) - 3
        while lost - kept > 1:
            middle = (kept + lost) // 2
            if self.name(points[middle:]) == name:
                kept = middle
            else:
                lost = middle
        return kept

    def looseness(self, name):
        """Thread in the knot and its loop, less one turn around the post."""
        with open(self.folder / "o/thread_suture.csv", encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
        points = [tuple(float(r[k]) for k in "xyz") for r in rows if r["t"] == rows[-1]["t"]]
        first, last = self.cut(points, name), self.cut(points[::-1], name)
        left = points[first:len(points) - last]
        turn = 2 * math.pi * (self.POST + self.RADIUS)
        return sum(math.dist(a, b) for a, b in zip(left, left[1:])) - turn

    def test_surgeon(self):
        if SANITIZED:
            self.knot("surgeon_forceps.json", "--for", "4")
            return
        thread = self.knot("surgeon_forceps.json", "--out", "o", "--every", "60")
        self.assertEqual(thread["surgical"], "surgeon")
        # 6.7 to 7.7 mm in the 31 runs of sweeps/surgeon_forceps.json; ends are cut to an edge of
        # 0.3 mm each
        self.assertLess(self.looseness("surgeon"), 8.5e-3)


class Files(ToolCase):
    def test_csv(self):
        self.done("run", SCENES / "forceps_slip.json", "--for", "0.7", "--quiet", "--out", "o",
                  "--format", "csv", "--every", "100 ms")
        with open(self.folder / "o/tool_right.csv", encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
        self.assertEqual(len(rows), 8)
        self.assertEqual(rows[0]["vertex"], "")
        self.assertEqual((rows[-1]["thread"], rows[-1]["vertex"]), ("suture", "105"))
        self.assertEqual(float(rows[0]["jaw"]), 1)
        self.assertEqual(float(rows[-1]["jaw_target"]), 0)
        for row in rows:
            turn = sum(float(row[k])**2 for k in ("qx", "qy", "qz", "qw"))
            self.assertAlmostEqual(turn, 1, 12)
        # the hand pulls to +x, the thread back
        self.assertLess(float(rows[-1]["fx"]), 0)
        self.assertGreater(float(rows[-1]["target_x"]), float(rows[-1]["x"]))

    def test_contacts_name_the_tool(self):
        self.done("run", SCENES / "forceps_sweep.json", "--for", "0.05", "--quiet", "--out", "o",
                  "--format", "csv", "--contacts", "--every", "1 ms")
        with open(self.folder / "o/contacts.csv", encoding="utf-8") as f:
            rows = list(csv.DictReader(f))
        self.assertTrue(rows)
        self.assertEqual({(r["tool"], r["obstacle"], r["thread_b"]) for r in rows},
                         {("forceps", "", "")})

    def test_picture(self):
        self.done("run", SCENES / "forceps_carry.json", "--for", "0.5", "--quiet", "--out", "o",
                  "--format", "svg")
        picture = (self.folder / "o/picture.svg").read_text()
        # two arms and a handle in each of two views, where they began and where they are
        self.assertEqual(picture.count('class="tool was"'), 6)
        self.assertEqual(picture.count('class="tool"'), 6)

    def test_replay(self):
        self.done("run", SCENES / "forceps_slip.json", "--for", "1.5", "--quiet", "--record", "r")
        self.assertIn("all hashes equal", self.done("replay", "r", "--check").stdout)
        self.done("replay", "r", "--out", "p")
        self.assertTrue((self.folder / "p/tool_1.csv").exists())


class Bad(ToolCase):
    def refuse(self, text, **changes):
        path = self.write_scene(**changes)
        self.assert_refused(["run", path, "--out", "o", "--format", "csv"], text)

    def test_a_tool_in_a_thread(self):
        self.refuse("tools[0]: ", tools=[{"position": [0.05, 0, 0], "jaw": 0}])

    def test_names(self):
        self.refuse("script[0].tool: is \"x\"; must be the name of an entry of \"tools\"",
                    tools=[{"name": "a", "position": [0, 0, 1]}],
                    script=[{"tool": "x", "do": "grasp"}])

    def test_unknown_keys(self):
        self.refuse("tools[0].colour: unknown key", tools=[{"colour": "red"}])

    def test_many_tools(self):
        # each is its own, whatever its number
        tools = [{"name": f"t{i}", "position": [0.01 * i, 0.05, 0.05]} for i in range(12)]
        path = self.write_scene(tools=tools)
        report = self.report(path)
        self.assertEqual([t["name"] for t in report["tools"]], [t["name"] for t in tools])
        self.assertEqual({t["path"] for t in report["tools"]}, {0})


if __name__ == "__main__":
    main()
