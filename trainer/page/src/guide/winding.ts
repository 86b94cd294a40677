// SPDX-License-Identifier: MIT
// One stroke is one turn: while a hand winds, left and right of the device are the angle about a shaft,
// up and down the place along it. The hand follows no faster than a thread is wound without being
// thrown about. No DOM.
import {
    add,
    cross,
    dot,
    norm,
    normalize,
    qaxis,
    qrotate,
    scale,
    sub,
    type Quat,
    type Vec3,
} from "../core/vec";

export const PIXELS_PER_TURN = 320;
const SECONDS_PER_TURN = 1.6; // simulated
const NEAREST = 0.009; // m from the shaft: forceps and jaws pass each other
const FARTHEST = 0.02;

export interface Shaft {
    center: Vec3; // m, a point on it
    axis: Vec3; // unit
}

export class Winding {
    angle = 0; // rad, gone so far, about the axis
    private wanted = 0; // rad
    private along = 0; // m, wanted along the axis since the last advance
    private readonly radial: Vec3; // from the axis to the hand at angle 0
    private foot: Vec3;
    readonly radius: number; // m

    // most: rad, how far and which way; null: as one likes
    constructor(
        readonly shaft: Shaft,
        from: Vec3,
        private readonly most: number | null = null,
    ) {
        const d = sub(from, shaft.center);
        const h = dot(d, shaft.axis);
        this.foot = add(shaft.center, scale(shaft.axis, h));
        const out = sub(from, this.foot);
        const aside: Vec3 = Math.abs(shaft.axis[2]) < 0.9 ? [0, 0, 1] : [0, 1, 0];
        const direction = normalize(out, cross(shaft.axis, aside));
        this.radius = Math.min(FARTHEST, Math.max(NEAREST, norm(out)));
        this.radial = scale(direction, this.radius);
    }

    // turn: rad about the axis; along: m
    feed(turn: number, along: number): void {
        this.wanted += turn;
        if (this.most !== null) {
            const [low, high] = this.most < 0 ? [this.most, 0] : [0, this.most];
            this.wanted = Math.min(high, Math.max(low, this.wanted));
        }
        this.along += along;
    }

    get busy(): boolean {
        return Math.abs(this.wanted - this.angle) > 1e-6 || this.along !== 0;
    }

    get share(): number {
        return this.most === null ? 0 : Math.min(1, this.angle / this.most);
    }

    at(angle: number): Vec3 {
        return add(this.foot, qrotate(qaxis(this.shaft.axis, angle), this.radial));
    }

    // dt: s simulated. Where the hand is to be, and how it turned.
    advance(dt: number): { place: Vec3; turn: Quat } {
        const most = ((2 * Math.PI) / SECONDS_PER_TURN) * dt;
        const left = this.wanted - this.angle;
        const step = Math.min(most, Math.max(-most, left));
        this.angle += step;
        this.foot = add(this.foot, scale(this.shaft.axis, this.along));
        this.along = 0;
        return { place: this.at(this.angle), turn: qaxis(this.shaft.axis, step) };
    }
}
