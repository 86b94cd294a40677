#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Are functions small enough to be read in one go?

- Complexity after McCabe, counted as 1 and 1 more for each if, for, while, case, &&, || and ?, stays
  below 20 in every function of the project.
- A function of the engine with more than 25 lines tells its phases: it has a comment inside, or one
  above it that says what happens in which order.

    tools/check_functions.py [--list] [FOLDER]      FOLDER is the top of a tree, by default this one;
                                                    --list prints the most complex functions
"""
import pathlib
import re
import sys

MOST_COMPLEX = 19
SHORT = 25  # lines between the braces
FOLDERS = ("engine", "libraries", "cli", "proof", "trainer/server", "examples", "tests")
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
BRANCH = re.compile(r"\b(?:if|for|while|case)\b|&&|\|\||\?")
# a name with parameters in column 0, and the brace that opens a body
HEAD = re.compile(r"^(?!#|typedef\b|extern\b)[A-Za-z_][^;{}#]*?\b(\w+)\s*\([^;{}]*\)\s*\{[ ]*$", re.M)


def blank(m):
    return re.sub(r"[^\n]", " ", m.group())


def functions(text):
    """(name, line, lines of the body, its code, its text, the comment above) of every function."""
    code = NOT_CODE.sub(blank, text)
    at = 0
    while True:
        head = HEAD.search(code, at)
        if not head:
            return
        depth, end = 1, head.end()
        while depth > 0 and end < len(code):
            depth += {"{": 1, "}": -1}.get(code[end], 0)
            end += 1
        above = text[: head.start()].rstrip("\n").rsplit("\n\n", 1)[-1]
        comment = [l for l in above.splitlines() if l.startswith("//") and not re.match("//----|// SPDX", l)]
        line = code.count("\n", 0, head.start()) + 1
        yield head[1], line, code.count("\n", head.end(), end) - 1, code[head.end():end], text[head.end():end], comment
        at = end


def main():
    arguments = sys.argv[1:]
    listed = "--list" in arguments
    arguments = [a for a in arguments if a != "--list"]
    top = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parent.parent)
    count, problems, all_of_them = 0, [], []
    for folder in FOLDERS:
        for path in sorted(p for s in ("*.c", "*.h", "*.cpp") for p in (top / folder).rglob(s)):
            place = path.relative_to(top).as_posix()
            for name, line, lines, code, text, comment in functions(path.read_text()):
                count += 1
                complexity = 1 + len(BRANCH.findall(code))
                all_of_them.append((complexity, lines, f"{place}:{line}", name))
                if complexity > MOST_COMPLEX:
                    problems.append(f"{place}:{line}: {name}: complexity {complexity}, at most {MOST_COMPLEX}")
                if folder == "engine" and lines > SHORT and "//" not in text and not comment:
                    problems.append(f"{place}:{line}: {name}: {lines} lines and no comment that tells its phases")
    if listed:
        for complexity, lines, place, name in sorted(all_of_them, reverse=True)[:20]:
            print(f"{complexity:3} {lines:4} {place}: {name}")
    for problem in problems:
        print(problem)
    print(f"functions: {count}, {len(problems)} problems")
    return 1 if problems or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
