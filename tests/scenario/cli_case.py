# SPDX-License-Identifier: MIT
"""What the tests of the command line share: run it, and find out what it left behind."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SUTURA = os.environ.get("SUTURA", "sutura")
SCENES = pathlib.Path(os.environ.get("SUTURA_SCENES", "scenes"))

# With sanitizers everything takes five to ten times as long. What such a build finds is in the code and not
# in how a long story ends, so tests may tell it only the beginning of one.
SANITIZED = os.environ.get("SUTURA_SANITIZED") == "1"

# s after which something hangs; a machine that does ten things at once is slow, not wrong
PATIENCE = 600


def scene(**changes):
    """A hanging thread that is quick to simulate, with changes to its top-level keys."""
    base = {
        "sutura": 1,
        "name": "a test",
        "gravity": [0, 0, -9.81],
        "dt": "1 ms",
        "seconds": 0.05,
        "threads": [
            {
                "name": "t",
                "material": "nylon 6-0",
                "vertices": 11,
                "length": "0.1 m",
                "shape": {"type": "straight", "from": [0, 0, 0], "direction": [1, 0, 0]},
                "hold": [{"vertex": 0, "how": "pin"}],
            }
        ],
    }
    base.update(changes)
    return base


class CliCase(unittest.TestCase):
    """Every test gets an empty folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sutura_test_"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write_scene(self, name="scene.json", **changes):
        path = self.folder / name
        path.write_text(json.dumps(scene(**changes)))
        return path

    def sutura(self, *args, timeout=PATIENCE, **options):
        return subprocess.run([SUTURA, *map(str, args)], cwd=self.folder, capture_output=True,
                              text=True, timeout=timeout, check=False, **options)

    def done(self, *args, **options):
        result = self.sutura(*args, **options)
        self.assertEqual(result.returncode, 0, result.stderr + result.stdout)
        self.assertEqual(result.stderr, "")
        return result

    def report(self, *args):
        return json.loads(self.done("run", *args, "--report", "-").stdout)

    def tree(self):
        """All files below the folder with their contents."""
        return {str(p.relative_to(self.folder)): p.read_bytes() if p.is_file() else None
                for p in sorted(self.folder.rglob("*"))}

    def assert_refused(self, args, *words):
        """Exit 2, one line that begins with "sutura: ", nothing on stdout, nothing written."""
        before = self.tree()
        result = self.sutura(*args)
        self.assertEqual(result.returncode, 2, f"{args}: {result.stderr}{result.stdout}")
        self.assertEqual(result.stdout, "")
        self.assertTrue(result.stderr.startswith("sutura: "), result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertTrue(result.stderr.endswith("\n"))
        for word in words:
            self.assertIn(word, result.stderr)
        self.assertEqual(self.tree(), before, f"{args} wrote something")
        return result.stderr


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
