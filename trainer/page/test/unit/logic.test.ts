// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { niceStep, referenceIn, runningMean, scaleOf } from "../../src/core/chart";
import { conditionTexts } from "../../src/core/conditions";
import { clock, forceText, metricText, plain, withUnit } from "../../src/core/format";
import { Signal } from "../../src/core/store";
import { qaxis, qbasis, qmul, qrotate } from "../../src/core/vec";
import { LatencyMeter } from "../../src/latency";
import { Api } from "../../src/net/api";
import type { EndedMessage, Metric, RecordRow } from "../../src/net/messages";
import { CoachPlan, STEPS } from "../../src/ui/coach_steps";
import { AppState } from "../../src/state";
import { answerTo, bestOf, compare, isAwaited } from "../../src/ui/score";
import { fromSlider, toSlider } from "../../src/ui/settings";
import { knotTitle, throwText } from "../../src/ui/throws";

describe("the published figure of a curve", () => {
    it("is shown where it can be compared, and left out where it would flatten the curve", () => {
        expect(referenceIn([90, 150], 112)).toBe(112);
        expect(referenceIn([40], 112)).toBe(112);
        expect(referenceIn([2.6, 3], 112)).toBe(null);
        expect(referenceIn([-2, -3], -1.41)).toBe(-1.41);
        expect(referenceIn([5], null)).toBe(null);
    });
});

describe("numbers as people read them", () => {
    it("take a prefix that fits", () => {
        expect(withUnit(0.0123, "N")).toBe("12.3 mN");
        expect(withUnit(2, "N")).toBe("2 N");
        expect(withUnit(-3.2e-7, "N", 2)).toBe("-320 nN");
        expect(withUnit(0, "N")).toBe("0 N");
        expect(withUnit(9.81, "m/s^2")).toBe("9.81 m/s²");
        expect(withUnit(NaN, "N")).toBe("–");
    });
    it("keep their digits", () => {
        expect(plain(12.345)).toBe("12.3");
        expect(plain(0.012345)).toBe("0.0123");
        expect(plain(1234567.8)).toBe("1.23e+6");
        expect(plain(100)).toBe("100");
    });
    it("times", () => {
        expect(clock(0)).toBe("0:00.0");
        expect(clock(61.26)).toBe("1:01.2");
        expect(clock(3725)).toBe("1:02:05");
        expect(clock(-1)).toBe("0:00.0");
        expect(metricText(41.24, "s")).toBe("41.2 s");
        expect(metricText(0.2134, "m")).toBe("213 mm");
        expect(metricText("reef", "")).toBe("reef");
        expect(metricText(null, "s")).toBe("–");
    });
    it("are rounded as a person would, and never powers of ten", () => {
        for (const unit of ["m", "N", "m^3", "rad", "", "s"]) {
            expect(metricText(2.62e-17, unit)).toMatch(/^-?0(\.0)?( |°|$)/);
        }
        expect(metricText(0.00914, "m")).toBe("9.1 mm");
        expect(metricText(1.234, "m")).toBe("1.23 m");
        expect(metricText(3.2e-4, "N")).toBe("0 N");
        expect(metricText(0.312, "N")).toBe("312 mN");
        expect(metricText(2.4e-6, "m^3")).toBe("2.4 cm³");
        expect(metricText(4.1e-8, "m^3")).toBe("41 mm³");
        expect(metricText(3.14159, "rad")).toBe("180°");
        expect(metricText(0.8714, "")).toBe("0.87");
        expect(forceText(9.9e-4)).toBe("0 N");
        expect(forceText(0.0123)).toBe("12 mN");
    });
});

describe("conditions of an attempt", () => {
    it("are told in words", () => {
        expect(conditionTexts(null)).toEqual([]);
        expect(conditionTexts({ speed: 0.3, pauses: 2, paused: 9, gravity: 0 })).toEqual([
            "slow motion, 0.3 ×",
            "2 pauses",
            "no gravity",
        ]);
        expect(conditionTexts({ material: "silk 2-0", friction: 0.1, realtime: 0.42 })).toEqual([
            "the machine ran at 0.4 ×",
            "friction 0.1",
            "silk 2-0",
        ]);
    });
});

