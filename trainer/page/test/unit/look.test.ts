// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { cross, dot, norm, sub, type Vec3 } from "../../src/core/vec";
import type { ToolInfo } from "../../src/net/messages";
import { armOf, handleOf, mirrored } from "../../src/view/look/instruments";
import { KEY, octaDirection, room, SHADOW } from "../../src/view/look/light";
import { loft, type Loft, type Section } from "../../src/view/look/loft";
import { fall, penumbra, type Receivers } from "../../src/view/look/shadow";
import { buildStrand, strandRoom, type Strand } from "../../src/view/look/strand";
import type { TubeInput } from "../../src/view/tube";

const at = (array: Float32Array, i: number): Vec3 => [
    array[3 * i]!,
    array[3 * i + 1]!,
    array[3 * i + 2]!,
];

// outward surfaces enclose a positive volume (divergence theorem)
function volume(l: Loft): number {
    let sum = 0;
    for (let i = 0; i < l.indices.length; i += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => at(l.position, l.indices[i + k]!)) as [
            Vec3,
            Vec3,
            Vec3,
        ];
        sum += dot(a, cross(b, c)) / 6;
    }
    return sum;
}

const forceps: ToolInfo = {
    name: "left",
    kind: "forceps",
    hand: "left",
    tip_radius: 0.15e-3,
    base_radius: 1.2e-3,
    length: 25e-3,
    opening: 4e-3,
    grip_length: 3e-3,
    reach: 1e-3,
    handle_length: 50e-3,
    handle_radius: 1.2e-3,
    incline: 0,
};
const driver: ToolInfo = {
    ...forceps,
    kind: "needle-driver",
    tip_radius: 0.8e-3,
    base_radius: 2e-3,
    handle_radius: 2e-3,
    length: 12e-3,
    handle_length: 84e-3,
};

describe("lofts", () => {
    it("a round one has the volume of its cylinder, a plate nearly that of its box", () => {
        const of = (power: number): number => {
            const end = (z: number): Section => ({ z, wide: 2, thick: 1, power });
            return volume(loft([end(0), end(5)], 96));
        };
        expect(of(2) / (Math.PI * 2 * 5)).toBeCloseTo(1, 2);
        expect(of(20) / (4 * 2 * 5)).toBeGreaterThan(0.95); // a superellipse of power 20 fills 98 % of its box
        expect(of(20)).toBeLessThan(40);
    });

    it("half of one is half of it, behind its face, and its mirror image is as large", () => {
        const end = (z: number): Section => ({ z, wide: 2, thick: 1, power: 2 });
        const half = loft([end(0), end(5)], 96, true);
        expect(volume(half) / (Math.PI * 5)).toBeCloseTo(1, 2);
        expect(Math.max(...half.position.filter((_, i) => i % 3 === 0))).toBeLessThan(1e-6);
        const other = mirrored(half);
        expect(volume(other)).toBeCloseTo(volume(half), 5);
        expect(Math.min(...other.position.filter((_, i) => i % 3 === 0))).toBeGreaterThan(-1e-6);
    });

    it("has unit normals that lean back where it grows", () => {
        const cone = loft(
            [
                { z: 0, wide: 1, thick: 1, power: 2 },
                { z: 1, wide: 2, thick: 2, power: 2 },
            ],
            16,
        );
        for (let i = 0; i < 34; i++) {
            expect(norm(at(cone.normal, i))).toBeCloseTo(1, 5);
            expect(at(cone.normal, i)[2]).toBeCloseTo(-Math.SQRT1_2, 5);
        }
    });
});

describe("instruments", () => {
    it("are drawn where they are solid, a quarter of a radius at most beyond", () => {
        for (const info of [forceps, driver]) {
            const arm = armOf(info, info.tip_radius, info.base_radius, info.length, 8);
            for (let i = 0; i < arm.position.length / 3; i++) {
                const [x, y, z] = at(arm.position, i);
                const f = Math.min(1, Math.max(0, z / info.length));
                const r = info.tip_radius + f * (info.base_radius - info.tip_radius);
                expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1.25 * r);
                expect(z).toBeGreaterThanOrEqual(-info.tip_radius);
                expect(z).toBeLessThanOrEqual(info.length + 1e-9);
            }
            for (const part of handleOf(info, 8)) {
                for (let i = 0; i < part.position.length / 3; i++) {
                    const [x, y, z] = at(part.position, i);
                    // a screw head stands out a little more
                    expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(
                        1.4 * info.handle_radius,
                    );
                    expect(z).toBeLessThanOrEqual(info.handle_length + info.handle_radius);
                }
            }
        }
    });

    it("cost a software renderer no more than it can bear", () => {
        const count = (l: Loft[]): number => l.reduce((n, one) => n + one.indices.length / 3, 0);
        const whole = (info: ToolInfo): number =>
            2 * count([armOf(info, info.tip_radius, info.base_radius, info.length, 7)]) +
            count(handleOf(info, 7));
        expect(whole(forceps)).toBeLessThanOrEqual(800);
        expect(whole(driver)).toBeLessThanOrEqual(1000);
    });
});

