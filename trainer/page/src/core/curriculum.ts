// SPDX-License-Identifier: MIT
// The path through the tasks: what opens what, and when somebody is proficient.
import type { RecordRow, Task } from "../net/messages";

// so many in a row at some time, and so many in all
export interface Proficiency {
    row: number;
    all: number;
}

export const PROFICIENCY: Proficiency = { row: 2, all: 10 };

export interface Standing {
    attempts: number;
    reached: number; // with whatever help
    counted: number; // reached as the task has it
    row: number; // of those one after the other, at best
    best: number | null; // s, of the counted ones
    last: string; // when
    proficient: boolean;
}

export const ruleOf = (task: Task, rule: Proficiency = PROFICIENCY): Proficiency =>
    task.proficiency ?? rule;

// `records` of one trainee; those of other editions of the task do not count
export function standing(
    records: readonly RecordRow[],
    task: Task,
    rule: Proficiency = ruleOf(task),
): Standing {
    const own = records
        .filter((r) => r.task === task.id && (r.version ?? 1) === (task.version ?? 1))
        .filter((r) => r.state !== "running")
        .sort((a, b) => a.id - b.id);
    const out: Standing = {
        attempts: own.length,
        reached: 0,
        counted: 0,
        row: 0,
        best: null,
        last: own.at(-1)?.started ?? "",
        proficient: false,
    };
    let row = 0;
    for (const r of own) {
        out.reached += r.success ? 1 : 0;
        // practice with help neither counts nor interrupts
        if (r.conditions !== null) {
            continue;
        }
        row = r.success ? row + 1 : 0;
        out.row = Math.max(out.row, row);
        if (r.success) {
            out.counted++;
            out.best = Math.min(out.best ?? Infinity, r.seconds);
        }
    }
    out.proficient = out.row >= rule.row && out.counted >= rule.all;
    return out;
}

// what has to be done before; [] where it is open. `done`: ids of tasks that were reached once
export const missing = (task: Task, done: ReadonlySet<string>): string[] =>
    (task.needs ?? []).filter((id) => !done.has(id));

// What to go on with: the first open task that was not reached yet, then the first that is not
// proficient yet.
export function nextOf(
    tasks: readonly Task[],
    standings: ReadonlyMap<string, Standing>,
): Task | undefined {
    const path = tasks.filter((t) => t.level > 0);
    const done = new Set(
        path.filter((t) => (standings.get(t.id)?.reached ?? 0) > 0).map((t) => t.id),
    );
    return (
        path.find((t) => !done.has(t.id) && missing(t, done).length === 0) ??
        path.find((t) => standings.get(t.id)?.proficient !== true)
    );
}

export function standingsOf(
    records: readonly RecordRow[],
    tasks: readonly Task[],
    rule: Proficiency = PROFICIENCY,
): Map<string, Standing> {
    return new Map(tasks.map((t) => [t.id, standing(records, t, ruleOf(t, rule))]));
}

// What a task leads to: one that needs it, of its own group if there is one; else the next of the group, or of all.
export function taskAfter(tasks: readonly Task[], id: string): Task | undefined {
    const at = tasks.findIndex((t) => t.id === id);
    const group = tasks[at]?.group;
    const led = tasks.filter((t) => (t.needs ?? []).includes(id));
    const rest = at < 0 ? [] : tasks.slice(at + 1);
    return (
        led.find((t) => t.group === group) ??
        led[0] ??
        rest.find((t) => t.group === group) ??
        rest[0]
    );
}
