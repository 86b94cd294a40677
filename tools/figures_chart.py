#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Curves of `sutura bench figures --json`, for docs/guide/benchmarks.md.

    sutura bench figures --json > figures.json
    tools/figures_chart.py figures.json docs/pictures/figures.svg

Left: error of the contact forces by iterations, warm and cold (logarithmic). Right: time of 50 iterations by contacts,
with the coupling matrix and without, and our whole solve.
"""
import json
import math
import sys

WIDTH, HEIGHT, LEFT, TOP, GAP = 430, 250, 62, 70, 96
COLOURS = ["#2563eb", "#93b4f5", "#c2410c", "#f0a57e", "#0b7f72", "#5d6778"]


def rows_of(path, name):
    with open(path, encoding="utf-8") as file:
        return [row for row in json.load(file) if row["name"] == name]


def axis(ticks, low, high, size, log):
    place = math.log10 if log else float
    a, b = place(low), place(high)
    return [(t, (place(t) - a) / (b - a) * size) for t in ticks]


def panel(out, x0, title, xs, ys, curves):
    """xs, ys: (ticks, low, high, logarithmic, unit)"""
    place_x = lambda v: x0 + axis([v], xs[1], xs[2], WIDTH, xs[3])[0][1]
    place_y = lambda v: TOP + HEIGHT - axis([max(v, ys[1])], ys[1], ys[2], HEIGHT, ys[3])[0][1]
    out.append(f'<text x="{x0}" y="{TOP - 44}" class="h">{title}</text>')
    for v, d in axis(ys[0], ys[1], ys[2], HEIGHT, ys[3]):
        y = TOP + HEIGHT - d
        out.append(f'<path class="g" d="M{x0} {y:.1f}h{WIDTH}"/>')
        out.append(f'<text x="{x0 - 6}" y="{y + 4:.1f}" text-anchor="end">{v:g}</text>')
    for v, d in axis(xs[0], xs[1], xs[2], WIDTH, xs[3]):
        out.append(f'<text x="{x0 + d:.1f}" y="{TOP + HEIGHT + 16}" text-anchor="middle">{v:g}</text>')
    out.append(f'<text x="{x0 + WIDTH}" y="{TOP + HEIGHT + 32}" text-anchor="end">{xs[4]}</text>')
    for i, (name, points) in enumerate(curves):
        points = [(place_x(x), place_y(y)) for x, y in points if y is not None]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        out.append(f'<polyline fill="none" stroke="{COLOURS[i]}" stroke-width="1.6" points="{path}"/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.4" fill="{COLOURS[i]}"/>' for x, y in points]
        lx, ly = x0 + (i % 3) * 145, TOP - 28 + 15 * (i // 3)
        out.append(f'<path stroke="{COLOURS[i]}" stroke-width="2.4" d="M{lx} {ly - 4}h14"/>')
        out.append(f'<text x="{lx + 18}" y="{ly}">{name}</text>')


def main(source, target):
    six = rows_of(source, "figures/2011-figure-6")[0]
    seven = rows_of(source, "figures/2011-figure-7")
    looks = [1, 2, 5, 10, 20, 50, 100]
    width, height = 2 * (LEFT + WIDTH) + GAP - 20, TOP + HEIGHT + 50
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
           "<style>text{font:11px system-ui,sans-serif;fill:#5d6778}.h{font-weight:600;font-size:13px;fill:#1c2330}"
           ".g{stroke:#e4e9f0}</style>", f'<rect width="{width}" height="{height}" fill="#fff"/>']
    panel(out, LEFT, "error of the contact forces, a tied reef knot",
          (looks, 1, 100, True, "iterations"), ([1e-4, 1e-3, 1e-2, 0.1, 1], 1e-4, 1.2, True, ""),
          [(f"{m.upper()}, {w}", [(n, six[f"{m}_{w}_{n}"]) for n in looks])
           for m in ("nncg", "pgs") for w in ("warm", "cold")])
    top = max(row[f"{k}_both_us"] or 0 for row in seven for k in ("normal", "simplified"))
    step = 10 ** math.floor(math.log10(top / 2))
    ticks = [i * step for i in range(int(top / step) + 2)]
    panel(out, LEFT + WIDTH + GAP, "time by contacts, us",
          ([1, 10, 20, 30, 40], 0, 40, False, "contacts"), (ticks, 0, ticks[-1], False, "us"),
          [("normal", [(r["n"], r["normal_both_us"]) for r in seven]),
           ("its 50 iterations", [(r["n"], r["normal_nncg_50_us"]) for r in seven]),
           ("simplified", [(r["n"], r["simplified_both_us"]) for r in seven]),
           ("its 50 iterations", [(r["n"], r["simplified_nncg_50_us"]) for r in seven]),
           ("ours, solved", [(r["n"], r["ours_us"]) for r in seven])])
    out.append("</svg>")
    with open(target, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:3])
