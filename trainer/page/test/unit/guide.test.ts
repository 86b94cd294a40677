// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { norm, qaxis, sub, type Quat, type Vec3 } from "../../src/core/vec";
import { Assist } from "../../src/guide/assist";
import { guidePrompt, parts } from "../../src/guide/guide_prompt";
import { Guide, type Errand } from "../../src/guide/guide";
import { railMove } from "../../src/guide/rail";
import { PIXELS_PER_TURN, Winding } from "../../src/guide/winding";
import type { Hands } from "../../src/input/hands";
import type { ToolState } from "../../src/net/frame";
import { toneOf } from "../../src/ui/sound";
import { CameraRig, eyeFrom } from "../../src/view/camera_rig";
import { project, unproject } from "../../src/view/project";

const eye = eyeFrom([0, 0, 0.01], [0, -0.1, 0.1], 0.12);
const view = { width: 1366, height: 768 };

describe("the screen", () => {
    it("gives back the point that it shows", () => {
        const point: Vec3 = [0.012, -0.03, 0.02];
        const there = unproject(eye, project(eye, point, view), view);
        // rounding of lengths of some tenths of a metre
        expect(norm(sub(there, point))).toBeLessThan(1e-15);
    });

    it("has the target of the eye in its middle", () => {
        const { x, y } = project(eye, [0, 0, 0.01], view);
        expect([x, y]).toEqual([683, 384]);
    });
});

describe("the rail", () => {
    const goal: Vec3 = [0.02, 0.01, 0.035];

    it("leads to a goal in space whatever strokes on the screen lead to it", () => {
        for (const steps of [1, 7, 40]) {
            let at: Vec3 = [-0.02, -0.04, 0];
            for (let i = steps; i > 0; i--) {
                const [a, b] = [project(eye, at, view), project(eye, goal, view)];
                const { move } = railMove(eye, view, at, goal, (b.x - a.x) / i, (b.y - a.y) / i);
                at = [at[0] + move[0], at[1] + move[1], at[2] + move[2]];
            }
            // the magnet puts it there itself
            expect(norm(sub(at, goal))).toBeLessThan(1e-12);
        }
    });

    it("keeps the depth of a hand that goes away from the goal", () => {
        const from: Vec3 = [-0.02, -0.04, 0];
        const { move, share } = railMove(eye, view, from, goal, -30, 10);
        const after: Vec3 = [from[0] + move[0], from[1] + move[1], from[2] + move[2]];
        expect(share).toBe(0);
        expect(project(eye, after, view).depth).toBeCloseTo(project(eye, from, view).depth, 12);
    });

    it("lets a hand go that leaves the goal again", () => {
        const { move } = railMove(eye, view, goal, goal, 5, 0);
        expect(norm(move)).toBeGreaterThan(1e-4);
    });
});

describe("winding", () => {
    const shaft = { center: [0, 0, 0.026] as Vec3, axis: [1, 0, 0] as Vec3 };
    const from: Vec3 = [-0.008, -0.012, 0.033];

    it("is one turn for one stroke, on a circle about the shaft, and ends where it began", () => {
        const w = new Winding(shaft, from, -2 * Math.PI);
        w.feed((-2 * Math.PI * PIXELS_PER_TURN) / PIXELS_PER_TURN, 0);
        let place = from;
        for (let i = 0; i < 300 && w.busy; i++) {
            place = w.advance(0.01).place;
            expect(Math.hypot(place[1], place[2] - 0.026)).toBeCloseTo(w.radius, 12);
        }
        expect(w.share).toBeCloseTo(1, 9);
        expect(norm(sub(place, from))).toBeLessThan(1e-9);
    });

    it("goes no faster than a thread follows, and no further than asked for", () => {
        const w = new Winding(shaft, from, -2 * Math.PI);
        w.feed(-100, 0);
        w.advance(0.16);
        expect(w.angle).toBeCloseTo(-0.2 * Math.PI, 9); // a tenth of a turn in a tenth of its time
        for (let i = 0; i < 100; i++) {
            w.advance(0.1);
        }
        expect(w.angle).toBeCloseTo(-2 * Math.PI, 9);
        w.feed(200, 0);
        for (let i = 0; i < 100; i++) {
            w.advance(0.1);
        }
        expect(w.angle).toBeCloseTo(0, 9);
    });

    it("keeps away from the forceps it goes around", () => {
        const w = new Winding(shaft, [0, 0.001, 0.026]);
        expect(w.radius).toBeGreaterThan(0.008);
    });
});

