# SPDX-License-Identifier: MIT
"""`sutura sweep`: many runs of one scene, their figures as a table."""

import csv
import json
import subprocess
import time

from cli_case import PATIENCE, SUTURA, CliCase, main


class SweepCase(CliCase):
    def write_sweep(self, name="sweep.json", **changes):
        base = {
            "sutura_sweep": 1,
            "scene": "scene.json",
            "parameters": [
                {"name": "length", "path": "threads[0].length", "values": ["0.1 m", "0.2 m"]},
                {"path": "threads.t.vertices", "from": 5, "to": 11, "step": 3},
            ],
            "columns": ["threads[0].vertices", {"name": "rest", "path": "threads.t.length"},
                        "topology_changes"],
        }
        base.update(changes)
        self.write_scene(seconds=0.01)
        path = self.folder / name
        path.write_text(json.dumps(base))
        return path

    def rows(self, text):
        return list(csv.DictReader(text.splitlines()))


class Sweep(SweepCase):
    def test_all_combinations_in_order(self):
        result = self.done("sweep", self.write_sweep())
        header = "length,threads.t.vertices,threads[0].vertices,rest,topology_changes,exit"
        self.assertEqual(result.stdout.splitlines()[0], header)
        rows = self.rows(result.stdout)
        self.assertEqual([(r["length"], r["threads.t.vertices"]) for r in rows],
                         [(a, b) for a in ("0.1 m", "0.2 m") for b in ("5", "8", "11")])
        for r in rows:
            self.assertEqual(r["threads[0].vertices"], r["threads.t.vertices"])
            self.assertEqual(float(r["rest"]), float(r["length"].split()[0]))
            self.assertEqual((r["topology_changes"], r["exit"]), ("0", "0"))

    def test_jobs_do_not_matter(self):
        path = self.write_sweep(columns=["hash", "steps"])
        self.assertEqual(self.done("sweep", path).stdout,
                         self.done("sweep", path, "--jobs", "3").stdout)

    def test_choices_and_counts(self):
        path = self.write_sweep(parameters=[
            {"name": "size", "choices": {"small": {"threads[0].length": 0.05, "dt": "5 ms"},
                                         "large, really": {"threads[0].length": 0.3}}},
            {"name": "g", "path": ["gravity[0]", "gravity[1]"], "from": 0, "to": 1, "count": 2}],
            columns=["dt", "threads[0].length"])
        rows = self.rows(self.done("sweep", path).stdout)
        self.assertEqual([(r["size"], r["g"], float(r["dt"]), float(r["threads[0].length"]))
                          for r in rows],
                         [("small", "0", 5e-3, 0.05), ("small", "1", 5e-3, 0.05),
                          ("large, really", "0", 1e-3, 0.3), ("large, really", "1", 1e-3, 0.3)])

    def test_file_and_table(self):
        path = self.write_sweep(table={"rows": ["length"], "across": "threads.t.vertices",
                                       "value": "rest"})
        result = self.done("sweep", path, "--out", "t.csv")
        self.assertIn("| length | 5 | 8 | 11 |", result.stdout)
        self.assertIn("| 0.2 m | 0.2 | 0.2 | 0.2 |", result.stdout)
        self.assertEqual(len((self.folder / "t.csv").read_text().splitlines()), 7)

    def test_median_of_repeated_runs(self):
        path = self.write_sweep(table={"rows": [], "across": "length", "value": "threads[0].vertices",
                                       "median_over": "threads.t.vertices"})
        table = self.done("sweep", path, "--out", "t.csv").stdout
        self.assertIn("over threads.t.vertices", table)
        self.assertIn("| 8 (5 to 11) | 8 (5 to 11) |", table)
        path = self.write_sweep(table={"rows": [], "across": "threads.t.vertices", "value": "rest",
                                       "median_over": "length"})
        table = self.done("sweep", path, "--out", "t.csv").stdout
        self.assertIn("| 0.15 (0.1 to 0.2) |", table)
        path = self.write_sweep(columns=["bend.surgical"], table={
            "rows": [], "across": "length", "value": "bend.surgical",
            "median_over": "threads.t.vertices"})
        self.assertIn("| - | - |", self.done("sweep", path, "--out", "t.csv").stdout)

    def test_a_run_that_fails_is_a_row(self):
        # a report that cannot be had leaves empty cells; nothing else is lost
        path = self.write_sweep(columns=["bend.surgical", "tensiometer.onset.time"],
                                tensiometer="0,1")
        s = json.loads((self.folder / "scene.json").read_text())
        s["threads"][0]["hold"].append({"vertex": -1, "how": "pin"})
        (self.folder / "scene.json").write_text(json.dumps(s))
        for r in self.rows(self.done("sweep", path).stdout):
            self.assertEqual((r["bend.surgical"], r["tensiometer.onset.time"]), ("", ""))

    def test_time_from_the_command_line(self):
        path = self.write_sweep(columns=["steps"])
        rows = self.rows(self.done("sweep", path, "--for", "3 ms").stdout)
        self.assertEqual({r["steps"] for r in rows}, {"3"})

    def test_a_run_that_takes_too_long_is_a_row(self):
        path = self.write_sweep(columns=["steps", "interrupted"], limit=1, parameters=[
            {"name": "dt", "path": "dt", "values": [1e-6]}])
        result = self.sutura("sweep", path, "--for", "1000")
        self.assertEqual(result.returncode, 1)
        self.assertIn("1 of 1 runs failed", result.stderr)
        row = self.rows(result.stdout)[0]
        self.assertEqual((row["interrupted"], row["exit"]), ("true", "1"))
        self.assertGreater(int(row["steps"]), 0)

    def test_a_stopped_sweep_stops_its_runs(self):
        path = self.write_sweep(parameters=[{"name": "dt", "path": "dt", "values": [1e-6]}])
        sweep = subprocess.Popen([SUTURA, "sweep", path, "--for", "1000", "--out", "t.csv"],
                                 cwd=self.folder, stderr=subprocess.PIPE, text=True)
        while not (self.folder / "t.csv").exists():
            time.sleep(0.02)
        time.sleep(0.2)
        sweep.terminate()
        self.assertIn("interrupted after 1 of 1 runs", sweep.communicate(timeout=PATIENCE)[1])
        self.assertEqual(sweep.returncode, 1)

    def test_help(self):
        self.assertIn("usage: sutura sweep", self.done("sweep", "--help").stdout)


