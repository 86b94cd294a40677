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

// what the plane cuts of a skin: pairs of places
export function cut(
    plane: Plane,
    nodes: (i: number) => Vec3,
    triangles: readonly number[],
): [Place, Place][] {
    const out: [Place, Place][] = [];
    for (let t = 0; t + 2 < triangles.length; t += 3) {
        const corners = [0, 1, 2].map((k) => nodes(triangles[t + k]!));
        const off = corners.map((p) => dot(sub(p, plane.origin), plane.normal));
        const found: Place[] = [];
        for (let k = 0; k < 3; k++) {
            const [a, b] = [off[k]!, off[(k + 1) % 3]!];
            if (a > 0 !== b > 0) {
                const f = a / (a - b);
                const [p, q] = [corners[k]!, corners[(k + 1) % 3]!];
                found.push(inPlane(plane, p.map((x, i) => x + f * (q[i]! - x)) as Vec3));
            }
        }
        if (found.length === 2) {
            out.push([found[0]!, found[1]!]);
        }
    }
    return out;
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
