// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { cut, depthBelow, planeOf, spans } from "../../src/core/section";
import { add, norm, qaxis, qmul, qrotate, sub, type Pose, type Vec3 } from "../../src/core/vec";
import { carried, centreOf, Driving, turnAbout } from "../../src/guide/driving";
import { still, type HandInput } from "../../src/input/device";
import type { Hands } from "../../src/input/hands";
import { decodeFrame, FRAME_MAGIC, type Frame } from "../../src/net/frame";
import type { NeedleInfo, SceneMessage } from "../../src/net/messages";
import { needleSays } from "../../src/ui/needle_tags";
import { eyeFrom } from "../../src/view/camera_rig";
import { onArc } from "../../src/core/arc";
import { needleLoft, pathThrough, placeInJaws } from "../../src/view/needle_view";
import { Bytes } from "../support/encode";

const info: NeedleInfo = {
    name: "needle",
    length: 0.02,
    arc: 0.5,
    diameter: 0.0005,
    radius: 0.02 / Math.PI,
    thread: 0,
};

function frameWith(sections: Bytes, count: number): Frame {
    const head = new Bytes().u32(FRAME_MAGIC).u16(1).u16(count).u32(1).u32(1).f64(0).f64(0);
    return decodeFrame(head.u32(0).u16(0).u16(1000).bytes(sections).buffer());
}

describe("frames with a needle", () => {
    it("have its pose, who holds it where, and its holes", () => {
        const needle = new Bytes().u32(1).i32(1).f32(0.0125);
        needle.f32(0.25, 0.5, 0.75).f32(0, 0, 0, 1).f32(1, 2, 3).f32(0.5);
        const holes = new Bytes().u32(1).i32(0).i32(-1).i32(0).u32(1);
        holes.f32(1, 2, 3).f32(4, 5, 6).f32(7, 8, 9).f32(0.5).f32(0.75).f32(0);
        const frame = frameWith(new Bytes().section(17, 2, needle).section(18, 0, holes), 2);
        expect(frame.needles[0]).toEqual({
            index: 2,
            lags: true,
            tool: 1,
            at: Math.fround(0.0125),
            pose: { position: [0.25, 0.5, 0.75], rotation: [0, 0, 0, 1] },
            force: [1, 2, 3],
            resistance: 0.5,
        });
        expect(frame.holes).toEqual([
            {
                needle: 0,
                thread: -1,
                tissue: 0,
                slides: true,
                where: [1, 2, 3],
                rest: [4, 5, 6],
                force: [7, 8, 9],
                along: 0.5,
                angle: 0.75,
                torn: 0,
            },
        ]);
    });
});

describe("the shape of a needle", () => {
    it("is an arc around its centre, pointed at the tip and thicker at the thread", () => {
        for (const s of [0, 0.005, 0.02]) {
            expect(norm(sub(onArc(info, s), [0, info.radius, 0]))).toBeCloseTo(info.radius, 9);
        }
        expect(onArc(info, 0.02)[0]).toBeCloseTo(0, 9); // half of a circle
        const { position } = needleLoft(info);
        const off = (i: number): number => {
            const p: Vec3 = [position[3 * i]!, position[3 * i + 1]! - info.radius, 0];
            return Math.abs(Math.hypot(p[0], p[1]) - info.radius);
        };
        expect(off(0)).toBeLessThan(0.1 * info.diameter);
        expect(off(20 * 9)).toBeCloseTo(info.diameter / 2, 6);
        expect(off(40 * 9)).toBeCloseTo((1.12 * info.diameter) / 2, 6);
    });

    it("goes on a circle through both dots, whose centre is above them", () => {
        const [a, b]: [Vec3, Vec3] = [
            [0.0045, 0, 0],
            [-0.0045, 0, 0],
        ];
        const path = pathThrough(a, b, info.radius);
        const up = Math.sqrt(info.radius ** 2 - 0.0045 ** 2);
        for (const p of path) {
            expect(norm(sub(p, [0, 0, up]))).toBeCloseTo(info.radius, 9);
        }
        const nearest = (q: Vec3): number => Math.min(...path.map((p) => norm(sub(p, q))));
        expect(nearest(a)).toBeLessThan(2e-4); // places of the path lie 0.27 mm apart
        expect(nearest(b)).toBeLessThan(2e-4);
        expect(pathThrough(a, [-0.02, 0, 0], info.radius)).toEqual([]); // too far for this needle
    });
});

