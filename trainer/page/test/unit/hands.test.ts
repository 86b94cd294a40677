// SPDX-License-Identifier: MIT
import { beforeEach, describe, expect, it } from "vitest";
import { qangle, type Vec3 } from "../../src/core/vec";
import { still } from "../../src/input/device";
import { Hands } from "../../src/input/hands";
import { decodeFrame, type Frame } from "../../src/net/frame";
import type { SceneMessage } from "../../src/net/messages";
import { Bytes, frameBytes, toolSection } from "../support/encode";

const tool = (hand: "left" | "right" | null): SceneMessage["tools"][number] => ({
    name: "",
    kind: "forceps",
    hand,
    tip_radius: 1,
    base_radius: 1,
    length: 1,
    opening: 1,
    grip_length: 1,
    reach: 0,
    handle_length: 0,
    handle_radius: 1,
    incline: 0,
});
const scene = (tools: SceneMessage["tools"]): SceneMessage => ({
    type: "scene",
    scene: 1,
    mode: "free",
    task: null,
    title: "",
    attempt: null,
    trainee: null,
    dt: 1e-3,
    gravity: [0, 0, -9.81],
    threads: [],
    obstacles: [],
    tools,
    marks: [],
    parameters: [],
    limits: { low: [-1, -1, 0], high: [1, 1, 1], speed: 1, turn: 1 },
    camera: { target: [0, 0, 0], from: [0, -1, 1], height: 1 },
});

function frame(
    at: Vec3[] = [
        [0.1, 0, 0.5],
        [0.2, 0, 0.5],
    ],
): Frame {
    const sections = new Bytes();
    at.forEach((position, i) => {
        const pose = { position, rotation: [0, 0, 0, 1] as [number, number, number, number] };
        sections.section(
            2,
            i,
            toolSection({
                flags: 0,
                proxy: pose,
                target: pose,
                jaw: 1,
                targetJaw: 1,
                force: [0, 0, 0],
                handForce: [0, 0, 0],
                candidate: null,
                grip: null,
                tail: 0,
            }),
        );
    });
    return decodeFrame(frameBytes({}, sections, at.length).buffer());
}

describe("hands", () => {
    let hands: Hands;
    beforeEach(() => {
        hands = new Hands();
        hands.setScene(scene([tool("right"), tool("left")]));
        hands.sync(frame());
    });

    it("begins where the tools are and sends nothing by itself", () => {
        expect(hands.hands[0].tool).toBe(1);
        expect(hands.hands[1].tool).toBe(0);
        expect(hands.hands[1].target.position[0]).toBeCloseTo(0.1, 6);
        expect(hands.message()).toBeNull();
    });

    it("sends what moved, once, with growing numbers", () => {
        hands.apply({ ...still(1), move: [0.01, 0, 0] });
        const message = hands.message()!;
        expect(message.seq).toBe(1);
        expect(message.hands).toHaveLength(1);
        expect(message.hands[0]!.tool).toBe(0);
        expect(message.hands[0]!.p![0]).toBeCloseTo(0.11, 6);
        expect(hands.message()).toBeNull();
        hands.apply({ ...still(0), jaw: 0 });
        expect(hands.message()).toMatchObject({ seq: 2, hands: [{ tool: 1, jaw: 0 }] });
    });

    it("stays within the limits of the scene", () => {
        hands.apply({ ...still(1), move: [9, -9, -9] });
        expect(hands.message()!.hands[0]!.p).toEqual([1, -1, 0]);
    });

    it("rolls about the tool's own axis", () => {
        hands.apply({ ...still(1), roll: Math.PI / 2 });
        const q = hands.message()!.hands[0]!.q!;
        expect(qangle(q, [0, 0, Math.SQRT1_2, Math.SQRT1_2])).toBeCloseTo(0, 6);
    });

    it("a hand of this page no longer follows the frames; one that was let go does", () => {
        hands.apply({ ...still(1), move: [0.01, 0, 0] });
        hands.sync(
            frame([
                [0.5, 0, 0.5],
                [0.6, 0, 0.5],
            ]),
        );
        expect(hands.hands[1].target.position[0]).toBeCloseTo(0.11, 6);
        expect(hands.hands[0].target.position[0]).toBeCloseTo(0.6, 6);
        hands.letGo();
        hands.sync(
            frame([
                [0.5, 0, 0.5],
                [0.6, 0, 0.5],
            ]),
        );
        expect(hands.hands[1].target.position[0]).toBeCloseTo(0.5, 6);
    });

    it("a hand that is blocked stays near its tool", () => {
        const blocked = frame();
        blocked.tools[0]!.flags = 1;
        hands.sync(blocked);
        hands.apply({ ...still(1), move: [0, 0, -0.4] });
        expect(hands.message()!.hands[0]!.p![2]).toBeCloseTo(0.5 - 0.008, 6);
    });

    it("does without tools, with one, and with unnamed ones", () => {
        hands.setScene(scene([]));
        hands.apply({ ...still(0), move: [1, 0, 0] });
        expect(hands.message()).toBeNull();
        hands.setScene(scene([tool(null)]));
        expect(hands.hands.map((h) => h.tool)).toEqual([-1, 0, -1]);
        hands.setScene(scene([tool(null), tool(null)]));
        expect(hands.hands.map((h) => h.tool)).toEqual([0, 1, -1]);
    });
});

