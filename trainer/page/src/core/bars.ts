// SPDX-License-Identifier: MIT
// How an attempt stands among the kept attempts at the same task: four shares, from their own quantiles.
import type { Conditions, MetricValue } from "../net/messages";

export const BARS = ["safe", "tight", "gentle", "economical"] as const;
export type BarName = (typeof BARS)[number];
export const ENOUGH = 20; // attempts, below which nothing is said about quantiles

interface Measure {
    metrics: readonly string[]; // those that there are
    join: (values: number[]) => number;
    better: "lower" | "higher";
    unit: string;
}

const most = (values: number[]): number => Math.max(...values);
const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);

const MEASURES: Record<BarName, Measure> = {
    safe: { metrics: ["tensiometer"], join: most, better: "higher", unit: "N" },
    tight: { metrics: ["looseness"], join: most, better: "lower", unit: "m" },
    gentle: { metrics: ["force_left", "force_right"], join: most, better: "lower", unit: "N" },
    economical: { metrics: ["path_left", "path_right"], join: sum, better: "lower", unit: "m" },
};

export interface Measured {
    metrics: readonly MetricValue[];
    success: boolean;
    conditions: Conditions | null;
}

export interface Bar {
    name: BarName;
    unit: string;
    value: number | null; // null: not measured, or not yet
    share: number | null; // 0 worst .. 1 best of the others; null: too few of them
    best: number | null; // share of the own best before
    count: number; // attempts that it is compared with
}

export function measureOf(name: BarName, metrics: readonly MetricValue[]): number | null {
    const { metrics: ids, join } = MEASURES[name];
    const values = metrics
        .filter((m) => ids.includes(m.id))
        .map((m) => m.value)
        .filter((v): v is number => typeof v === "number" && Number.isFinite(v));
    return values.length === 0 ? null : join(values);
}

// with the same help, and nothing else that was not as the task has it
export function alike(a: Conditions | null, b: Conditions | null): boolean {
    const plain = (c: Conditions | null): boolean =>
        Object.keys(c ?? {}).every((key) => ["level", "speed", "speed_share"].includes(key));
    return plain(a) && plain(b) && a?.level === b?.level && a?.speed === b?.speed;
}

// the share of others that are worse; of equal ones the half
export function shareOf(value: number, others: readonly number[], better: string): number {
    const worse = others.filter((o) => (better === "lower" ? o > value : o < value)).length;
    const equal = others.filter((o) => o === value).length;
    return (worse + equal / 2) / Math.max(1, others.length);
}

// `others`: all kept attempts at this task but this one; `own`: those among them of the same trainee
export function barsOf(
    attempt: Measured,
    others: readonly Measured[],
    own: readonly Measured[],
): Bar[] {
    const fit = (m: Measured): boolean => m.success && alike(m.conditions, attempt.conditions);
    const values = (from: readonly Measured[], name: BarName): number[] =>
        from
            .filter(fit)
            .map((m) => measureOf(name, m.metrics))
            .filter((v): v is number => v !== null);
    const has = (name: BarName): boolean =>
        attempt.metrics.some((m) => MEASURES[name].metrics.includes(m.id));
    return BARS.filter(has).map((name) => {
        const { better, unit } = MEASURES[name];
        const value = measureOf(name, attempt.metrics);
        const all = values(others, name);
        const mine = values(own, name);
        const known = all.length >= ENOUGH;
        const best = better === "lower" ? Math.min(...mine) : Math.max(...mine);
        return {
            name,
            unit,
            value,
            share: known && value !== null && attempt.success ? shareOf(value, all, better) : null,
            best: known && mine.length > 0 ? shareOf(best, all, better) : null,
            count: all.length,
        };
    });
}
