// SPDX-License-Identifier: MIT
// The ideal drawing of a named knot: both ends in the colours of the hands, gaps where a strand is below.
import { crossingsOf, curveOf, smooth, type Point } from "../core/knot_curves";
import type { Knot } from "../net/messages";
import { TEXT, word } from "../text";
import { h, svg } from "./dom";
import { knotTitle } from "./throws";

const REACH = 1.1; // thicknesses of thread on both sides of a crossing that are drawn again, on top
const SIDES = ["left", "right"] as const;

const round = (x: number): string => (Math.round(100 * x) / 100).toString();
const path = (points: readonly Point[]): string =>
    points.map((p, i) => `${i === 0 ? "M" : "L"}${round(p[0])} ${round(-p[1])}`).join("");

// the part of a line within reach of one of its segments
function around(line: readonly Point[], at: number, reach: number): Point[] {
    let [from, to] = [at, at + 1];
    const step = (i: number): number =>
        Math.hypot(line[i + 1]![0] - line[i]![0], line[i + 1]![1] - line[i]![1]);
    for (let way = 0; from > 0 && way < reach; from--) {
        way += step(from - 1);
    }
    for (let way = 0; to + 1 < line.length && way < reach; to++) {
        way += step(to);
    }
    return line.slice(from, to + 1);
}

export function knotDiagram(knot: Pick<Knot, "surgical" | "throws"> | null): SVGElement | null {
    const curve = curveOf(knot);
    if (curve === null) {
        return null;
    }
    const lines = curve.strands.map((s) => smooth(s));
    const all = lines.flat();
    const xs = all.map((p) => p[0]);
    const ys = all.map((p) => -p[1]);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys) - 0.8, Math.max(...ys) + 0.8];
    const edge = (points: readonly Point[]): SVGElement =>
        svg("path", { d: path(points), class: "edge" });
    const strand = (points: readonly Point[], side: number): SVGElement =>
        svg("path", { d: path(points), class: `strand ${SIDES[side] ?? ""}` });
    return svg(
        "svg",
        {
            viewBox: `${round(left)} ${round(top)} ${round(right - left)} ${round(bottom - top)}`,
            class: "knot-diagram",
            "aria-hidden": "true",
        },
        ...lines.map((line, i) => strand(line, i)),
        // the strand goes on a little beyond its edges: no seams
        ...crossingsOf(lines).flatMap(({ over, at }) => [
            edge(around(lines[over]!, at, REACH)),
            strand(around(lines[over]!, at, 1.5 * REACH), over),
        ]),
        curve.post !== undefined &&
            svg("rect", {
                x: left,
                y: -curve.post - 0.35,
                width: right - left,
                height: 1.3,
                class: "post",
            }),
    );
}

// with a line of text below; null where the knot has no drawing
export function idealKnot(knot: Knot | null): HTMLElement | null {
    const drawing = knotDiagram(knot);
    return drawing === null
        ? null
        : h(
              "figure",
              { class: "ideal" },
              drawing,
              h("figcaption", { text: TEXT.idealOf(word(knotTitle(knot))) }),
          );
}