describe("instruments", () => {
    const home = (x: number): { position: Vec3; rotation: [number, number, number, number] } => ({
        position: [x, 0, 0.5],
        rotation: [0, 0, 0, 1],
    });
    const three = scene([
        { ...tool("left"), home: home(0.1) },
        { ...tool("right"), home: home(0.2) },
        { ...tool("right"), kind: "scissors", home: home(0.3) },
    ]);
    const lie = (): Frame =>
        frame([
            [0.1, 0, 0.5],
            [0.2, 0, 0.5],
            [0.3, 0, 0.5],
        ]);
    let hands: Hands;
    beforeEach(() => {
        hands = new Hands();
        hands.setScene(three);
        hands.sync(lie());
    });

    it("change: what is put down goes back to where it lay, what holds something stays", () => {
        hands.apply({ ...still(1), move: [0, 0.1, 0] });
        hands.message();
        expect(hands.change(1)).toBe(true);
        expect(hands.hands[1].tool).toBe(2);
        const laid = hands.message()!.hands;
        expect(laid).toEqual([{ tool: 1, p: [0.2, 0, 0.5], q: [0, 0, 0, 1], jaw: 1 }]);
        // and from where they lie the scissors are led
        hands.apply({ ...still(1), move: [0, 0.05, 0] });
        const led = hands.message()!.hands[0]!;
        expect(led.tool).toBe(2);
        expect(led.p![0]).toBeCloseTo(0.3, 6);
        expect(led.p![1]).toBeCloseTo(0.05, 6);
        const holds = lie();
        holds.tools[2]!.flags = 2;
        hands.sync(holds);
        expect(hands.change(1)).toBe(true);
        expect(hands.message()).toBeNull();
        expect(hands.hands[1].tool).toBe(1);
    });

    it("are not changed by a hand that has one", () => {
        expect(hands.change(0)).toBe(false);
        expect(hands.change(1, 0)).toBe(false);
    });

    it("are known again from where they are: after a reload, and when the world went back", () => {
        const cutting = frame([
            [0.1, 0, 0.5],
            [0.2, 0, 0.5],
            [0.32, 0, 0.5],
        ]);
        hands.setScene(three);
        hands.sync(cutting);
        expect(hands.hands[1].tool).toBe(2);
        const before = { ...lie(), statistics: { undos: 1 } } as unknown as Frame;
        before.tools[1]!.target.position = [0.25, 0, 0.5];
        hands.sync(before);
        expect(hands.hands[1].tool).toBe(1);
    });
});
