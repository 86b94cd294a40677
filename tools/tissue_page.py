#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""docs/guide/tissue_materials.md from the table that the program has.

    sutura info --materials --json | tools/tissue_page.py >docs/guide/tissue_materials.md
"""
import json
import sys

HEAD = """# Tissues by name

Made by `tools/tissue_page.py` from the table in [libraries/scene/tissue_materials.c](../../libraries/scene/tissue_materials.c);
`sutura info --materials` prints the same. A figure marked * has a source, named below the table; **all others are
estimates**: sensible values that were not measured for this program. Replace them where you know better.

| name | young | poisson | density | friction | entry, cut, exit | grip | pinch | strength | at a bite of |
|---|---|---|---|---|---|---|---|---|---|
| | kPa | | kg/m^3 | | N | N/m | N | N | mm |
"""

TAIL = """
- `young`, `poisson`: elastic moduli; shells are incompressible and do not use `poisson`.
- `entry`, `cut`, `exit`: force along a needle at which its tip breaks the surface, goes on inside, breaks out.
- `grip`: friction on a needle per length of channel; `pinch`: friction in each hole.
- `strength`: force along the surface at which a hole tears, at that distance from the free edge; nearer to the edge
  it falls to `floor` times that (0.4; 1 where any bite holds alike).
"""


def figure(material, key, scale=1.0):
    """A number, marked when the source text speaks of it."""
    sourced = f"{key}:" in material["source"] or f"{key}," in material["source"]
    return f"{material[key] * scale:g}{'*' if sourced else ''}"


def row(m):
    bite = "any" if m["floor"] == 1 else f"{m['bite'] * 1e3:g}"
    forces = ", ".join(figure(m, key) for key in ("entry", "cut", "exit"))
    return (f"| `{m['name']}` | {figure(m, 'young', 1e-3)} | {figure(m, 'poisson')} | {figure(m, 'density')} "
            f"| {figure(m, 'friction')} | {forces} | {figure(m, 'grip')} | {figure(m, 'pinch')} "
            f"| {figure(m, 'strength')} | {bite} |\n")


def main():
    materials = json.load(sys.stdin)["tissue_materials"]
    sys.stdout.write(HEAD + "".join(row(m) for m in materials))
    sys.stdout.write("\nSources:\n\n" + "".join(f"- `{m['name']}`: {m['source']}\n" for m in materials))
    sys.stdout.write(TAIL)


if __name__ == "__main__":
    main()
