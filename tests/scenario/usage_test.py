# SPDX-License-Identifier: MIT
"""Help, versions, and every way to use the command line wrongly."""

import json
import os
import pty
import signal
import subprocess

from cli_case import PATIENCE, SUTURA, CliCase, main

COMMANDS = ["run", "validate", "bench", "knot", "sweep", "replay", "haptic", "trainer", "mesh", "info"]


class Help(CliCase):
    def test_help_names_every_command(self):
        text = self.done("--help").stdout
        for command in COMMANDS:
            self.assertIn(command, text)

    def test_every_command_has_help(self):
        for command in COMMANDS:
            text = self.done(command, "--help").stdout
            self.assertIn(f"sutura {command}", text)
        # also among other arguments, and without looking at them
        self.assertIn("usage", self.done("run", "nothing.json", "--help").stdout)

    def test_run_help_names_every_flag(self):
        text = self.done("run", "--help").stdout
        for flag in ["--for", "--dt", "--model", "--set", "--out", "--every", "--format",
                     "--report", "--record", "--workers", "--quiet"]:
            self.assertIn(flag, text)

    def test_version(self):
        self.assertRegex(self.done("--version").stdout, r"^sutura \d+\.\d+\.\d+\n$")


class Usage(CliCase):
    def test_commands(self):
        self.assert_refused([], "no command")
        self.assert_refused(["rum"], "unknown command 'rum'", "did you mean 'run'?")
        self.assert_refused(["valdate"], "did you mean 'validate'?")
        self.assert_refused(["frobnicate"], "unknown command", "--help")
        self.assert_refused(["--frobnicate"], "unknown option")
        self.assert_refused([""], "unknown command")
        self.assert_refused(["help"], "did you mean '--help'?")
        self.assert_refused(["version"], "did you mean '--version'?")
        self.assert_refused(["--version", "x"], "--version takes no argument 'x'", "; ")
        self.assert_refused(["--help", "run"], "--help takes no argument 'run'")

    def test_names_of_files_are_not_empty(self):
        for command in ("run", "knot", "sweep", "replay", "haptic"):
            self.assert_refused([command, ""], command, "is empty; sutura " + command)

    def test_every_command_answers_every_kind_of_file(self):
        """Empty, cut off, no text, a folder, missing: one line with the name and what would be right."""
        (self.folder / "empty").write_bytes(b"")
        (self.folder / "cut").write_bytes(b'{ "sutura": 1, ')
        (self.folder / "noise").write_bytes(bytes(range(256)) * 4)
        (self.folder / "folder").mkdir()
        for command in ("run", "knot", "sweep", "replay", "haptic"):
            for name in ("empty", "cut", "noise", "folder", "missing"):
                text = self.assert_refused([command, name], name, "; ")
                self.assertNotIn(":0:", text)
                self.assertNotRegex(text, r":\d+:0[: ]")

    def test_trainer(self):
        self.assert_refused(["trainer", "file.txt"], "trainer", "options only")
        self.assert_refused(["trainer", "--port", "65536"], "--port")
        self.assert_refused(["trainer", "--tasks", "nowhere"], "trainer")
        self.assert_refused(["trainer", "--prot", "1"], "unknown option", "--port")
        tasks = self.folder / "tasks"
        tasks.mkdir()
        if "no server" in self.sutura("trainer", "--tasks", "tasks", "--data", "data").stderr:
            return  # built without the trainer
        self.assert_refused(["trainer", "--tasks", "tasks", "--data", "data"], "no tasks in it", "; ")
        os.mkfifo(tasks / "pipe.json")
        self.assertIn("pipe.json", self.sutura("trainer", "--tasks", "tasks", "--data", "data").stderr)
        (tasks / "pipe.json").unlink()
        (tasks / "bad.json").write_text("{")
        self.assert_refused(["trainer", "--tasks", "tasks", "--data", "data"], "bad.json:1:")

    def test_options(self):
        s = self.write_scene()
        self.assert_refused(["run", s, "--fro", "1"], "unknown option '--fro'", "'--for'?")
        self.assert_refused(["run", s, "--zzzz"], "unknown option", "--help")
        self.assert_refused(["run", s, "-q"], "unknown option")
        self.assert_refused(["run", s, "--quiet=yes"], "takes no value")
        for flag in ["--for", "--dt", "--model", "--set", "--out", "--every", "--format",
                     "--report", "--record", "--workers"]:
            self.assert_refused(["run", s, flag], flag, "needs a value")
            self.assert_refused(["run", s, flag, "--quiet"], flag, "needs a value")
            self.assert_refused(["run", s, flag + "="], flag, "needs a value")
        self.assert_refused(["info", "--xml"], "info: unknown option")
        self.assert_refused(["info", "extra"], "info")
        self.assert_refused(["replay", "--check"], "no recording")
        self.assert_refused(["replay", "a", "b"], "one recording")
        self.assert_refused(["validate", "--frob"], "validate")
        self.assert_refused(["bench", "--repeat", "0"], "--repeat 0")

    def test_scenes(self):
        s = self.write_scene()
        self.assert_refused(["run"], "no scene")
        self.assert_refused(["run", s, s], "one scene")
        self.assert_refused(["run", "missing.json"], "missing.json")
        self.assert_refused(["run", self.folder], str(self.folder))

    def test_jaws(self):
        s = self.write_scene()
        for jaws in ("a,b", ",", "0,", ",0", "obstacle:,0", "-1,0"):
            self.assert_refused(["run", s, "--tensiometer", jaws], "--tensiometer", "obstacle:NAME")
        self.assert_refused(["run", s, "--tensiometer", "99999999999,0"], "integer")

    def test_numbers(self):
        s = self.write_scene()
        for text in ["x", "-1", "nan", "inf", "5 parsecs", "1e999", "0x10", "1,5"]:
            self.assert_refused(["run", s, "--for", text], f"--for {text}", "not a time")
            self.assert_refused(["run", s, "--every", text], f"--every {text}", "not a time")
            self.assert_refused(["run", s, "--dt", text], f"--dt {text}")
        for text in ["0", "0 ms", "0.051", "1 min", "51 ms"]:
            self.assert_refused(["run", s, "--dt", text], f"--dt {text}", "50 ms")
        for text in ["0", "-1", "two", "1.5", "99999999999"]:
            self.assert_refused(["run", s, "--workers", text], f"--workers {text}")
        self.assert_refused(["run", s, "--for", "1e300"], "too many steps")

    def test_formats(self):
        s = self.write_scene()
        for name in ["gltf", "usda"]:
            self.assert_refused(["run", s, "--out", "o", "--format", name], name, "yet")
        self.assert_refused(["run", s, "--out", "o", "--format", "png"], "unknown format")
        self.assert_refused(["run", s, "--format", "csv"], "--out")

    def test_changes(self):
        s = self.write_scene()
        self.assert_refused(["run", s, "--set", "dt"], "--set dt", "PATH=VALUE")
        self.assert_refused(["run", s, "--set", "=3"], "PATH=VALUE")
        self.assert_refused(["run", s, "--set", "threads[0].colour=3"], "colour")
        self.assert_refused(["run", s, "--set", "threads[7].vertices=3"], "threads")
        self.assert_refused(["run", s, "--set", "threads[0].vertices=1"], "vertices")
        self.assert_refused(["run", s, "--model", "magic"], "magic")

    def test_places_that_cannot_be_written(self):
        s = self.write_scene()
        (self.folder / "file").write_text("old")
        self.assert_refused(["run", s, "--out", "file"], "file")
        self.assert_refused(["run", s, "--out", "file/sub"], "file/sub")
        self.assert_refused(["run", s, "--out", "a/b"], "a/b", "parent")
        self.assert_refused(["run", s, "--report", "a/r.json"], "a/r.json")
        self.assert_refused(["run", s, "--report", self.folder], str(self.folder))
        self.assert_refused(["run", s, "--record", "a/r.rec"], "a/r.rec")
        self.assert_refused(["run", s, "--record", self.folder], str(self.folder))
        self.assert_refused(["run", s, "--report", "x", "--record", "x"], "same file")
        # nothing of the first half stays when the second cannot be had
        self.assert_refused(["run", s, "--out", "o", "--report", "a/r.json"], "a/r.json")
        self.assert_refused(["run", s, "--out", "o", "--record", "a/r.rec"], "a/r.rec")
        self.assert_refused(["run", s, "--out", "/proc/sutura"], "/proc/sutura")

    def test_a_file_in_the_way_leaves_the_others_untouched(self):
        s = self.write_scene()
        out = self.folder / "o"
        (out / "picture.svg").mkdir(parents=True)
        (out / "thread_t.csv").write_text("precious")
        self.assert_refused(["run", s, "--out", "o", "--format", "csv", "--format", "svg"],
                            "picture.svg")
        (out / "scene.pvd").mkdir()
        self.assert_refused(["run", s, "--out", "o", "--format", "csv", "--format", "vtp"],
                            "scene.pvd")

    def test_a_folder_without_permission(self):
        if os.geteuid() == 0:
            self.skipTest("root may write everywhere")
        s = self.write_scene()
        locked = self.folder / "locked"
        locked.mkdir(mode=0o555)
        self.assert_refused(["run", s, "--out", "locked"], "locked")
        self.assert_refused(["run", s, "--out", "locked/o"], "locked/o")

    def test_bad_scenes_write_nothing(self):
        flags = ["--out", "o", "--format", "csv", "--format", "vtp", "--format", "svg",
                 "--report", "r.json", "--record", "r.rec"]
        for name, text in [("cut.json", '{"sutura": 1, "threads": ['), ("empty.json", ""),
                           ("binary.json", "\x00\x01\x02"), ("array.json", "[1, 2]")]:
            (self.folder / name).write_text(text)
            message = self.assert_refused(["run", name, *flags], name)
            self.assertRegex(message, rf"^sutura: {name}:")
        (self.folder / "latin.json").write_bytes(b'{"sutura": 1, "name": "\xe9"}')
        self.assert_refused(["run", "latin.json", *flags], "latin.json:1:")
        self.assert_refused(["run", self.write_scene(colour=1), *flags], "colour")
        self.assert_refused(["run", self.write_scene(dt=0), *flags], "dt")
        self.assert_refused(["run", self.write_scene(dt=-1), *flags], "dt")

    def test_strange_names_stay_on_one_line(self):
        self.assert_refused(["run", "no\nsuch\tfile.json"], "no")
        self.assert_refused(["two\nlines"], "unknown command")

    def test_a_dash_dash_ends_the_options(self):
        self.write_scene("--odd.json")
        self.done("run", "--quiet", "--", "--odd.json")


