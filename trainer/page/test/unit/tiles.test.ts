// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { TILE, Tiles, type Drawn } from "../../src/view/look/tiles";

// clip space as it is: x and y from -1 to 1 are the picture
const PLAIN = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
// w is z: what lies at negative z is behind the eye
const BEHIND = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0];

const list = (t: Tiles): string[] => {
    const out: string[] = [];
    for (let r = 0; r < t.rows; r++) {
        for (let c = 0; c < t.columns; c++) {
            if (t.has(c, r)) {
                out.push(`${c},${r}`);
            }
        }
    }
    return out;
};
const drawn = (position: number[], more: Partial<Drawn> = {}): Drawn => ({
    position,
    corners: null,
    from: 0,
    count: position.length / 3,
    per: 3,
    step: 3,
    pad: 0,
    ...more,
});

describe("tiles that were drawn on", () => {
    it("are all of them at first, then those under what was drawn", () => {
        const t = new Tiles(4 * TILE, 2 * TILE);
        expect(list(t).length).toBe(8);
        t.clear();
        expect(list(t)).toEqual([]);
        // a triangle in the lower left quarter of the picture
        t.add(drawn([-0.9, -0.9, 0, -0.6, -0.9, 0, -0.9, -0.2, 0]), PLAIN);
        expect(list(t)).toEqual(["0,0"]);
    });

    it("are those of every piece, with what it is drawn wider by", () => {
        const t = new Tiles(4 * TILE, 2 * TILE);
        t.clear();
        const line = [-0.9, -0.9, 0, -0.1, -0.9, 0, 0.9, -0.9, 0];
        t.add(drawn(line, { per: 2, step: 1, count: 2 }), PLAIN);
        expect(list(t)).toEqual(["0,0", "1,0"]);
        t.clear();
        t.add(drawn(line, { per: 2, step: 1, count: 2, pad: 20 }), PLAIN); // 12.8 pixels to the next tile
        expect(list(t)).toEqual(["0,0", "1,0", "2,0"]);
        t.clear();
        t.add(drawn(line, { per: 2, step: 2, from: 0, count: 2, corners: [1, 2] }), PLAIN);
        expect(list(t)).toEqual(["1,0", "2,0", "3,0"]);
    });

    it("are none outside of the picture", () => {
        const t = new Tiles(4 * TILE, 2 * TILE);
        t.clear();
        t.mark(-50, -50, -10, 500);
        t.mark(5000, 0, 6000, 10);
        expect(list(t)).toEqual([]);
    });

    it("are those of the part before the eye of what reaches behind it, and none of what is behind", () => {
        const t = new Tiles(4 * TILE, 2 * TILE);
        t.clear();
        // a needle of a triangle that goes to the right and back: seen from x = 0.1 on
        t.add(drawn([0.1, 0, 1, 0.1, 0.01, 1, 0.6, 0, -1]), BEHIND, 0.1);
        // at depth 0.1 it is at x = 0.325, far outside of the picture on the right
        expect(list(t)).toEqual(["2,1", "3,1"]);
        t.clear();
        t.add(drawn([0, 0, -1, 0.1, 0, -1, 0, 0.1, -2]), BEHIND, 0.1);
        expect(list(t)).toEqual([]);
    });
});
