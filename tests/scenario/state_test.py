# SPDX-License-Identifier: MIT
"""States in files: a run that goes on from one ends with the same bits, and what is none is refused."""

from cli_case import SCENES, CliCase, main


class States(CliCase):
    def test_a_run_goes_on_with_the_same_bits(self):
        # a script, two tools, a needle from hand to hand
        path = SCENES / "needle_pick.json"
        whole = self.report(path, "--for", "1.2")
        self.done("run", path, "--for", "0.7", "--quiet", "--save", "middle.state")
        rest = self.report(path, "--for", "1.2", "--start", "middle.state")
        self.assertEqual(rest["hash"], whole["hash"])
        self.assertEqual(rest["steps"], 500)

    def test_what_is_no_state_of_the_scene_is_refused(self):
        path = self.write_scene()
        self.done("run", path, "--quiet", "--save", "end.state")
        (self.folder / "damaged.state").write_bytes((self.folder / "end.state").read_bytes()[:-9])
        (self.folder / "empty.state").write_bytes(b"")
        for name in ("damaged.state", "empty.state", "none.state"):
            self.assert_refused(["run", path, "--start", name], "--start", name, "sutura run --save")
        self.assert_refused(["run", path, "--start", "end.state", "--for", "0.02"], "0.05 s", "--for")
        self.assert_refused(["run", path, "--start", "end.state", "--save", "end.state"], "end.state")
        # a world with less room than the state needs, and one with more
        for count in (5, 21):
            other = self.write_scene("other.json", threads=[dict(
                name="t", material="nylon 6-0", vertices=count, length="0.1 m",
                shape={"type": "straight", "from": [0, 0, 0], "direction": [1, 0, 0]})])
            self.assert_refused(["run", other, "--start", "end.state"], "end.state")


if __name__ == "__main__":
    main()
