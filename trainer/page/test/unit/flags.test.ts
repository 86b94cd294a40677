// SPDX-License-Identifier: MIT
import { expect, it } from "vitest";
import { FLAG_PIXELS, gatherFlags, gravest } from "../../src/core/flags";
import type { FilmMark } from "../../src/net/messages";

const mark = (t: number, kind: FilmMark["kind"]): FilmMark => ({ t, kind, tool: null, text: "" });

it("marks that would lie over each other are one flag, and none is lost", () => {
    const marks = [mark(9, "rule"), mark(1, "rule"), mark(1.2, "drop"), mark(5, "throw")];
    const flags = gatherFlags(marks, 10, 400); // 24 px are 0.6 s
    expect(flags.map((f) => f.map((m) => m.t))).toEqual([[1, 1.2], [5], [9]]);
    for (const width of [0, 50, 300, 2000]) {
        const all = gatherFlags(marks, 10, width);
        expect(all.flat()).toHaveLength(marks.length);
        const starts = all.map((f) => (f[0]!.t / 10) * Math.max(width, FLAG_PIXELS));
        starts.slice(1).forEach((x, i) => expect(x - starts[i]!).toBeGreaterThanOrEqual(24));
    }
});

it("a flag looks like the gravest of its marks", () => {
    expect(gravest([mark(1, "rule"), mark(1, "slip"), mark(1, "throw")])).toBe("slip");
    expect(gravest([mark(1, "drop"), mark(1, "granny")])).toBe("granny");
});
