#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Who may include whom, and what the engine may call.

Folders of engine/ are layers; a folder includes itself and folders of lower layers, never another
folder of its own layer. The engine does no input or output, starts no thread, reads no
environment, takes memory in engine/base and engine/topology only, and takes the functions of
libm whose last bit differs between libraries from engine/math only.

    tools/check_layers.py [FOLDER]      FOLDER is the top of a tree, by default this one
"""
import pathlib
import re
import sys

# from the bottom; folders of one line form one layer. topology names knots and certifies runs; it is
# called between steps, never inside one, and so may take memory itself
LAYERS = [
    {"base"},
    {"math"},
    {"linalg", "geom", "topology"},
    {"body"},
    {"rod", "tissue", "needle", "contact"},
    {"variational"},
    {"springs"},
    {"data"},
    {"state"},
    {"attach"},
    {"drive"},
    {"step"},
    {"world"},
]
LEVEL = {folder: level for level, folders in enumerate(LAYERS) for folder in folders}

# what the other parts may include beside themselves; of engine/ the libraries get only what needs no
# linking, because the engine's own symbols are hidden from them
PARTS = {
    "libraries/mesh": {"include", "engine"},
    "libraries/scene": {"include", "engine"},
    "libraries/haptic": {"include", "engine"},
    "libraries/pool": {"include"},
    "trainer/server": {"include"},
    "cli": {"include", "libraries/pool", "proof/validate", "proof/bench", "trainer/server"},
    "proof/validate": {"include"},
    "proof/bench": {"include", "engine", "libraries/pool", "proof/torture"},
    "proof/torture": {"include", "engine", "proof/bench"},
    "examples": {"include"},
    "tests": {"include", "engine", "libraries/mesh", "libraries/scene", "libraries/haptic", "libraries/pool",
              "trainer/server", "cli", "proof/validate", "proof/bench", "proof/torture"},
}

# of include/ the mesh library knows types and itself: it can be used without the engine
MESH_HEADERS = {"base.h", "types.h", "mesh.h"}

# where the compiler looks for includes with quotes
INCLUDE_FOLDERS = ("engine", "include", "tests/support", "libraries/mesh", "libraries/scene", "libraries/haptic",
                   "libraries", "cli", "proof", "proof/bench", "proof/torture", "")

ENGINE_HEADERS = {
    "assert.h", "emmintrin.h", "errno.h", "float.h", "immintrin.h", "inttypes.h", "limits.h",
    "math.h", "stdalign.h", "stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h",
    "string.h", "time.h", "xmmintrin.h",
}
# where the system is asked for larger pages, and nowhere else
SYSTEM_HEADERS = {("engine/base/memory.c", "sys/mman.h")}
CALL = r"(?<![\w.>])(%s)\s*\("
FORBIDDEN = [
    (CALL % r"f?printf|v?fprintf|vprintf|puts|fputs|putchar|perror|fopen|fclose|fread|fwrite|fscanf"
     r"|scanf|open|read|write|socket", set(), "the engine does no input or output"),
    (CALL % r"getenv|setlocale|system|signal|exit", set(), "the engine leaves the process alone"),
    (CALL % r"pthread_\w+|thrd_\w+", set(), "the engine starts no thread"),
    (CALL % r"malloc|calloc|realloc|aligned_alloc|free", {"base", "topology"},
     "memory goes through the world's allocator"),
    (CALL % r"a?(?:sin|cos|tan)h?|atan2|exp2?|expm1|log(?:2|10|1p)?|pow|cbrt|hypot", {"math"},
     "libraries differ in the last bit; use math/scalar.h"),
]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]', re.M)


def strip_comments_and_strings(text):
    """Blank them out, keeping the lines."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


class Checker:
    def __init__(self, top):
        self.top = top
        self.problems = []
        self.files = 0

    def say(self, path, line, what):
        self.problems.append(f"{path.relative_to(self.top)}:{line}: {what}")

    def resolve(self, path, name):
        """The file an include with quotes means, or None."""
        for folder in (path.parent, *(self.top / f for f in INCLUDE_FOLDERS)):
            candidate = (folder / name).resolve()
            if candidate.is_file() and candidate.is_relative_to(self.top):
                return candidate
        return None

    def part_of(self, target):
        """The name of PARTS that a file belongs to, or its first folder."""
        place = target.relative_to(self.top).as_posix()
        return next((part for part in PARTS if place.startswith(part + "/")), place.split("/")[0])

    def check_engine_include(self, path, line, folder, kind, name):
        target = self.resolve(path, name)
        if target is None:
            place = path.relative_to(self.top).as_posix()
            if name not in ENGINE_HEADERS and (place, name) not in SYSTEM_HEADERS:
                self.say(path, line, f"the engine has no business with {kind}{name}")
            return
        parts = target.relative_to(self.top).parts
        if parts[0] == "include":
            if parts[-1] in ("mesh.h", "scene.h", "haptic.h"):
                self.say(path, line, f"{parts[-1]} belongs to a library above the engine")
            return
        if parts[0] != "engine":
            self.say(path, line, f"the engine must not know {'/'.join(parts)}")
            return
        other = parts[1]
        if other not in LEVEL:
            self.say(path, line, f"engine/{other} is not in the table of layers")
        elif other != folder and LEVEL[other] >= LEVEL[folder]:
            self.say(path, line, f"{folder} must not include {other}: it is not below it")

    def check_engine_file(self, path):
        text = path.read_text()
        folder = path.relative_to(self.top / "engine").parts[0]
        if folder not in LEVEL:
            self.say(path, 1, f"engine/{folder} is not in the table of layers")
            return
        for m in INCLUDE.finditer(text):
            self.check_engine_include(path, line_of(text, m.start(1)), folder, m[1], m[2])
        code = strip_comments_and_strings(text)
        for pattern, exempt, why in FORBIDDEN:
            if folder in exempt:
                continue
            for m in re.finditer(pattern, code):
                self.say(path, line_of(code, m.start()), f"{m[1]}: {why}")

    def check_part_file(self, path, part):
        text = path.read_text()
        for m in INCLUDE.finditer(text):
            target = self.resolve(path, m[2])
            if target is None:
                continue
            other = self.part_of(target)
            above = part == "libraries/mesh" and other == "include" and target.name not in MESH_HEADERS
            if above or (other != part and other not in PARTS[part]):
                self.say(path, line_of(text, m.start(1)), f"{part.split('/')[-1]} must not include {m[2]}")

    def run(self):
        for pattern in ("*.c", "*.h", "*.cpp"):
            for path in sorted((self.top / "engine").rglob(pattern)):
                self.check_engine_file(path)
                self.files += 1
            for part in PARTS:
                for path in sorted((self.top / part).rglob(pattern)):
                    self.check_part_file(path, part)
                    self.files += 1


def main():
    top = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    if top.is_file():
        top = top.parent.parent
    checker = Checker(top)
    checker.run()
    for problem in checker.problems:
        print(problem)
    print(f"layers: {checker.files} files, {len(checker.problems)} problems")
    return 1 if checker.problems or checker.files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
