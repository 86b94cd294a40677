// SPDX-License-Identifier: MIT
import { expect, it } from "vitest";
import type { ThreadState } from "../../src/net/frame";
import { piecesOf } from "../../src/view/pieces";

const thread = (cuts: number[]): ThreadState => ({
    index: 0,
    count: 6,
    radius: 1e-4,
    tensionUnit: 1,
    twistUnit: 1,
    positions: Float32Array.from({ length: 18 }, (_, i) => i),
    tension: Int16Array.from([0, 1, 2, 3, 4, 5]),
    twist: new Int16Array(6),
    cuts,
});

it("a thread that was not cut is one piece, and the same arrays", () => {
    const whole = thread([]);
    expect(piecesOf(whole)).toEqual([{ state: whole, first: 0 }]);
    expect(piecesOf(whole)[0]!.state.positions).toBe(whole.positions);
});

it("a cut edge parts it, and a vertex between two cuts is not drawn", () => {
    const pieces = piecesOf(thread([2, 1]));
    expect(pieces.map((p) => [p.first, p.state.count])).toEqual([
        [0, 2],
        [3, 3],
    ]);
    expect([...pieces[1]!.state.positions].slice(0, 3)).toEqual([9, 10, 11]);
    expect([...pieces[1]!.state.tension]).toEqual([3, 4, 5]);
});
