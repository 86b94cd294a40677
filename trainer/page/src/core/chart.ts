// SPDX-License-Identifier: MIT
// The arithmetic of a chart: round ticks, places of points, a line through them.

export interface Box {
    left: number;
    top: number;
    width: number;
    height: number;
}

export interface Scale {
    ticks: number[];
    low: number;
    high: number;
    place(value: number): number; // 0 .. 1
}

// 1, 2 or 5 times a power of ten
// A published figure that is far away from all values would press their curve flat: it is then left out.
export function referenceIn(values: number[], reference: number | null): number | null {
    const most = Math.max(...values.map(Math.abs));
    return reference !== null && Math.abs(reference) <= 3 * most ? reference : null;
}

export function niceStep(span: number, count: number): number {
    const raw = span / Math.max(1, count);
    const power = 10 ** Math.floor(Math.log10(raw));
    const times = raw / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

// zero is in it when it is not far: lengths of bars and curves then say what they seem to say
export function scaleOf(values: number[], count = 4): Scale {
    const known = values.filter(Number.isFinite);
    let low = known.length === 0 ? 0 : Math.min(...known);
    let high = known.length === 0 ? 1 : Math.max(...known);
    if (low > 0 && low < 0.75 * high) {
        low = 0;
    }
    if (high < 0 && high > 0.75 * low) {
        high = 0;
    }
    if (high - low < 1e-12 * Math.max(1, Math.abs(high))) {
        const room = Math.abs(high) > 0 ? 0.5 * Math.abs(high) : 1;
        low -= room;
        high += room;
    }
    const step = niceStep(high - low, count);
    low = step * Math.floor(low / step + 1e-9);
    high = step * Math.ceil(high / step - 1e-9);
    const ticks: number[] = [];
    for (let i = 0; low + i * step <= high + 1e-9 * step; i++) {
        ticks.push(Number((low + i * step).toPrecision(12)));
    }
    return { ticks, low, high, place: (v) => (v - low) / (high - low) };
}

export function linePath(points: [number, number][]): string {
    return points
        .map(([x, y], i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`)
        .join("");
}

// mean of the last few values: the trend without the noise of single attempts
export function runningMean(values: number[], window: number): number[] {
    return values.map((_, i) => {
        const part = values.slice(Math.max(0, i - window + 1), i + 1);
        return part.reduce((a, b) => a + b, 0) / part.length;
    });
}
