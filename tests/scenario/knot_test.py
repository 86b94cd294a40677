# SPDX-License-Identifier: MIT
"""sutura knot: what it reads, what it answers, what it refuses."""

import json
import math
import random
import resource

from cli_case import SANITIZED, CliCase, main


def trefoil(n=150, mirrored=False):
    """The textbook curve, which is left-handed."""
    points = []
    for i in range(n):
        t = 2 * math.pi * i / n
        r = 2 + math.cos(3 * t)
        z = math.sin(3 * t)
        points.append((r * math.cos(2 * t), r * math.sin(2 * t), -z if mirrored else z))
    return points


def figure_eight(n=200):
    points = []
    for i in range(n):
        t = 2 * math.pi * i / n
        r = 2 + math.cos(2 * t)
        points.append((r * math.cos(3 * t), r * math.sin(3 * t), math.sin(4 * t)))
    return points


def ring(centre, axis, n=60):
    points = []
    for i in range(n):
        t = 2 * math.pi * i / n
        p = [math.cos(t), 0.0, math.sin(t)] if axis == 0 else [math.cos(t), math.sin(t), 0.0]
        points.append(tuple(a + b for a, b in zip(p, centre)))
    return points


def throws(turns):
    """An open thread with throws on top of each other; positive turns are right-handed."""
    def strand(side):
        points = []
        for k, turn in enumerate(turns):
            half_turns = 2 * abs(turn) + 1
            points.append((1.8 * side, 0, 4 * k - 1.2))
            steps = 12 * half_turns
            for i in range(steps + 1):
                angle = -math.pi / 2 - side * math.copysign(math.pi, turn) * half_turns * i / steps
                points.append((side * (1 - 2 * i / steps), 0.5 * math.cos(angle),
                               4 * k + 0.5 * math.sin(angle)))
            side = -side
            points.append((1.8 * side, 0, 4 * k + 1.2))
            if k + 1 < len(turns):
                points.append((2.4 * side, 0, 4 * k + 2))
        top = 4 * len(turns)
        return points + [(6 * side, 0, top + 2), (12 * side, 0, top + 4)]
    loop = [(-3, 0, -4), (0, 0, -6), (3, 0, -4)]
    return strand(-1)[::-1] + loop + strand(1)


def lines(points, separator=" "):
    return "\n".join(separator.join(f"{c:.12g}" for c in p) for p in points) + "\n"


class KnotCase(CliCase):
    def write(self, text, name="line.txt"):
        path = self.folder / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def knot(self, text):
        return json.loads(self.done("knot", self.write(text), "--json").stdout)


class Names(KnotCase):
    def test_trefoil_of_either_hand(self):
        left = self.knot(lines(trefoil()) + "# closed\n")
        self.assertEqual(left["components"], 1)
        self.assertEqual(left["knot"], "3_1")
        self.assertEqual(left["crossings"], 3)
        self.assertEqual(left["alexander"], [1, -1, 1])
        self.assertEqual(left["signature"], 2)
        self.assertEqual(left["linking"], [[0]])
        self.assertIs(left["certain"], True)
        right = self.knot(lines(trefoil(mirrored=True)) + "# closed\n")
        self.assertEqual(right["knot"], "m3_1")
        self.assertEqual(right["signature"], -2)
        self.assertEqual(right["jones"], {"low": 1, "coefficients": [1, 0, 1, -1]})

    def test_figure_eight_has_no_hand(self):
        answer = self.knot(lines(figure_eight()) + "# closed\n")
        self.assertEqual(answer["knot"], "4_1")
        self.assertEqual(answer["surgical"], "figure-eight")

    def test_open_line_is_no_knot(self):
        answer = self.knot("0 0 0\n1 0 0\n2 0 0\n")
        self.assertEqual(answer["knot"], "0_1")
        self.assertEqual(answer["crossings"], 0)
        self.assertEqual(answer["alexander"], [1])
        self.assertEqual(answer["throws"], [])
        self.assertNotIn("surgical", answer)
        self.assertNotIn("confidence", answer)

    def test_surgical_knots_throw_by_throw(self):
        for turns, knot, word, surgical in (
                ([1, -1], "3_1#m3_1", "1=1", "reef"),
                ([1, 1], "m3_1#m3_1", "1x1", "granny"),
                ([-1, -1], "3_1#3_1", "1x1", "granny"),
                ([2, -1], "3_1#m5_1", "2=1", "surgeon"),
                ([2, -1, 1], "3_1#m3_1#m5_1", "2=1=1", "2=1=1"),
                ([-1], "3_1", "1", "overhand")):
            answer = self.knot(lines(throws(turns)))
            self.assertEqual(answer["knot"], knot)
            self.assertEqual(answer["word"], word)
            self.assertEqual(answer["surgical"], surgical)
            self.assertEqual(answer["throws"], [
                {"turns": abs(t), "hand": "right" if t > 0 else "left"} for t in turns])

    def test_ten_thousand_vertices(self):
        answer = self.knot(lines(trefoil(n=10000)) + "# closed\n")
        self.assertEqual(answer["knot"], "3_1")

    def test_same_file_same_answer(self):
        path = self.write(lines(throws([2, -1])))
        self.assertEqual(self.done("knot", path, "--json").stdout,
                         self.done("knot", path, "--json").stdout)


