// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { facesOutwards, lipNodes, openEdges } from "../../src/core/mesh";
import type { Vec3 } from "../../src/core/vec";
import { chainsOf, rounded, type Rod } from "../../src/view/look/chains";
import { slab } from "../../src/view/look/slab";
import { stopOf, underMicroscope } from "../../src/view/look/microscope";

const corner = (i: number): Vec3 => [Math.cos((i * Math.PI) / 3), Math.sin((i * Math.PI) / 3), 0];
const hexagon = (lift = 0): Rod[] =>
    Array.from({ length: 6 }, (_, i) => ({
        from: [corner(i)[0], corner(i)[1], lift],
        to: [corner(i + 1)[0], corner(i + 1)[1], lift],
        radius: 0.1,
    }));

describe("rods that touch", () => {
    it("are one ring each, where they close", () => {
        const found = chainsOf([...hexagon(), ...hexagon(3)]);
        expect(found.map((c) => [c.closed, c.rods.length])).toEqual([
            [true, 6],
            [true, 6],
        ]);
    });

    it("stay apart where something lies between them, or nothing joins them", () => {
        const [a, b, c] = hexagon();
        expect(chainsOf([a!, null, b!]).length).toBe(2);
        expect(chainsOf([a!, c!]).length).toBe(2);
        expect(chainsOf([a!, b!])[0]!.closed).toBe(false);
    });

    it("turn by less than 55 degrees anywhere once they are rounded", () => {
        const line = rounded(chainsOf(hexagon())[0]!);
        for (let i = 1; i + 1 < line.length; i++) {
            const [p, q, r] = [line[i - 1]!, line[i]!, line[i + 1]!];
            const a = Math.atan2(q[1] - p[1], q[0] - p[0]);
            const b = Math.atan2(r[1] - q[1], r[0] - q[0]);
            expect(Math.cos(a - b)).toBeGreaterThan(Math.cos((55 * Math.PI) / 180));
        }
        expect(line[0]).toEqual(line.at(-1));
    });
});

describe("meshes", () => {
    // a tetrahedron whose triangles face outwards
    const nodes = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const triangles = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];

    it("know which way they face", () => {
        expect(facesOutwards(nodes, triangles)).toBe(true);
        const turned = triangles.map((_, i) => triangles[i - (i % 3) + [0, 2, 1][i % 3]!]!);
        expect(facesOutwards(nodes, turned)).toBe(false);
    });

    it("have open edges only where a triangle is missing", () => {
        expect(openEdges(triangles)).toEqual([]);
        expect(openEdges(triangles.slice(3)).length).toBe(3);
    });

    it("have lips where the top goes down into a wound, not at their sides", () => {
        // two quads: a level one at the top, and from its far edge one straight down; then the same at the side of the pad
        const strip = (x: number): number[] => [x, 0, 0, x + 0.002, 0, 0, x + 0.002, 0, 0.003];
        const rest = [...strip(0.01), ...strip(0.018)];
        const box = { low: [0, -0.01], high: [0.02, 0.01] } as const;
        expect([...lipNodes(rest, [0, 1, 2, 3, 4, 5], box)]).toEqual([0, 1]);
    });
});

describe("a slab", () => {
    it("is as large as it says, its top at depth and bevel, and faces outwards", () => {
        const { position, normal, indices } = slab([3, 2], 0.3, 0.2, 0.05);
        const most = [0, 1, 2].map((k) =>
            Math.max(...position.filter((_, i) => i % 3 === k).map(Math.abs)),
        );
        expect(most[0]).toBeCloseTo(3, 6);
        expect(most[1]).toBeCloseTo(2, 6);
        expect(most[2]).toBeCloseTo(0.25, 6);
        for (let i = 0; i < normal.length; i += 3) {
            expect(Math.hypot(normal[i]!, normal[i + 1]!, normal[i + 2]!)).toBeCloseTo(1, 5);
        }
        expect(facesOutwards([...position], [...indices])).toBe(true);
    });
});

describe("the microscope", () => {
    it("is for work of a few millimetres", () => {
        const at = (height: number): boolean =>
            underMicroscope({ camera: { target: [0, 0, 0], from: [0, 0, 1], height } });
        expect([at(0.02), at(0.036), at(0.06)]).toEqual([true, false, false]);
    });

    it("leaves the bar at the top free", () => {
        const { y, radius } = stopOf(768);
        const top = (768 / 2) * (1 - (y + radius));
        expect(top).toBeGreaterThan(58);
        expect(y - radius).toBeGreaterThan(-1);
    });
});
