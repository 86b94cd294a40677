// SPDX-License-Identifier: MIT
// Where shadows of lines fall: on the board and on bars. Each point of a line with a radius gives a place on the receiver, a
// half width that grows with the height above it, as a penumbra does, and a strength that fades. No three.js.
import type { Vec3 } from "../../core/vec";
import { SHADOW } from "./light";

export interface Bar {
    centre: Vec3;
    axis: Vec3; // unit
    radius: number;
    half: number; // m, half of its length
}

// a pad that lies on the board, as the level plane of its top
export interface Pad {
    low: readonly [number, number];
    high: readonly [number, number];
    top: number;
    bottom: number;
}

export interface Receivers {
    ground: number; // m, height of the board
    bars: readonly Bar[];
    pads?: readonly Pad[];
}

export interface Fallen {
    place: Vec3;
    normal: Vec3;
    receiver: number; // a bar; -1: the board, -2 and below: a pad
    height: number; // m, from the receiver to the line, along the light
}

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

// the first place of a bar that the ray from p away from the light meets
function onBar(p: Vec3, bar: Bar): { t: number; place: Vec3; normal: Vec3 } | null {
    const d: Vec3 = [-SHADOW[0], -SHADOW[1], -SHADOW[2]];
    const o: Vec3 = [p[0] - bar.centre[0], p[1] - bar.centre[1], p[2] - bar.centre[2]];
    const da = dot(d, bar.axis);
    const oa = dot(o, bar.axis);
    const dx = d.map((v, i) => v - da * bar.axis[i]!) as Vec3;
    const ox = o.map((v, i) => v - oa * bar.axis[i]!) as Vec3;
    const a = dot(dx, dx);
    const b = dot(dx, ox);
    const c = dot(ox, ox) - bar.radius * bar.radius;
    const root = b * b - a * c;
    if (a < 1e-12 || root < 0) {
        return null;
    }
    const t = (-b - Math.sqrt(root)) / a;
    // a line that lies on the bar is a hair inside of it
    if (t < -0.3 * bar.radius || Math.abs(oa + t * da) > bar.half) {
        return null;
    }
    const place = p.map((v, i) => v + t * d[i]!) as Vec3;
    const normal = ox.map((v, i) => (v + t * dx[i]!) / bar.radius) as Vec3;
    return { t: Math.max(0, t), place, normal };
}

function onLevel(p: Vec3, level: number, receiver: number): Fallen | null {
    const height = (p[2] - level) / SHADOW[2];
    if (height < 0) {
        return null;
    }
    return {
        place: [p[0] - SHADOW[0] * height, p[1] - SHADOW[1] * height, level],
        normal: [0, 0, 1],
        receiver,
        height,
    };
}

export function fall(p: Vec3, to: Receivers): Fallen | null {
    let best: Fallen | null = null;
    to.bars.forEach((bar, i) => {
        const hit = onBar(p, bar);
        if (hit !== null && (best === null || hit.t < best.height)) {
            best = { place: hit.place, normal: hit.normal, receiver: i, height: hit.t };
        }
    });
    if (best !== null) {
        return best;
    }
    for (const [i, pad] of (to.pads ?? []).entries()) {
        const on = onLevel(p, pad.top, -2 - i);
        const inside = (k: 0 | 1): boolean =>
            on !== null && on.place[k] > pad.low[k] && on.place[k] < pad.high[k];
        if (on !== null && inside(0) && inside(1)) {
            return on;
        }
    }
    return onLevel(p, to.ground, -1);
}

// half width and strength of the shadow of a line so thick, so far above what receives it; spread: of the lamp
export function penumbra(radius: number, height: number, spread: number): [number, number] {
    const width = 1.25 * (radius + 0.5 * spread * height);
    const strength = Math.min(1, (1.15 * radius) / Math.max(radius + 0.5 * spread * height, 1e-9));
    return [width, strength * Math.exp(-height / 0.055)];
}
