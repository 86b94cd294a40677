// SPDX-License-Identifier: MIT
// The shape of one part of a tool: the hull of two balls, whole or cut in half by a flat face.
// Own frame: the ball of the tip at the origin, that of the base at z = length; the face looks along x.

export interface Shape {
    position: Float32Array;
    normal: Float32Array;
    indices: Uint32Array;
}

interface Ring {
    z: number;
    r: number;
    nz: number; // of the normal, along z
    nr: number; // of the normal, outwards
}

// From the pole of the tip to the pole of the base. The cone touches both balls, so normals agree.
export function profile(
    tipRadius: number,
    baseRadius: number,
    length: number,
    arcs: number,
): Ring[] {
    const sine = Math.max(-1, Math.min(1, (baseRadius - tipRadius) / Math.max(length, 1e-12)));
    const lean = Math.asin(sine); // normals of the cone lean back by this angle
    const rings: Ring[] = [];
    const ball = (centre: number, radius: number, from: number, to: number): void => {
        for (let i = 0; i <= arcs; i++) {
            const angle = from + ((to - from) * i) / arcs; // of the normal, from -z over outwards to z
            const nz = Math.sin(angle);
            const nr = Math.max(0, Math.cos(angle));
            rings.push({ z: centre + radius * nz, r: radius * nr, nz, nr });
        }
    };
    ball(0, tipRadius, -Math.PI / 2, -lean);
    ball(length, baseRadius, -lean, Math.PI / 2);
    return rings;
}

export function partShape(
    tipRadius: number,
    baseRadius: number,
    length: number,
    half: boolean,
    rise = 0,
    sides = 14,
): Shape {
    const rings = profile(tipRadius, baseRadius, length, 5);
    const from = half ? Math.PI / 2 : 0;
    const span = half ? Math.PI : 2 * Math.PI;
    const columns = sides + 1;
    // the face rises from the tip to `rise` at the base
    const inclined = (z: number): number =>
        rise * Math.max(0, Math.min(1, z / Math.max(length, 1e-12)));
    const up = length / Math.max(Math.hypot(length, rise), 1e-12);
    const down = rise / Math.max(Math.hypot(length, rise), 1e-12);
    const position: number[] = [];
    const normal: number[] = [];
    const indices: number[] = [];
    for (const { z, r, nz, nr } of rings) {
        for (let s = 0; s <= sides; s++) {
            const angle = from + (span * s) / sides;
            // the walls of the inclined plane are drawn with the rims of the face
            const out = half && (s === 0 || s === sides) ? inclined(z) : 0;
            position.push(out + r * Math.cos(angle), r * Math.sin(angle), z);
            normal.push(nr * Math.cos(angle), nr * Math.sin(angle), nz);
        }
    }
    for (let i = 0; i + 1 < rings.length; i++) {
        for (let s = 0; s < sides; s++) {
            const a = i * columns + s;
            const b = a + columns;
            indices.push(a, a + 1, b, b, a + 1, b + 1);
        }
    }
    if (half) {
        const first = position.length / 3;
        for (const { z, r } of rings) {
            const x = inclined(z);
            position.push(x, r, z, x, -r, z);
            normal.push(up, 0, -down, up, 0, -down);
        }
        for (let i = 0; i + 1 < rings.length; i++) {
            const a = first + 2 * i;
            indices.push(a, a + 2, a + 1, a + 1, a + 2, a + 3);
        }
    }
    return {
        position: new Float32Array(position),
        normal: new Float32Array(normal),
        indices: new Uint32Array(indices),
    };
}
