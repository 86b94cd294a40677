// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { qaxis, qmul, type Quat } from "../../src/core/vec";
import { stitchAdvice } from "../../src/core/stitch_advice";
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

describe("advice about a stitch", () => {
    const about = (figures: Record<string, number>): string | undefined =>
        stitchAdvice((id) => figures[id] ?? null)?.todo;

    it("says what harms most first", () => {
        expect(about({ tears: 1, backs: 1, bite_uneven: 0.003 })).toMatch(/centre of its arc/);
        expect(about({ tears: 0, backs: 1, bite_uneven: 0.003 })).toMatch(/on the dot/);
        expect(about({ bite_uneven: 0.003, oblique: 0.5 })).toMatch(/as much/);
        expect(about({ bite_uneven: 0.0009, oblique: 0.5 })).toMatch(/straight across/);
        expect(about({ oblique: 0.1, at_tip: 2 })).toMatch(/behind its point/);
    });

    it("says nothing of a good one, or of what was not measured", () => {
        expect(about({ tears: 0, backs: 0, bite_uneven: 0.0002, oblique: 0.02, at_tip: 0 })).toBe(
            undefined,
        );
        expect(about({})).toBe(undefined);
    });
});
