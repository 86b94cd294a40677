// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { decodeFrame, FrameError, ToolFlag } from "../../src/net/frame";
import { Bytes, frameBytes, threadSection, toolSection } from "../support/encode";

// a frame written down byte by byte from the tables in docs/protocol.md
const HEX =
    "53555446 0100 0100 07000000 03000000 000000000000f03f 0000000000000040 05000000 0900 f401" +
    "0100 0000 30000000" + // thread 0, 48 bytes
    "02000000 0000803e 0000003f 0000803f" + // 2 vertices, radius 0.25, 0.5 N, 1 rad
    "00000000 0000803f 00000040 0000803f 0000803f 00000040" +
    "0200 0000 feff feff";

const bytesOf = (hex: string): ArrayBuffer => {
    const digits = hex.replace(/ /g, "");
    return Uint8Array.from({ length: digits.length / 2 }, (_, i) =>
        parseInt(digits.slice(2 * i, 2 * i + 2), 16),
    ).buffer;
};

describe("state frames", () => {
    it("reads a frame written by hand", () => {
        const frame = decodeFrame(bytesOf(HEX));
        expect(frame).toMatchObject({
            number: 7,
            scene: 3,
            time: 1,
            clock: 2,
            seq: 5,
            flags: 9,
            speed: 0.5,
        });
        const thread = frame.threads[0]!;
        expect(thread).toMatchObject({
            index: 0,
            count: 2,
            radius: 0.25,
            tensionUnit: 0.5,
            twistUnit: 1,
        });
        expect([...thread.positions]).toEqual([0, 1, 2, 1, 1, 2]);
        expect([...thread.tension]).toEqual([2, 0]);
        expect([...thread.twist]).toEqual([-2, -2]);
    });

    it("reads all that a tool says, at the offsets of the protocol", () => {
        const section = toolSection({
            flags: 6,
            proxy: { position: [1, 2, 3], rotation: [0, 0, 0, 1] },
            jaw: 0.25,
            target: { position: [4, 5, 6], rotation: [0, 1, 0, 0] },
            targetJaw: 0.5,
            force: [7, 8, 9],
            handForce: [10, 11, 12],
            candidate: { vertex: 42, where: [13, 14, 15] },
            grip: { vertex: 41, where: [16, 17, 18], force: [19, 20, 21] },
            tail: 0.125,
        });
        expect(section.length).toBe(216);
        const frame = decodeFrame(frameBytes({}, new Bytes().section(2, 1, section), 1).buffer());
        const tool = frame.tools[0]!;
        expect(tool.index).toBe(1);
        expect(tool.flags & ToolFlag.Holds).not.toBe(0);
        expect(tool.proxy.position).toEqual([1, 2, 3]);
        expect(tool.target.rotation).toEqual([0, 1, 0, 0]);
        expect(tool.jaw).toBe(0.25);
        expect(tool.targetJaw).toBe(0.5);
        expect(tool.force).toEqual([7, 8, 9]);
        expect(tool.handForce).toEqual([10, 11, 12]);
        expect(tool.candidate).toEqual({ thread: 0, vertex: 42, where: [13, 14, 15] });
        expect(tool.grips).toEqual([
            { thread: 0, vertex: 41, where: [16, 17, 18], force: [19, 20, 21], slips: false },
        ]);
        expect(tool.tail).toBe(0.125);
    });

    it("skips sections it does not know and bytes that later versions add", () => {
        const thread = threadSection(
            [
                [0, 0, 0],
                [1, 0, 0],
            ],
            1,
            [0, 0],
            [0, 0],
        );
        const longer = new Bytes().bytes(thread).u32(99);
        const sections = new Bytes()
            .section(99, 0, new Bytes().u32(1).u32(2))
            .section(1, 3, longer);
        const frame = decodeFrame(frameBytes({}, sections, 2).buffer());
        expect(frame.threads.map((t) => t.index)).toEqual([3]);
    });

    it("reads lists: parts, holds, contacts, events, statistics", () => {
        const parts = new Bytes().u32(1).f32(1, 2, 3, 4, 5, 6, 1, 0, 0, 0.5, 0.75);
        const holds = new Bytes().u32(1).i32(0).i32(-1).u32(1).f32(1, 2, 3, 4, 5, 6);
        const contacts = new Bytes().u32(1).f32(1, 2, 3, 4, 5, 6).u16(0).u16(9).u16(65535).u16(4);
        const events = new Bytes().u32(1).u16(1).u16(1).u32(0).f32(1, 2, 3, 17).f64(2.5);
        const statistics = new Bytes()
            .f32(100, 200, 1000)
            .u32(5)
            .u32(1)
            .u32(2)
            .u32(1)
            .u32(0)
            .u32(3)
            .f32(0.5);
        const sections = new Bytes()
            .section(3, 1, parts)
            .section(5, 0, holds)
            .section(6, 0, contacts)
            .section(7, 0, events)
            .section(8, 0, statistics);
        const frame = decodeFrame(frameBytes({}, sections, 5).buffer());
        expect(frame.parts).toEqual([
            {
                tool: 1,
                parts: [
                    {
                        tip: [1, 2, 3],
                        base: [4, 5, 6],
                        face: [1, 0, 0],
                        tipRadius: 0.5,
                        baseRadius: 0.75,
                    },
                ],
            },
        ]);
        expect(frame.holds[0]).toMatchObject({ vertex: -1, lags: true, force: [4, 5, 6] });
        expect(frame.contacts[0]).toMatchObject({ edge: 9, other: null, flags: 4 });
        expect(frame.events[0]).toMatchObject({ type: 1, amount: 17, time: 2.5 });
        expect(frame.statistics).toMatchObject({
            medianUs: 100,
            late: 1,
            dropped: 3,
            realtime: 0.5,
        });
    });

    it("refuses what is no frame, of another version, or cut off anywhere", () => {
        const whole = new Uint8Array(bytesOf(HEX));
        expect(() => decodeFrame(new ArrayBuffer(3))).toThrow(FrameError);
        const other = whole.slice();
        other[0] = 0;
        expect(() => decodeFrame(other.buffer)).toThrow("not a state frame");
        const newer = whole.slice();
        newer[4] = 2;
        expect(() => decodeFrame(newer.buffer)).toThrow(
            expect.objectContaining({ newerVersion: true }),
        );
        for (let n = 0; n < whole.length; n++) {
            expect(() => decodeFrame(whole.slice(0, n).buffer), `${n} bytes`).toThrow(FrameError);
        }
    });

    it("survives any single wrong byte: a frame or a FrameError, nothing else", () => {
        const whole = new Uint8Array(bytesOf(HEX));
        for (let i = 0; i < whole.length; i++) {
            for (const value of [0, 1, 127, 255]) {
                const broken = whole.slice();
                broken[i] = value;
                try {
                    decodeFrame(broken.buffer);
                } catch (error) {
                    expect(error).toBeInstanceOf(FrameError);
                }
            }
        }
    });
});
