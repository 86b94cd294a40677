// SPDX-License-Identifier: MIT
// The steps of a demonstration as a trainee does them: what counts as done, what is lost, where one is.
import { describe, expect, it } from "vitest";
import { Guide } from "../../src/guide/guide";
import { guidePrompt, type GuideFacts } from "../../src/guide/guide_prompt";
import { Helper } from "../../src/guide/helper";
import { Hands } from "../../src/input/hands";
import type { Frame, Grip, ToolState } from "../../src/net/frame";
import type { GuideStep, SceneMessage } from "../../src/net/messages";
import { TEXT } from "../../src/text";

const STEPS: GuideStep[] = [
    { do: "take", tool: 0, stage: 0, thread: 0, vertex: 0, say: "take it" },
    { do: "take", tool: 1, stage: 0, thread: 0, vertex: -1, say: "take it" },
    { do: "move", tool: 0, stage: 1, to: [0, 0, 0.03], say: "lift it" },
    { do: "open", tool: 1, stage: 2, say: "let go" },
];

const scene = {
    type: "scene",
    scene: 1,
    mode: "play",
    level: "beginner",
    guide: STEPS,
    threads: [{ name: "", vertices: 11, length: 0.1, radius: 1e-4, material: null, friction: 0 }],
    tools: [{ hand: "left" }, { hand: "right" }],
    limits: { low: [-1, -1, -1], high: [1, 1, 1], speed: 1, turn: 1 },
} as unknown as SceneMessage;

const FACTS: GuideFacts = {
    means: "mouse",
    engaged: true,
    active: 0,
    errands: [null, null, null],
    right: () => true,
    higher: () => null,
};

const grip = (vertex: number): Grip => ({
    thread: 0,
    vertex,
    where: [0, 0, 0],
    force: [0, 0, 0],
    slips: false,
});

// two hands over a thread of 0.1 m, and time that goes on
class Bench {
    readonly hands = new Hands();
    readonly guide = new Guide();
    readonly tools: ToolState[];
    private time = 1;

    cuts: number[] = [];

    constructor(of = scene, count = 2) {
        this.hands.setScene(of);
        this.guide.setScene(of);
        this.tools = Array.from(
            { length: count },
            (_, index) =>
                ({
                    index,
                    flags: 0,
                    proxy: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
                    target: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
                    jaw: 1,
                    targetJaw: 1,
                    grips: [],
                    force: [0, 0, 0],
                    candidate: null,
                }) as unknown as ToolState,
        );
    }

    jaws(side: 0 | 1, closed: boolean, vertex: number | null): void {
        const tool = this.tools[side] as ToolState;
        tool.jaw = tool.targetJaw = closed ? 0 : 1;
        tool.grips = vertex === null ? [] : [grip(vertex)];
    }

    // s simulated
    run(seconds: number): void {
        for (let i = 0; i < Math.round(seconds / 0.01); i++) {
            this.time += 0.01;
            const frame = {
                time: this.time,
                seq: 0,
                statistics: null,
                tools: this.tools,
                holds: [],
                needles: [
                    {
                        index: 0,
                        tool: -1,
                        pose: { position: [0, 0, 0], rotation: [0, 0, 0, 1] },
                    },
                ],
                threads: [
                    {
                        index: 0,
                        count: 11,
                        radius: 1e-4,
                        positions: new Float32Array(33),
                        cuts: this.cuts,
                    },
                ],
            } as unknown as Frame;
            this.hands.sync(frame);
            this.guide.update(frame, this.hands);
        }
    }

    get now(): number {
        return this.time;
    }
}

const taken = (): Bench => {
    const bench = new Bench();
    bench.jaws(0, true, 0);
    bench.jaws(1, true, 10);
    bench.run(0.02);
    return bench;
};

