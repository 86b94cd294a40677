# SPDX-License-Identifier: MIT
"""Recordings: replayed to the same bits, and refused when they are damaged."""

import json

from cli_case import CliCase, main, scene


class Replay(CliCase):
    def setUp(self):
        super().setUp()
        s = scene()
        s["threads"][0]["hold"] = [{"vertex": 0, "how": "clamp", "motion": [
            {"t": 0, "position": [0, 0, 0]}, {"t": 0.03, "position": [0, 0.01, 0.02]}]}]
        path = self.folder / "moved.json"
        path.write_text(json.dumps(s))
        self.done("run", path, "--quiet", "--record", "run.rec", "--out", "run", "--format", "csv")
        self.bytes = (self.folder / "run.rec").read_bytes()

    def test_check(self):
        self.assertEqual(self.done("replay", "run.rec", "--check").stdout,
                         "50 steps, all hashes equal\n")

    def test_without_check(self):
        self.assertIn("50 steps", self.done("replay", "run.rec").stdout)

    def test_certificate(self):
        self.assertEqual(self.done("replay", "run.rec", "--certificate", "moved.json").stdout,
                         "50 steps, up to t = 0.05 s, no passages\n")
        self.assertEqual(
            self.done("replay", "run.rec", "--check", "--certificate", "moved.json").stdout,
            "50 steps, all hashes equal, no passages\n")
        self.assert_refused(["replay", "run.rec", "--certificate", "none.json"], "none.json")
        far = [{"name": f"o{i}", "type": "sphere", "center": [i, 1, 0], "radius": 0.001}
               for i in range(257)]
        (self.folder / "many.json").write_text(json.dumps(scene(obstacles=far)))
        self.assert_refused(["replay", "run.rec", "--certificate", "many.json"], "more than 256")

    def test_certificate_refuses_another_scene(self):
        ball = {"name": "o", "type": "sphere", "center": [0, 1, 0], "radius": 0.001}
        (self.folder / "other.json").write_text(json.dumps(scene(obstacles=[ball])))
        self.assert_refused(["replay", "run.rec", "--certificate", "other.json"],
                            "1 threads, 0 obstacles and 0 tools", "1, 1 and 0", "was recorded")

    def test_certificate_counts_what_the_run_counted(self):
        # a thread that falls without contacts: through a plane, or beside a sphere
        for obstacle, passed in (
                ({"name": "o", "type": "plane", "point": [0, 0, -0.002], "normal": [0, 0, 1]}, True),
                ({"name": "o", "type": "sphere", "center": [0, 1, 0], "radius": 0.001}, False)):
            s = scene(obstacles=[obstacle], solver={"contacts": False})
            (self.folder / "falls.json").write_text(json.dumps(s))
            self.done("run", "falls.json", "--quiet", "--record", "falls.rec", "--report", "r.json")
            count = json.loads((self.folder / "r.json").read_text())["topology_changes"]
            self.assertEqual(count > 0, passed)
            again = self.sutura("replay", "falls.rec", "--check", "--certificate", "falls.json")
            self.assertEqual(again.returncode, 1 if passed else 0, again.stderr)
            if passed:
                self.assertIn(f"{count} passages", again.stderr)

    def test_csv_is_that_of_the_run(self):
        self.done("replay", "run.rec", "--out", "again")
        self.assertEqual([p.name for p in (self.folder / "again").iterdir()], ["thread_0.csv"])
        self.assertEqual((self.folder / "again/thread_0.csv").read_bytes(),
                         (self.folder / "run/thread_t.csv").read_bytes())

    def test_every(self):
        self.done("replay", "run.rec", "--out", "again", "--every", "25 ms")
        lines = (self.folder / "again/thread_0.csv").read_text().splitlines()
        self.assertEqual(len(lines), 1 + 3 * 11)

    def test_recording_survives_the_end_of_the_options(self):
        self.assertGreater(len(self.bytes), 50 * 8)

    def test_truncated(self):
        for size in (0, 1, 7, 64, len(self.bytes) // 2, len(self.bytes) - 1):
            (self.folder / "cut.rec").write_bytes(self.bytes[:size])
            self.assert_refused(["replay", "cut.rec", "--check", "--out", "x"], "cut.rec")

    def test_other_files(self):
        self.assert_refused(["replay", "moved.json"], "moved.json")
        self.assert_refused(["replay", "missing.rec"], "missing.rec")
        self.assert_refused(["replay", self.folder], str(self.folder))
        (self.folder / "zeros.rec").write_bytes(bytes(100000))
        self.assert_refused(["replay", "zeros.rec", "--check"], "zeros.rec")

    def test_output_folder(self):
        (self.folder / "file").write_text("")
        self.assert_refused(["replay", "run.rec", "--out", "file"], "file")
        self.assert_refused(["replay", "run.rec", "--out", "a/b"], "a/b")

    def test_flipped_bits_never_pass(self):
        # a changed byte is either noticed as damage (2) or as a step that differs (1)
        for place in range(16, len(self.bytes), max(1, len(self.bytes) // 150)):
            data = bytearray(self.bytes)
            data[place] ^= 0x10
            (self.folder / "flip.rec").write_bytes(data)
            result = self.sutura("replay", "flip.rec", "--check")
            self.assertIn(result.returncode, (1, 2), f"byte {place}: {result.stdout}")
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)

    def test_the_first_differing_step_is_named(self):
        # the hash of some step is the last thing the bytes of that step hold; find one that
        # makes exactly a step differ
        for place in range(len(self.bytes) - 1, len(self.bytes) - 200, -1):
            data = bytearray(self.bytes)
            data[place] ^= 0x01
            (self.folder / "flip.rec").write_bytes(data)
            result = self.sutura("replay", "flip.rec", "--check")
            if result.returncode == 1:
                self.assertRegex(result.stderr, r"^sutura: flip.rec: step \d+ differs")
                return
        self.skipTest("the format notices every changed byte as damage")


if __name__ == "__main__":
    main()
