// SPDX-License-Identifier: MIT
// One sentence about an attempt, by rule: what it was, and the one thing to do better. The first rule that
// applies speaks; rules stand in the order of what matters.
import type { EndedMessage, Knot, Throw } from "../net/messages";
import { TEXT, word } from "../text";
import { metricText } from "./format";
import { stitchAdvice } from "./stitch_advice";

export interface Advice {
    said: string; // how it is
    todo: string; // the one thing to do
    why: string;
}

export interface Facts {
    ended: Pick<EndedMessage, "success" | "seconds" | "metrics" | "progress">;
    knot: Pick<Knot, "surgical" | "throws"> | null; // as it was in the end
    wanted: string | null; // the knot of the task: "reef", ...
    quiet?: boolean; // what knot it is was the question
}

const IDLE = 0.4; // share of the time that is worth a word
const WORTH_MM = 5; // looseness beyond what the tightest of its kind have
const KNOT_TAKES: Record<string, number> = { overhand: 2, reef: 5, surgeon: 7 }; // mm
const OVER_S = 0.2;
const OFF_M = 5e-4; // half of what is allowed beside a dot

type Rule = (f: Facts, of: (id: string) => number | null) => Advice | null;

const text = (ended: Facts["ended"], id: string): string => {
    const value = ended.metrics.find((m) => m.id === id)?.value;
    return typeof value === "string" ? value : "";
};
const open = (f: Facts, id: string): boolean =>
    f.ended.progress.some((p) => p.id === id && !p.done);
const sameHand = (throws: readonly Throw[]): number =>
    throws.findIndex((t, i) => i > 0 && t.hand === throws[i - 1]!.hand);

const A = TEXT.advice;

const NOT_DONE: Rule[] = [
    ({ ended }) => (ended.seconds === 0 ? { said: A.nothing, todo: A.nothingTodo, why: "" } : null),
    // crossed the same way twice
    (f) => {
        const at = f.knot === null || f.quiet === true ? -1 : sameHand(f.knot.throws);
        const flat = f.wanted === "reef" || f.wanted === "surgeon";
        return flat && at > 0
            ? { said: A.granny(at + 1), todo: A.grannyTodo, why: A.grannyWhy }
            : null;
    },
    (f) => {
        const first = f.knot?.throws[0];
        return f.wanted === "surgeon" && first !== undefined && Math.abs(first.turns) < 2
            ? { said: A.single, todo: A.singleTodo, why: A.singleWhy }
            : null;
    },
    (f) => {
        if (f.wanted === null || !open(f, "knot")) {
            return null;
        }
        const count = f.knot?.throws.length ?? 0;
        return count === 0
            ? { said: A.noThrow, todo: A.noThrowTodo, why: "" }
            : { said: A.throws(count), todo: A.nextThrow(count + 1), why: A.otherWay };
    },
    (f) =>
        open(f, "taut") && !open(f, "knot")
            ? { said: A.loose, todo: A.pull, why: noteOf(f, "taut") }
            : null,
    (f) => {
        const next = f.ended.progress.find((p) => !p.done);
        if (next === undefined) {
            return null;
        }
        const alike = f.ended.progress.filter((p) => p.kind === next.kind);
        const done = alike.filter((p) => p.done).length;
        const way = next.kind === undefined ? undefined : A.ways[next.kind];
        return {
            said: alike.length > 1 ? A.some(done, alike.length) : A.open,
            todo: way ?? word(next.text),
            why: next.note ?? "",
        };
    },
];

function noteOf(f: Facts, id: string): string {
    return f.ended.progress.find((p) => p.id === id)?.note ?? "";
}

const DONE: Rule[] = [
    (f, of) => {
        if (text(f.ended, "failure") !== "slips") {
            return null;
        }
        if (f.wanted === "overhand") {
            return { said: A.reached, todo: A.oneThrow, why: A.oneThrowWhy };
        }
        const at = of("tensiometer");
        return {
            said: A.slips(at === null ? "" : metricText(at, "N")),
            todo: A.level,
            why: A.slipsWhy,
        };
    },
    (f, of) => {
        const loose = of("looseness");
        const takes = (KNOT_TAKES[f.wanted ?? ""] ?? 0) + WORTH_MM;
        return loose !== null && 1000 * loose > takes
            ? { said: A.holds(f.wanted), todo: A.level, why: A.looseBy(metricText(loose, "m")) }
            : null;
    },
    (_, of) => {
        const [entry, exit] = [of("entry_off"), of("exit_off")];
        return entry !== null && exit !== null && Math.max(entry, exit) > OFF_M
            ? {
                  said: A.bite,
                  todo: A.nearer,
                  why: A.offBy(metricText(entry, "m"), metricText(exit, "m")),
              }
            : null;
    },
    (_, of) => stitchAdvice(of),
    (_, of) => {
        const over = of("force_over");
        return over !== null && over > OVER_S
            ? { said: A.reached, todo: A.gently, why: A.overFor(metricText(over, "s")) }
            : null;
    },
    (_, of) => {
        const drops = of("drops") ?? 0;
        return drops > 0 ? { said: A.reached, todo: A.hold, why: A.dropped(drops) } : null;
    },
    (_, of) => {
        const share = (of("idle") ?? 0) / Math.max(1e-9, of("time") ?? 0);
        return share > IDLE && (of("time") ?? 0) > 10
            ? { said: A.reached, todo: A.flow, why: A.idle(Math.round(100 * share)) }
            : null;
    },
    (f) => ({ said: f.wanted === null ? A.clean : A.holds(f.wanted), todo: A.again, why: "" }),
];

export function adviceFor(facts: Facts): Advice {
    const of = (id: string): number | null => {
        const value = facts.ended.metrics.find((m) => m.id === id)?.value;
        return typeof value === "number" ? value : null;
    };
    for (const rule of facts.ended.success ? DONE : NOT_DONE) {
        const advice = rule(facts, of);
        if (advice !== null) {
            return advice;
        }
    }
    return { said: A.open, todo: A.again, why: "" };
}

// the knot that a task asks for, by its rule's name
export function knotOfTask(id: string): string | null {
    const found = /^(overhand|reef|surgeon)/.exec(id);
    return found === null ? null : found[1]!;
}
