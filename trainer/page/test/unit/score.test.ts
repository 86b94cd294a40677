// SPDX-License-Identifier: MIT
// The sentence and the bars.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { adviceFor, knotOfTask, type Facts } from "../../src/core/advice";
import { alike, barsOf, ENOUGH, shareOf, type Measured } from "../../src/core/bars";
import type { Progress, Throw } from "../../src/net/messages";
import { TEXT } from "../../src/text";

const rule = (id: string, done: boolean, note = ""): Progress => ({
    id,
    text: `rule ${id}`,
    done,
    value: done ? 1 : 0,
    note,
});
const throwOf = (hand: "left" | "right", turns = 1): Throw => ({ turns, hand });

function facts(part: {
    success?: boolean;
    seconds?: number;
    metrics?: Record<string, number | string>;
    progress?: Progress[];
    throws?: Throw[];
    wanted?: string | null;
}): Facts {
    return {
        ended: {
            success: part.success ?? false,
            seconds: part.seconds ?? 12,
            metrics: Object.entries(part.metrics ?? {}).map(([id, value]) => ({
                id,
                value,
                unit: "",
            })),
            progress: part.progress ?? [],
        },
        knot: part.throws === undefined ? null : { surgical: "", throws: part.throws },
        wanted: part.wanted === undefined ? "reef" : part.wanted,
    };
}

describe("the sentence", () => {
    it("says what to do for the next target, and how many are done", () => {
        const target = (n: number, done: boolean): Progress => ({
            id: `target${n}`,
            text: `Target ${n}`,
            kind: "touch",
            done,
            value: done ? 1 : 0,
        });
        const progress = [target(1, true), target(2, false), target(3, false)];
        const said = adviceFor(facts({ progress, wanted: null }));
        expect([said.said, said.todo]).toEqual([TEXT.advice.some(1, 3), TEXT.advice.ways.touch]);
        const one = adviceFor(
            facts({ progress: [{ ...target(1, false), kind: "writhe" }], wanted: null }),
        );
        expect([one.said, one.todo]).toEqual([TEXT.advice.open, TEXT.advice.ways.writhe]);
    });

    it("has a way for every kind of rule of the tasks that come with the trainer", () => {
        const folder = new URL("../../../tasks/", import.meta.url);
        const told = ["knot", "taut"]; // have rules of their own
        for (const file of readdirSync(folder).filter((f) => f.endsWith(".json"))) {
            const task = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as {
                rules?: { kind: string }[];
            };
            for (const { kind } of task.rules ?? []) {
                expect(told.includes(kind) || kind in TEXT.advice.ways, `${file}: ${kind}`).toBe(
                    true,
                );
            }
        }
    });

    it("names the granny and what to do about it", () => {
        const said = adviceFor(
            facts({
                throws: [throwOf("left"), throwOf("left")],
                progress: [rule("knot", false)],
            }),
        );
        expect(`${said.said} ${said.todo}`).toBe(
            "The second throw is a granny: cross the other way.",
        );
    });

    it("asks for the next throw", () => {
        const said = adviceFor(
            facts({ throws: [throwOf("left")], progress: [rule("knot", false)] }),
        );
        expect(said.todo).toBe(TEXT.advice.nextThrow(2));
        const none = adviceFor(facts({ throws: [], progress: [rule("knot", false)] }));
        expect(none.todo).toBe(TEXT.advice.noThrowTodo);
    });

    it("says what is wrong with a loose knot in the judge's words", () => {
        const said = adviceFor(
            facts({
                throws: [throwOf("left"), throwOf("right")],
                progress: [rule("knot", true), rule("taut", false, "22 mm loose")],
            }),
        );
        expect(said.todo).toBe(TEXT.advice.pull);
        expect(said.why).toBe("22 mm loose");
    });

    it("puts a knot that slips before everything else", () => {
        const metrics = { failure: "slips", tensiometer: 0.3, looseness: 0.014, force_over: 3 };
        const said = adviceFor(facts({ success: true, metrics }));
        expect(said.said).toContain("slips");
        expect(said.said).toContain("300 mN");
    });

    it("goes from looseness over force and drops to idle time", () => {
        const good = { failure: "breaks", time: 60, idle: 5, looseness: 0.004 };
        const said = (more: object): string =>
            adviceFor(facts({ success: true, metrics: { ...good, ...more } })).todo;
        expect(said({ looseness: 0.014, force_over: 1 })).toBe(TEXT.advice.level);
        expect(said({ force_over: 1, drops: 2 })).toBe(TEXT.advice.gently);
        expect(said({ drops: 2, idle: 50 })).toBe(TEXT.advice.hold);
        expect(said({ idle: 50 })).toBe(TEXT.advice.flow);
        expect(said({})).toBe(TEXT.advice.again);
    });

    it("has a word for an attempt without a movement and for tasks without knots", () => {
        expect(adviceFor(facts({ seconds: 0 })).said).toBe(TEXT.advice.nothing);
        const touch = facts({ wanted: null, progress: [rule("a", true), rule("b", false)] });
        expect(adviceFor(touch).todo).toBe("rule b");
    });

    it("knows which knot a task is about", () => {
        expect(knotOfTask("reef-two")).toBe("reef");
        expect(knotOfTask("untie-overhand")).toBeNull();
    });
});

const measured = (path: number, conditions: Measured["conditions"] = null): Measured => ({
    success: true,
    conditions,
    metrics: [
        { id: "path_left", value: path / 2, unit: "m" },
        { id: "path_right", value: path / 2, unit: "m" },
    ],
});

describe("bars", () => {
    const many = Array.from({ length: ENOUGH }, (_, i) => measured(1 + i));

    it("are the share of attempts that did worse", () => {
        const [bar] = barsOf(measured(5.5), many, [many[2]!]);
        expect(bar!.name).toBe("economical");
        expect(bar!.share).toBeCloseTo(15 / 20, 12);
        expect(bar!.best).toBeCloseTo((17 + 0.5) / 20, 12);
    });

    it("are not known below twenty attempts, nor for what was not reached", () => {
        expect(barsOf(measured(5), many.slice(1), [])[0]!.share).toBeNull();
        expect(barsOf({ ...measured(5), success: false }, many, [])[0]!.share).toBeNull();
    });

    it("compare only what was done with the same help", () => {
        const slow = { speed: 0.5, level: "beginner" as const };
        expect(alike(null, slow)).toBe(false);
        expect(alike(slow, { ...slow, speed_share: 1 })).toBe(true);
        expect(alike(slow, { ...slow, undos: 1 })).toBe(false);
        expect(barsOf(measured(5, slow), many, [])[0]!.count).toBe(0);
    });

    it("count equal ones by half", () => {
        expect(shareOf(1, [1, 1, 2, 0], "lower")).toBe(0.5);
        expect(shareOf(2, [1, 3], "higher")).toBe(0.5);
    });
});
