#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Picture of the wound threads of scenes/softer_loops.json, for docs/theory/variational.md.

    sutura run scenes/softer_loops.json --out DIR --every 10.5s
    tools/loops_chart.py DIR docs/pictures/softer_loops.svg

Every thread of the folder as it is at the end, seen along the direction in which it is thinnest,
its longest direction laid flat. The writhe (signed crossings, mean over all directions) is computed
from the picture's own vertices.
"""
import csv
import math
import pathlib
import sys

SCALE, ROW, LEFT, RADIUS = 1500, 150, 150, 5e-3


def last_shape(path):
    """Vertices of the last block."""
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    end = rows[-1]["t"]
    return [tuple(float(r[k]) for k in "xyz") for r in rows if r["t"] == end]


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    length = math.sqrt(dot(a, a))
    return tuple(x / length for x in a) if length > 0 else a


def pair(a, b, c, d):
    """Signed solid angle under which two edges see each other."""
    ac, ad, bc, bd = sub(c, a), sub(d, a), sub(c, b), sub(d, b)
    n = [unit(cross(*p)) for p in ((ac, ad), (ad, bd), (bd, bc), (bc, ac))]
    angle = sum(math.asin(max(-1.0, min(1.0, dot(n[k], n[(k + 1) % 4])))) for k in range(4))
    return math.copysign(angle, dot(cross(sub(d, c), sub(b, a)), ac))


def writhe(points):
    """Of the thread, prolonged by straight ends along x as it is held."""
    far = (1e4, 0.0, 0.0)
    x = [sub(points[0], far)] + points + [tuple(p + q for p, q in zip(points[-1], far))]
    edges = range(len(x) - 1)
    return sum(pair(x[i], x[i + 1], x[j], x[j + 1]) for i in edges for j in edges if j > i + 1) \
        / (2.0 * math.pi)


def axes(points):
    """Longest direction, one across, and the middle, by power iteration."""
    middle = tuple(sum(p[k] for p in points) / len(points) for k in range(3))
    near = [sub(p, middle) for p in points]
    u = (0.3, 0.5, 0.8)
    for _ in range(100):
        u = unit(tuple(sum(dot(p, u) * p[k] for p in near) for k in range(3)))
    if dot(u, near[0]) > 0:
        u = tuple(-x for x in u)  # the held ends on the left
    v = unit(cross(u, (0.0, 0.0, 1.0) if abs(u[2]) < 0.9 else (1.0, 0.0, 0.0)))
    return near, u, v, cross(u, v)


def draw(points, top):
    """Edges from the farthest to the nearest, each with a pale rim that covers what is behind."""
    near, u, v, w = axes(points)
    left = min(dot(p, u) for p in near)
    flat = [((dot(p, u) - left) * SCALE + LEFT, top + dot(p, v) * SCALE, dot(p, w)) for p in near]
    out = []
    for a, b in sorted(zip(flat, flat[1:]), key=lambda e: e[0][2] + e[1][2]):
        line = f'x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}"'
        out.append(f'<line class="rim" {line}/><line class="thread" {line}/>')
    return out


def main():
    folder, target = sys.argv[1:]
    files = sorted(pathlib.Path(folder).glob("thread_*.csv"))
    stiffness = {"a": "EI 1e-3", "b": "EI 5e-4", "c": "EI 2.5e-4"}
    width, height = LEFT + int(0.5 * SCALE), ROW * len(files)
    thick = 2 * RADIUS * SCALE
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           f'width="{width}" height="{height}" font-family="sans-serif" font-size="14">',
           '<style>svg{background:#fff}.rim{stroke:#fff;stroke-linecap:butt;'
           f'stroke-width:{thick + 3:.1f}}}.thread{{stroke:#4477aa;stroke-linecap:round;'
           f'stroke-width:{thick - 2:.1f}}}text{{fill:#222}}</style>']
    for i, path in enumerate(files):
        points = last_shape(path)
        name = path.stem[len("thread_"):]
        top = ROW * (i + 0.5)
        out += draw(points, top)
        out.append(f'<text x="10" y="{top - 6}">({name}) {stiffness.get(name, "")}</text>'
                   f'<text x="10" y="{top + 14}">{writhe(points):.1f} loops</text>')
    out.append("</svg>")
    pathlib.Path(target).write_text("\n".join(out) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
