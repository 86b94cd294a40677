// SPDX-License-Identifier: MIT
// What two fingers on the field mean for a hand: a pinch closes the jaws, spreading opens them, turning them
// rolls the tool, up and down together lifts it. A gesture is one of these; which one is decided when it has
// gone far enough. No DOM.

export interface Place {
    x: number;
    y: number;
}

export interface GestureStep {
    lift: number; // pixels up
    roll: number; // rad, clockwise as seen
    jaws: "close" | "open" | null;
}

type Kind = "pinch" | "turn" | "lift";

const PINCH = 0.22; // of the logarithm of the gap
const TURN = 0.2; // rad
const LIFT = 14; // pixels

const nothing = (): GestureStep => ({ lift: 0, roll: 0, jaws: null });
const middle = (a: Place, b: Place): number => 0.5 * (a.y + b.y);
const gapOf = (a: Place, b: Place): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
const angleOf = (a: Place, b: Place): number => Math.atan2(b.y - a.y, b.x - a.x);
const turnFrom = (from: number, to: number): number =>
    Math.atan2(Math.sin(to - from), Math.cos(to - from));

export class TouchGesture {
    private kind: Kind | null = null;
    private gap: number;
    private angle: number;
    private height: number;

    constructor(a: Place, b: Place) {
        this.gap = gapOf(a, b);
        this.angle = angleOf(a, b);
        this.height = middle(a, b);
    }

    // the fingers are there now
    move(a: Place, b: Place): GestureStep {
        const step = nothing();
        const pinch = Math.log(gapOf(a, b) / this.gap);
        const turn = turnFrom(this.angle, angleOf(a, b));
        const lift = this.height - middle(a, b);
        // how far each has gone, of what decides
        const far: [Kind, number][] = [
            ["pinch", Math.abs(pinch) / PINCH],
            ["turn", Math.abs(turn) / TURN],
            ["lift", Math.abs(lift) / LIFT],
        ];
        if (this.kind === null) {
            const [kind, most] = far.reduce((x, y) => (y[1] > x[1] ? y : x));
            if (most < 1) {
                return step;
            }
            this.kind = kind;
        }
        if (this.kind === "pinch") {
            if (Math.abs(pinch) >= PINCH) {
                step.jaws = pinch < 0 ? "close" : "open";
                this.gap = gapOf(a, b);
            }
            return step;
        }
        if (this.kind === "turn") {
            step.roll = turn;
            this.angle = angleOf(a, b);
        } else {
            step.lift = lift;
            this.height = middle(a, b);
        }
        return step;
    }
}
