// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { decodeFrame, FRAME_MAGIC, FrameError } from "../../src/net/frame";
import { markSeen } from "../../src/view/marks_view";
import { tissueColour } from "../../src/view/tissue_view";

// a frame with one section of a tissue that says it has `count` nodes and has two
function frameOf(count: number): ArrayBuffer {
    const buffer = new ArrayBuffer(40 + 8 + 24 + 16);
    const v = new DataView(buffer);
    v.setUint32(0, FRAME_MAGIC, true);
    v.setUint16(4, 1, true);
    v.setUint16(6, 1, true);
    v.setUint16(40, 16, true);
    v.setUint16(42, 3, true);
    v.setUint32(44, 40, true);
    v.setUint32(48, count, true);
    v.setUint32(52, 7, true);
    [0.5, 0.25, -1].forEach((x, i) => v.setFloat32(56 + 4 * i, x, true));
    v.setFloat32(68, 0.5, true);
    [1, -2, 3, 4, 5, -32767].forEach((x, i) => v.setInt16(72 + 2 * i, x, true));
    [0, 120].forEach((x, i) => v.setInt16(84 + 2 * i, x, true));
    return buffer;
}

describe("tissues", () => {
    it("are read from their section", () => {
        const [t] = decodeFrame(frameOf(2)).tissues;
        expect(t).toMatchObject({ index: 3, count: 2, changes: 7, unit: 0.5 });
        expect(t!.middle).toEqual([0.5, 0.25, -1]);
        expect([...t!.places]).toEqual([1, -2, 3, 4, 5, -32767]);
        expect([...t!.strain]).toEqual([0, 120]);
    });

    it("that claim more nodes than they have are refused", () => {
        expect(() => decodeFrame(frameOf(3))).toThrow(FrameError);
    });

    it("have the colours of their layers and blanch with strain", () => {
        const [skin, dermis, fat] = [0, 1e-3, 3e-3].map((d) => tissueColour(d, 0));
        expect(new Set([skin, dermis, fat].map(String)).size).toBe(3);
        const bright = [0, 0.1, 0.3].map((s) => tissueColour(0, s).reduce((a, b) => a + b));
        expect(bright[1]).toBeGreaterThan(bright[0]!);
        expect(bright[2]).toBeGreaterThan(bright[1]!);
        expect(tissueColour(0, 5)).toEqual(tissueColour(0, 0.3));
    });
});

describe("marks that vanish", () => {
    it.each([
        [false, false, false, true],
        [false, true, true, true],
        [true, false, false, false],
        [true, true, false, true],
        [true, true, true, false],
    ])("vanishes %s, due %s, done %s: seen %s", (vanishes, due, done, seen) => {
        expect(markSeen(vanishes, due, done)).toBe(seen);
    });
});
