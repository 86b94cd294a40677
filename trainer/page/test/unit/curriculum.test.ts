// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { missing, nextOf, standing, standingsOf, taskAfter } from "../../src/core/curriculum";
import type { RecordRow, Task } from "../../src/net/messages";

const task = (id: string, needs: string[] = [], version = 1): Task =>
    ({ id, title: id, level: 1, needs, version }) as unknown as Task;
let number = 0;
const record = (of: string, success: boolean, more: Partial<RecordRow> = {}): RecordRow =>
    ({
        id: ++number,
        task: of,
        success,
        seconds: 40,
        started: "2026-11-16T08:00:00Z",
        state: "done",
        conditions: null,
        version: 1,
        ...more,
    }) as RecordRow;

describe("the path", () => {
    it("leads from a task to one that needs it, of its own kind first", () => {
        const of = (id: string, group: string, needs: string[] = []): Task => ({
            ...task(id, needs),
            group,
        });
        const all = [
            of("touch", "start"),
            of("skin", "tissue", ["touch"]),
            of("rings", "start", ["touch"]),
            of("overhand", "knots", ["touch"]),
            of("trace", "start"),
            of("reef", "knots", ["overhand"]),
        ];
        const after = (id: string): string | undefined => taskAfter(all, id)?.id;
        expect(after("touch")).toBe("rings");
        expect(after("overhand")).toBe("reef");
        expect(after("rings")).toBe("trace");
        expect(after("skin")).toBe("rings");
        expect(after("reef")).toBeUndefined();
        expect(after("mine")).toBeUndefined();
    });
    const tasks = [task("touch"), task("rings", ["touch"]), task("reef", ["rings"])];

    it("opens a task when what it needs was reached once, with help too", () => {
        expect(missing(tasks[1]!, new Set())).toEqual(["touch"]);
        expect(missing(tasks[1]!, new Set(["touch"]))).toEqual([]);
        const helped = [record("touch", true, { conditions: { level: "beginner" } })];
        expect(nextOf(tasks, standingsOf(helped, tasks))?.id).toBe("rings");
    });

    it("goes back to what is not proficient when all was reached", () => {
        const all = tasks.map((t) => record(t.id, true));
        expect(nextOf(tasks, standingsOf(all, tasks))?.id).toBe("touch");
    });
});

describe("proficiency", () => {
    const reef = task("reef");
    const many = (...wins: boolean[]): RecordRow[] => wins.map((w) => record("reef", w));

    it("asks for two in a row and ten in all", () => {
        const alternating = Array.from({ length: 20 }, (_, i) => i % 2 === 0);
        const never = standing(many(...alternating), reef);
        expect([never.counted, never.row, never.proficient]).toEqual([10, 1, false]);
        expect(standing(many(...alternating, true, true), reef).proficient).toBe(true);
        expect(standing(many(...Array<boolean>(9).fill(true)), reef).proficient).toBe(false);
    });

    it("can be asked for otherwise", () => {
        expect(standing(many(true), reef, { row: 1, all: 1 }).proficient).toBe(true);
    });

    it("does not count help, nor lets it interrupt", () => {
        const rows = [
            ...many(true),
            record("reef", false, { conditions: { undos: 1 } }),
            ...many(true),
        ];
        const s = standing(rows, reef);
        expect([s.attempts, s.counted, s.row]).toEqual([3, 2, 2]);
    });

    it("does not count other editions of the task", () => {
        expect(standing(many(true, true), task("reef", [], 2)).attempts).toBe(0);
    });

    it("takes attempts in the order in which they were made", () => {
        const s = standing(many(true, true, false).reverse(), reef);
        expect(s.row).toBe(2);
    });
});
