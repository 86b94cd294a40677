#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Is the table of stages in ARCHITECTURE.md the one that the code runs?

- The first column, read downwards, is the list of stages in engine/step/attempt.c.
- The second column names every value of sut_stage (include/sutura/types.h), and nothing else; each of
  them is timed somewhere in engine/.
- Every file of the third column exists in engine/.
- The table of remedies in docs/theory/remedies.md names an outcome for each value of sut_outcome.

    tools/check_stages.py [FOLDER]      FOLDER is the top of a tree, by default this one
"""
import pathlib
import re
import sys


def table_rows(text, first_heading):
    """Cells of the rows below the header that begins with this heading."""
    rows = []
    inside = False
    for line in text.splitlines():
        cells = [c.strip() for c in line.strip().strip("|").split("|")] if line.startswith("|") else None
        if cells and cells[0] == first_heading:
            inside = True
        elif not cells:
            inside = False
        elif inside and not set(cells[0]) <= {"-"} or inside and cells[0] == "":
            rows.append(cells)
    return rows


def without_repeats(names):
    return [n for i, n in enumerate(names) if n and (i == 0 or n != names[i - 1])]


def enum_values(text, prefix, last=None):
    names = re.findall(r"\b%s([A-Z_]+)\b" % prefix, text)
    seen = list(dict.fromkeys(n.lower() for n in names))
    return [n for n in seen if n != last]


def main():
    top = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    wrong = []
    rows = table_rows((top / "ARCHITECTURE.md").read_text(), "attempt")
    if not rows:
        wrong.append("ARCHITECTURE.md: no table that begins with 'attempt'")

    attempt = (top / "engine/step/attempt.c").read_text()
    found = re.search(r"stages\[\] = \{([^}]*)\}", attempt)
    listed = [s.strip() for s in found.group(1).split(",")] if found else []
    told = without_repeats([r[0] for r in rows])
    if listed != told:
        wrong.append(f"ARCHITECTURE.md tells of the attempt as {told}, step/attempt.c has {listed}")

    header = (top / "include/sutura/types.h").read_text()
    body = re.search(r"typedef enum sut_stage \{(.*?)\} sut_stage;", header, re.S).group(1)
    stages = enum_values(re.sub(r"//[^\n]*", "", body), "SUT_STAGE_", "count")
    named = {r[1] for r in rows}
    for name in sorted(set(stages) ^ named):
        wrong.append(f"stage '{name}' is in {'types.h' if name in stages else 'ARCHITECTURE.md'} only")
    sources = "".join(p.read_text() for p in sorted((top / "engine").rglob("*.c")))
    for name in stages:
        if not re.search(r"(done|lap)\([^;]*SUT_STAGE_%s\b" % name.upper(), sources):
            wrong.append(f"nothing in engine/ is timed as stage '{name}'")

    for r in rows:
        for name in re.findall(r"`([^`]*)`", r[2]):
            if not (top / "engine" / name).is_file():
                wrong.append(f"ARCHITECTURE.md: stage '{r[1]}': there is no engine/{name}")

    outcomes = enum_values((top / "engine/step/remedy.h").read_text(), "SUT_OUTCOME_")
    remedies = table_rows((top / "docs/theory/remedies.md").read_text(), "outcome")
    told = {re.split(r"\W", r[0])[0] for r in remedies} - {"", "any"}
    for name in sorted(set(outcomes) ^ told):
        wrong.append(f"outcome '{name}' is in {'step/remedy.h' if name in outcomes else 'remedies.md'} only")

    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong:
        print(f"stages: {len(rows)} rows")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
