#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tissues, needles and tools of a run, for tools/strip.py: read them and draw them in space."""
import csv
import math

SHADES = 6
# lengths of tools in metres where a scene leaves them out, as the engine has them
TOOLS = {
    "forceps": {"tip_radius": 0.15e-3, "base_radius": 1.2e-3, "length": 25e-3, "opening": 4e-3, "handle_length": 50e-3},
    "needle-driver": {"tip_radius": 0.8e-3, "base_radius": 2e-3, "length": 12e-3, "opening": 6e-3,
                      "handle_length": 84e-3},
    "scissors": {"tip_radius": 0.3e-3, "base_radius": 2e-3, "length": 25e-3, "opening": 8e-3, "handle_length": 84e-3},
    "blade": {"tip_radius": 0.2e-3, "base_radius": 0.2e-3, "length": 20e-3, "opening": 0.0, "handle_length": 100e-3},
}
STYLE = """.arm{stroke:#7d8896;stroke-linecap:round}.edge{stroke:#4a5462;stroke-linecap:round}
.needle{stroke:#3a4350;stroke-linecap:round}
.f0{fill:#c98f86}.f1{fill:#d49d93}.f2{fill:#deaaa0}.f3{fill:#e7b8ae}.f4{fill:#efc6bd}.f5{fill:#f6d5cd}
.tri{fill-opacity:.86;stroke:#b97f77;stroke-width:.3;stroke-opacity:.5}
@media (prefers-color-scheme:dark){.arm{stroke:#8d98a8}.edge{stroke:#20262f}.needle{stroke:#e8ecf3}
.f0{fill:#6e3f3a}.f1{fill:#7b4943}.f2{fill:#88534d}.f3{fill:#955e57}.f4{fill:#a26a62}.f5{fill:#b0776e}
.tri{stroke:#57302c}}"""


class Camera:
    """Parallel projection: seen from an azimuth (0: from -y, 90: from +x) and an elevation, degrees."""

    def __init__(self, azimuth, elevation):
        a, e = math.radians(azimuth), math.radians(elevation)
        self.right = (math.cos(a), math.sin(a), 0.0)
        self.back = (math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e))
        self.up = (-math.sin(a) * math.sin(e), math.cos(a) * math.sin(e), math.cos(e))

    def __call__(self, point):
        return tuple(sum(p * d for p, d in zip(point, axis)) for axis in (self.right, self.up, self.back))


def turned(q, v):
    """A vector turned by the unit quaternion (x, y, z, w)."""
    x, y, z, w = q
    t = (2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0]))
    return (v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
            v[2] + w * t[2] + x * t[1] - y * t[0])