describe("the steps", () => {
    it("go on when both hands have taken the thread", () => {
        expect(taken().guide.stage).toBe(1);
    });

    it("do not count what was taken and let go again before the other hand was there", () => {
        const bench = new Bench();
        bench.jaws(1, true, 10);
        bench.run(0.05);
        expect(bench.guide.errands[1]?.done).toBe(true);
        bench.jaws(1, false, null);
        bench.jaws(0, true, 0);
        bench.run(1);
        expect(bench.guide.errands[1]?.done).toBe(false);
        expect(bench.guide.stage).toBe(0);
    });

    it("say that nothing was caught only after jaws have been shut for a while", () => {
        const bench = new Bench();
        bench.jaws(1, true, null);
        bench.run(0.1);
        expect(bench.guide.errands[1]?.missed).toBe(false);
        bench.run(0.3);
        expect(bench.guide.errands[1]?.missed).toBe(true);
    });

    it("say that a needle was missed when something else keeps the jaws open", () => {
        const bench = new Bench({
            ...scene,
            needles: [{ length: 0.02, radius: 0.006 }],
            guide: [{ do: "take", tool: 1, stage: 0, needle: 0, along: 0.1, say: "take it" }],
        } as unknown as SceneMessage);
        bench.jaws(1, true, null);
        bench.tools[1]!.jaw = 0.24;
        bench.run(1);
        const state = (): boolean[] => {
            const e = bench.guide.errands[1];
            return [e?.closing === true, e?.missed === true];
        };
        expect(state()).toEqual([true, false]); // they may be on their way
        bench.run(1);
        expect(state()).toEqual([false, true]);
        bench.jaws(1, false, null);
        bench.run(0.02);
        expect(state()).toEqual([false, false]); // and again
    });

    it("stop where a hand has lost the thread, until it has it again", () => {
        const bench = taken();
        bench.jaws(0, true, null);
        bench.run(0.7);
        const errand = bench.guide.errands[0];
        expect([errand?.lost, errand?.step.do, errand?.missed]).toEqual([true, "take", true]);
        // even where it should have gone
        bench.tools[0]!.proxy.position = [0, 0, 0.03];
        bench.run(0.5);
        expect(bench.guide.stage).toBe(1);
        bench.jaws(0, true, 0);
        bench.run(0.5);
        expect(bench.guide.stage).toBe(2);
    });

    it("see a loss in the hand that waits, too", () => {
        const bench = taken();
        bench.jaws(1, true, null);
        bench.run(0.5);
        expect(bench.guide.errands[1]?.lost).toBe(true);
        bench.tools[0]!.proxy.position = [0, 0, 0.03];
        bench.run(0.2);
        expect(bench.guide.stage).toBe(1);
    });

    it("do not miss what is let go because the step says so", () => {
        const bench = taken();
        bench.tools[0]!.proxy.position = [0, 0, 0.03];
        bench.run(0.02);
        expect(bench.guide.stage).toBe(2);
        bench.jaws(1, false, null);
        bench.run(1);
        expect(bench.guide.active).toBe(false);
        expect(bench.guide.errands[1]?.lost ?? false).toBe(false);
    });

    it("know which of them was under way at a time that is over", () => {
        const bench = taken();
        const first = bench.now - 0.02;
        bench.run(1);
        const second = bench.now;
        bench.tools[0]!.proxy.position = [0, 0, 0.03];
        bench.run(0.5);
        expect(bench.guide.stage).toBe(2);
        expect([first, second, bench.now].map((t) => bench.guide.stageAt(t))).toEqual([0, 1, 2]);
        // the world goes back: what comes then is later than all that was before
        bench.guide.go(1);
        bench.run(0.1);
        expect(bench.guide.stageAt(bench.now)).toBe(bench.guide.stage);
    });
});

