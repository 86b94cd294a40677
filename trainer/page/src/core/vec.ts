// SPDX-License-Identifier: MIT
// Vectors and quaternions as plain arrays: what the protocol sends and what tests can write down.

export type Vec3 = [number, number, number];
export type Quat = [number, number, number, number]; // x, y, z, w

export interface Pose {
    position: Vec3; // m
    rotation: Quat; // body to world
}

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const norm = (a: Vec3): number => Math.sqrt(dot(a, a));

export function cross(a: Vec3, b: Vec3): Vec3 {
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

// a vector too short to have a direction becomes `fallback`
export function normalize(a: Vec3, fallback: Vec3 = [0, 0, 1]): Vec3 {
    const length = norm(a);
    return length > 1e-300 ? scale(a, 1 / length) : [...fallback];
}

export const mix = (a: Vec3, b: Vec3, t: number): Vec3 => add(scale(a, 1 - t), scale(b, t));

export const clamp = (x: number, low: number, high: number): number =>
    x < low ? low : x > high ? high : x;

export function clampVec(a: Vec3, low: Vec3, high: Vec3): Vec3 {
    return [
        clamp(a[0], low[0], high[0]),
        clamp(a[1], low[1], high[1]),
        clamp(a[2], low[2], high[2]),
    ];
}

// shorten `a` to at most `limit`
export function limit(a: Vec3, most: number): Vec3 {
    const length = norm(a);
    return length > most ? scale(a, most / length) : a;
}

export const IDENTITY: Quat = [0, 0, 0, 1];

// first b, then a
export function qmul(a: Quat, b: Quat): Quat {
    const [ax, ay, az, aw] = a;
    const [bx, by, bz, bw] = b;
    return [
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    ];
}

export const qconj = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];

export function qnormalize(q: Quat): Quat {
    const length = Math.hypot(q[0], q[1], q[2], q[3]);
    if (!(length > 1e-12)) {
        return [...IDENTITY];
    }
    return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

export function qaxis(axis: Vec3, angle: number): Quat {
    const a = normalize(axis);
    const s = Math.sin(angle / 2);
    return [a[0] * s, a[1] * s, a[2] * s, Math.cos(angle / 2)];
}

export function qrotate(q: Quat, v: Vec3): Vec3 {
    const u: Vec3 = [q[0], q[1], q[2]];
    const t = scale(cross(u, v), 2);
    return add(add(v, scale(t, q[3])), cross(u, t));
}

// the rotation whose columns are the given axes
export function qbasis(x: Vec3, y: Vec3, z: Vec3): Quat {
    const trace = x[0] + y[1] + z[2];
    if (trace > 0) {
        const s = 2 * Math.sqrt(1 + trace);
        return [(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4];
    }
    if (x[0] > y[1] && x[0] > z[2]) {
        const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
        return [s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s];
    }
    if (y[1] > z[2]) {
        const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
        return [(y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s, (z[0] - x[2]) / s];
    }
    const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
    return [(z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4, (x[1] - y[0]) / s];
}

// angle between two rotations, rad
export function qangle(a: Quat, b: Quat): number {
    const d = Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
    return 2 * Math.acos(Math.min(1, d));
}

// between two rotations by the shorter way; f: 0 .. 1
export function qmix(a: Quat, b: Quat, f: number): Quat {
    const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
    const q = a.map((x, i) => (1 - f) * x + f * sign * (b[i] as number));
    const length = Math.hypot(...q);
    return length > 0 ? (q.map((x) => x / length) as unknown as Quat) : a;
}
