# SPDX-License-Identifier: MIT
"""Contacts that cannot be: bad starts are refused by name, impossible demands are survived."""

import csv
import json
import math

from cli_case import CliCase, main

RADIUS = 1e-4
NYLON = {"young": "2 GPa", "poisson": 0.4, "density": 1140, "radius": RADIUS, "friction": 0.3}
EA = 2e9 * math.pi * RADIUS ** 2
WALL = {"name": "wall", "type": "plane", "point": [0, 0, 0], "normal": [0, 0, 1]}


def line(name, start, direction, **more):
    return {"name": name, "material": NYLON, "vertices": 41, "length": 0.02,
            "shape": {"type": "straight", "from": start, "direction": direction}, **more}


def points(*list_of_points, **more):
    return {"name": "t", "material": NYLON, "shape": {"type": "points", "points": list_of_points},
            **more}


def knot(vertices=201, length="40 mm", material=None, hold=(), **shape):
    return {"name": "t", "material": material or NYLON, "vertices": vertices, "length": length,
            "shape": {"type": "knot", "knot": "overhand", **shape}, "hold": list(hold)}


def pin(vertex, *frames, **more):
    """A pin that follows frames (t, position)."""
    hold = {"vertex": vertex, "how": "pin", **more}
    if frames:
        hold["motion"] = [{"t": t, "position": x} for t, x in frames]
    return hold


def lying(height, *way, **more):
    """A thread along x whose two ends follow heights (t, z)."""
    return line("t", [-0.01, 0, height], [1, 0, 0], hold=[
        pin(vertex, *[(t, [x, 0, z]) for t, z in way], **more)
        for vertex, x in ((0, -0.01), (-1, 0.01))])


class BadCase(CliCase):
    def put(self, *threads, obstacles=(), seconds=0.1):
        path = self.folder / "scene.json"
        path.write_text(json.dumps({"sutura": 1, "gravity": [0, 0, 0], "dt": "1 ms",
                                    "seconds": seconds, "threads": threads,
                                    "obstacles": list(obstacles)}))
        return path

    def assert_bad(self, words, *threads, obstacles=()):
        path = self.put(*threads, obstacles=obstacles)
        self.assert_refused(["run", path, "--out", "o", "--report", "r.json"], *words)


class Start(BadCase):
    """What cannot be where it is at the start, with the place in the file that says so."""
    along_x = line("a", [-0.01, 0, 0], [1, 0, 0])

    def test_threads_through_each_other(self):
        # exactly, and nearer than half of touching
        for z in (0, 0.99 * RADIUS):
            self.assert_bad(["threads[1].shape", "threads[0]", "vertex 20", "at least"],
                            self.along_x, line("b", [0, -0.01, z], [0, 1, 0]))

    def test_threads_at_one_place(self):
        self.assert_bad(["threads[1].shape", "threads[0]"], self.along_x, self.along_x | {"name": "b"})

    def test_a_thread_through_itself(self):
        corner = [[0, 0, 0], [0.02, 0, 0], [0.02, 0.01, 0], [0.01, 0.01, 0], [0.01, -0.01, 0]]
        self.assert_bad(["threads[0].shape", "from itself", "one radius"],
                        points(*corner, vertices=121))

    def test_a_thread_folded_onto_itself(self):
        self.assert_bad(["threads[0].shape", "from itself"],
                        points([0, 0, 0], [0.01, 0, 0], [0.01, 5e-5, 0], [0, 5e-5, 0], vertices=81))
        self.assert_bad(["folds back"], points([0, 0, 0], [0.01, 0, 0], [0, 0, 0]))

    def test_knots_too_tight_for_their_radius(self):
        # each names the least that works
        self.assert_bad(["threads[0].shape.size", "from 1"], knot(size=0.8))
        self.assert_bad(["threads[0].length", "at least"], knot(length="8 mm"))
        self.assert_bad(["threads[0].length", "at least"],
                        knot(material=NYLON | {"radius": "1 mm"}))
        self.assert_bad(["threads[0].shape.loop", "at least"], knot(loop="0.5 mm"))
        self.assert_bad(["threads[0].vertices", "at least 178 vertices"], knot(vertices=31))
        self.done("run", self.put(knot(vertices=178), seconds=0.001))

    def test_a_drawn_knot_too_tight_for_its_radius(self):
        turns = [2 * math.pi * i / 120 + 0.05 for i in range(118)]
        trefoil = [[math.sin(t) + 2 * math.sin(2 * t), math.cos(t) - 2 * math.cos(2 * t),
                    -math.sin(3 * t)] for t in turns]
        self.assert_bad(["threads[0].shape", "from itself"],
                        points(*[[RADIUS * x for x in p] for p in trefoil]))
        self.done("run", self.put(points(*[[4 * RADIUS * x for x in p] for p in trefoil]),
                                  seconds=0.001))

    def test_obstacles_inside_threads(self):
        for solid in ({"type": "sphere", "center": [0, 0, 0], "radius": 1e-3},
                      # thinner than the thread, between two vertices
                      {"type": "sphere", "center": [2.5e-4, 0, 0], "radius": 2e-5},
                      {"type": "plane", "point": [0, 0, 0.01]},
                      {"type": "plane", "point": [0, 0, 0], "normal": [1, 0, 0]},
                      {"type": "plane", "point": [0, 0, -0.49 * RADIUS]},
                      {"type": "cylinder", "center": [0, 0, 0], "radius": 1e-3},
                      {"type": "capsule", "from": [0, -1e-3, 0], "to": [0, 1e-3, 0],
                       "radius": 1e-4},
                      {"type": "box", "center": [0, 0, 0], "size": [1, 1, 1]}):
            far = {"type": "sphere", "center": [0, 0, 1], "radius": 0.1}
            self.assert_bad(["obstacles[1]", "cuts into a thread", "move one of them"],
                            self.along_x, obstacles=[far, solid])

    def test_hands_elsewhere(self):
        # behind the wall, and far away
        for x in ([-0.01, 0, -5e-3], [0.5, 0, 0]):
            self.assert_bad(["threads[0].hold[0].motion[0].position", "within one radius"],
                            line("t", [-0.01, 0, 2e-3], [1, 0, 0], hold=[pin(0, (0, x))]),
                            obstacles=[WALL])


