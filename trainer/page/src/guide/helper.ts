// SPDX-License-Identifier: MIT
// What goes by itself where steps are taught: tools turn as the demonstration's do, and the assistant, whom nobody leads,
// does what is asked of him. No DOM.
import {
    cross,
    dot,
    limit,
    norm,
    qaxis,
    qangle,
    qconj,
    qmix,
    qmul,
    qrotate,
    sub,
    type Quat,
    type Vec3,
} from "../core/vec";
import { still, type HandInput, type Slot } from "../input/device";
import type { Hands } from "../input/hands";
import type { Errand, Guide } from "./guide";

const TURNING = 2; // rad/s simulated
const WALKING = 0.06; // m/s simulated
export const ALIGNED = 0.08; // rad

// the shortest turn that makes the tips of a tool point somewhere
export function turnTo(rotation: Quat, pointing: Vec3): Quat {
    const now = qrotate(rotation, [0, 0, -1]);
    const axis = cross(now, pointing);
    const angle = Math.atan2(norm(axis), dot(now, pointing));
    // straight back: about any axis across
    const across: Vec3 = Math.abs(now[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
    return norm(axis) > 1e-6
        ? qaxis(axis, angle)
        : angle < 1
          ? [0, 0, 0, 1]
          : qaxis(cross(now, across), Math.PI);
}

// The orientation in which jaws close across a strand, by the smallest roll.
export function across(rotation: Quat, pointing: Vec3 | undefined, strand: Vec3): Quat {
    const q = pointing === undefined ? rotation : qmul(turnTo(rotation, pointing), rotation);
    const [x, y] = qrotate(qconj(q), strand);
    if (x * x + y * y < 0.04 * dot(strand, strand)) {
        return q;
    }
    const wish = Math.atan2(-x, y);
    return qmul(q, qaxis([0, 0, 1], wish - Math.PI * Math.round(wish / Math.PI)));
}

// how far the tips are from where the step wants them
export const misaligned = (rotation: Quat, pointing: Vec3 | undefined): number =>
    pointing === undefined ? 0 : qangle(turnTo(rotation, pointing), [0, 0, 0, 1]);

function part(whole: Quat, most: number): Quat {
    const angle = qangle(whole, [0, 0, 0, 1]);
    return angle <= most ? whole : qmix([0, 0, 0, 1], whole, most / angle);
}

// what is left of the turn that a step asks for
function turnLeft(e: Errand, rotation: Quat): Quat | null {
    if (e.rotation !== undefined) {
        return qmul(e.rotation, qconj(rotation));
    }
    return e.step.pointing === undefined ? null : turnTo(rotation, e.step.pointing);
}

export class Helper {
    constructor(
        private readonly guide: Guide,
        private readonly hands: Hands,
    ) {}

    // dt: s simulated
    tick(dt: number): HandInput[] {
        return ([0, 1, 2] as const).flatMap((slot) => {
            const e = this.guide.helped(slot);
            const tool = this.hands.state(slot);
            if (e === null || e.done || e.step.do === "change" || tool === null) {
                return [];
            }
            const input = still(slot);
            const left = turnLeft(e, this.hands.hands[slot].target.rotation);
            if (left !== null && qangle(left, [0, 0, 0, 1]) > 1e-3) {
                input.turn = part(left, TURNING * dt);
            }
            if (slot === 2) {
                this.work(e, slot, input, dt);
            }
            return [input];
        });
    }

    // the assistant
    private work(e: Errand, slot: Slot, input: HandInput, dt: number): void {
        const { jaw } = this.hands.hands[slot];
        if (e.step.do === "take") {
            // missed: open, and once more
            const wanted = e.ready && !e.missed ? 0 : 1;
            input.jaw = jaw === wanted ? null : wanted;
        } else if (e.step.do === "open" || e.step.do === "close") {
            input.jaw = e.step.do === "open" ? 1 : 0;
        }
        if (e.goal !== null && !(e.step.do === "take" && jaw === 0)) {
            input.move = limit(sub(e.goal, this.hands.aim(slot)), WALKING * dt);
        }
    }
}