describe("a needle between open jaws", () => {
    const jaws = { grip_length: 0.008, opening: 0.006 };
    const line: Vec3[] = [
        [-0.01, 0, 0],
        [0.001, 0, 0],
        [0.01, 0, 0],
    ];
    it("is marked where it lies between the faces, and not beside or behind them", () => {
        const up: Vec3 = [0, 0, 1];
        expect(placeInJaws(line, [0, 0, -0.004], up, jaws)).toEqual([0.001, 0, 0]);
        expect(placeInJaws(line, [0, 0, 0.001], up, jaws)).toBeNull(); // still above it
        expect(placeInJaws(line, [0.0055, 0, -0.004], up, jaws)).toBeNull(); // between two places, 4.5 mm aside
        expect(placeInJaws(line, [0, 0, -0.009], up, jaws)).toBeNull(); // behind the faces
    });
});

describe("driving", () => {
    const needle: Pose = { position: [0.001, 0.002, 0.003], rotation: qaxis([1, 2, 3], 0.7) };
    const tool = {
        proxy: { position: [0.01, 0, 0.02] as Vec3, rotation: qaxis([0, 1, 0], 0.3) },
        target: { position: [0.01, 0, 0.02] as Vec3, rotation: qaxis([0, 1, 0], 0.3) },
    };

    it("a needle goes with its tool", () => {
        expect(norm(sub(carried(tool, needle).position, needle.position))).toBeLessThan(1e-12);
        const turn = qaxis([0, 0, 1], 0.5);
        const there = {
            position: add(tool.target.position, [0.1, 0, 0]),
            rotation: qmul(turn, tool.target.rotation),
        };
        const moved = carried({ proxy: tool.proxy, target: there }, needle);
        const local = sub(needle.position, tool.proxy.position);
        const expected = add(there.position, qrotate(turn, local));
        expect(norm(sub(moved.position, expected))).toBeLessThan(1e-12);
    });

    const hands = {
        hands: [
            { tool: 0, target: tool.target },
            { tool: 1, target: tool.target },
        ],
        state: () => tool,
        aim: () => tool.target.position,
    } as unknown as Hands;
    const scene = (level?: "beginner"): SceneMessage =>
        ({
            level,
            needles: [info],
            marks: [{ kind: "dot", name: "entry", position: [0, 0, 0] }],
        }) as unknown as SceneMessage;
    const frame = (inside: boolean, by = 1): Frame =>
        ({
            needles: [{ index: 0, tool: by, at: 0.0144, pose: needle }],
            holes: inside ? [{ needle: 0 }] : [],
        }) as unknown as Frame;
    const driving = (level: "beginner" | undefined, inside: boolean): Driving => {
        const d = new Driving(hands);
        d.setScene(scene(level));
        d.follow(frame(inside));
        return d;
    };
    const context = { dt: 0.016, eye: eyeFrom([0, 0, 0], [0, -1, 1], 0.05), pixel: 1e-4 };
    const wheel = (notches: number, aside = 0): HandInput => ({
        ...still(1),
        move: [aside, 0, notches * 0.012 * 0.05],
        notches,
    });

    // all that is left of the turns, as if each were followed at once
    const turned = (d: Driving): { angle: number; move: Vec3 } => {
        let angle = 0;
        let move: Vec3 = [0, 0, 0];
        for (let i = 0; i < 400; i++) {
            for (const input of d.tick(context)) {
                angle += 2 * Math.asin(Math.hypot(...input.turn.slice(0, 3)));
                move = add(move, input.move);
            }
        }
        return { angle, move };
    };

    it("a notch down is six degrees forward about the centre of the arc, and nothing else", () => {
        const d = driving("beginner", false);
        const out = d.lead(wheel(-1, 0.003), context)!;
        expect(norm(out.move)).toBe(0);
        const axis = qrotate(needle.rotation, [0, 0, 1]);
        const centre = centreOf(needle, info.radius);
        const [first] = d.tick(context);
        const step = 2 * 0.016; // as fast as it goes
        expect(first!.turn.every((x, i) => Math.abs(x - qaxis(axis, step)[i]!) < 1e-12)).toBe(true);
        const way = turnAbout(tool.target.position, centre, axis, step);
        expect(norm(sub(first!.move, way))).toBeLessThan(1e-12);
        // and the tip goes forward
        const tip = turnAbout(needle.position, centre, axis, step);
        const ahead = qrotate(needle.rotation, [1, 0, 0]);
        expect(tip[0] * ahead[0] + tip[1] * ahead[1] + tip[2] * ahead[2]).toBeGreaterThan(0);
        expect(step + turned(d).angle).toBeCloseTo((6 * Math.PI) / 180, 9);
    });

    it("waits for a tool that lags, and forgets what was asked for when the needle is let go", () => {
        const behind = {
            ...tool,
            target: { ...tool.target, rotation: qmul(qaxis([0, 0, 1], 0.3), tool.target.rotation) },
        };
        const slow = {
            hands: hands.hands.map((h) => ({ ...h, target: behind.target })),
            state: () => behind,
            aim: () => behind.target.position,
        } as unknown as Hands;
        const d = new Driving(slow);
        d.setScene(scene("beginner"));
        d.follow(frame(true));
        d.lead(wheel(-3), context);
        expect(turned(d).angle).toBe(0);
        d.follow(frame(true, -1));
        d.tick(context);
        d.follow(frame(true));
        const fresh = driving("beginner", true);
        expect(turned(fresh).angle).toBe(0);
        expect(d.tick(context)).toEqual([]);
    });

    it("leaves a trainee's hand alone before the needle is in, and shifts the centre then", () => {
        expect(driving(undefined, false).lead(wheel(-1), context)).toBeNull();
        expect(driving(undefined, false).lead({ ...wheel(0), wind: true }, context)).not.toBeNull();
        const out = driving(undefined, true).lead(wheel(0, 0.004), context)!;
        expect(out.move[0]).toBeCloseTo(0.001, 12); // a quarter
    });

    it("lets a beginner's hand draw the needle out of a ring when the step is to move", () => {
        const lead = (step: "drive" | "move", inside: boolean): HandInput | null => {
            const d = new Driving(hands);
            // a ring around the middle of the arc, across it
            const s = 0.5 * info.length;
            const at = add(needle.position, qrotate(needle.rotation, onArc(info, s)));
            const along: Vec3 = [Math.cos(s / info.radius), -Math.sin(s / info.radius), 0];
            const axis = qrotate(needle.rotation, along);
            d.setScene({
                level: "beginner",
                needles: [info],
                marks: [{ kind: "ring", name: "ring", position: at, axis, radius: 0.003 }],
            } as unknown as SceneMessage);
            d.follow(frame(inside, 0));
            d.follow(frame(inside)); // handed over
            return d.lead(wheel(0, 0.004), context, step);
        };
        expect(lead("drive", false)!.move[0]).toBeCloseTo(0.001, 12); // a quarter: it is driven
        expect(lead("move", false)).toBeNull();
        expect(lead("move", true)).not.toBeNull(); // tissue would tear
    });

    it("is of the hand that holds the needle, whose jaws a beginner does not open by accident", () => {
        const d = driving("beginner", true);
        expect(d.lead({ ...wheel(-1), side: 0 }, context)).toBeNull();
        expect(d.lead({ ...wheel(0), jaw: 1 }, context)!.jaw).toBeNull();
        expect(driving(undefined, true).lead({ ...wheel(0), jaw: 1 }, context)!.jaw).toBe(1);
        d.follow(frame(true, -1));
        expect(d.active).toBe(false);
    });
});