class Demands(BadCase):
    """What hands cannot have: nothing passes, nothing is lost, forces stay within their limits."""

    def survive(self, *threads, obstacles=(), seconds=0.1):
        path = self.put(*threads, obstacles=obstacles, seconds=seconds)
        self.done("run", path, "--out", "o", "--report", "r.json", "--quiet")
        report = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(report["topology_changes"], 0)
        self.assertEqual(report["diverged_steps"], 0)
        self.assertEqual(report["steps"], round(seconds / 1e-3))
        for thread in threads:
            with open(self.folder / "o" / f"thread_{thread['name']}.csv", encoding="utf-8") as f:
                for row in csv.DictReader(f):
                    for value in row.values():
                        self.assertTrue(value == "" or math.isfinite(float(value)))
        return report

    def force_on(self, report):
        return max(math.hypot(*h["force"]) for h in report["holds"])

    def test_ends_pulled_apart_beyond_the_length(self):
        # strain 2, and slowly enough that waves are small
        apart = line("t", [-0.01, 0, 0], [1, 0, 0],
                     hold=[pin(0), pin(-1, (0, [0.01, 0, 0]), (0.08, [0.05, 0, 0]))])
        report = self.survive(apart)
        self.assertLess(report["holds"][1]["lag"], 1e-9)
        # to half a percent: what is left of the last wave
        self.assertAlmostEqual(self.force_on(report) / (2 * EA), 1, 2)

    def test_a_knot_pulled_beyond_its_length(self):
        pulled = knot(hold=[pin(0), {"vertex": -1, "how": "pin",
                                     "motion": [{"t": 0}, {"t": 0.3, "position": [0.075, 0, 0]}]}])
        report = self.survive(pulled, seconds=0.3)
        self.assertEqual(report["threads"][0]["surgical"], "overhand")
        # no hand makes a knotted thread more than twice as long; 1 % for waves
        self.assertLess(self.force_on(report), 1.01 * EA)

    def test_ends_pulled_apart_with_a_limit(self):
        apart = line("t", [-0.01, 0, 0], [1, 0, 0],
                     hold=[pin(0), pin(-1, (0, [0.01, 0, 0]), (0.05, [0.05, 0, 0]), max_force=1)])
        report = self.survive(apart)
        hold = report["holds"][1]
        self.assertTrue(hold["saturated"])
        # the thread is longer by 1 N / EA
        self.assertAlmostEqual(hold["lag"], 0.04 - 0.02 / EA, 5)
        # 1 % for the wave that the end of the pull sends along the thread
        self.assertLess(report["threads"][0]["tension_max"], 1.01)
        text = self.done("run", self.put(apart)).stdout
        self.assertIn("1 behind target, vertex 40 of t", text)
        self.assertIn("max_force", text)

    def test_a_knot_pulled_beyond_its_length_with_a_limit(self):
        pulled = knot(hold=[pin(0), {"vertex": -1, "how": "pin", "max_force": 5,
                                     "motion": [{"t": 0}, {"t": 0.3, "position": [0.075, 0, 0]}]}])
        report = self.survive(pulled, seconds=0.3)
        self.assertEqual(report["threads"][0]["surgical"], "overhand")
        self.assertTrue(report["holds"][1]["saturated"])
        self.assertGreater(report["holds"][1]["lag"], 0.04)
        # 1 % for waves, as above
        self.assertLess(report["threads"][0]["tension_max"], 5.05)

    def test_hands_through_a_wall(self):
        report = self.survive(lying(2e-3, (0, 2e-3), (0.05, -0.01)), obstacles=[WALL])
        for hold in report["holds"]:
            # 10 mm behind it, and a contact gives way by less than the radius
            self.assertGreater(hold["lag"], 0.01)
            self.assertLess(hold["lag"], 0.01 + RADIUS)
        self.assertGreater(report["threads"][0]["tip"][2], 0)
        self.assertGreater(report["guard"]["lag_max"], 0.01)
        text = self.done("run", self.put(lying(2e-3, (0, 2e-3), (0.05, -0.01)),
                                         obstacles=[WALL])).stdout
        self.assertIn("2 behind target", text)
        self.assertIn("nothing passed through anything", text)

    def test_hands_through_a_wall_with_a_limit(self):
        report = self.survive(lying(2e-3, (0, 2e-3), (0.05, -0.01), max_force=1),
                              obstacles=[WALL])
        # stopped by the wall, which they do not even press
        self.assertTrue(all(h["lag"] > 0.01 for h in report["holds"]))
        self.assertLess(self.force_on(report), 1 + 1e-6)
        self.assertGreater(report["threads"][0]["tip"][2], 0)

    def test_hands_into_a_wall_and_back(self):
        report = self.survive(lying(2e-3, (0, 2e-3), (0.03, -5e-3), (0.06, 2e-3)),
                              obstacles=[WALL])
        self.assertGreater(report["guard"]["lag_max"], 4e-3)
        for hold in report["holds"]:
            self.assertLess(hold["lag"], 1e-9)

    def test_a_load_against_a_wall(self):
        # ten thousand times its weight on one vertex
        thread = line("t", [-0.01, 0, 2e-3], [1, 0, 0],
                      hold=[{"vertex": 20, "how": "force", "force": [0, 0, -0.1]}])
        report = self.survive(thread, obstacles=[WALL])
        self.assertEqual(report["holds"][0]["lag"], 0)
        self.assertNotIn("holds:", self.done("run", self.put(thread, obstacles=[WALL])).stdout)

    def test_a_target_that_jumps(self):
        jump = {"vertex": -1, "how": "pin", "from": 0.02,
                "motion": [{"t": 0.02, "position": [0.5, 0.2, 0]}]}
        free = line("t", [-0.01, 0, 0], [1, 0, 0], hold=[jump])
        self.assertLess(self.survive(free)["holds"][0]["lag"], 1e-9)
        held = line("t", [-0.01, 0, 0], [1, 0, 0], hold=[pin(0), jump | {"max_force": 1}])
        report = self.survive(held)
        self.assertTrue(report["holds"][1]["saturated"])
        # 1 % for waves, as above
        self.assertLess(report["threads"][0]["tension_max"], 1.01)

    def test_a_target_that_jumps_through_a_thread(self):
        across = line("across", [0, -0.01, 0], [0, 1, 0], hold=[pin(0), pin(-1)])
        jumping = lying(2e-3, (0, 2e-3), (0.01, 2e-3), (0.0100001, -8e-3))
        report = self.survive(across, jumping)
        # it hangs over the other one
        self.assertGreater(report["contacts"]["max"], 0)

    def test_an_obstacle_that_jumps_through_a_thread(self):
        ball = {"type": "sphere", "center": [0, 0, -5e-3], "radius": 1e-3, "motion": [
            {"t": 0}, {"t": 0.01, "position": [0, 0, -5e-3]},
            {"t": 0.0100001, "position": [0, 0, 5e-3]}]}
        self.survive(line("t", [-0.01, 0, 0], [1, 0, 0], hold=[pin(0)]), obstacles=[ball])

    def test_a_target_at_the_end_of_the_world(self):
        # more than numbers can follow: the hand goes as fast as hands can
        report = self.survive(line("t", [-0.01, 0, 0], [1, 0, 0], hold=[
            pin(0, (0, [-0.01, 0, 0]), (0.01, [-0.01, 0, 0]), (0.0100001, [1e6, 0, 0]))]))
        self.assertGreater(report["holds"][0]["lag"], 1e5)


if __name__ == "__main__":
    main()