class Refused(SweepCase):
    def refuse(self, words, **changes):
        path = self.write_sweep(**changes)
        return self.assert_refused(["sweep", path, "--out", "t.csv"], *words)

    def test_files(self):
        self.assert_refused(["sweep"], "no sweep file")
        self.assert_refused(["sweep", "none.json"], "none.json", "cannot be read")
        (self.folder / "bad.json").write_text('{"sutura_sweep": 1,\n oops}')
        self.assert_refused(["sweep", "bad.json"], "bad.json:2:")
        self.refuse(["sutura_sweep"], sutura_sweep=2)
        self.refuse(["none.json"], scene="none.json")
        self.refuse(["unknown key", "scenes"], scenes=["a"])

    def test_parameters(self):
        self.refuse(["parameters"], parameters=[])
        self.refuse(["parameters[0]", "name"], parameters=[{"values": [1]}])
        self.refuse(["parameters[0]", "path"], parameters=[{"name": "a", "values": [1]}])
        self.refuse(["parameters[0]", "values"], parameters=[{"path": "dt", "values": []}])
        self.refuse(["parameters[0]", "range"], parameters=[{"path": "dt", "from": 1}])
        self.refuse(["parameters[0]", "range"],
                    parameters=[{"path": "dt", "from": 1, "to": 2, "step": -1}])
        self.refuse(["parameters[1]", "name"], parameters=[{"path": "dt", "values": [1e-3]},
                                                          {"path": "dt", "values": [1e-3]}])
        self.refuse(["parameters[0]", "unknown key"],
                    parameters=[{"path": "dt", "value": [1e-3]}])
        many = [{"name": str(i), "path": "dt", "from": 1, "to": 1000, "step": 1} for i in range(3)]
        self.refuse(["1e+09 runs"], parameters=many)

    def test_scenes_are_checked_before_the_first_run(self):
        self.refuse(["threads[0].vertices", "is -5"], parameters=[
            {"name": "n", "path": "threads[0].vertices", "values": [5, -5]}])
        self.refuse(["--tensiometer", "no such hold"], tensiometer="0,7")

    def test_columns(self):
        self.refuse(["columns"], columns=[])
        self.refuse(["columns", "threads[0].knots"], columns=["threads[0].knots"])
        self.refuse(["columns[1]", "taken"], columns=["dt", "dt"])

    def test_tables(self):
        self.refuse(["table"], table={"rows": [], "across": "length", "value": "rest"})
        self.refuse(["table"], table={"rows": ["length"], "across": "nobody", "value": "rest"})
        self.refuse(["table"], table={"rows": [], "across": "length", "value": "rest",
                                      "median_over": "nobody"})
        self.refuse(["table"], table={"rows": [], "across": "length", "value": "rest",
                                      "median_over": "length"})

    def test_outputs(self):
        path = self.write_sweep()
        self.assert_refused(["sweep", path, "--out", "none/t.csv"], "none/t.csv")
        self.assert_refused(["sweep", path, "--jobs", "0"], "--jobs")


if __name__ == "__main__":
    main()