class Info(CliCase):
    def test_text(self):
        text = self.done("info").stdout
        for word in ["sutura", "build", "implicit", "csv", "vtp", "svg"]:
            self.assertIn(word, text)

    def test_json(self):
        info = json.loads(self.done("info", "--json").stdout)
        for key in ["version", "build", "commands", "models", "formats"]:
            self.assertIn(key, info)
        self.assertNotIn("materials", info)

    def test_materials(self):
        table = self.done("info", "--materials").stdout
        info = json.loads(self.done("info", "--materials", "--json").stdout)
        sizes = {(m["name"], m["size"]) for m in info["materials"]}
        names = {name for name, _ in sizes}
        for word in ["nylon", "polypropylene", "silk", "steel"]:
            self.assertIn(word, names)
            self.assertIn(word, table)
        for size in ["10-0", "6-0", "2"]:
            self.assertIn(("nylon", size), sizes)
        for m in info["materials"]:
            radius = m["diameter"] / 2
            section = 3.141592653589793 * radius**2
            self.assertAlmostEqual(m["EA"] / (m["young"] * section), 1, 9)
            self.assertAlmostEqual(m["EI"] / (m["young"] * m["bend_factor"] * section * radius**2
                                              / 4), 1, 9)
            self.assertTrue(m["source"])


