// SPDX-License-Identifier: MIT
// Forceps and needle holders as lofts that keep to the solids of the engine: an arm is no longer than its
// half cone, the handle no longer than its capsule, and nothing stands out by more than a quarter of their radii.
import type { ToolInfo } from "../../net/messages";
import { loft, type Loft, type Section } from "./loft";

const GOLD = 2;
const SATIN = 1;
const PAINT = 3;

export type Rgb = readonly [number, number, number];
export const LEFT_TAPE: Rgb = [0.3, 0.85, 1.9];
export const RIGHT_TAPE: Rgb = [1.9, 1.0, 0.24];

const tapeOf = (info: ToolInfo): Rgb => (info.hand === "left" ? LEFT_TAPE : RIGHT_TAPE);

// in the frame of a part: tip at the origin, base at z = length, the face looks along x
export function armOf(
    info: ToolInfo,
    tip: number,
    base: number,
    length: number,
    sides: number,
): Loft {
    const driver = info.kind === "needle-driver";
    const metal = driver ? 0 : SATIN;
    const at = (f: number, wide: number, thick: number, power: number, ridged = 0): Section => {
        const r = tip + (base - tip) * f;
        return { z: f * length, wide: wide * r, thick: thick * r, power, metal, ridged };
    };
    const nose = { ...at(0, 0.55, 0.5, 2.6), z: -0.9 * tip };
    const faces = Math.min(0.8, info.grip_length / Math.max(length, 1e-9));
    return loft(
        [
            nose,
            at(0, 1.05, 0.95, 2.6, driver ? 0 : 1),
            at(faces, 1.1, 0.95, 2.8, driver ? 0 : 1),
            at(faces + 0.02, 1.1, 0.95, 2.8),
            at(0.55 + 0.2 * faces, 1.15, 0.9, 3.4),
            at(1, 1.1, 0.92, 4.2),
        ],
        sides,
        true,
    );
}

// a blade: flat, polished, to a point
export function bladeOf(tip: number, base: number, length: number, sides: number): Loft {
    const at = (f: number, wide: number, thick: number, power: number): Section => {
        const r = tip + (base - tip) * f;
        return { z: f * length, wide: wide * r, thick: thick * r, power, metal: 0 };
    };
    return loft(
        [
            { ...at(0, 0.25, 0.2, 2.2), z: -0.9 * tip },
            at(0.04, 1.0, 0.45, 3),
            at(0.5, 1.2, 0.5, 3.6),
            at(0.85, 1.15, 0.6, 3.4),
            at(1, 1.05, 0.85, 3),
        ],
        sides,
        true,
    );
}

// The flat side that the needle is held with: tungsten, gilded.
export function goldFace(info: ToolInfo, tip: number, base: number, length: number): Loft | null {
    if (info.kind !== "needle-driver") {
        return null;
    }
    const r = (f: number): number => tip + (base - tip) * f;
    const at = (f: number, ridged: number): Section => ({
        z: f * length,
        wide: 1.02 * r(f),
        thick: 0.28 * r(f),
        power: 4,
        metal: GOLD,
        x: 0.06 * tip,
        ridged,
    });
    const end = Math.min(0.85, info.grip_length / Math.max(length, 1e-9));
    return loft([at(0.01, 1), at(end, 1)], 6, true);
}

// behind the hinge, z from there
export function handleOf(info: ToolInfo, sides: number): Loft[] {
    return info.kind === "needle-driver" || info.kind === "scissors"
        ? shanks(info, sides)
        : springs(info, sides);
}

