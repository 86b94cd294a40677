// SPDX-License-Identifier: MIT
// Ideal knots as curves: what a drawing beside the lens shows. Lengths are in thicknesses of the drawn
// thread; x to the right, y up, z towards the eye. The first strand is the left hand's.
import type { Knot, Throw } from "../net/messages";

export type Point = readonly [number, number, number];

export interface KnotCurve {
    strands: [Point[], Point[]];
    post?: number; // y of the post that the loop goes around
}

const O = 0.5; // over
const U = -0.5; // under

// Two bights through each other, as flat knots lie when they are tight. The left bight lies in the plane; how
// the right one passes it: over the left tip, across its flank, with its own tip over the left legs; upper
// half, then the lower one.
function bights(
    tipUpper: number,
    flankUpper: number,
    ownUpper: number,
    ownLower: number,
    flankLower: number,
    tipLower: number,
): KnotCurve {
    const left: Point[] = [
        [-7.5, 0.8, 0],
        [-4.4, 0.8, 0],
        [-2.8, 0.85, 0],
        [0, 1.75, 0],
        [2, 2.45, 0],
        [3.6, 1.8, 0],
        [4.1, 0, 0],
        [3.6, -1.8, 0],
        [2, -2.45, 0],
        [0, -1.75, 0],
        [-2.8, -0.85, 0],
        [-4.4, -0.8, 0],
        [-7.5, -0.8, 0],
    ];
    const right: Point[] = [
        [7.5, 0.8, tipUpper],
        [4.4, 0.8, tipUpper],
        [2.8, 0.85, tipUpper],
        [0, 1.75, flankUpper],
        [-2, 2.45, 0],
        [-3.6, 1.8, ownUpper],
        [-4.1, 0, (ownUpper + ownLower) / 2],
        [-3.6, -1.8, ownLower],
        [-2, -2.45, 0],
        [0, -1.75, flankLower],
        [2.8, -0.85, tipLower],
        [4.4, -0.8, tipLower],
        [7.5, -0.8, tipLower],
    ];
    return { strands: [left, right] };
}

const CROSSING = 2.6; // width of one
const RISE = 3.4; // from throw to throw

// Throws one above the other, still open: the ends come up from the loop around the post and are wound
// around each other, a single throw with three crossings, a double one with five. After each throw they
// have changed sides.
function stack(throws: readonly Throw[]): KnotCurve {
    const widest = Math.max(...throws.map((t) => 2 * Math.abs(t.turns) + 1));
    const half = (CROSSING * widest) / 2 + 1.2;
    // of the end that is at the left below and of the one that is at the right
    let atLeft: Point[] = [
        [-0.05, -3.2, U],
        [-half * 0.8, -2.2, 0],
    ];
    let atRight: Point[] = [
        [0.05, -3.2, U],
        [half * 0.8, -2.2, 0],
    ];
    const left = atLeft;
    throws.forEach((item, i) => {
        const y = RISE * i;
        const count = 2 * Math.abs(item.turns) + 1;
        const from = (-CROSSING * count) / 2;
        // at crossing c the one that rises is over, if they alternate so: sign by the hand of the throw
        const rises = item.hand === "right" ? O : U;
        const line = (top: boolean): Point[] => {
            const points: Point[] = [];
            for (let c = 0; c < count; c++) {
                const goesUp = (c % 2 === 0) !== top;
                const x = from + CROSSING * (c + 0.5);
                points.push([x - CROSSING / 2, y + (goesUp ? -0.75 : 0.75), 0]);
                points.push([x, y, goesUp ? rises : -rises]);
            }
            const last = (count % 2 === 0) === top;
            points.push([-from, y + (last ? 0.75 : -0.75), 0]);
            return points;
        };
        // one comes in from below at the left and leaves above at the right, the other one the other way round
        atLeft.push(...line(false), [half * 0.9, y + RISE / 2, 0]);
        atRight.push(...line(true).reverse(), [-half * 0.9, y + RISE / 2, 0]);
        [atLeft, atRight] = [atRight, atLeft];
    });
    const top = RISE * (throws.length - 1) + RISE / 2 + 1.6;
    atLeft.push([-half - 1.2, top, 0]);
    atRight.push([half + 1.2, top, 0]);
    return { strands: left === atLeft ? [atLeft, atRight] : [atRight, atLeft], post: -3.2 };
}

const REEF = bights(O, U, O, O, U, O);
const GRANNY = bights(O, U, O, U, O, U);

// The drawing of a named knot; null where there is none, or too much of it.
export function curveOf(knot: Pick<Knot, "surgical" | "throws"> | null): KnotCurve | null {
    if (knot === null || knot.throws.length === 0 || knot.throws.length > 4) {
        return null;
    }
    if (knot.surgical === "reef") {
        return REEF;
    }
    if (knot.surgical === "granny") {
        return GRANNY;
    }
    return knot.throws.some((t) => Math.abs(t.turns) > 3) ? null : stack(knot.throws);
}

//---- drawing -------------------------------------------------------------------------------------

const STEPS = 10; // between two points

// Catmull-Rom through all points
export function smooth(points: readonly Point[]): Point[] {
    const at = (i: number): Point => points[Math.min(points.length - 1, Math.max(0, i))]!;
    const out: Point[] = [];
    for (let i = 0; i + 1 < points.length; i++) {
        const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
        for (let s = 0; s < STEPS; s++) {
            const t = s / STEPS;
            const value = (k: 0 | 1 | 2): number =>
                b[k] +
                0.5 *
                    t *
                    (c[k] -
                        a[k] +
                        t *
                            (2 * a[k] -
                                5 * b[k] +
                                4 * c[k] -
                                d[k] +
                                t * (3 * (b[k] - c[k]) + d[k] - a[k])));
            out.push([value(0), value(1), value(2)]);
        }
    }
    out.push(at(points.length - 1));
    return out;
}

export interface Crossing {
    over: number; // strand
    at: number; // its segment
    sign: 1 | -1;
}

// where two segments meet in the picture: shares of both, or null
function meet(a: Point, b: Point, c: Point, d: Point): [number, number] | null {
    const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
    const cross = ux * vy - uy * vx;
    if (Math.abs(cross) < 1e-12) {
        return null;
    }
    const [wx, wy] = [c[0] - a[0], c[1] - a[1]];
    const s = (wx * vy - wy * vx) / cross;
    const t = (wx * uy - wy * ux) / cross;
    return s >= 0 && s < 1 && t >= 0 && t < 1 ? [s, t] : null;
}

// crossings of smoothed strands in the picture
export function crossingsOf(lines: readonly Point[][]): Crossing[] {
    const found: Crossing[] = [];
    const each = (p: number, i: number, q: number, j: number): void => {
        const [a, b] = [lines[p]![i]!, lines[p]![i + 1]!];
        const [c, d] = [lines[q]![j]!, lines[q]![j + 1]!];
        const where = meet(a, b, c, d);
        if (where === null) {
            return;
        }
        const first = a[2] + where[0] * (b[2] - a[2]) > c[2] + where[1] * (d[2] - c[2]);
        const turn = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
        const sign = (first ? turn > 0 : turn < 0) ? 1 : -1;
        found.push({ over: first ? p : q, at: first ? i : j, sign });
    };
    lines.forEach((one, p) => {
        for (let i = 0; i + 1 < one.length; i++) {
            for (let j = i + 3; j + 1 < one.length; j++) {
                each(p, i, p, j);
            }
            for (let q = p + 1; q < lines.length; q++) {
                for (let j = 0; j + 1 < lines[q]!.length; j++) {
                    each(p, i, q, j);
                }
            }
        }
    });
    return found;
}
