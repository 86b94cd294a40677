# SPDX-License-Identifier: MIT
"""What `sutura run` reports, and that the same input gives the same bits."""

import json
import math
import os
import re
import signal
import subprocess
import time
import unittest

from cli_case import PATIENCE, SCENES, SUTURA, CliCase, main, scene


class Input(CliCase):
    def test_a_scene_from_standard_input(self):
        path = self.write_scene()
        file = self.report(path)
        piped = self.done("run", "-", "--report", "-", input=path.read_text())
        self.assertEqual(json.loads(piped.stdout)["hash"], file["hash"])
        refused = self.sutura("run", "-", input="{")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("/dev/stdin:1:", refused.stderr)


class Report(CliCase):
    def test_keys(self):
        report = self.report(self.write_scene())
        for key in ["scene", "model", "dt", "seconds", "steps", "wall_s", "realtime_factor",
                    "step_us", "step_cpu_us", "stage_us", "threads", "contacts", "guard",
                    "topology_changes", "diverged_steps", "hash", "substeps", "linearisations",
                    "holds"]:
            self.assertIn(key, report)
        for times in (report["step_us"], report["step_cpu_us"]):
            self.assertEqual(list(times), ["median", "p99", "p999", "max"])
            self.assertLessEqual(times["median"], times["p99"])
            self.assertLessEqual(times["p99"], times["p999"])
            self.assertLessEqual(times["p999"], times["max"])
            self.assertGreater(times["median"], 0)
        self.assertEqual(set(report["contacts"]),
                         {"max", "mean", "residual_max", "overlap_max", "energy"})
        self.assertEqual(set(report["guard"]), {"hits", "shortened_steps", "lag_max"})
        self.assertEqual(set(report["substeps"]), {"total", "max"})
        self.assertEqual(report["slow_motion"], {"steps": 0, "lost_s": 0})
        self.assertIn("solve", report["stage_us"])
        self.assertRegex(report["hash"], r"^[0-9a-f]{16}$")

    def test_values(self):
        report = self.report(self.write_scene())
        self.assertEqual(report["scene"], "a test")
        self.assertEqual(report["model"], "implicit")
        self.assertEqual(report["dt"], 0.001)
        self.assertEqual(report["steps"], 50)
        self.assertAlmostEqual(report["seconds"], 0.05, 12)
        self.assertEqual(report["diverged_steps"], 0)
        self.assertEqual(report["topology_changes"], 0)
        self.assertGreaterEqual(report["substeps"]["total"], 50)
        self.assertGreaterEqual(report["linearisations"], 50)
        self.assertAlmostEqual(report["realtime_factor"] * report["wall_s"], 0.05, 9)

    def test_thread(self):
        thread, = self.report(self.write_scene())["threads"]
        for key in ["name", "vertices", "length", "current_length", "stretch_max", "tension_max",
                    "tip", "energy", "knot"]:
            self.assertIn(key, thread)
        self.assertEqual(thread["name"], "t")
        self.assertEqual(thread["vertices"], 11)
        self.assertAlmostEqual(thread["length"], 0.1, 12)
        # a stiff thread hangs almost unstretched
        self.assertAlmostEqual(thread["current_length"], 0.1, 5)
        self.assertLess(thread["stretch_max"], 1e-3)
        self.assertGreater(thread["tension_max"], 0)
        self.assertEqual(len(thread["tip"]), 3)
        self.assertLess(thread["tip"][2], 0)
        self.assertEqual(thread["knot"], "0_1")
        self.assertAlmostEqual(thread["energy"], sum(thread["energy_parts"].values()), 15)

    def test_holds_carry_the_weight_at_rest(self):
        s = scene(seconds=3)
        s["threads"][0]["damping"] = {"linear": 0.01}
        s["threads"][0]["shape"]["direction"] = [0, 0, -1]
        path = self.folder / "rest.json"
        path.write_text(json.dumps(s))
        report = self.report(path)
        hold, = report["holds"]
        self.assertEqual((hold["thread"], hold["vertex"]), ("t", 0))
        mass = 1140 * math.pi * 0.1 * radius_of(self, "nylon", "6-0") ** 2
        # all of the weight hangs on the pin; what is left of the motion is damped away
        self.assertAlmostEqual(hold["force"][2] / (mass * 9.81), 1, 4)
        self.assertAlmostEqual(hold["force"][0] / (mass * 9.81), 0, 4)
        self.assertIn("spin_torque", hold)

    def test_free_fall_is_the_one_of_implicit_euler(self):
        s = scene(seconds=0.1)
        s["threads"][0]["hold"] = []
        path = self.folder / "fall.json"
        path.write_text(json.dumps(s))
        report = self.report(path)
        # z = -g t (t + dt) / 2, to round-off of a few hundred operations
        self.assertAlmostEqual(report["threads"][0]["tip"][2], -9.81 * 0.1 * 0.101 / 2, 12)

    def test_models(self):
        s = scene()
        s["threads"].append(dict(s["threads"][0], name="u", model="implicit-simplified"))
        s["threads"][1]["shape"] = {"type": "straight", "from": [0, 1, 0], "direction": [1, 0, 0]}
        path = self.folder / "two.json"
        path.write_text(json.dumps(s))
        report = self.report(path)
        self.assertEqual(report["model"], "mixed")
        self.assertEqual([t["name"] for t in report["threads"]], ["t", "u"])
        report = self.report(path, "--model", "implicit-simplified")
        self.assertEqual(report["model"], "implicit-simplified")

    def test_inextensible_model(self):
        s = scene()
        thread = s["threads"][0]
        thread["material"] = {"EI": 0, "GJ": 0, "EA": 100, "mass_per_length": 0.01, "radius": "1 mm"}
        thread["vertices"] = 21
        thread["length"] = 1
        thread["variational"] = {"solver": "newton"}
        thread["damping"] = {"bend": 0}
        path = self.folder / "swing.json"
        path.write_text(json.dumps(s))
        report = self.report(path, "--model", "variational", "--for", "0.2")
        self.assertEqual(report["model"], "variational")
        # the demand on the model, on every edge in every step
        self.assertLess(report["threads"][0]["stretch_max"], 1e-10)
        self.assertEqual(report["substeps"]["max"], 1)
        again = self.report(path, "--model", "variational", "--for", "0.2")
        self.assertEqual(report["hash"], again["hash"])
        thread["inertia"] = "low-mass"
        path.write_text(json.dumps(s))
        self.assert_refused(["run", path, "--model", "variational"], "threads[0].inertia",
                            'the model "variational" needs "mass"')
        del thread["inertia"]
        s["threads"].append(dict(thread, name="u", model="implicit"))
        s["threads"][1]["shape"] = {"type": "straight", "from": [0, 1, 0], "direction": [1, 0, 0]}
        thread["model"] = "variational"
        path.write_text(json.dumps(s))
        result = self.sutura("run", path)
        self.assertEqual(result.returncode, 2)
        self.assertIn("do not mix", result.stderr)

    def test_models_of_springs(self):
        s = scene()
        thread = s["threads"][0]
        thread["material"] = {"EI": 0, "EA": 800, "mass_per_length": 2, "radius": "5 mm"}
        thread["vertices"] = 21
        thread["length"] = 0.5
        thread["springs"] = "table-4.1"
        thread["hold"] = [{"vertex": 0, "how": "pin"}]
        path = self.folder / "springs.json"
        path.write_text(json.dumps(s))
        hashes = set()
        for k in range(1, 6):
            name = f"springs-{k}"
            report = self.report(path, "--model", name, "--for", "0.2")
            self.assertEqual(report["model"], name)
            self.assertEqual(report["diverged_steps"], 0)
            again = self.report(path, "--model", name, "--for", "0.2")
            self.assertEqual(report["hash"], again["hash"])
            hashes.add(report["hash"])
        self.assertEqual(len(hashes), 5)
        thread["hold"] = [{"vertex": 0, "how": "twist"}]
        path.write_text(json.dumps(s))
        self.assert_refused(["run", path, "--model", "springs-4"], "have no twist")
        thread["hold"] = []
        thread["natural_curvature"] = 3
        path.write_text(json.dumps(s))
        self.assert_refused(["run", path, "--model", "springs-4"], "threads[0].natural_curvature",
                            'the model "springs-4" needs 0')

    def test_report_file_is_the_same_value(self):
        s = self.write_scene()
        result = self.done("run", s, "--report", "r.json")
        self.assertEqual(result.stdout, "")
        text = (self.folder / "r.json").read_text()
        report = json.loads(text)
        self.assertTrue(text.endswith("}\n"))
        self.assertEqual(report["hash"], self.report(s)["hash"])
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["r.json", "scene.json"])

    def test_report_into_the_new_output_folder(self):
        self.done("run", self.write_scene(), "--out", "o", "--report", "o/r.json")
        self.assertEqual(sorted(p.name for p in (self.folder / "o").iterdir()),
                         ["r.json", "thread_t.csv"])

    def test_report_into_a_device(self):
        self.done("run", self.write_scene(), "--report", "/dev/null")
        result = self.sutura("run", self.write_scene(), "--report", "/dev/full")
        self.assertEqual(result.returncode, 1)
        self.assertIn("/dev/full", result.stderr)

    def test_a_full_standard_output_is_a_failure(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run([SUTURA, "info"], stdout=full, stderr=subprocess.PIPE,
                                    text=True, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("standard output", result.stderr)


def radius_of(case, name, size):
    info = json.loads(case.done("info", "--materials", "--json").stdout)
    return next(m["diameter"] / 2 for m in info["materials"]
                if (m["name"], m["size"]) == (name, size))


class Flags(CliCase):
    def test_for_and_dt(self):
        s = self.write_scene()
        for flags, steps in [(["--for", "0.02"], 20), (["--for", "20 ms"], 20),
                             (["--for=20ms"], 20), (["--dt", "5 ms"], 10),
                             (["--dt", "0.01", "--for", "0.1"], 10), (["--for", "0"], 0),
                             (["--for", "0.0104"], 10), (["--for", "10600 us"], 11),
                             (["--dt", "50 ms"], 1)]:
            self.assertEqual(self.report(s, *flags)["steps"], steps, flags)

    def test_no_steps_still_report(self):
        report = self.report(self.write_scene(), "--for", "0")
        self.assertIsNone(report["step_us"]["median"])
        self.assertEqual(report["seconds"], 0)

    def test_set(self):
        s = self.write_scene()
        report = self.report(s, "--set", "threads[0].vertices=21", "--set",
                             "threads[0].length=0.2 m", "--set", "dt=0.002")
        self.assertEqual(report["threads"][0]["vertices"], 21)
        self.assertAlmostEqual(report["threads"][0]["length"], 0.2, 12)
        self.assertEqual(report["dt"], 0.002)
        self.assertEqual(report["steps"], 25)
        # the flag wins over a change of the scene
        self.assertEqual(self.report(s, "--set", "dt=0.002", "--dt", "0.005")["dt"], 0.005)

    def test_workers_do_not_change_the_result(self):
        s = self.write_scene()
        hashes = {self.report(s, "--workers", n)["hash"] for n in ("1", "2", "16")}
        self.assertEqual(len(hashes), 1)

    def test_the_summary_shows_no_rounding(self):
        # a thread along x that sags in the plane y = 0 moves across it by rounding alone
        for name in ("overhand", "reef", "hanging"):
            text = self.done("run", SCENES / f"{name}.json", "--for", "0.02").stdout
            self.assertNotRegex(text, r"e-1[2-9]|e-[2-9][0-9]")

    def test_summary(self):
        s = self.write_scene()
        text = self.done("run", s, "--out", "o", "--format", "vtp", "--format", "svg").stdout
        for word in ["a test", "50 steps", "times real time", "t ", "tip", "tension", "hash",
                     "scene.pvd", "picture.svg"]:
            self.assertIn(word, text)
        self.assertEqual(self.done("run", s, "--quiet").stdout, "")

    def test_no_thread_is_too_short(self):
        report = self.report(self.write_scene(), "--set", "threads[0].vertices=2")
        self.assertEqual(report["threads"][0]["vertices"], 2)


class Determinism(CliCase):
    def test_twice_the_same_bits(self):
        for name in ["hanging.json", "whip.json"]:
            flags = ["--for", "0.2", "--every", "20 ms", "--format", "csv", "--format", "vtp",
                     "--format", "svg"]
            for out in ("a", "b"):
                self.done("run", SCENES / name, *flags, "--out", out, "--report", f"{out}.json")
            a = json.loads((self.folder / "a.json").read_text())
            b = json.loads((self.folder / "b.json").read_text())
            self.assertEqual(a["hash"], b["hash"])
            tree = self.tree()
            files = [f[2:] for f in tree if f.startswith("a/")]
            self.assertGreater(len(files), 10)
            for f in files:
                self.assertEqual(tree[f"a/{f}"], tree[f"b/{f}"], f)

    def test_outputs_do_not_change_the_run(self):
        s = self.write_scene()
        plain = self.report(s)["hash"]
        self.assertEqual(self.report(s, "--out", "o", "--format", "svg", "--record", "r")["hash"],
                         plain)


class Stopping(CliCase):
    def start(self, *args):
        return subprocess.Popen([SUTURA, *map(str, args)], cwd=self.folder, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def test_interrupt_closes_everything(self):
        s = self.write_scene(seconds=100000)
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("run", s, "--out", "o", "--format", "csv", "--format", "vtp",
                                 "--format", "svg", "--every", "5 s", "--report", "r.json",
                                 "--record", "r.rec")
            # the record is there as soon as the run begins
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and not (self.folder / "r.rec").exists():
                time.sleep(0.01)
            time.sleep(0.5)
            process.send_signal(number)
            out, err = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, 1, err)
            self.assertEqual(out, "")
            self.assertRegex(err, r"^sutura: .*interrupted after \d+ of 100000000 steps.*\n$")
            report = json.loads((self.folder / "r.json").read_text())
            self.assertTrue(report["interrupted"])
            steps = report["steps"]
            self.assertGreater(steps, 0)
            lines = (self.folder / "o/thread_t.csv").read_text().splitlines()
            self.assertEqual(float(lines[-1].split(",")[0]), float(lines[-11].split(",")[0]))
            self.assertAlmostEqual(float(lines[-1].split(",")[0]), steps * 0.001, 6)
            self.assertIn("</svg>", (self.folder / "o/picture.svg").read_text())
            self.assertIn("</VTKFile>", (self.folder / "o/scene.pvd").read_text())
            self.assertIn(f"{steps} steps, all hashes equal",
                          self.done("replay", "r.rec", "--check").stdout)

    def test_a_step_without_solution_ends_the_run(self):
        # the pin is torn away by a thousand kilometres within a millisecond
        s = scene(seconds=0.02)
        s["threads"][0]["hold"][0]["motion"] = [{"t": 0.005, "position": [0, 0, 0]},
                                                {"t": 0.006, "position": [1e6, 0, 0]}]
        path = self.folder / "torn.json"
        path.write_text(json.dumps(s))
        result = self.sutura("run", path, "--out", "o", "--format", "csv", "--format", "vtp",
                             "--format", "svg", "--report", "r.json", "--record", "r.rec")
        if result.returncode == 0:
            self.skipTest("the engine can do even that")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stdout, "")
        self.assertRegex(result.stderr, r"^sutura: .*torn.json: step \d+ diverged at t = .*\n$")
        report = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(report["diverged_steps"], 1)
        self.assertGreaterEqual(report["steps"], 5)
        # the outputs end with the last good state
        last = (self.folder / "o/thread_t.csv").read_text().splitlines()[-1].split(",")
        self.assertAlmostEqual(float(last[0]), report["steps"] * 0.001, 12)
        self.assertEqual([float(v) for v in last[2:5]], report["threads"][0]["tip"])
        self.assertIn("</svg>", (self.folder / "o/picture.svg").read_text())
        self.assertEqual(self.done("replay", "r.rec", "--check").stdout,
                         f"{report['steps']} steps, all hashes equal\n")

    def test_a_full_disk_is_a_failure(self):
        result = self.sutura("run", self.write_scene(), "--record", "/dev/full")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"^sutura: /dev/full: cannot write")

    def test_a_broken_pipe_does_no_harm(self):
        read, write = os.pipe()
        os.close(read)
        with os.fdopen(write, "w") as pipe:
            result = subprocess.run([SUTURA, "run", str(self.write_scene()), "--report", "-"],
                                    stdout=pipe, stderr=subprocess.PIPE, check=False)
        self.assertNotEqual(result.returncode, 0)