describe("the section", () => {
    it("cuts a sheet where the plane of the arc meets it", () => {
        // the frame of a needle in the plane of x and z, seen from -y
        const plane = planeOf({ position: [0, 0, 0], rotation: qaxis([1, 0, 0], Math.PI / 2) });
        const nodes: Vec3[] = [
            [-1, -1, 0.5],
            [1, -1, 0.5],
            [1, 1, 0.5],
            [-1, 1, 0.5],
        ];
        const pairs = cut(plane, (i) => nodes[i]!, [0, 1, 2, 0, 2, 3]);
        expect(pairs.length).toBe(2);
        const all = pairs.flatMap(({ a, b }) => [a, b]);
        expect(Math.min(...all.map((p) => p[0]))).toBeCloseTo(-1, 9);
        expect(Math.max(...all.map((p) => p[0]))).toBeCloseTo(1, 9);
        expect(all.every((p) => Math.abs(p[1] - 0.5) < 1e-9)).toBe(true);
    });

    // a pad of two triangles per side face, 2 wide and 1 high, with a slot of 0.2 as deep as a half
    const outline: [number, number][] = [
        [-1, 0],
        [-0.1, 0],
        [-0.1, -0.5],
        [0.1, -0.5],
        [0.1, 0],
        [1, 0],
        [1, -1],
        [-1, -1],
    ];
    const cuts = outline.map((a, i) => {
        const b = outline[(i + 1) % outline.length]!;
        return { a, b, at: [-a[1], -b[1]] as [number, number] };
    });

    it("fills what the skin of a body encloses, from the floor of a wound too", () => {
        const [beside, in_, out] = spans(cuts, [-0.95, 0, 0.95]);
        expect(beside).toEqual([{ top: 0, bottom: -1, from: 0, to: 1 }]);
        expect(in_).toEqual([{ top: -0.5, bottom: -1, from: 0.5, to: 1 }]);
        expect(out?.length).toBe(1);
    });

    it("fills nothing beside a body, and nothing where a skin is open", () => {
        expect(spans(cuts, [-1.5, 1.5])).toEqual([[], []]);
        expect(spans([{ a: [-1, 0], b: [1, 0], at: [0, 0] }], [0])).toEqual([[]]);
    });

    it("counts a place where two cuts meet once", () => {
        const [at] = spans(cuts, [0.1]);
        expect(at?.length).toBe(1);
    });

    it("says how deep the needle is", () => {
        const line: Vec3[] = [
            [0, 0, 0.001],
            [0, 0, -0.002],
            [0, 0, -0.001],
        ];
        expect(depthBelow(line, 0)).toEqual({ depth: 0.002, at: [0, 0, -0.002] });
        expect(depthBelow([[0, 0, 1]], 0).at).toBeNull();
    });
});

describe("what is said at the needle", () => {
    const scene = {
        marks: [
            { kind: "dot", name: "entry", position: [0.005, 0, 0] },
            { kind: "dot", name: "exit", position: [-0.005, 0, 0] },
        ],
    } as unknown as SceneMessage;
    const with_ = (holes: { rest: Vec3; angle: number }[]): Frame =>
        ({
            needles: [{ index: 0, pose: { position: [-0.002, 0, 0], rotation: [0, 0, 0, 1] } }],
            holes: holes.map((x) => ({ needle: 0, ...x })),
        }) as unknown as Frame;

    it("is the angle of entry, and the way to the exit until it is out", () => {
        expect(needleSays(scene, with_([]))).toEqual({ entry: null, exit: null });
        const inside = needleSays(scene, with_([{ rest: [0.0045, 0, 0], angle: 0.9 }]));
        expect(inside.entry!.angle).toBe(0.9);
        expect(inside.exit!.left).toBeCloseTo(0.003, 9);
        const through = needleSays(
            scene,
            with_([
                { rest: [0.0045, 0, 0], angle: 0.9 },
                { rest: [-0.0045, 0, 0], angle: 0.8 },
            ]),
        );
        expect(through.exit).toBeNull();
    });
});