describe("which way a turn goes", () => {
    const shaft = { center: [0, 0, 0.02] as Vec3, axis: [1, 0, 0] as Vec3 };
    const tool = (position: Vec3, rotation: Quat): ToolState =>
        ({ proxy: { position, rotation }, grips: [] }) as unknown as ToolState;

    it("is told by the forceps that are wound around, however near the other ones come", () => {
        // handles to +x and to -x
        const [east, west] = [qaxis([0, 1, 0], Math.PI / 2), qaxis([0, 1, 0], -Math.PI / 2)];
        for (const near of [0.03, 0.001]) {
            const states = [tool([0, near, 0.02], west), tool([0.005, 0, 0.02], east)];
            const hands = { state: (side: 0 | 1) => states[side] } as unknown as Hands;
            const assist = new Assist(
                new Guide(),
                hands,
                () => view,
                () => 1,
            );
            expect(assist.handleward(shaft, 0)).toEqual([1, 0, 0]);
            expect(assist.handleward(shaft, 1).map((x) => x + 0)).toEqual([-1, 0, 0]);
        }
    });
});

describe("the prompt", () => {
    const errand = (what: Errand["step"]["do"], part: Partial<Errand> = {}): Errand => ({
        step: { do: what, tool: 0, stage: 0, say: "" },
        goal: null,
        ready: false,
        since: null,
        missed: false,
        closing: false,
        lost: false,
        done: false,
        ...part,
    });
    const facts = {
        means: "mouse" as const,
        engaged: true,
        active: 1 as const,
        right: () => true,
        higher: (): number | null => null,
    };

    it("names the key, for every kind of step and device", () => {
        const rows: [Errand, string, string][] = [
            [errand("take"), "to the ring", "stick"],
            [errand("take", { ready: true }), "[Space] Close", "[RT] Pull"],
            [errand("take", { ready: true, missed: true }), "[Space] Missed", "[RT] Missed"],
            [errand("open"), "[Space] Open", "[RT] Let go"],
            [errand("close"), "[Space] Close", "[RT] Pull"],
            [errand("wind"), "[W] and move the mouse to the right", "[Y] and push the right stick"],
            [errand("move"), "right forceps to the ring", "Right stick"],
        ];
        for (const [e, mouse, pad] of rows) {
            expect(guidePrompt({ ...facts, errands: [null, e] })[0]).toContain(mouse);
            expect(guidePrompt({ ...facts, means: "pad", errands: [null, e] })[0]).toContain(pad);
        }
    });

    it("asks for the other hand when it is its turn, and for a hand before all", () => {
        expect(guidePrompt({ ...facts, errands: [errand("open"), null] })).toEqual([
            "[Tab] It is the left hand's turn",
        ]);
        const first = guidePrompt({ ...facts, engaged: false, errands: [errand("open"), null] });
        expect(first[0]).toContain("Click into the field");
    });

    it("says how much higher or lower a goal is that a hand is not led to", () => {
        const at = (higher: number): string =>
            guidePrompt({ ...facts, higher: () => higher, errands: [null, errand("move")] })[0]!;
        expect(at(0.012)).toMatch(/to the ring. Wheel: 12 mm up$/);
        expect(at(-0.004)).toMatch(/Wheel: 4 mm down$/);
        expect(at(0.0009)).toMatch(/to the ring$/);
    });

    it("has a line per hand for a gamepad", () => {
        const both = guidePrompt({
            ...facts,
            means: "pad",
            errands: [errand("move"), errand("open")],
        });
        expect(both).toHaveLength(2);
    });

    it("splits texts and keys", () => {
        expect(parts("Hold [W] now")).toEqual([
            { key: false, text: "Hold " },
            { key: true, text: "W" },
            { key: false, text: " now" },
        ]);
    });
});

describe("the view of the work plane", () => {
    it("looks along the shaft and comes back", () => {
        const rig = new CameraRig();
        rig.smooth = false;
        rig.setHome([0, 0, 0], [0, -0.1, 0.1], 0.1, [-1, -1, -1], [1, 1, 1]);
        const before = { ...rig.eye };
        rig.work([0, 0, 0.026], [1, 0, 0]);
        expect(rig.eye.yaw).toBeCloseTo((55 * Math.PI) / 180, 6);
        rig.work([0, 0, 0.1], [0, 1, 0]); // still the same work
        expect(rig.eye.target).toEqual([0, 0, 0.026]);
        rig.endWork();
        expect(rig.eye).toEqual(before);
    });
});

describe("the tone", () => {
    it("is silent for what needs no care and rises with the tension", () => {
        expect(toneOf(0.05)).toBeNull();
        expect(toneOf(0.3) ?? 0).toBeGreaterThan(toneOf(0.2) ?? 0);
        expect(toneOf(99)).toBe(600);
    });
});
