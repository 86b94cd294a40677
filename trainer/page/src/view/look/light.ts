// SPDX-License-Identifier: MIT
// The light of the room, known in advance: lamps as discs, a floor, a ceiling and a dark horizon. What metal
// mirrors of it is baked into pictures of a ball once, so that a lit surface costs one look-up and no lamp is
// counted per picture. Directions are those of the world: a ball serves every eye.
import type { Vec3 } from "../../core/vec";

const unit = (x: number, y: number, z: number): Vec3 => {
    const l = Math.hypot(x, y, z);
    return [x / l, y / l, z / l];
};

// towards the lamps: key over the left shoulder, fill from the right, rim from behind
export const KEY = unit(-0.38, -0.3, 0.87);
export const FILL = unit(0.62, 0.3, 0.72);
export const RIM = unit(0.25, 0.9, 0.36);
// shadows fall nearly straight down: what lies below a thing is the useful cue
export const SHADOW = unit(-0.2, -0.16, 1);

type Rgb = [number, number, number];
type Lamp = { to: Vec3; radius: number; strength: number; colour: Rgb };

const LAMPS: readonly Lamp[] = [
    { to: KEY, radius: 0.34, strength: 5.2, colour: [1, 0.955, 0.88] },
    { to: FILL, radius: 0.2, strength: 3.2, colour: [0.93, 0.98, 1.05] },
    { to: RIM, radius: 0.22, strength: 2.2, colour: [0.75, 0.92, 1.15] },
];
const FLOOR: Rgb = [0.17, 0.215, 0.21]; // of drape and board, as metal mirrors them

export interface Metal {
    tint: Rgb;
    rough: number;
}

// quarters of the ball's picture, in this order
export const METALS: readonly Metal[] = [
    { tint: [0.72, 0.73, 0.76], rough: 0.08 }, // polished steel
    { tint: [0.66, 0.67, 0.69], rough: 0.3 }, // satin
    { tint: [0.9, 0.62, 0.24], rough: 0.16 }, // gold
    { tint: [0.5, 0.5, 0.5], rough: 0.5 }, // grey, under colour
];

const step = (a: number, b: number, x: number): number => {
    const t = Math.min(1, Math.max(0, (x - a) / (b - a)));
    return t * t * (3 - 2 * t);
};

// what comes from this direction, seen in a surface so rough
export function room(d: Vec3, rough: number): Rgb {
    const floor = 0.5 + 1.3 * step(0.15, 1, -d[2]);
    const ceiling = 0.1 + 0.3 * step(0, 0.9, d[2]);
    const up = step(-0.2 - rough, 0.2 + rough, d[2]);
    const band = 1 - 0.6 * Math.exp(-(((d[2] - 0.04) / (0.1 + 0.25 * rough)) ** 2));
    const out = FLOOR.map((f) => (f * floor * (1 - up) + ceiling * up) * band) as Rgb;
    for (const lamp of LAMPS) {
        const edge = 0.25 * lamp.radius + 0.9 * rough;
        const angle = Math.acos(
            Math.min(1, d[0] * lamp.to[0] + d[1] * lamp.to[1] + d[2] * lamp.to[2]),
        );
        const seen = 1 - step(lamp.radius - edge / 2, lamp.radius + edge, angle);
        const share = seen * lamp.strength * (lamp.radius / (lamp.radius + edge)) ** 1.1;
        lamp.colour.forEach((c, i) => (out[i]! += c * share));
    }
    // a strip of light at the side
    const azimuth = Math.atan2(d[1], d[0]);
    const strip =
        Math.exp(-(((azimuth - 2.75) / (0.25 + rough)) ** 2)) *
        step(0, 0.2, d[2]) *
        (1 - step(0.5, 0.75, d[2]));
    return out.map((c) => c + 1.5 * strip) as Rgb;
}

// linear light to what the screen shows
export const tone = (c: number): number => Math.sqrt(1 - Math.exp(-1.25 * c));
export const TONE_GLSL = /* glsl */ `
    vec3 tone(vec3 c) { return sqrt(1.0 - exp(-1.25 * c)); }
`;

// All directions on a square (octahedral map): the upper half inside, the lower one folded out.
export function octaDirection(u: number, v: number): Vec3 {
    const x = 2 * u - 1;
    const y = 2 * v - 1;
    const z = 1 - Math.abs(x) - Math.abs(y);
    if (z >= 0) {
        return unit(x, y, z);
    }
    const sign = (a: number): number => (a < 0 ? -1 : 1);
    return unit((1 - Math.abs(y)) * sign(x), (1 - Math.abs(x)) * sign(y), z);
}
export const OCTA_GLSL = /* glsl */ `
    vec2 octa(vec3 d) {
        d /= abs(d.x) + abs(d.y) + abs(d.z);
        vec2 fold = (1.0 - abs(d.yx)) * vec2(d.x < 0.0 ? -1.0 : 1.0, d.y < 0.0 ? -1.0 : 1.0);
        return 0.5 + 0.5 * (d.z < 0.0 ? fold : d.xy);
    }
`;

// RGBA of a square of 2 x 2 quarters, one per metal; each has a border that repeats its rim
export function ballPixels(size: number): Uint8Array<ArrayBuffer> {
    const out = new Uint8Array(4 * 4 * size * size);
    METALS.forEach((metal, quarter) => {
        const left = (quarter % 2) * size;
        const top = Math.floor(quarter / 2) * size;
        for (let y = 0; y < size; y++) {
            for (let x = 0; x < size; x++) {
                const inner = (k: number): number =>
                    Math.min(1, Math.max(0, (k - 0.5) / (size - 2)));
                const light = room(octaDirection(inner(x), inner(y)), metal.rough);
                const at = 4 * ((top + y) * 2 * size + left + x);
                metal.tint.forEach((t, i) => (out[at + i] = Math.round(255 * tone(t * light[i]!))));
                out[at + 3] = 255;
            }
        }
    });
    return out;
}
export const BALL_SIZE = 64;

// Light that a dull surface throws back, by its normal: wrapped around, for red more than for green and
// blue, which is all that skin needs to look soft.
export const DULL_GLSL = /* glsl */ `
    const vec3 KEY = vec3(${KEY.map((x) => x.toFixed(5)).join(", ")});
    const vec3 FILL = vec3(${FILL.map((x) => x.toFixed(5)).join(", ")});
    const vec3 RIM = vec3(${RIM.map((x) => x.toFixed(5)).join(", ")});
    float wrapped(float c, float w) { float k = max(0.0, (c + w) / (1.0 + w)); return k * k; }
    vec3 dull(vec3 n, float soft) {
        float k = dot(n, KEY);
        float f = dot(n, FILL);
        float r = max(0.0, dot(n, RIM));
        float hard = 1.45 * wrapped(k, 0.45) + 0.34 * wrapped(f, 0.45);
        float red = 1.45 * wrapped(k, soft) + 0.34 * wrapped(f, soft);
        return vec3(red, hard, hard) + 0.3 * r * r + 0.25 * (0.5 + 0.5 * n.z);
    }
`;
