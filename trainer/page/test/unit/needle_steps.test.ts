// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { qaxis, qmul, type Quat } from "../../src/core/vec";
import { centreThrough } from "../../src/guide/driving";
import { turnedBy } from "../../src/guide/needle_steps";

describe("a needle that is turned about its own axis", () => {
    const lying: Quat = qaxis([1, 0, 0], Math.PI / 2);

    it("has gone forward by the angle, however it lies", () => {
        for (const angle of [0.1, 2.3, 3.0, -0.4]) {
            const to = qmul(lying, qaxis([0, 0, 1], angle));
            expect(turnedBy(lying, to)).toBeCloseTo(angle, 9);
        }
    });

    it("has gone nowhere when it was tilted", () => {
        expect(turnedBy(lying, qmul(lying, qaxis([1, 0, 0], 0.3)))).toBeCloseTo(0, 9);
    });
});

describe("the circle through two dots", () => {
    it("has its centre above their middle", () => {
        const c = centreThrough([0.003, 0.001, 0], [-0.003, 0.001, 0], 0.005)!;
        expect(c[0]).toBeCloseTo(0, 12);
        expect(c[1]).toBeCloseTo(0.001, 12);
        expect(c[2]).toBeCloseTo(0.004, 12);
    });

    it("is none where the needle is too small for it", () => {
        expect(centreThrough([0.006, 0, 0], [-0.006, 0, 0], 0.005)).toBe(null);
        expect(centreThrough([0, 0, 0], [0, 0, 0], 0.005)).toBe(null);
    });
});