// what a whole stitch needs besides: instruments that change, turns, pulls, cuts
describe("the steps of a stitch", () => {
    const of = (step: Partial<GuideStep>, more: GuideStep[] = []): Bench => {
        const first = { tool: 0, stage: 0, say: "do it", ...step } as GuideStep;
        const bench = new Bench({ ...scene, guide: [first, ...more] } as SceneMessage);
        bench.run(0.02);
        return bench;
    };
    const next: GuideStep = { do: "close", tool: 1, stage: 1, say: "" };

    it("a pull is done when the thread pulls back as hard as it should, wherever the hand is", () => {
        const bench = of({ do: "pull", axis: [0, 1, 0], force: 1 }, [next]);
        expect(bench.guide.errands[0]!.goal).toEqual([0, 0.004, 0]);
        bench.tools[0]!.force = [0, -0.5, 0];
        bench.run(0.02);
        expect(bench.guide.stage).toBe(0);
        bench.tools[0]!.force = [0, -0.7, 0];
        bench.run(0.02);
        expect(bench.guide.stage).toBe(1);
    });

    it("a turn is led, by as much as the demonstration's, from where the hand was", () => {
        const bench = of({ do: "turn", axis: [0, 0, 1], angle: 1 }, [next]);
        const helper = new Helper(bench.guide, bench.hands);
        for (let i = 0; i < 60 && bench.guide.stage === 0; i++) {
            for (const input of helper.tick(0.01)) {
                bench.hands.apply(input);
            }
            const { rotation } = bench.hands.hands[0].target;
            bench.tools[0]!.target.rotation = rotation;
            bench.tools[0]!.proxy.rotation = rotation;
            bench.run(0.01);
        }
        expect(bench.guide.stage).toBe(1);
        const [, , z, w] = bench.hands.hands[0].target.rotation;
        expect(2 * Math.atan2(z, w)).toBeGreaterThan(0.93);
    });

    it("a cut is done when the thread is cut near the place that is meant", () => {
        const bench = of({ do: "cut", thread: 0, vertex: 5 }, [next]);
        bench.cuts = [9];
        bench.run(0.02);
        expect(bench.guide.stage).toBe(0);
        bench.cuts = [5];
        bench.run(0.02);
        expect(bench.guide.stage).toBe(1);
    });

    it("a step with another instrument asks for that first", () => {
        const tools = [{ hand: "left" }, { hand: "right" }, { hand: "left", kind: "scissors" }];
        const guide = [{ do: "cut", tool: 2, stage: 0, thread: 0, vertex: 5, say: "" }];
        const bench = new Bench({ ...scene, tools, guide } as unknown as SceneMessage, 3);
        bench.run(0.02);
        expect(bench.guide.errands[0]!.step.do).toBe("change");
        bench.hands.change(0, 2);
        bench.run(0.02);
        expect(bench.guide.errands[0]!.step.do).toBe("cut");
    });

    it("the assistant does his part alone, and it is waited for", () => {
        const tools = [{ hand: "left" }, { hand: "right" }, { hand: null, name: "assistant" }];
        const guide = [
            { do: "take", tool: 2, stage: 0, thread: 0, vertex: 0, say: "" },
            { do: "move", tool: 2, stage: 1, to: [0, 0, 0.02], say: "" },
        ];
        const bench = new Bench({ ...scene, tools, guide } as unknown as SceneMessage, 3);
        const helper = new Helper(bench.guide, bench.hands);
        bench.tools[2]!.proxy.position = bench.tools[2]!.target.position = [0, 0.01, 0];
        bench.run(0.02);
        const [input] = helper.tick(0.01);
        expect(input!.side).toBe(2);
        expect(input!.move[1]).toBeCloseTo(-0.0006, 4); // on its way at 6 cm/s
        expect(guidePrompt({ ...FACTS, errands: bench.guide.errands })).toEqual([TEXT.assistant]);
        bench.tools[2]!.candidate = { thread: 0, vertex: 0, where: [0, 0, 0] };
        bench.run(0.02);
        expect(helper.tick(0.01)[0]!.jaw).toBe(0);
        bench.tools[2]!.grips = [grip(0)];
        bench.run(0.02);
        expect(bench.guide.stage).toBe(1);
        expect(helper.tick(0.01)[0]!.move[2]).toBeGreaterThan(0.0005);
    });
});
