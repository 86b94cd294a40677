#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Do the objects of the engine call as its layers allow?

check_layers.py sees includes. Here the symbols that an object needs are followed to the object that
has them: a folder calls itself and folders of lower layers, however a function was declared.

    tools/check_calls.py BUILD_DIR
"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from check_layers import LEVEL  # noqa: E402


def symbols(objects):
    """{object: (defined, undefined)} of all of them."""
    out = subprocess.run(["nm", "-A", *map(str, objects)], check=True, capture_output=True, text=True).stdout
    found = {str(o): (set(), set()) for o in objects}
    for line in out.splitlines():
        place, _, rest = line.rpartition(":")
        kind, name = rest.split()[-2:]
        if kind == "U":
            found[place][1].add(name)
        elif kind in "TDRB":
            found[place][0].add(name)
    return found


def main():
    top = pathlib.Path(__file__).resolve().parent.parent
    build = pathlib.Path(sys.argv[1]).resolve() / "engine/CMakeFiles/sutura_objects.dir"
    listed = re.search(r"set\(SUT_SOURCES([^)]*)\)", (top / "engine/CMakeLists.txt").read_text())[1].split()
    objects = [build / (name + ".o") for name in listed if (build / (name + ".o")).is_file()]
    found = symbols(objects)
    owner = {name: place for place, (defined, _) in found.items() for name in defined}
    problems = []
    calls = 0
    for place, (_, needed) in sorted(found.items()):
        here = pathlib.Path(place).relative_to(build)
        for name in sorted(needed & owner.keys()):
            there = pathlib.Path(owner[name]).relative_to(build)
            calls += 1
            if there.parts[0] != here.parts[0] and LEVEL[there.parts[0]] >= LEVEL[here.parts[0]]:
                problems.append(f"{str(here)[:-2]} must not call {name} of {str(there)[:-2]}: it is not below it")
    for problem in problems:
        print(problem)
    print(f"calls: {len(objects)} objects, {calls} symbols, {len(problems)} problems")
    return 1 if problems or len(objects) != len(listed) else 0


if __name__ == "__main__":
    sys.exit(main())
