// SPDX-License-Identifier: MIT
// A small drawing for every task: what comes out of it, in a few strokes, the strand on top last.
import { svg } from "./dom";

interface Drawing {
    under: string[]; // strokes of the thread, from below to above
    over?: string[];
    post?: boolean;
    dots?: [number, number][];
    rings?: [number, number][];
}

// on a field of 120 by 60
const OVERHAND: Drawing = {
    post: true,
    under: ["M8 50C40 48 50 12 66 14S70 44 52 44"],
    over: ["M112 50C80 48 70 40 56 22S36 22 40 34 48 44 52 44"],
};
const REEF: Drawing = {
    post: true,
    under: ["M8 20C40 20 46 20 62 30S40 44 44 30 60 16 112 16", "M8 44C30 44 40 42 50 36"],
    over: ["M112 44C80 44 74 44 60 32", "M50 36C60 30 66 20 80 20"],
};
const DRAWINGS: Record<string, Drawing> = {
    touch: {
        under: [],
        dots: [
            [22, 38],
            [42, 20],
            [62, 34],
            [82, 18],
            [100, 36],
        ],
    },
    trace: {
        under: ["M100 40C84 16 74 34 60 26S36 16 20 40"],
        dots: [
            [20, 40],
            [100, 40],
        ],
    },
    pluck: { under: ["M14 46L34 46", "M86 46L106 46"], rings: [[60, 24]] },
    skin: {
        under: ["M60 8C54 24 54 38 60 52C66 38 66 24 60 8"],
        dots: [
            [34, 20],
            [86, 20],
            [34, 42],
            [86, 42],
        ],
    },
    load: { under: ["M40 18A22 22 0 1 1 76 42"], rings: [[84, 20]] },
    bite: {
        under: ["M30 12A34 34 0 0 0 92 22", "M8 26L112 26"],
        dots: [
            [38, 26],
            [88, 26],
        ],
    },
    rings: {
        under: ["M8 40C30 40 34 30 44 30S70 30 80 30 100 24 112 20"],
        rings: [
            [44, 30],
            [80, 30],
        ],
    },
    "overhand-post": OVERHAND,
    "reef-post": REEF,
    "reef-two": { ...REEF, post: false },
    "surgeon-post": {
        post: true,
        under: ["M8 50C34 48 42 14 56 14S66 40 56 44"],
        over: ["M112 50C86 48 78 34 66 20S44 18 46 30 62 34 66 24M48 36C50 42 54 44 58 44"],
    },
    "untie-overhand": { ...OVERHAND, post: false },
    "untie-eight": {
        under: ["M8 30C40 30 44 14 58 14S74 30 60 40"],
        over: ["M112 30C90 30 84 44 66 44S44 22 56 22 70 34 60 40"],
    },
    granny: { ...REEF, post: false },
    twist: { under: ["M8 40C30 40 40 40 48 30S60 16 64 24 56 36 60 40 76 40 112 40"] },
    free: { under: ["M8 36C30 10 44 52 62 30S92 14 112 34"] },
};

export function taskPicture(id: string): SVGElement {
    const d = DRAWINGS[id] ?? (DRAWINGS.free as Drawing);
    const strokes = (list: string[], over: boolean): SVGElement[] =>
        list.flatMap((path) => [
            ...(over ? [svg("path", { d: path, class: "gap" })] : []),
            svg("path", { d: path, class: "strand" }),
        ]);
    return svg(
        "svg",
        { viewBox: "0 0 120 60", class: "task-picture", "aria-hidden": "true" },
        d.post === true && svg("rect", { x: 0, y: 27, width: 120, height: 9, class: "post" }),
        ...strokes(d.under, false),
        ...strokes(d.over ?? [], true),
        ...(d.dots ?? []).map(([cx, cy]) => svg("circle", { cx, cy, r: 6, class: "target" })),
        ...(d.rings ?? []).map(([cx, cy]) =>
            svg("ellipse", { cx, cy, rx: 5, ry: 13, class: "target" }),
        ),
    );
}
