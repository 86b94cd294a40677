// SPDX-License-Identifier: MIT
// Where the lens looks, and where it hangs.
import { describe, expect, it } from "vitest";
import type { ThreadState } from "../../src/net/frame";
import { knotPlace, leftFirst, runsNear, splitOf } from "../../src/view/knot_place";
import { glassPlace } from "../../src/view/lens_glass";

const RADIUS = 1e-4;

// a thread through points, a vertex every millimetre
function thread(points: [number, number, number][]): ThreadState {
    const positions: number[] = [];
    for (let i = 0; i + 1 < points.length; i++) {
        const [a, b] = [points[i]!, points[i + 1]!];
        const n = Math.max(1, Math.round(Math.hypot(...a.map((x, k) => b[k]! - x)) / 1e-3));
        for (let s = 0; s < n; s++) {
            positions.push(...a.map((x, k) => x + ((b[k]! - x) * s) / n));
        }
    }
    positions.push(...points.at(-1)!);
    return {
        index: 0,
        count: positions.length / 3,
        radius: RADIUS,
        positions: new Float32Array(positions),
    } as unknown as ThreadState;
}

describe("the place of the knot", () => {
    it("is where strands touch", () => {
        const loop = thread([
            [-0.03, 0, 0],
            [0.02, 0, 0],
            [0.02, 0.02, 0],
            [0, 0.02, 0],
            [0, -0.02, 2e-4],
        ]);
        const place = knotPlace([loop])!;
        expect(Math.hypot(place.centre[0], place.centre[1])).toBeLessThan(1.5e-3); // an edge and a half
        expect(place.size).toBeGreaterThanOrEqual(30 * RADIUS);
    });

    it("is nowhere on a straight thread", () => {
        expect(
            knotPlace([
                thread([
                    [-0.03, 0, 0],
                    [0.03, 0, 0],
                ]),
            ]),
        ).toBeNull();
    });

    it("cuts out the stretches near it", () => {
        const straight = thread([
            [-0.03, 0, 0],
            [0.03, 0, 0],
        ]);
        const [run] = runsNear([straight], [0, 0, 0], 5.5e-3);
        expect(run!.count).toBe(13); // 11 within, one more at each end
        expect(runsNear([straight], [0, 0.1, 0], 5e-3)).toEqual([]);
    });

    it("changes the colour where the thread is lowest", () => {
        const v = thread([
            [-0.02, 0, 0.02],
            [0, 0, 0],
            [0.02, 0, 0.02],
        ]);
        expect(splitOf(v)).toBe(Math.floor(v.count / 2));
    });

    it("gives an end to the hand that holds it", () => {
        const straight = thread([
            [-0.03, 0, 0],
            [0.03, 0, 0],
        ]);
        const tool = (index: number, vertex: number): never =>
            ({ index, grips: [{ thread: 0, vertex }] }) as never;
        const isLeft = (t: number): boolean => t === 0;
        expect(leftFirst(straight, [tool(0, 2)], isLeft, false)).toBe(true);
        expect(leftFirst(straight, [tool(0, 58)], isLeft, true)).toBe(false);
        expect(leftFirst(straight, [tool(1, 58)], isLeft, false)).toBe(true);
        expect(leftFirst(straight, [], isLeft, false)).toBe(false);
    });
});

describe("the glass", () => {
    it("hangs in the corner farther from the tips and covers no card", () => {
        for (const view of [
            { width: 1366, height: 768 },
            { width: 390, height: 844 },
            { width: 844, height: 390 },
            { width: 768, height: 1024 },
        ]) {
            const right = glassPlace(view, [{ x: 0, y: 0 }]);
            const left = glassPlace(view, [{ x: view.width, y: 0 }]);
            expect(right.x).toBeGreaterThanOrEqual(left.x);
            const cards = view.width <= 720 ? [0, 158] : [304, 258]; // of layout.css, with margins
            for (const g of [left, right]) {
                expect(g.radius).toBeGreaterThan(50);
                expect(g.x - g.radius).toBeGreaterThanOrEqual(cards[0]!);
                expect(g.x + g.radius).toBeLessThanOrEqual(view.width - cards[1]!);
                expect(g.y + g.radius).toBeLessThanOrEqual(view.height);
            }
        }
    });
});