class Limits(KnotCase):
    def test_tangles_are_unknown_within_seconds_and_say_why(self):
        for count in (300, 1000, 10000):
            dice = random.Random(count)
            path = self.write(lines([[dice.random() for _ in range(3)] for _ in range(count)]))
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            answer = json.loads(self.done("knot", path, "--json").stdout)
            spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            self.assertEqual(answer["knot"], "unknown")
            self.assertEqual(answer["reason"], "work limit reached")
            self.assertEqual(answer["work_limit"], 2000000000)
            if not SANITIZED:
                self.assertLess(spent, 5.0)
        text = self.done("knot", path).stdout
        self.assertIn("work limit", text)

    def test_what_has_a_name_has_no_reason(self):
        answer = self.knot(lines(trefoil()) + "# closed\n")
        self.assertNotIn("reason", answer)
        self.assertNotIn("work_limit", answer)


class Links(KnotCase):
    def test_two_rings(self):
        text = (lines(ring((0, 0, 0), 2)) + "# closed\n\n" +
                lines(ring((1, 0, 0), 0)) + "# closed\n")
        apart = text + "\n" + lines(ring((50, 0, 0), 0)) + "# closed\n"
        answer = self.knot(text)
        self.assertEqual(answer["components"], 2)
        self.assertEqual(answer["knot"], ["0_1", "0_1"])
        self.assertEqual(abs(answer["linking"][0][1]), 1)
        self.assertEqual(answer["link"], "2^2_1")
        answer = self.knot(apart)
        self.assertEqual(answer["components"], 3)
        self.assertEqual(answer["linking"][0][2], 0)
        self.assertEqual(abs(answer["linking"][0][1]), 1)

    def test_ring_and_open_thread(self):
        text = lines([(0, 0, z / 10) for z in range(-30, 31)]) + "\n" + lines(ring((0, 0, 0), 2)) + \
            "# closed\n"
        answer = self.knot(text)
        self.assertEqual(abs(answer["linking"][0][1]), 1)


