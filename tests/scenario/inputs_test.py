# SPDX-License-Identifier: MIT
"""Inputs stay as they are: what is read is never written, and what may never end is never begun."""

import json
import os
import resource
import subprocess

from cli_case import SANITIZED, SUTURA, CliCase, main

# s in which a refusal has to come; a slow machine gets ten times what it takes
AT_ONCE = 30


def sweep_of(scene):
    return json.dumps({"sutura_sweep": 1, "scene": scene,
                       "parameters": [{"path": "dt", "values": [0.001, 0.002]}],
                       "columns": ["hash"]})


class Overwriting(CliCase):
    def setUp(self):
        super().setUp()
        self.scene = self.write_scene(seconds=0.01)
        (self.folder / "sub").mkdir()
        (self.folder / "soft.json").symlink_to("scene.json")
        (self.folder / "softer.json").symlink_to("soft.json")
        os.link(self.scene, self.folder / "hard.json")
        self.names = ["scene.json", "./scene.json", "sub/../scene.json", str(self.scene), "soft.json",
                      "softer.json", "hard.json"]

    def test_report_and_record_never_fall_on_the_scene(self):
        for option in ("--report", "--record"):
            for name in self.names:
                self.assert_refused(["run", "scene.json", option, name], name, "input scene.json", "; ")
                self.assert_refused(["run", "softer.json", option, name], "input softer.json")

    def test_nor_on_the_points_of_a_thread(self):
        points = "".join(f"{0.01 * i} 0 0\n" for i in range(11))
        (self.folder / "sub/thread_t.csv").write_text(points)
        scene = json.loads(self.scene.read_text())
        del scene["threads"][0]["length"]
        scene["threads"][0]["shape"] = {"type": "file", "file": "sub/thread_t.csv"}
        self.scene.write_text(json.dumps(scene))
        self.assert_refused(["run", "scene.json", "--report", "sub/thread_t.csv"], "input")
        # the name that the run itself gives to the table of that thread
        self.assert_refused(["run", "scene.json", "--out", "sub"], "sub/thread_t.csv", "input")

    def test_nor_on_standard_input(self):
        with open(self.scene, encoding="ascii") as file:
            result = subprocess.run([SUTURA, "run", "-", "--report", "scene.json"], cwd=self.folder,
                                    stdin=file, capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("standard input", result.stderr)
        self.assertIn("sutura", json.loads(self.scene.read_text()))

    def test_nor_do_sweeps_and_replays(self):
        (self.folder / "sweep.json").write_text(sweep_of("scene.json"))
        for name in ("sweep.json", "./sweep.json", "scene.json", "hard.json"):
            self.assert_refused(["sweep", "sweep.json", "--out", name], "input", "; ")
        (self.folder / "o").mkdir()
        self.done("run", "scene.json", "--quiet", "--record", "o/thread_0.csv")
        self.assert_refused(["replay", "o/thread_0.csv", "--out", "o"], "input o/thread_0.csv")

    def test_two_outputs_need_two_files(self):
        self.assert_refused(["run", "scene.json", "--report", "a", "--record", "./a"], "output a")
        (self.folder / "o").mkdir()
        (self.folder / "o/thread_t.csv").write_text("old\n")
        self.assert_refused(["run", "scene.json", "--out", "o", "--record", "o/thread_t.csv"],
                            "o/thread_t.csv")
        self.assert_refused(["run", "scene.json", "--out", "o", "--format", "svg", "--report",
                             "sub/../o/picture.svg"], "picture.svg")

    def test_links_stay_links(self):
        for option in ("--report", "--record"):
            (self.folder / "real").write_text("old\n")
            (self.folder / "link").unlink(missing_ok=True)
            (self.folder / "link").symlink_to("real")
            self.done("run", "scene.json", "--quiet", option, "link")
            self.assertEqual(os.readlink(self.folder / "link"), "real")
            self.assertNotEqual((self.folder / "real").read_bytes(), b"old\n")
        (self.folder / "nowhere").symlink_to("missing")
        for option in ("--report", "--record"):
            self.assert_refused(["run", "scene.json", option, "nowhere"], "nowhere", "; ")


class Endless(CliCase):
    """Pipes that nobody writes into, devices that never end."""

    def refused_at_once(self, args, *words):
        result = subprocess.run([SUTURA, *map(str, args)], cwd=self.folder, capture_output=True,
                                text=True, timeout=AT_ONCE, check=False, stdin=subprocess.DEVNULL)
        self.assertEqual(result.returncode, 2, f"{args}: {result.stderr}")
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        for word in words + ("cannot be read", "; "):
            self.assertIn(word, result.stderr)

    def test_pipes_devices_and_folders_are_refused_by_every_command(self):
        os.mkfifo(self.folder / "pipe.csv")
        (self.folder / "folder.csv").mkdir()
        good = self.write_scene()
        for name in ("pipe.csv", "folder.csv", "/dev/zero", "/dev/null"):
            for command in ("run", "knot", "replay", "sweep", "haptic"):
                self.refused_at_once([command, name], name)
            self.refused_at_once(["run", good, "--set",
                                  f'threads[0].shape={{"type":"file","file":"{name}"}}'], name)
            (self.folder / "sweep.json").write_text(sweep_of(name))
            self.refused_at_once(["sweep", "sweep.json"], name)
        self.done("run", good, "--quiet", "--record", "recording")
        self.refused_at_once(["replay", "recording", "--certificate", "pipe.csv"], "pipe.csv")

    def test_recorded_hands_are_files_too(self):
        os.mkfifo(self.folder / "pipe.csv")
        tool = {"name": "hand", "type": "point", "position": [0.5, 0, 0],
                "motion": [{"t": 0, "position": [0.5, 0, 0]}, {"t": 1, "position": [0.6, 0, 0]}]}
        good = self.write_scene(tools=[tool])
        self.refused_at_once(["haptic", good, "--device", "pipe.csv"], "pipe.csv")

    def test_standard_input_goes_by_its_name(self):
        text = self.write_scene().read_text()
        self.done("run", "-", "--quiet", input=text)
        self.done("knot", "-", input="0 0 0\n1 0 0\n")


class Sizes(CliCase):
    def measured(self, *args, **options):
        """What a refusal says that had 600 MiB of memory; sanitizers keep books in terabytes of it."""
        limit = 600 << 20
        if not SANITIZED:
            options["preexec_fn"] = lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        result = self.sutura(*args, **options)
        self.assertEqual(result.returncode, 2, result.stderr)
        return result.stderr

    def test_a_scene_of_100_megabytes_is_refused_before_it_is_read(self):
        path = self.folder / "large.json"
        with open(path, "wb") as file:
            file.write(b'{"sutura": 1, "threads": [')
            file.seek(100 << 20)
            file.write(b"]}")
        for command in ("run", "haptic", "sweep"):
            text = self.measured(command, path, timeout=AT_ONCE)
            self.assertIn("larger than 16 MiB", text)
        result = subprocess.run(f"head -c 100000000 /dev/zero | '{SUTURA}' run -", shell=True,
                                capture_output=True, text=True, timeout=AT_ONCE, check=False)
        self.assertIn("larger than 16 MiB", result.stderr)

    def test_the_largest_scene_is_understood_in_little_memory(self):
        # numbers are what takes most memory for its text
        path = self.folder / "numbers.json"
        path.write_text('{"sutura":1,"threads":[' + "1," * 8000000 + "1]}")
        self.assertIn("8000001 threads; must have 1 to 10000", self.measured("run", path))

    def test_a_million_tiny_edges_are_refused_with_their_reason(self):
        path = self.write_scene()
        tiny = ["--set", "threads[0].vertices=1000000", "--set", "threads[0].length=1"]
        text = self.measured("run", path, *tiny, timeout=AT_ONCE)
        for word in ("threads[0]", "edges of 1e-06 m", "double precision", "; use fewer vertices"):
            self.assertIn(word, text)
        # a softer thread of the same edges falls as it should: g t (t + dt) / 2
        soft = {"EI": 1e-13, "EA": 0.01, "mass_per_length": 1e-5, "radius": "0.05 mm"}
        path = self.write_scene(seconds=0.002)
        report = self.report(path, *tiny[:1], "threads[0].vertices=20000", "--set",
                             "threads[0].length=0.02", "--set", "threads[0].hold=[]",
                             "--set", "threads[0].material=" + json.dumps(soft))
        fall = 9.81 * 0.002 * 0.003 / 2
        # rounding: 2^-53 of the ratio of stiffness and inertia, 1.3e12
        self.assertAlmostEqual(report["threads"][0]["tip"][2], -fall, delta=1e-3 * fall)

    def test_points_files_have_a_limit_too(self):
        with open(self.folder / "points.csv", "wb") as file:
            file.seek((1 << 30) + 1)
            file.write(b"\n")
        good = self.write_scene()
        text = self.measured(
            "run", good, "--set", 'threads[0].shape={"type":"file","file":"points.csv"}')
        self.assertIn("larger than 1024 MiB", text)


if __name__ == "__main__":
    main()
