// SPDX-License-Identifier: MIT
// Where the lens looks, and where it hangs.
import { describe, expect, it } from "vitest";
import type { ThreadState } from "../../src/net/frame";
import { knotPlace, leftFirst, runsNear, splitOf } from "../../src/view/knot_place";
import { freeRoom, type Box } from "../../src/ui/free_room";
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
    const wide = (left: number, right: number, top: number, bottom: number): Box => ({
        left,
        right,
        top,
        bottom,
    });
    const cases = [
        // cards at both sides, the line between them
        {
            view: { width: 1366, height: 768 },
            boxes: [wide(0, 1366, 0, 58), wide(14, 304, 72, 400), wide(1120, 1352, 72, 420)],
            free: { left: 320, right: 262, top: 74 },
        },
        // a phone: the line above, one card at the right, the other one below
        {
            view: { width: 390, height: 844 },
            boxes: [wide(0, 390, 0, 52), wide(60, 330, 60, 110), wide(232, 382, 120, 350)],
            free: { left: 16, right: 174, top: 126 },
        },
        {
            view: { width: 390, height: 844 },
            boxes: [wide(0, 390, 0, 52), wide(8, 382, 500, 660), wide(0, 0, 0, 0)],
            free: { left: 16, right: 16, top: 68 },
        },
    ];

    it("has the room that cards and lines leave", () => {
        for (const { view, boxes, free } of cases) {
            expect(freeRoom(boxes, view.width, view.height)).toEqual(free);
        }
    });

    it("hangs in the corner farther from the tips and covers no card", () => {
        for (const { view, free } of cases) {
            const right = glassPlace(view, [{ x: 0, y: 0 }], free);
            const left = glassPlace(view, [{ x: view.width, y: 0 }], free);
            expect(right.x).toBeGreaterThanOrEqual(left.x);
            for (const g of [left, right]) {
                expect(g.radius).toBeGreaterThan(50);
                expect(g.x - g.radius).toBeGreaterThanOrEqual(free.left);
                expect(g.x + g.radius).toBeLessThanOrEqual(view.width - free.right);
                expect(g.y - g.radius).toBeGreaterThanOrEqual(free.top);
                expect(g.y + g.radius).toBeLessThanOrEqual(view.height);
            }
        }
    });
});