class Files(KnotCase):
    def test_commas_blank_lines_remarks_and_windows_line_ends(self):
        body = lines(trefoil(), separator=", ")
        text = "\ufeff# a remark\n\n\n" + body + "  # Closed \n\n\n"
        self.assertEqual(self.knot(text)["knot"], "3_1")
        self.assertEqual(self.knot(text.replace("\n", "\r\n"))["knot"], "3_1")

    def test_first_point_repeated_at_the_end(self):
        points = trefoil()
        self.assertEqual(self.knot(lines(points + points[:1]) + "# closed")["knot"], "3_1")

    def test_standard_input(self):
        result = self.sutura("knot", "-", "--json", input=lines(trefoil()) + "# closed\n")
        self.assertEqual(json.loads(result.stdout)["knot"], "3_1")

    def test_the_last_block_of_a_table_of_a_run(self):
        line = [[i, 0.0, 0.0] for i in range(8)]
        knot = throws([1])
        rows = ["t,vertex,x,y,z,tension,twist"]
        for t, points in enumerate((line, knot)):
            rows += [f"{t},{i},{x!r},{y!r},{z!r},0," for i, (x, y, z) in enumerate(points)]
        path = self.folder / "thread_t.csv"
        path.write_text("\n".join(rows) + "\n")
        answer = json.loads(self.done("knot", path, "--json").stdout)
        self.assertEqual((answer["components"], answer["surgical"]), (1, "overhand"))
        # a block that was cut off by a full disk is named by what is wrong with it
        path.write_text("\n".join(rows[:3] + rows[4:]) + "\n")
        self.assert_refused(["knot", path], "thread_t.csv:4:1", "vertex 3 after 2 vertices")

    def test_closed_ends_a_component(self):
        text = lines(ring((0, 0, 0), 2)) + "# closed\n" + lines(ring((9, 0, 0), 2)) + "# closed\n"
        answer = self.knot(text)
        self.assertEqual(answer["components"], 2)
        self.assertEqual(answer["link"], "split")

    def test_text_for_people(self):
        text = self.done("knot", self.write(lines(throws([2, -1])))).stdout
        for word in ("3_1#m5_1", "proven", "surgeon", "2=1", "right-handed", "Jones"):
            self.assertIn(word, text)

    def test_help_states_the_hand(self):
        text = self.done("knot", "--help").stdout
        self.assertIn("left-handed", text)
        self.assertIn("m3_1", text)


class Refusals(KnotCase):
    def test_bad_lines_are_named_by_place(self):
        for text, place in (
                ("0 0 0\n1 2\n", ":2:4: "),
                ("0 0 0\n1 2 3 4\n", ":2:7: "),
                ("0 0 0\n1 x 3\n", ":2:3: "),
                ("x,y,z\n0,0,0\n", ":1:1: "),
                ("0 0 0\n1 0x10 3\n", ":2:3: "),
                ("0 0 0\n1 nan 3\n", ":2:3: "),
                ("0 0 0\n1 1e999 3\n", ":2:3: "),
                ("0,,0\n", ":1:3: "),
                ("# closed\n0 0 0\n", ":1:1: "),
                ("0 0 0\n1 0 0\n# close\n", ":3:1: "),
                ("0 0 0\n1 0 0\n# standing up\n", ":3:1: "),
                ("0 0 0\n", ":1:1: "),
                ("0 0 0\n1 0 0\n\n5 5 5\n5 5 5\n", ":4:1: "),
                ("0 0 0\n1 0 0\n# closed\n", ":1:1: "),
                ("0 0 0\n1 \0 0\n", ":2:3: "),
                ("0 0 0\n" + "1 " * 400 + "\n", ":2:1: ")):
            path = self.write(text)
            self.assert_refused(["knot", path], f"{path}{place}", "; ")

    def test_empty_and_missing_files(self):
        self.assert_refused(["knot", self.write("")], "no vertices")
        self.assert_refused(["knot", self.write("# nothing\n\n")], "no vertices")
        self.assert_refused(["knot", self.folder / "missing.txt"], "missing.txt")
        self.assert_refused(["knot", self.folder])

    def test_usage(self):
        self.assert_refused(["knot"], "no file")
        self.assert_refused(["knot", "a", "b"], "one file")
        self.assert_refused(["knot", "--jsom", "a"], "--json")

    def test_too_many_components(self):
        text = "".join(f"{i} 0 0\n{i} 1 0\n\n" for i in range(65))
        self.assert_refused(["knot", self.write(text)], "64")


if __name__ == "__main__":
    main()
