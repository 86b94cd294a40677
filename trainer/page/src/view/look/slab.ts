// SPDX-License-Identifier: MIT
// A slab with round corners and rounded edges, its middle at the origin, z up. No three.js.
import type { Shape } from "../half_cone";

const CORNER = 10; // pieces of a round corner
const EDGE = 3; // of a rounded edge

// half: of its sizes in x and y; radius: of the corners; from z = -bevel to depth + bevel
export function slab(
    half: readonly [number, number],
    radius: number,
    depth: number,
    bevel: number,
): Shape {
    const around: { x: number; y: number; nx: number; ny: number }[] = [];
    for (let corner = 0; corner < 4; corner++) {
        const [sx, sy] = [
            [1, 1],
            [-1, 1],
            [-1, -1],
            [1, -1],
        ][corner] as [number, number];
        for (let k = 0; k <= CORNER; k++) {
            const angle = ((corner + k / CORNER) * Math.PI) / 2;
            const [nx, ny] = [Math.cos(angle), Math.sin(angle)];
            const inner = radius + bevel;
            around.push({ x: sx * (half[0] - inner), y: sy * (half[1] - inner), nx, ny });
        }
    }
    // from the lower edge to the upper one: how far out, how high, and the slope of the normal
    const profile: { out: number; z: number; up: number }[] = [];
    for (let k = 0; k <= EDGE; k++) {
        const angle = (k / EDGE - 1) * (Math.PI / 2);
        profile.push({ out: Math.cos(angle), z: bevel * Math.sin(angle), up: Math.sin(angle) });
    }
    for (let k = 0; k <= EDGE; k++) {
        const angle = (k / EDGE) * (Math.PI / 2);
        const up = Math.sin(angle);
        profile.push({ out: Math.cos(angle), z: depth + bevel * up, up });
    }
    const position: number[] = [];
    const normal: number[] = [];
    const indices: number[] = [];
    for (const { out, z, up } of profile) {
        for (const { x, y, nx, ny } of around) {
            const grow = radius + bevel * out;
            position.push(x + grow * nx, y + grow * ny, z);
            normal.push(out * nx, out * ny, up);
        }
    }
    const n = around.length;
    for (let level = 0; level + 1 < profile.length; level++) {
        for (let k = 0; k < n; k++) {
            const a = level * n + k;
            const b = level * n + ((k + 1) % n);
            indices.push(a, b, a + n, a + n, b, b + n);
        }
    }
    // the top; what lies below is never seen
    const last = (profile.length - 1) * n;
    const middle = position.length / 3;
    position.push(0, 0, depth + bevel);
    normal.push(0, 0, 1);
    for (let k = 0; k < n; k++) {
        indices.push(middle, last + k, last + ((k + 1) % n));
    }
    return {
        position: new Float32Array(position),
        normal: new Float32Array(normal),
        indices: new Uint32Array(indices),
    };
}
