// SPDX-License-Identifier: MIT
// Helps hands on their way: the rail to the goal of a step, and winding around the other forceps. Sits
// between the devices and the hands. No DOM.
import { dot, norm, qrotate, scale, sub, type Vec3 } from "../core/vec";
import { still, type HandInput, type InputContext, type Side } from "../input/device";
import type { Hands } from "../input/hands";
import type { Window } from "../view/project";
import { Driving } from "./driving";
import type { Guide } from "./guide";
import { Helper } from "./helper";
import { railMove } from "./rail";
import { PIXELS_PER_TURN, Winding, type Shaft } from "./winding";

const REACH = 0.045; // m: a shaft further away is not wound around

const STICKS = 0.4; // s of motion that a goal swallows

interface Stuck {
    goal: Vec3;
    left: number; // s
}

export class Assist {
    private readonly windings: [Winding | null, Winding | null] = [null, null];
    private readonly held: [boolean, boolean] = [false, false]; // the key of the winding
    private readonly spun: [number, number] = [0, 0]; // of the way to the goal, whose spin was made
    private stuck: [Stuck | null, Stuck | null] = [null, null];
    private goals: [Vec3 | null, Vec3 | null] = [null, null];
    readonly driving: Driving;
    private readonly helper: Helper;

    constructor(
        private readonly guide: Guide,
        private readonly hands: Hands,
        private readonly window: () => Window,
        private readonly speed: () => number, // of real time
    ) {
        this.driving = new Driving(hands);
        this.helper = new Helper(guide, hands);
    }

    winding(side: Side): Winding | null {
        return this.windings[side];
    }

    reset(): void {
        this.windings.fill(null);
        this.spun.fill(0);
        this.goals = [null, null];
        this.stuck = [null, null];
    }

    // Around what a hand would wind: the step says it, or it is the shaft of the other forceps while this
    // hand holds a thread near it. Null: around nothing.
    shaftFor(side: Side): Shaft | null {
        const step = this.guide.helped(side)?.step;
        if (step?.do === "wind" && step.center !== undefined && step.axis !== undefined) {
            return { center: step.center, axis: step.axis };
        }
        const mine = this.hands.state(side);
        const other = this.hands.state((1 - side) as Side);
        if (mine === null || other === null || mine.grips.length === 0) {
            return null;
        }
        const axis = qrotate(other.proxy.rotation, [0, 0, 1]);
        const d = sub(mine.proxy.position, other.proxy.position);
        const aside = norm(sub(d, scale(axis, dot(d, axis))));
        return aside < REACH ? { center: other.proxy.position, axis } : null;
    }

    // The axis as it points to the handle of the forceps that are wound around, the other ones: one looks from
    // there. It is not that of the hand that winds, however near that comes.
    handleward(shaft: Shaft, side: Side): Vec3 {
        const other = this.hands.state((1 - side) as Side);
        const axis = other === null ? shaft.axis : qrotate(other.proxy.rotation, [0, 0, 1]);
        return dot(axis, shaft.axis) < 0 ? scale(shaft.axis, -1) : shaft.axis;
    }

    // to the right is clockwise for one who looks from the handle
    private sign(shaft: Shaft, side: Side): 1 | -1 {
        return dot(this.handleward(shaft, side), shaft.axis) > 0 ? -1 : 1;
    }

    // whether the turn that a step asks for goes to the right
    toTheRight(side: Side): boolean {
        const shaft = this.shaftFor(side);
        const angle = this.guide.helped(side)?.step.angle ?? 1;
        return shaft === null || this.sign(shaft, side) * angle > 0;
    }

    // what becomes of what a device did
    lead(input: HandInput, context: InputContext): HandInput {
        const side = input.side as Side; // devices have the two hands
        const [dx, dy] = input.screen;
        const step = this.guide.helped(side)?.step.do;
        const driven = this.driving.lead(input, context, step);
        if (driven !== null) {
            return driven;
        }
        if (input.wind) {
            this.beginWinding(side);
            this.held[side] = this.windings[side] !== null;
        }
        const winding = this.windings[side];
        if (winding !== null) {
            if (input.wind) {
                this.feed(side, winding, dx, dy, context);
            }
            return { ...still(side), jaw: input.jaw };
        }
        const errand = this.guide.leads ? this.guide.helped(side) : null;
        if (errand === null || errand.done || errand.goal === null || (dx === 0 && dy === 0)) {
            return input;
        }
        if (this.sticks(side, errand.goal, context.dt)) {
            return { ...input, move: [0, 0, 0] };
        }
        const from = this.hands.aim(side);
        const { move, share } = railMove(context.eye, this.window(), from, errand.goal, dx, dy);
        if (share === 1) {
            this.stuck[side] = { goal: errand.goal, left: STICKS };
        }
        return { ...input, move, roll: input.roll + this.spin(side, errand.goal, share) };
    }

    // What was drawn to the goal stays there for a moment, so that a hand in full motion does not miss it.
    private sticks(side: Side, goal: Vec3, dt: number): boolean {
        const stuck = this.stuck[side];
        if (stuck === null || stuck.left <= 0 || norm(sub(goal, stuck.goal)) > 1e-3) {
            return false;
        }
        stuck.left -= dt;
        return true;
    }

    // the tool turns about itself on its way as in the demonstration
    private spin(side: Side, goal: Vec3, share: number): number {
        if (this.goals[side] === null || norm(sub(goal, this.goals[side])) > 1e-3) {
            this.goals[side] = goal;
            this.spun[side] = 0;
        }
        const step = share * (1 - this.spun[side]);
        this.spun[side] += step;
        return step * (this.guide.helped(side)?.step.spin ?? 0);
    }

    private beginWinding(side: Side): void {
        const shaft = this.shaftFor(side);
        if (this.windings[side] === null && shaft !== null) {
            const step = this.guide.helped(side)?.step;
            const most = step?.do === "wind" ? (step.angle ?? null) : null;
            this.windings[side] = new Winding(shaft, this.hands.aim(side), most);
        }
    }

    private feed(
        side: Side,
        winding: Winding,
        dx: number,
        dy: number,
        context: InputContext,
    ): void {
        const turn = (this.sign(winding.shaft, side) * 2 * Math.PI * dx) / PIXELS_PER_TURN;
        // a turn and a walk along the shaft are two things: the larger one counts
        const along = Math.abs(dy) > 2 * Math.abs(dx) ? dy * context.pixel : 0;
        winding.feed(turn, this.guide.leads && this.guide.active ? 0 : along);
    }

    // once for all devices: hands that wind go on. A turn that was asked for is finished.
    tick(context: InputContext): HandInput[] {
        const inputs: HandInput[] = [
            ...this.driving.tick(context),
            ...this.helper.tick(context.dt * this.speed()),
        ];
        this.windings.forEach((winding, i) => {
            if (winding === null) {
                return;
            }
            const side = i as Side;
            const { place, turn } = winding.advance(context.dt * this.speed());
            this.guide.wound[side] = winding.angle;
            if (!this.held[side] && !winding.busy) {
                this.windings[side] = null;
            }
            this.held[side] = false;
            const from = this.hands.aim(side);
            inputs.push({ ...still(side), move: sub(place, from), turn });
        });
        return inputs;
    }
}
