#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draw moments of a run side by side, with what lies above covering what lies below.

    sutura run SCENE --out DIR --format csv
    tools/strip.py SCENE DIR PICTURE.svg --times 0,0.5,1 [--axes xy] [--columns 4]
                   [--window X0,X1,Y0,Y1] [--captions "a|b|c"]
    tools/strip.py SCENE DIR PICTURE.svg --times 0,0.5,1 --view 30,25 --window -5,5,-3,6

Times in seconds, the window in millimetres. --axes names what points to the right and up; the
viewer looks against the third axis of a right-handed system. "-xz" mirrors the first axis. A window
may be given for every moment, separated by ";". Dots are hands that hold the thread then. --view looks
from an azimuth (0: from -y, 90: from +x) and an elevation in degrees, and draws tissues, needles and
tools as well; the window is then in the plane of the picture, around the place that --center names.
"""
import argparse
import bisect
import csv
import json
import math
import pathlib
import re

import strip_bodies

COLOURS = 4
STYLE = """text{font-family:system-ui,-apple-system,'Segoe UI','Helvetica Neue',Arial,sans-serif}
.note{font-size:12px;fill:#1c2330}.small{font-size:11px;fill:#5d6778}
.page{fill:#ffffff}.panel{fill:#f5f7fa;stroke:#e0e5ec}.halo{stroke:#f5f7fa}
.thing{fill:#dfe4ec;stroke:#9aa4b2}.rod{stroke:#dfe4ec}
.held{fill:#f5f7fa;stroke:#0b7f72;stroke-width:1.6}
.bar{stroke:#1c2330}
.t0{stroke:#33507f}.t1{stroke:#b4552d}.t2{stroke:#0b7f72}.t3{stroke:#7a4f9a}
@media (prefers-color-scheme:dark){
.note{fill:#e8ecf3}.small{fill:#98a3b5}.page{fill:#0e131b}.panel{fill:#141b26;stroke:#263041}
.halo{stroke:#141b26}
.thing{fill:#263041;stroke:#5b6779}.rod{stroke:#263041}.held{fill:#141b26;stroke:#3fd0bd}
.bar{stroke:#e8ecf3}.t0{stroke:#9db8e8}.t1{stroke:#f0a27c}.t2{stroke:#3fd0bd}.t3{stroke:#c9a4e6}}"""
NUMBER = re.compile(r"^\s*([-+0-9.eE]+)\s*(mm|cm|um|m|ms|s)?\s*$")
FACTOR = {None: 1.0, "mm": 1e-3, "cm": 1e-2, "um": 1e-6, "m": 1.0, "ms": 1e-3, "s": 1.0}


def number(value):
    """A length or time of a scene in SI units."""
    if isinstance(value, str):
        match = NUMBER.match(value)
        if not match:
            raise SystemExit(f"strip: cannot read '{value}'")
        return float(match.group(1)) * FACTOR[match.group(2)]
    return float(value)


def read_frames(path, times):
    """The blocks of a csv nearest to the given times: for each the pieces of the thread, lists of points.
    Behind a vertex without tension the thread is cut, or ends."""
    blocks = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            point = (float(row["x"]), float(row["y"]), float(row["z"]))
            pieces = blocks.setdefault(float(row["t"]), [[]])
            pieces[-1].append(point)
            if row["tension"] == "":
                pieces.append([])
    stamps = sorted(blocks)
    chosen = []
    for time in times:
        place = bisect.bisect_left(stamps, time)
        near = stamps[max(0, place - 1):place + 1]
        pieces = blocks[min(near, key=lambda s: abs(s - time))]
        chosen.append([piece for piece in pieces if piece])
    return chosen


def held_vertices(thread, count, time):
    """Vertices that a hand holds at a time."""
    held = []
    for hold in thread.get("hold", []):
        begin = number(hold.get("from", -math.inf))
        end = number(hold.get("until", math.inf))
        if hold["how"] != "force" and begin <= time < end:
            held.append(hold["vertex"] % count)
    return held


class View:
    """Projection along an axis: two coordinates and the depth towards the viewer."""

    def __init__(self, axes):
        signs, letters = [], []
        for match in re.finditer(r"(-?)([xyz])", axes):
            signs.append(-1.0 if match.group(1) else 1.0)
            letters.append("xyz".index(match.group(2)))
        if len(letters) != 2 or letters[0] == letters[1]:
            raise SystemExit(f"strip: axes '{axes}' are not two of x, y, z")
        self.right, self.up = letters
        self.signs = signs
        self.deep = 3 - self.right - self.up
        even = (self.up - self.right) % 3 == 1
        self.towards = signs[0] * signs[1] * (1.0 if even else -1.0)

    def __call__(self, point):
        return (self.signs[0] * point[self.right], self.signs[1] * point[self.up],
                self.towards * point[self.deep])


class Panel:
    """One moment: maps the window into a rectangle of the picture and collects shapes."""

    def __init__(self, left, top, width, height, window):
        self.left, self.top, self.width, self.height = left, top, width, height
        x0, x1, y0, y1 = window
        self.scale = min(width / (x1 - x0), height / (y1 - y0))
        self.x = left + width / 2 - self.scale * (x0 + x1) / 2
        self.y = top + height / 2 + self.scale * (y0 + y1) / 2
        self.shapes = []

    def at(self, point):
        return self.x + self.scale * point[0], self.y - self.scale * point[1]

    def run(self, points, style, width, halo):
        """A piece of a thread, drawn at its mean depth."""
        steps = "L".join("{:.1f} {:.1f}".format(*self.at(p)) for p in points)
        depth = sum(p[2] for p in points) / len(points)
        if halo:
            under = f'<path class="halo" stroke-width="{width + 3:.1f}" d="M{steps}"/>'
            self.shapes.append((depth - 1e-9, under))
        self.shapes.append((depth, f'<path class="{style}" stroke-width="{width:.1f}" '
                                   f'stroke-linecap="round" d="M{steps}"/>'))

    def thread(self, points, radius, style):
        """Where strands cross in the picture edge by edge, in order of depth; else in long runs."""
        width = max(1.6, 2 * radius * self.scale)
        reach = max(3.0 * radius, 6.0 / self.scale)
        steep = 0.9 * radius
        # what follows within a few reaches is the same strand, however steep
        near = max(2, math.ceil(3 * reach / max(math.dist(points[0], points[1]), 1e-9)))
        near = min(near, math.ceil(12 * radius / max(math.dist(points[0], points[1]), 1e-9)))
        start = 0
        for i, (a, b) in enumerate(zip(points, points[1:])):
            others = [p[2] - a[2] for j, p in enumerate(points)
                      if abs(j - i) > near
                      and abs(p[0] - a[0]) < reach and abs(p[1] - a[1]) < reach]
            above = any(depth < -steep for depth in others)
            if above or any(depth > steep for depth in others):
                if i > start:
                    self.run(points[start:i + 1], style, width, False)
                self.run((a, b), style, width, above)
                start = i + 1
        if start < len(points) - 1:
            self.run(points[start:], style, width, False)

    def body(self, obstacle, view):
        """Round bodies as discs, cylinders and capsules as broad lines, others not at all."""
        if obstacle["type"] == "sphere" or obstacle["type"] == "cylinder":
            center = view([number(v) for v in obstacle.get("center", [0, 0, 0])])
            axis = view(obstacle.get("axis", [0, 0, 1]))
            size = number(obstacle["radius"]) * self.scale
            x, y = self.at(center)
            flat = math.hypot(axis[0], axis[1])
            if obstacle["type"] == "sphere" or flat < 0.3 * abs(axis[2]):
                self.shapes.append((-math.inf, f'<circle class="thing" cx="{x:.1f}" cy="{y:.1f}" '
                                               f'r="{size:.1f}"/>'))
                return
            half = number(obstacle.get("length", 1.0)) / 2 / math.hypot(flat, axis[2])
            ends = [(center[0] + s * half * axis[0], center[1] + s * half * axis[1], center[2])
                    for s in (-1, 1)]
            (ax, ay), (bx, by) = self.at(ends[0]), self.at(ends[1])
            self.shapes.append((center[2], f'<path class="rod" stroke-width="{2 * size:.1f}" '
                                           f'd="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"/>'))

    def strand(self, points, radius, style, rise):
        """A thread among bodies: short pieces, each at its own depth and with a rim of its own."""
        width = max(1.6, 2 * radius * self.scale)
        for k in range(0, len(points) - 1, 2):
            piece = points[k:k + 3]
            steps = "L".join("{:.1f} {:.1f}".format(*self.at(p)) for p in piece)
            depth = sum(p[2] for p in piece) / len(piece) + rise
            self.shapes.append((depth - 2 * radius, f'<path class="halo" stroke-width="{width + 1.6:.1f}" '
                                                    f'd="M{steps}"/>'))
            self.shapes.append((depth, f'<path class="{style}" stroke-width="{width:.1f}" '
                                       f'stroke-linecap="round" d="M{steps}"/>'))

    def dot(self, point):
        x, y = self.at(point)
        self.shapes.append((math.inf, f'<circle class="held" cx="{x:.1f}" cy="{y:.1f}" r="3.4"/>'))

    def svg(self, name, caption):
        box = f'x="{self.left}" y="{self.top}" width="{self.width}" height="{self.height}" rx="6"'
        frame = f'<clipPath id="{name}"><rect {box}/></clipPath><rect class="panel" {box}/>'
        body = "\n".join(shape for _, shape in sorted(self.shapes, key=lambda s: s[0]))
        text = f'<text class="note" x="{self.left + 10}" y="{self.top + 20}">{caption}</text>'
        return f'{frame}\n<g clip-path="url(#{name})" fill="none">{body}{self.bar()}</g>\n{text}'

    def bar(self):
        """Scale bar of a round length, about a fifth of the panel."""
        aim = self.width / 5 / self.scale * 1e3
        size = 10 ** math.floor(math.log10(aim))
        size *= max(f for f in (1, 2, 5) if f * size <= aim)
        end = self.left + self.width - 10
        begin = end - size * 1e-3 * self.scale
        y = self.top + self.height - 10
        return (f'<path class="bar" d="M{begin:.1f} {y}H{end:.1f}"/>'
                f'<text class="small" x="{begin:.1f}" y="{y - 4}">{size:g} mm</text>')


def bounds(shapes):
    """Window around all points, with a margin."""
    points = [p for shape in shapes for p in shape]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    margin = 0.06 * max(max(xs) - min(xs), max(ys) - min(ys), 1e-6)
    return min(xs) - margin, max(xs) + margin, min(ys) - margin, max(ys) + margin


def windows_of(text, count):
    """Windows of all moments in metres, or nothing."""
    if not text:
        return [None] * count
    parts = [tuple(float(v) * 1e-3 for v in part.split(",")) for part in text.split(";")]
    return parts * count if len(parts) == 1 else parts


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("scene")
    parser.add_argument("folder")
    parser.add_argument("picture")
    parser.add_argument("--times", required=True)
    parser.add_argument("--axes", default="xy")
    parser.add_argument("--columns", type=int, default=4)
    parser.add_argument("--window", default="")
    parser.add_argument("--captions", default="")
    parser.add_argument("--view", default="", help="azimuth and elevation in degrees")
    parser.add_argument("--center", default="0,0,0", help="with --view: what the window is around, in mm")
    parser.add_argument("--radius", type=float, default=0.1, help="of the threads in mm")
    parser.add_argument("--cell", default="250x220", help="size of a panel in pixels")
    return parser.parse_args()


def draw_bodies(panel, view, scene, folder, bodies, moment):
    """Tables, tissues, needles and tools of a moment."""
    for obstacle in scene.get("obstacles", []):
        if obstacle["type"] == "box" and not {"rotation", "motion"} & obstacle.keys():
            strip_bodies.draw_box(panel, view, [[number(v) for v in obstacle[k]] for k in ("center", "size")])
    for tissue in bodies["tissues"]:
        strip_bodies.draw_tissue(panel, view, tissue[moment])
    for needle, rows in zip(scene.get("needles", []), bodies["needles"]):
        radius, length = strip_bodies.needle_size(needle, number)
        points = strip_bodies.needle_points(needle, radius, length, strip_bodies.pose_of(rows[moment][0]))
        thick = 0.5 * number(needle["diameter"])
        strip_bodies.draw_chain(panel, [view(p) for p in points], [thick] * len(points), "needle", bodies["rise"])
    for tool, rows in zip(scene.get("tools", []), bodies["tools"]):
        strip_bodies.draw_tool(panel, view, tool, rows[moment][0], number)


def read_bodies(scene, folder, times):
    """What a picture in space shows beside threads. Threads on a tissue are drawn in front of the
    triangles that they lie on: the depth of those is that of their middle."""
    names = {key: [(item, item.get("name", index)) for index, item in enumerate(scene.get(key, []))]
             for key in ("tissues", "needles", "tools")}
    tissues = [strip_bodies.tissue_frames(folder, name, times) for item, name in names["tissues"]
               if item["model"] != "tube"]
    edges = [math.dist(places[t[0]], places[t[1]]) for frames in tissues for places, triangles in frames[:1]
             for t in triangles]
    return {"tissues": tissues, "rise": 0.5 * sum(edges) / len(edges) if edges else 0.0,
            "needles": [strip_bodies.blocks_at(folder / f"needle_{n}.csv", times) for _, n in names["needles"]],
            "tools": [strip_bodies.blocks_at(folder / f"tool_{n}.csv", times) for _, n in names["tools"]]}


def main():
    args = arguments()
    scene = json.loads(pathlib.Path(args.scene).read_text(encoding="utf-8"))
    times = [float(t) for t in args.times.split(",")]
    captions = args.captions.split("|") if args.captions else []
    folder = pathlib.Path(args.folder)
    view = View(args.axes)
    bodies = None
    if args.view:
        camera = strip_bodies.Camera(*(float(v) for v in args.view.split(",")))
        middle = camera([float(v) * 1e-3 for v in args.center.split(",")])

        def view(point):
            return tuple(p - m for p, m in zip(camera(point), middle))

        bodies = read_bodies(scene, folder, times)
    windows = windows_of(args.window, len(times))
    width, height = (int(v) for v in args.cell.split("x"))
    frames = []
    for index, thread in enumerate(scene.get("threads", [])):
        path = folder / f"thread_{thread.get('name', index)}.csv"
        frames.append([[[view(p) for p in piece] for piece in frame] for frame in read_frames(path, times)])
    rows = -(-len(times) // args.columns)
    columns = min(args.columns, len(times))
    total = (columns * (width + 10) + 10, rows * (height + 10) + 10)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total[0]} {total[1]}" '
           f'width="{total[0]}" height="{total[1]}" role="img">',
           f"<style>{STYLE}{strip_bodies.STYLE if bodies else ''}</style>",
           f'<rect class="page" width="{total[0]}" height="{total[1]}"/>']
    for moment, time in enumerate(times):
        left = 10 + (moment % columns) * (width + 10)
        top = 10 + moment // columns * (height + 10)
        shapes = [frame[moment] for frame in frames]
        panel = Panel(left, top, width, height, windows[moment] or bounds([sum(pieces, []) for pieces in shapes]))
        if bodies:
            draw_bodies(panel, view, scene, folder, bodies, moment)
        for obstacle in scene.get("obstacles", []) if not bodies else []:
            panel.body(obstacle, view)
        for index, (thread, pieces) in enumerate(zip(scene.get("threads", []), shapes)):
            for piece in pieces:
                if bodies:
                    panel.strand(piece, args.radius * 1e-3, f"t{index % COLOURS}", bodies["rise"])
                else:
                    panel.thread(piece, args.radius * 1e-3, f"t{index % COLOURS}")
            points = sum(pieces, [])
            for vertex in held_vertices(thread, len(points), time) if not bodies else []:
                panel.dot(points[vertex])
        text = captions[moment] if moment < len(captions) else ""
        out.append(panel.svg(f"m{moment}", f"{time:g} s {text}".strip()))
    out.append("</svg>")
    pathlib.Path(args.picture).write_text("\n".join(out) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
