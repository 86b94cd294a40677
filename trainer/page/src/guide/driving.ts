// SPDX-License-Identifier: MIT
// Driving a needle: while a hand holds one, what would lift the hand turns it about the centre of the needle's arc, so that the
// needle goes on in its own way. A beginner's hand is bound to that arc; a trainee's is while the needle is in tissue or
// the key is held, and what moves it aside shifts the centre, which is what tears. No DOM.
import {
    add,
    cross,
    dot,
    qangle,
    qaxis,
    qconj,
    qmul,
    qrotate,
    scale,
    sub,
    type Pose,
    type Vec3,
} from "../core/vec";
import { still, type HandInput, type InputContext, type Side } from "../input/device";
import type { Hands } from "../input/hands";
import { LIFT_PER_NOTCH } from "../input/mouse_keyboard";
import type { Frame, NeedleState } from "../net/frame";
import type { SceneMessage } from "../net/messages";
import { basisOf } from "../view/camera_rig";

const TURN_PER_NOTCH = (6 * Math.PI) / 180;
const TURN_PER_PIXEL = (0.4 * Math.PI) / 180; // with the key of the winding gesture
const TURN_PER_HEIGHT = 2.2; // rad for a lift by one height of the view, of keys and sticks
const FASTEST = 2; // rad/s
const MOST_AHEAD = (10 * Math.PI) / 180; // of the tool's target
const ASIDE = 0.25; // of what moves a trainee's hand while it drives

// where a needle would be if the tool that holds it were on its target
export function carried(tool: { proxy: Pose; target: Pose }, needle: Pose): Pose {
    const back = qconj(tool.proxy.rotation);
    const local = qrotate(back, sub(needle.position, tool.proxy.position));
    const turn = qmul(tool.target.rotation, back);
    return {
        position: add(tool.target.position, qrotate(tool.target.rotation, local)),
        rotation: qmul(turn, needle.rotation),
    };
}

// of the arc: the needle's frame has its tip at the origin and y towards the centre
export const centreOf = (needle: Pose, radius: number): Vec3 =>
    add(needle.position, scale(qrotate(needle.rotation, [0, 1, 0]), radius));

// what moves a hand at `from` when it is turned about a line
export const turnAbout = (from: Vec3, centre: Vec3, axis: Vec3, angle: number): Vec3 =>
    sub(add(centre, qrotate(qaxis(axis, angle), sub(from, centre))), from);

export class Driving {
    private frame: Frame | null = null;
    private radii: number[] = [];
    private rail = false;
    private readonly left: [number, number] = [0, 0]; // rad that are still to be turned

    constructor(private readonly hands: Hands) {}

    setScene(scene: SceneMessage): void {
        this.frame = null;
        this.left.fill(0);
        this.radii = (scene.needles ?? []).map((n) => n.radius);
        this.rail = scene.level === "beginner" && scene.marks.some((m) => m.kind === "dot");
    }

    follow(frame: Frame): void {
        this.frame = frame;
    }

    // the needle that a hand holds; null: none, or a straight one
    held(side: Side): NeedleState | null {
        const tool = this.hands.hands[side].tool;
        const needle = this.frame?.needles.find((n) => n.tool === tool && tool >= 0) ?? null;
        return needle !== null && (this.radii[needle.index] ?? 0) > 0 ? needle : null;
    }

    get active(): boolean {
        return ([0, 1] as const).some((side) => this.held(side) !== null);
    }

    private bound(needle: NeedleState, wind: boolean): boolean {
        const inside = this.frame?.holes.some((h) => h.needle === needle.index) === true;
        return this.rail || inside || wind;
    }

    // null: this hand drives nothing
    lead(input: HandInput, context: InputContext): HandInput | null {
        const { side } = input;
        const needle = this.held(side);
        const state = this.hands.state(side);
        if (needle === null || state === null || !this.bound(needle, input.wind)) {
            return null;
        }
        const { height } = context.eye;
        const lift = input.move[2] - input.notches * LIFT_PER_NOTCH * height;
        const target = this.hands.hands[side].target;
        const wanted = carried({ proxy: state.proxy, target }, needle.pose);
        const axis = qrotate(wanted.rotation, [0, 0, 1]);
        // the tip goes this way at the lowest place of the arc: the mouse leads it there
        const way = cross(axis, [0, 0, -1]);
        const sense = dot(way, basisOf(context.eye).right) < 0 ? -1 : 1;
        const stroke = input.wind ? sense * input.screen[0] * TURN_PER_PIXEL : 0;
        // down is forward, as what is lowered goes in
        const angle = stroke - input.notches * TURN_PER_NOTCH - (lift / height) * TURN_PER_HEIGHT;
        this.left[side] += angle;
        const aside = this.rail || input.wind ? 0 : ASIDE;
        const keeps = this.rail && this.bound(needle, false);
        return {
            ...still(side),
            move: [aside * input.move[0], aside * input.move[1], 0],
            jaw: keeps ? null : input.jaw,
            screen: input.screen,
        };
    }

    // What is left of the turns that were asked for, as fast as a tool can follow on the arc: where its target ran ahead it would be led
    // straight across.
    tick(context: InputContext): HandInput[] {
        const inputs: HandInput[] = [];
        for (const side of [0, 1] as const) {
            const needle = this.held(side);
            const state = this.hands.state(side);
            if (needle === null || state === null) {
                this.left[side] = 0;
            }
            if (needle === null || state === null || this.left[side] === 0) {
                continue;
            }
            const target = this.hands.hands[side].target;
            const ahead = qangle(target.rotation, state.proxy.rotation);
            const most = Math.min(FASTEST * context.dt, Math.max(0, MOST_AHEAD - ahead));
            const angle = Math.max(-most, Math.min(most, this.left[side]));
            this.left[side] -= angle;
            const wanted = carried({ proxy: state.proxy, target }, needle.pose);
            const axis = qrotate(wanted.rotation, [0, 0, 1]);
            const centre = centreOf(wanted, this.radii[needle.index] ?? 0);
            inputs.push({
                ...still(side),
                move: turnAbout(target.position, centre, axis, angle),
                turn: qaxis(axis, angle),
            });
        }
        return inputs;
    }
}
