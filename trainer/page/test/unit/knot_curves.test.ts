// SPDX-License-Identifier: MIT
// The drawn knots are the knots they are called.
import { describe, expect, it } from "vitest";
import { crossingsOf, curveOf, smooth } from "../../src/core/knot_curves";
import type { Throw } from "../../src/net/messages";

const one = (hand: "left" | "right", turns = 1): Throw => ({ turns, hand });

function of(surgical: string, ...throws: Throw[]): ReturnType<typeof crossingsOf> {
    const curve = curveOf({ surgical, throws })!;
    return crossingsOf(curve.strands.map((s) => smooth(s)));
}

// over or under along one strand, in the order in which it meets crossings
const writhe = (surgical: string, ...throws: Throw[]): number =>
    of(surgical, ...throws).reduce((sum, c) => sum + c.sign, 0);

describe("drawings of knots", () => {
    it("draws a single throw with three crossings and a double one with five", () => {
        expect(of("overhand", one("right"))).toHaveLength(3);
        expect(of("", one("left", 2))).toHaveLength(5);
        expect(of("surgeon", one("left", 2), one("right"))).toHaveLength(8);
    });

    it("alternates over and under within a throw", () => {
        const crossings = of("overhand", one("right")).sort((a, b) => a.at - b.at);
        expect(Math.abs(writhe("overhand", one("right")))).toBe(3);
        expect(crossings.filter((c) => c.over === 0).length).toBeGreaterThan(0);
        expect(crossings.filter((c) => c.over === 1).length).toBeGreaterThan(0);
    });

    it("draws left and right throws as mirror images", () => {
        expect(writhe("overhand", one("left"))).toBe(-writhe("overhand", one("right")));
    });

    // a composite of a trefoil with its mirror image has no writhe, of two equal ones twice theirs
    it("tells the reef from the granny", () => {
        const reef = of("reef", one("left"), one("right"));
        const granny = of("granny", one("left"), one("left"));
        expect(reef).toHaveLength(6);
        expect(granny).toHaveLength(6);
        expect(reef.reduce((s, c) => s + c.sign, 0)).toBe(0);
        expect(Math.abs(granny.reduce((s, c) => s + c.sign, 0))).toBe(6);
    });

    it("draws stacked throws of opposite hands without writhe", () => {
        expect(writhe("", one("left"), one("right"))).toBe(0);
        expect(Math.abs(writhe("", one("left"), one("left")))).toBe(6);
    });

    it("draws nothing of what has no throws or too many", () => {
        expect(curveOf(null)).toBeNull();
        expect(curveOf({ surgical: "", throws: [] })).toBeNull();
        expect(
            curveOf({ surgical: "", throws: [1, 2, 3, 4, 5].map(() => one("left")) }),
        ).toBeNull();
    });
});
