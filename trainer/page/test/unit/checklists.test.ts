// SPDX-License-Identifier: MIT
import { expect, it } from "vitest";
import { checkLists } from "../../src/core/checklists";

const of = (values: Record<string, number | string | null>) => ({
    metrics: Object.entries(values).map(([id, value]) => ({ id, value, unit: "" })),
});
const STITCH = { entries: 2, knot: "2=1=1", entry_off: 2e-4, exit_off: 8e-4, gap: 5e-4, tears: 0 };

it("a stitch within the limits of the lists holds every item, each with its list", () => {
    const items = checkLists(of(STITCH));
    expect(items.length).toBe(7);
    expect(items.every((i) => i.held && i.list !== "")).toBe(true);
});

it("says what is missed, and nothing of what was not measured", () => {
    const items = checkLists(of({ ...STITCH, exit_off: 1.2e-3, knot: "1=1", gap: null }));
    expect(items.filter((i) => !i.held).map((i) => i.text)).toEqual([
        "In and out at most 1 mm beside the marks",
        "A double throw and two single ones",
    ]);
    expect(items.some((i) => i.text.includes("Gap"))).toBe(false);
});

it("the list of anastomoses is for vessels, a knot's for one that was pulled", () => {
    const lists = (more: object): string[] =>
        checkLists(of({ ...STITCH, ...more })).map((i) => i.list);
    expect(lists({}).some((l) => l.includes("Anastomosis"))).toBe(false);
    expect(lists({ leak: 1.2 }).some((l) => l.includes("Anastomosis"))).toBe(true);
    const pulled = checkLists(of({ ...STITCH, failure: "slips" })).find((i) =>
        /Trials/.test(i.list),
    );
    expect(pulled?.held).toBe(false);
});

it("a knot without a needle, or a bite without a knot, is on none of these lists", () => {
    expect(checkLists(of({ knot: "1=1", throws: 2 }))).toEqual([]);
    expect(checkLists(of({ entries: 2, entry_off: 1e-4 }))).toEqual([]);
});