describe("vectors", () => {
    it("a quaternion from axes turns the axes there", () => {
        for (const angle of [0.1, 2, Math.PI, -3]) {
            const q = qmul(qaxis([1, 2, 3], angle), qaxis([0, 1, 0], 1));
            const b = qbasis(qrotate(q, [1, 0, 0]), qrotate(q, [0, 1, 0]), qrotate(q, [0, 0, 1]));
            qrotate(b, [0.3, -1, 2]).forEach((x, k) =>
                expect(x).toBeCloseTo(qrotate(q, [0.3, -1, 2])[k]!, 9),
            );
        }
    });
});

describe("charts", () => {
    it("have round ticks that enclose the values", () => {
        expect(niceStep(7, 4)).toBe(2);
        const s = scaleOf([38, 121]);
        expect(s.low).toBe(0);
        expect(s.high).toBeGreaterThanOrEqual(121);
        expect(s.ticks).toContain(50);
        expect(s.place(s.high)).toBe(1);
        expect(scaleOf([-2.4, -1.4]).ticks.every((t) => t <= 0)).toBe(true);
        expect(scaleOf([5]).low).toBeLessThan(5);
        expect(scaleOf([]).ticks.length).toBeGreaterThan(1);
    });
    it("average over the last few", () => {
        expect(runningMean([1, 3, 5, 7], 2)).toEqual([1, 2, 4, 6]);
    });
});

describe("the score", () => {
    const metric: Metric = {
        id: "time",
        label: "",
        unit: "s",
        better: "lower",
        meaning: "",
        reference: null,
    };
    const record = (id: number, value: number, success = true): RecordRow => ({
        id,
        trainee: "",
        task: "",
        title: "",
        material: null,
        started: "",
        seconds: 0,
        success,
        state: "done",
        bytes: 0,
        metrics: [{ id: "time", value, unit: "s" }],
        conditions: null,
    });
    const end: EndedMessage = {
        type: "ended",
        scene: 3,
        attempt: 7,
        mode: "play",
        success: true,
        reason: "done",
        metrics: [],
        task: "touch",
        title: "Touch the targets",
        trainee: "Ada",
        seconds: 12,
        unmeasured: 0,
        progress: [],
        conditions: null,
    };
    it("waits for the tensiometer and takes its figures for the end they belong to", () => {
        const state = new AppState();
        const figure = { id: "tensiometer", value: null, unit: "N" };
        const shown = (): EndedMessage => state.ended.value ?? end;
        state.ended.value = { ...end, metrics: [{ id: "time", value: 12, unit: "s" }, figure] };
        expect(isAwaited(figure, shown())).toBe(true);
        const late = { type: "tested" as const, attempt: 7, metrics: [{ ...figure, value: 5.9 }] };
        state.addFigures({ ...late, scene: 2 });
        expect(shown().metrics[1]!.value).toBeNull();
        state.addFigures({ ...late, scene: 3 });
        expect(shown().metrics.map((m) => m.value)).toEqual([12, 5.9]);
        expect(isAwaited(figure, shown())).toBe(false);
    });
    it("is shown for what is on show, and said in passing to whoever has gone on", () => {
        expect(answerTo(end, 3)).toBe("score");
        expect(answerTo(end, 4)).toBe("toast");
        expect(answerTo({ ...end, mode: "demo" }, 4)).toBe("nothing");
        expect(answerTo(end, undefined)).toBe("toast");
    });
    it("does not compare with attempts in slow motion", () => {
        const slow = { ...record(2, 10), conditions: { speed: 0.3 } };
        expect(bestOf([record(1, 50), slow], metric, 3)).toBe(50);
    });
    it("compares with the best of earlier successes, not with itself", () => {
        const records = [record(1, 50), record(2, 30, false), record(3, 40)];
        expect(bestOf(records, metric, 3)).toBe(50);
        expect(bestOf(records, { ...metric, better: "higher" }, null)).toBe(50);
        expect(bestOf(records, { ...metric, better: "none" }, null)).toBeNull();
        expect(compare(40, 50, metric)).toBe("better");
        expect(compare(60, 50, metric)).toBe("worse");
        expect(compare("reef", 50, metric)).toBe("");
        expect(compare(60, 50, { ...metric, better: "higher" })).toBe("better");
    });
});

