#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Table and picture of `sutura bench models --json`, for docs/guide/models.md.

    sutura bench models --json > models.json
    tools/models_chart.py models.json docs/pictures/models.svg     prints the table

The picture has one row of points per model and one panel per figure, on a logarithmic axis; the
colour of a point is its scene.
"""
import json
import math
import sys

SCENES = [("hang", "#4477aa"), ("swing", "#ee6677"), ("edge", "#228833"), ("knot", "#aa3377")]
PANELS = [
    ("ours_us", "time of 1 ms, us", 0, 4),
    ("stretch", "largest stretch", -13, 0),
    ("tension_error", "error of tension", -14, 0),
    ("energy_drift", "energy lost or gained in 5 s", -7, 0),
    ("largest_step_ms", "largest step, ms", -2, 2),
]
LEFT, TOP, ROW, WIDTH, GAP = 150, 62, 26, 165, 44


def read(path):
    """Rows by scene and model, and the models in their order."""
    rows, models = {}, []
    with open(path, encoding="utf-8") as file:
        for row in json.load(file):
            scene, model = row["name"].split("/")[1].split("-", 1)
            rows[scene, model] = row
            if model not in models:
                models.append(model)
    return rows, models


def number(value):
    """Two digits, - for what there is not."""
    if value is None:
        return "-"
    value = abs(value)
    if 1e-3 <= value < 1e4:
        return f"{float(f'{value:.2g}'):g}"
    return f"{value:.0e}".replace("e-0", "e-")


def table(rows, models):
    """Markdown."""
    out = ["| scene | model | stretch | energy drift | tension error | largest step ms | us per ms |",
           "|---|---|---|---|---|---|---|"]
    for scene, _ in SCENES:
        for model in models:
            row = rows[scene, model]
            keys = ["stretch", "energy_drift", "tension_error", "largest_step_ms", "ours_us"]
            values = [number(row.get(key)) for key in keys]
            if scene == "swing" and row["energy_drift"] < 0:
                values[1] = "-" + values[1]
            out.append(f"| {scene} | `{model}` | " + " | ".join(values) + " |")
    return "\n".join(out)


def panel(rows, models, index, out):
    """One figure of all rows."""
    key, title, low, high = PANELS[index]
    x0 = LEFT + index * (WIDTH + GAP)
    bottom = TOP + ROW * len(models)

    def place(value):
        share = (math.log10(max(abs(value), 1e-30)) - low) / (high - low)
        return x0 + WIDTH * min(max(share, 0.0), 1.0)

    out.append(f'<text x="{x0}" y="{TOP - 14}" font-weight="bold">{title}</text>')
    every = 1 if high - low <= 5 else (2 if high - low <= 8 else 4)
    for power in range(low, high + 1, every):
        x = place(10.0 ** power)
        out.append(f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}" stroke="#ddd"/>')
        out.append(f'<text x="{x:.1f}" y="{bottom + 14}" text-anchor="middle" fill="#666">'
                   f"1e{power}</text>")
    for line, model in enumerate(models):
        for step, (scene, colour) in enumerate(SCENES):
            value = rows[scene, model].get(key)
            if value is not None and value != 0.0:
                y = TOP + ROW * (line + 0.2 + 0.2 * step)
                out.append(f'<circle cx="{place(value):.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')


def picture(rows, models):
    """SVG text."""
    width = LEFT + len(PANELS) * (WIDTH + GAP)
    height = TOP + ROW * len(models) + 30
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           f'font-family="sans-serif" font-size="11">',
           f'<rect width="{width}" height="{height}" fill="white"/>']
    for step, (scene, colour) in enumerate(SCENES):
        x = LEFT + 90 * step
        out.append(f'<circle cx="{x}" cy="16" r="4" fill="{colour}"/>')
        out.append(f'<text x="{x + 8}" y="20">{scene}</text>')
    for line, model in enumerate(models):
        y = TOP + ROW * line
        if line % 2 == 0:
            out.append(f'<rect x="0" y="{y}" width="{width}" height="{ROW}" fill="#f6f6f6"/>')
        out.append(f'<text x="8" y="{y + 17}">{model}</text>')
    for index in range(len(PANELS)):
        panel(rows, models, index, out)
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    rows, models = read(sys.argv[1])
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(picture(rows, models))
    print(table(rows, models))


if __name__ == "__main__":
    main()