// two spring legs that lie together, with the ridged part that fingers hold and a tape in the hand's colour
function springs(info: ToolInfo, sides: number): Loft[] {
    const { handle_radius: r, handle_length: l } = info;
    const tape = tapeOf(info);
    const at = (z: number, wide: number, ridged = 0, metal = SATIN, colour?: Rgb): Section => ({
        z,
        wide: wide * r,
        thick: 1.02 * r,
        power: 4.2,
        metal,
        ridged,
        ...(colour === undefined ? {} : { colour }),
    });
    const a = Math.min(0.1 * l, 1.2 * r);
    const b = Math.min(0.25 * l, a + 4.2 * r);
    const sections = [
        at(-0.3 * r, 1.0),
        at(a, 1.12),
        at(a, 1.2, 0, PAINT, tape),
        at(b, 1.22, 0, PAINT, tape),
        at(b, 1.14),
        at(b + 0.08 * l, 1.25, 0),
        at(b + 0.08 * l, 1.25, 1),
        at(0.72 * l, 1.25, 1),
        at(0.72 * l, 1.25, 0),
        at(l, 1.0),
        { ...at(l + 0.8 * r, 0.55), thick: 0.5 * r },
    ];
    const gap = 0.1 * r;
    const one = loft(
        sections.map((s) => ({ ...s, x: -gap })),
        sides,
        true,
    );
    return [one, mirrored(one)];
}

// a box joint, then two shanks side by side
function shanks(info: ToolInfo, sides: number): Loft[] {
    const { handle_radius: r, handle_length: l } = info;
    const tape = tapeOf(info);
    const joint = loft(
        [
            { z: -2.0 * r, wide: 0.72 * r, thick: 0.8 * r, power: 2.6 },
            { z: -1.3 * r, wide: 0.98 * r, thick: 1.02 * r, power: 2.6 },
            { z: -0.4 * r, wide: 1.14 * r, thick: 1.16 * r, power: 2.7 },
            { z: 0.8 * r, wide: 1.22 * r, thick: 1.2 * r, power: 2.8 },
            { z: 2.0 * r, wide: 1.16 * r, thick: 1.18 * r, power: 2.7 },
            { z: 3.0 * r, wide: 0.96 * r, thick: 1.1 * r, power: 2.6 },
            { z: 3.9 * r, wide: 0.66 * r, thick: 0.98 * r, power: 2.4 },
        ],
        2 * sides,
    );
    const screw = loft(
        [
            { z: 0.1 * r, wide: 0.1 * r, thick: 0.1 * r, x: 1.2 * r, power: 2, metal: SATIN },
            { z: 0.6 * r, wide: 0.55 * r, thick: 0.16 * r, x: 1.2 * r, power: 2, metal: SATIN },
            { z: 1.1 * r, wide: 0.1 * r, thick: 0.1 * r, x: 1.2 * r, power: 2, metal: SATIN },
        ],
        sides,
    );
    const a = 4.2 * r;
    const b = a + 3.2 * r;
    const shank = (x: number): Loft => {
        const at = (z: number, k: number, off: number, metal = 0, colour?: Rgb): Section => ({
            z,
            wide: k * 0.55 * r,
            thick: k * 0.42 * r,
            x: x * off * r,
            power: 2.6,
            metal,
            ...(colour === undefined ? {} : { colour }),
        });
        return loft(
            [
                at(2.4 * r, 1.1, 0.35),
                at(a, 1.05, 0.5),
                at(a, 1.25, 0.5, PAINT, tape),
                at(b, 1.25, 0.56, PAINT, tape),
                at(b, 1, 0.56),
                at(0.7 * l, 0.95, 0.62),
                at(l, 0.9, 0.62),
                at(l + 0.6 * r, 0.4, 0.62),
            ],
            sides + 3,
        );
    };
    return [joint, screw, shank(1), shank(-1)];
}

// the same on the other side of x = 0
export function mirrored(l: Loft): Loft {
    const flip = (from: Float32Array): Float32Array =>
        from.map((v, i) => (i % 3 === 0 ? -v : v)) as Float32Array;
    const indices = l.indices.slice();
    for (let i = 0; i < indices.length; i += 3) {
        [indices[i + 1], indices[i + 2]] = [l.indices[i + 2]!, l.indices[i + 1]!];
    }
    return { ...l, position: flip(l.position), normal: flip(l.normal), indices };
}