describe("the coach", () => {
    it("goes on when a step was done, and counts each step from its beginning", () => {
        const plan = new CoachPlan();
        expect(plan.check()).toBe(false);
        plan.facts.moved = 0.05;
        plan.facts.lifted = 1;
        expect(plan.check()).toBe(true);
        expect(plan.step?.id).toBe("lift");
        expect(plan.check()).toBe(false);
        plan.skip();
        expect(plan.step?.id).toBe("grasp");
    });
    it("can be finished with every step, each with words for every device", () => {
        const plan = new CoachPlan();
        while (!plan.done) {
            plan.facts = {
                engaged: true,
                moved: 1,
                lifted: 1,
                turned: 9,
                grasped: true,
                switched: true,
                looked: 9,
            };
            expect(plan.check()).toBe(true);
        }
        for (const step of STEPS) {
            for (const kind of ["mouse", "pad", "xr"] as const) {
                expect(step.text[kind]).not.toBe("");
                expect(step.keys[kind].length).toBeGreaterThan(0);
            }
        }
    });
});

describe("small things", () => {
    it("a signal tells changes only", () => {
        const signal = new Signal(1);
        const seen: number[] = [];
        const stop = signal.watch((v) => seen.push(v));
        signal.value = 1;
        signal.value = 2;
        stop();
        signal.value = 3;
        expect(seen).toEqual([1, 2]);
    });
    it("latency is of the newest input that a frame has", () => {
        const meter = new LatencyMeter();
        meter.send(1, 0);
        meter.send(2, 16);
        meter.send(3, 32);
        expect(meter.frame(2, 40)).toBe(true);
        expect(meter.last).toBe(24);
        expect(meter.frame(2, 56)).toBe(false);
        meter.send(1, 100); // a new scene counts from the beginning
        expect(meter.frame(1, 110)).toBe(true);
        expect(meter.last).toBe(10);
    });
    it("takes the token of the page along, and nothing else", () => {
        const api = new Api(new URL("http://h:1/?token=a%26b&watch#x"));
        expect(api.socketAddress()).toBe("ws://h:1/ws?token=a%26b");
        expect(api.address("api/records", { task: "", trainee: "A B" })).toBe(
            "http://h:1/api/records?trainee=A+B&token=a%26b",
        );
    });
    it("sliders go both ways, by powers over decades", () => {
        for (const p of [
            { min: 0, max: 20 },
            { min: 1e8, max: 1e11 },
        ]) {
            for (const s of [0, 0.25, 1]) {
                expect(toSlider(p, fromSlider(p, s))).toBeCloseTo(s, 9);
            }
        }
        expect(fromSlider({ min: 1, max: 10000 }, 0.5)).toBeCloseTo(100, 9);
    });
    it("knots have the name that a surgeon uses", () => {
        const knot = { name: "3_1#m3_1", surgical: "reef", word: "1=1", certain: true, throws: [] };
        expect(knotTitle(null)).toBe("No knot yet");
        expect(knotTitle({ ...knot, name: "0_1", surgical: "" })).toBe("No knot yet");
        expect(knotTitle(knot)).toBe("Reef knot");
        expect(knotTitle({ ...knot, surgical: "" })).toBe("Knot 3.1#m3.1");
        expect(throwText({ turns: 2, hand: "left" })).toBe("double throw, left");
    });
});