def blocks_at(path, times, keep=None):
    """For each time the rows of the block of a csv nearest to it, at or before it if `keep` says so."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    head, rows = rows[0], rows[1:]
    places = {}
    for i, row in enumerate(rows):
        places.setdefault(float(row[0]), i)
    stamps = sorted(places)
    ends = dict(zip(stamps, [places[s] for s in stamps[1:]] + [len(rows)]))
    found = []
    for time in times:
        early = [s for s in stamps if s <= time + 1e-9] or stamps[:1]
        stamp = early[-1] if keep else min(stamps, key=lambda s: abs(s - time))
        found.append([dict(zip(head, row)) for row in rows[places[stamp]:ends[stamp]]])
    return found


def tissue_frames(folder, name, times):
    """Nodes and triangles of a surface at the given times."""
    nodes = blocks_at(folder / f"tissue_{name}.csv", times)
    meshes = blocks_at(folder / f"tissue_{name}_mesh.csv", times, keep=True)
    frames = []
    for block, mesh in zip(nodes, meshes):
        places = [(float(r["x"]), float(r["y"]), float(r["z"])) for r in block]
        triangles = [(int(r["a"]), int(r["b"]), int(r["c"])) for r in mesh if r["d"] == ""]
        solids = [tuple(int(r[k]) for k in "abcd") for r in mesh if r["d"] != ""]
        frames.append((places, triangles + skin(solids)))
    return frames


def skin(solids):
    """Faces that one tetrahedron has alone, outwards."""
    faces = {}
    for a, b, c, d in solids:
        for face in ((b, c, d), (a, d, c), (a, b, d), (a, c, b)):
            faces.setdefault(tuple(sorted(face)), []).append(face)
    return [f[0] for f in faces.values() if len(f) == 1]


def pose_of(row, q=("qx", "qy", "qz", "qw")):
    return ((float(row["x"]), float(row["y"]), float(row["z"])), tuple(float(row[k]) for k in q))


def draw_tissue(panel, view, frame):
    places, triangles = frame
    seen = [view(p) for p in places]
    light = (-0.35, 0.55, 0.76)
    for triangle in triangles:
        p, q, r = (seen[i] for i in triangle)
        u = tuple(b - a for a, b in zip(p, q))
        v = tuple(b - a for a, b in zip(p, r))
        n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        size = math.sqrt(sum(c * c for c in n)) or 1.0
        bright = sum(a * b for a, b in zip(n, light)) / size
        if n[2] < 0:  # its back, in the shade
            bright = 0.45 * abs(bright)
        shade = min(SHADES - 1, max(0, int(SHADES * abs(bright))))
        path = "M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}Z".format(*panel.at(p), *panel.at(q), *panel.at(r))
        panel.shapes.append(((p[2] + q[2] + r[2]) / 3, f'<path class="tri f{shade}" d="{path}"/>'))


def draw_box(panel, view, box):
    """A resting box, behind everything else: those of its faces that look at the viewer."""
    center, size = box
    for axis in range(3):
        for side in (-0.5, 0.5):
            corners = []
            for u, v in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)):
                share = [u, v]
                share.insert(axis, side)
                corners.append(view([c + h * s for c, h, s in zip(center, size, share)]))
            outer = list(center)
            outer[axis] += side * size[axis]
            if view(outer)[2] > view(center)[2]:
                path = "L".join("{:.1f} {:.1f}".format(*panel.at(p)) for p in corners)
                panel.shapes.append((-math.inf, f'<path class="thing" d="M{path}Z"/>'))


def draw_chain(panel, points, widths, style, rise=0.0):
    """A body as short pieces, each at its own depth; `rise` brings it in front of what it lies on."""
    for k in range(len(points) - 1):
        (ax, ay), (bx, by) = panel.at(points[k]), panel.at(points[k + 1])
        depth = 0.5 * (points[k][2] + points[k + 1][2]) + rise
        width = max(1.2, (widths[k] + widths[k + 1]) * panel.scale)
        path = f'stroke-width="{width:.1f}" d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"/>'
        panel.shapes.append((depth, f'<path class="{style}" {path}'))


def needle_points(needle, radius, length, pose, count=24):
    """Places along a needle, tip first."""
    origin, q = pose
    points = []
    for k in range(count + 1):
        s = length * k / count
        at = (-s, 0.0, 0.0)
        if radius > 0.0:
            at = (-radius * math.sin(s / radius), radius - radius * math.cos(s / radius), 0.0)
        points.append(tuple(o + d for o, d in zip(origin, turned(q, at))))
    return points


def needle_size(needle, number):
    """Radius of the arc (0: straight) and length of a needle of a scene."""
    arc = needle.get("arc", 0.375)
    if isinstance(arc, str):
        above, below = arc.split("/")
        arc = float(above) / float(below)
    if "radius" in needle:
        radius = number(needle["radius"])
        return radius, 2 * math.pi * arc * radius
    if arc == 0:
        return 0.0, number(needle.get("length", needle.get("chord")))
    radius = number(needle["length"]) / (2 * math.pi * arc) if "length" in needle else (
        number(needle["chord"]) / (2 * math.sin(math.pi * arc)))
    return radius, 2 * math.pi * arc * radius


def draw_tool(panel, view, tool, row, number):
    """Arms and handle; dark outlines lie behind the pieces that they surround."""
    kind = tool.get("type", "forceps")
    if kind == "point":
        return
    size = {k: number(tool.get(k, v)) for k, v in TOOLS[kind].items()}
    handle = number(tool.get("handle_radius", 2e-3 if kind == "blade" else size["base_radius"]))
    origin, q = pose_of(row)
    half = 0.5 * size["opening"]
    angle = float(row["jaw"]) * math.atan2(half, math.sqrt(size["length"] ** 2 - half * half))
    pieces = [((0.0, 0.0, size["length"]), (0.0, 0.0, size["length"] + size["handle_length"]), handle, handle)]
    for side in ((1.0, -1.0) if kind != "blade" else (0.0,)):
        tip = (side * size["length"] * math.sin(angle), 0.0, size["length"] * (1.0 - math.cos(angle)))
        pieces.append((tip, (0.0, 0.0, size["length"]), size["tip_radius"], size["base_radius"]))
    for a, b, first, last in pieces:
        steps = [k / 16 for k in range(17)]
        local = [tuple(x + (y - x) * s for x, y in zip(a, b)) for s in steps]
        points = [view(tuple(o + d for o, d in zip(origin, turned(q, p)))) for p in local]
        widths = [first + (last - first) * s for s in steps]
        spacing = math.dist(points[0], points[1])
        rim = 0.8 / panel.scale
        draw_chain(panel, points, [w + rim for w in widths], "edge", -spacing)
        draw_chain(panel, points, widths, "arm")