class Sizes(CliCase):
    def test_a_million_vertices(self):
        s = self.write_scene(seconds=0.002)
        report = self.report(s, "--set", "threads[0].vertices=1000000", "--set",
                             "threads[0].length=1000 m", "--out", "o", "--format", "svg")
        self.assertEqual(report["threads"][0]["vertices"], 1000000)
        # the picture is thinned
        self.assertLess((self.folder / "o/picture.svg").stat().st_size, 2_000_000)

    def test_many_threads(self):
        s = scene(seconds=0.003)
        s["threads"] = [dict(s["threads"][0], name=f"n{i}", vertices=3,
                             shape={"type": "straight", "from": [0, 0.01 * i, 0],
                                    "direction": [1, 0, 0]}) for i in range(1100)]
        path = self.folder / "many.json"
        path.write_text(json.dumps(s))
        self.done("run", path, "--quiet", "--out", "o", "--format", "csv", "--format", "svg")
        self.assertEqual(len(list((self.folder / "o").glob("thread_n*.csv"))), 1100)


class Scenes(CliCase):
    @unittest.skipUnless(SCENES.is_dir(), "no scenes")
    def test_every_scene_of_the_project_runs(self):
        for path in sorted(SCENES.glob("*.json")):
            report = self.report(path, "--for", "50 ms")
            self.assertEqual(report["diverged_steps"], 0, path)
            self.assertTrue(re.match("^[0-9a-f]{16}$", report["hash"]))


if __name__ == "__main__":
    main()
