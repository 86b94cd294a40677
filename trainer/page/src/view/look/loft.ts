// SPDX-License-Identifier: MIT
// Bodies of instruments: sections along z, each a superellipse, joined to a skin. Half a body ends in a flat
// face at x = 0 and lies on the side of -x, as the solid parts of tools do.
import type { Shape } from "../half_cone";

export interface Section {
    z: number; // m
    wide: number; // half of the width, along y
    thick: number; // half of the thickness, along x
    power: number; // 2: an ellipse; larger: more of a plate
    x?: number; // of its middle
    y?: number;
    metal?: number; // row of METALS, polished if left out
    colour?: readonly [number, number, number];
    ridged?: number; // 0 .. 1
}

export interface Loft extends Shape {
    colour: Float32Array; // 3 per vertex
    finish: Float32Array; // metal, how ridged, z in mm
}

const signedPower = (x: number, p: number): number => Math.sign(x) * Math.abs(x) ** p;

interface Rim {
    x: number;
    y: number;
    nx: number;
    ny: number;
}

function rim(s: Section, angle: number): Rim {
    const c = Math.cos(angle);
    const d = Math.sin(angle);
    const nx = signedPower(c, 2 - 2 / s.power) / Math.max(s.thick, 1e-9);
    const ny = signedPower(d, 2 - 2 / s.power) / Math.max(s.wide, 1e-9);
    const l = Math.hypot(nx, ny) || 1;
    return {
        x: (s.x ?? 0) + s.thick * signedPower(c, 2 / s.power),
        y: (s.y ?? 0) + s.wide * signedPower(d, 2 / s.power),
        nx: nx / l,
        ny: ny / l,
    };
}

const WHITE = [1, 1, 1] as const;

export function loft(sections: readonly Section[], sides: number, half = false): Loft {
    const from = half ? Math.PI / 2 : 0;
    const span = half ? Math.PI : 2 * Math.PI;
    const position: number[] = [];
    const normal: number[] = [];
    const colour: number[] = [];
    const finish: number[] = [];
    const indices: number[] = [];
    const put = (p: Rim, s: Section, nx: number, ny: number, nz: number, metal?: number): void => {
        const l = Math.hypot(nx, ny, nz) || 1;
        position.push(p.x, p.y, s.z);
        normal.push(nx / l, ny / l, nz / l);
        colour.push(...(s.colour ?? WHITE));
        finish.push(metal ?? s.metal ?? 0, s.ridged ?? 0, 1000 * s.z);
    };
    const columns = sides + 1;
    sections.forEach((s, i) => {
        const a = sections[Math.max(0, i - 1)]!;
        const b = sections[Math.min(sections.length - 1, i + 1)]!;
        const rise = b.z - a.z;
        for (let k = 0; k <= sides; k++) {
            const angle = from + (span * k) / sides;
            const p = rim(s, angle);
            const pa = rim(a, angle);
            const pb = rim(b, angle);
            const slope =
                Math.abs(rise) > 1e-9 ? ((pb.x - pa.x) * p.nx + (pb.y - pa.y) * p.ny) / rise : 0;
            put(p, s, p.nx, p.ny, -slope);
        }
    });
    const join = (first: number, width: number): void => {
        for (let i = 0; i + 1 < sections.length; i++) {
            for (let k = 0; k + 1 < width; k++) {
                const a = first + i * width + k;
                const b = a + width;
                indices.push(a, a + 1, b, b, a + 1, b + 1);
            }
        }
    };
    join(0, columns);
    if (half) {
        // the flat face, gold where its metal says so
        const first = position.length / 3;
        for (const s of sections) {
            for (const side of [1, -1]) {
                const y = (s.y ?? 0) + side * s.wide;
                put({ x: s.x ?? 0, y, nx: 1, ny: 0 }, s, 1, 0, 0);
            }
        }
        join(first, 2);
    }
    for (const end of [0, sections.length - 1]) {
        // closed at both ends
        const s = sections[end]!;
        const first = position.length / 3;
        const sense = end === 0 ? -1 : 1;
        for (let k = 0; k <= sides; k++) {
            put(rim(s, from + (span * k) / sides), s, 0, 0, sense);
        }
        for (let k = 1; k + 1 <= sides; k++) {
            if (sense < 0) {
                indices.push(first, first + k + 1, first + k);
            } else {
                indices.push(first, first + k, first + k + 1);
            }
        }
    }
    return {
        position: new Float32Array(position),
        normal: new Float32Array(normal),
        indices: new Uint32Array(indices),
        colour: new Float32Array(colour),
        finish: new Float32Array(finish),
    };
}
