// SPDX-License-Identifier: MIT
// A cut along the plane of a needle's arc: where it meets tissue, and how deep the needle is. Lengths in m. No DOM.
import { dot, qrotate, sub, type Pose, type Vec3 } from "./vec";

export interface Plane {
    origin: Vec3;
    along: Vec3; // to the right of the picture, level
    normal: Vec3;
}

export type Place = [number, number]; // along, up

// through the needle; level to the right, seen by who stands at -y
export function planeOf(needle: Pose): Plane {
    const normal = qrotate(needle.rotation, [0, 0, 1]);
    const level = Math.hypot(normal[0], normal[1]);
    let along: Vec3 = level > 0.2 ? [-normal[1] / level, normal[0] / level, 0] : [1, 0, 0];
    if (along[0] < 0) {
        along = [-along[0], -along[1], 0];
    }
    return { origin: needle.position, along, normal };
}

export const inPlane = (plane: Plane, p: Vec3): Place => {
    const d = sub(p, plane.origin);
    return [dot(d, plane.along), d[2]];
};

// A cut through a triangle: two places, and the value of something at each, such as how deep it lay at first.
export interface Cut {
    a: Place;
    b: Place;
    at: [number, number];
}

// what the plane cuts of a skin
export function cut(
    plane: Plane,
    nodes: (i: number) => Vec3,
    triangles: readonly number[],
    value: (i: number) => number = () => 0,
): Cut[] {
    const out: Cut[] = [];
    for (let t = 0; t + 2 < triangles.length; t += 3) {
        const corners = [0, 1, 2].map((k) => triangles[t + k]!);
        const places = corners.map(nodes);
        const off = places.map((p) => dot(sub(p, plane.origin), plane.normal));
        const found: { place: Place; value: number }[] = [];
        for (let k = 0; k < 3; k++) {
            const n = (k + 1) % 3;
            const [a, b] = [off[k]!, off[n]!];
            if (a > 0 !== b > 0) {
                const f = a / (a - b);
                const [p, q] = [places[k]!, places[n]!];
                const [from, to] = [value(corners[k]!), value(corners[n]!)];
                found.push({
                    place: inPlane(plane, p.map((x, i) => x + f * (q[i]! - x)) as Vec3),
                    value: from + f * (to - from),
                });
            }
        }
        const [first, second] = found;
        if (first !== undefined && second !== undefined) {
            out.push({ a: first.place, b: second.place, at: [first.value, second.value] });
        }
    }
    return out;
}

// Tissue on a plumb line: heights where it begins and ends, and the values there.
export interface Span {
    top: number;
    bottom: number;
    from: number;
    to: number;
}

// What the cuts enclose on plumb lines through these places along the plane, from above: a body is left where it was
// entered, so heights go in pairs. A skin that is open leaves a single one over, which encloses nothing.
export function spans(cuts: readonly Cut[], places: readonly number[]): Span[][] {
    const found: { v: number; value: number }[][] = places.map(() => []);
    const first = places[0] ?? 0;
    const apart = places.length > 1 ? places[1]! - first : 1;
    for (const { a, b, at } of cuts) {
        const [l, r, from, to] = a[0] < b[0] ? [a, b, at[0], at[1]] : [b, a, at[1], at[0]];
        const begin = Math.max(0, Math.ceil((l[0] - first) / apart));
        // half open: a place where two cuts meet counts once
        for (let i = begin; i < places.length && places[i]! < r[0]; i++) {
            const f = (places[i]! - l[0]) / (r[0] - l[0]);
            found[i]!.push({ v: l[1] + f * (r[1] - l[1]), value: from + f * (to - from) });
        }
    }
    return found.map((column) => {
        column.sort((p, q) => q.v - p.v);
        const out: Span[] = [];
        for (let k = 0; k + 1 < column.length; k += 2) {
            const [p, q] = [column[k]!, column[k + 1]!];
            out.push({ top: p.v, bottom: q.v, from: p.value, to: q.value });
        }
        return out;
    });
}

// m of the lowest place of a line below the level of the dots; 0: it is above
export function depthBelow(
    line: readonly Vec3[],
    level: number,
): { depth: number; at: Vec3 | null } {
    let depth = 0;
    let at: Vec3 | null = null;
    for (const p of line) {
        if (level - p[2] > depth) {
            depth = level - p[2];
            at = p;
        }
    }
    return { depth, at };
}