describe("light", () => {
    it("comes from the lamps: brightest at the key, and a dark band at the horizon", () => {
        const sum = (d: Vec3): number => room(d, 0.08).reduce((a, b) => a + b, 0);
        expect(sum(KEY)).toBeGreaterThan(8);
        expect(sum([0.995, -0.1, 0.04])).toBeLessThan(sum([0.8, -0.3, 0.52]));
        expect(sum([0.7, -0.714, 0.02])).toBeLessThan(sum([0, 0, -1]));
    });

    it("all directions have a place on the square", () => {
        for (const d of [
            [0, 0, 1],
            [1, 0, 0],
            [0, -1, 0],
        ] as Vec3[]) {
            let best = -1;
            for (let u = 0; u <= 40; u++) {
                for (let v = 0; v <= 40; v++) {
                    best = Math.max(best, dot(octaDirection(u / 40, v / 40), d));
                }
            }
            expect(best).toBeGreaterThan(0.999);
        }
        expect(octaDirection(0, 0)[2]).toBeCloseTo(-1, 6);
    });
});

describe("shadows", () => {
    const to: Receivers = {
        ground: 0,
        bars: [{ centre: [0, 0, 0.02], axis: [1, 0, 0], radius: 0.004, half: 0.05 }],
        pads: [{ low: [0.1, 0.1], high: [0.2, 0.2], top: 0.005, bottom: 0 }],
    };

    it("fall along the light onto the board, the bar or the pad, whichever is first", () => {
        const board = fall([0, 0.05, 0.01], to)!;
        expect(board.receiver).toBe(-1);
        expect(norm(cross(sub([0, 0.05, 0.01], board.place), SHADOW))).toBeLessThan(1e-9);
        expect(board.place[2]).toBe(0);
        const bar = fall([0, 0, 0.03], to)!;
        expect(bar.receiver).toBe(0);
        expect(Math.hypot(bar.place[1], bar.place[2] - 0.02)).toBeCloseTo(0.004, 9);
        expect(dot(bar.normal, SHADOW)).toBeGreaterThan(0);
        expect(fall([0.15, 0.15, 0.02], to)!.receiver).toBe(-2);
        expect(fall([0.08, 0, 0.03], to)!.receiver).toBe(-1); // beyond the end of the bar
        expect(fall([0, 0.05, -0.01], to)).toBeNull();
    });

    it("are wide and faint from far, sharp and dark from near", () => {
        const [near, dark] = penumbra(1e-4, 0, 0.1);
        const [far, faint] = penumbra(1e-4, 0.05, 0.1);
        expect(near).toBeCloseTo(1.25e-4, 9);
        expect(dark).toBe(1);
        expect(far).toBeGreaterThan(10 * near);
        expect(faint).toBeLessThan(0.1);
    });
});

describe("the strand", () => {
    const build = (points: Vec3[], twist: number[] = points.map(() => 0)): Strand => {
        const input: TubeInput = {
            count: points.length,
            positions: new Float32Array(points.flat()),
            tension: new Int16Array(points.length).fill(100),
            twist: Int16Array.from(twist),
            tensionUnit: 0.01,
            twistUnit: 0.1,
        };
        const rings = 2 * (points.length - 1) + 1;
        const out = strandRoom(rings);
        buildStrand(
            input,
            2,
            0.005,
            { tangent: null, normal: [1, 0, 0] },
            new Float32Array(6 * rings),
            out,
        );
        return out;
    };

    it("keeps few rings of a straight line and its ends, more of a bent one", () => {
        const straight = build(Array.from({ length: 101 }, (_, i): Vec3 => [2e-4 * i, 0, 0]));
        expect(straight.count).toBeLessThanOrEqual(6); // 20 mm in pieces of 5 mm
        expect(straight.place[0]).toBe(0);
        expect(straight.place[3 * (straight.count - 1)]).toBeCloseTo(0.02, 7);
        expect(straight.thread[3 * (straight.count - 1) + 1]).toBeCloseTo(0.02, 7);
        const r = 0.002;
        const bent = build(
            Array.from({ length: 101 }, (_, i): Vec3 => [
                r * Math.cos(i / 16),
                r * Math.sin(i / 16),
                0,
            ]),
        );
        expect(bent.count).toBeGreaterThan(40); // 358 degrees in turns of 8
        for (let k = 0; k + 1 < bent.count; k++) {
            const turn = dot(at(bent.tangent, k), at(bent.tangent, k + 1));
            expect(turn).toBeGreaterThan(Math.cos((12.1 * Math.PI) / 180)); // and one ring more, of 3.6 degrees
            expect(dot(at(bent.tangent, k), at(bent.frame, k))).toBeCloseTo(0, 4);
        }
    });

    it("turns by the twist of the material and carries the tension", () => {
        const points = Array.from({ length: 11 }, (_, i): Vec3 => [1e-3 * i, 0, 0]);
        const s = build(
            points,
            points.map((_, i) => 10 * i), // 1 rad per edge
        );
        expect(s.thread[3 * (s.count - 1)]! - s.thread[0]!).toBeCloseTo(9 / (2 * Math.PI), 4);
        expect(s.thread[2]).toBeCloseTo(1, 6);
    });

    it("takes two vertices, and ones that coincide", () => {
        const s = build([
            [0, 0, 0],
            [0, 0, 0],
        ]);
        expect(s.count).toBeGreaterThanOrEqual(2);
        expect(s.place.every(Number.isFinite)).toBe(true);
    });
});