class Validate(CliCase):
    """The front end; the checks themselves are tested by running them."""

    def setUp(self):
        super().setUp()
        if "no checks" in self.sutura("validate", "--list").stderr:
            self.skipTest("this build has no checks")

    def test_list(self):
        lines = self.done("validate", "--list").stdout.splitlines()
        listed = json.loads(self.done("validate", "--list", "--json").stdout)
        self.assertEqual([line.split()[0] for line in lines], [c["id"] for c in listed])

    def test_names(self):
        self.assert_refused(["validate", "Z99"], "Z99", "--list")
        first = json.loads(self.done("validate", "--list", "--json").stdout)[0]["id"]
        group = json.loads(self.done("validate", "--list", "--json", first[0]).stdout)
        self.assertTrue(all(c["id"].startswith(first[0]) for c in group))
        self.assertGreaterEqual(len(group), 1)


class Bench(CliCase):
    def setUp(self):
        super().setUp()
        if "no benchmarks" in self.sutura("bench", "--list").stderr:
            self.skipTest("this build has no benchmarks")

    def test_list_and_names(self):
        lines = self.done("bench", "--list").stdout.splitlines()
        listed = json.loads(self.done("bench", "--list", "--json").stdout)
        self.assertEqual([line.split()[0] for line in lines], [b["name"] for b in listed])
        self.assert_refused(["bench", "nothing"], "nothing", "--list")


class Terminal(CliCase):
    def on_terminal(self, *args, until=None):
        """Standard error is a terminal, standard output is not. Ctrl-C once `until` was seen."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen([SUTURA, *map(str, args)], cwd=self.folder, stderr=theirs,
                                   stdout=subprocess.PIPE)
        os.close(theirs)
        text = b""
        while True:
            try:
                more = os.read(ours, 65536)
            except OSError:
                break
            if not more:
                break
            text += more
            if until is not None and until in text:
                process.send_signal(signal.SIGINT)
                until = None
        os.close(ours)
        out, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, out, text.decode()

    def test_progress_on_a_terminal(self):
        s = self.write_scene(seconds=100000)
        code, out, text = self.on_terminal("run", s, "--report", "-", until=b"left")
        self.assertEqual(code, 1)
        json.loads(out)
        self.assertRegex(text, r"\d+ %")
        self.assertIn("times real time", text)
        # the line is gone before the last word
        self.assertRegex(text, r"\r\x1b\[Ksutura: .*interrupted.*\r\n$")
        self.assertEqual(text.count("\n"), 1)

    def test_no_progress_when_quiet(self):
        s = self.write_scene(seconds=1)
        self.assertEqual(self.on_terminal("run", s, "--quiet"), (0, b"", ""))


if __name__ == "__main__":
    main()
