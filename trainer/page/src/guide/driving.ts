// SPDX-License-Identifier: MIT
// Driving a needle: while a hand holds one, what would lift the hand turns it about the centre of the needle's arc, so that the
// needle goes on in its own way. A beginner's hand is bound to that arc; a trainee's is while the needle is in tissue or
// the key is held, and what moves it aside shifts the centre, which is what tears. A guided one is drawn to the circle through both dots.
// No DOM.
import {
    add,
    cross,
    dot,
    norm,
    qangle,
    qaxis,
    qconj,
    qmul,
    qrotate,
    scale,
    sub,
    IDENTITY,
    type Pose,
    type Quat,
    type Vec3,
} from "../core/vec";
import { still, type HandInput, type InputContext, type Side } from "../input/device";
import type { Hands } from "../input/hands";
import { LIFT_PER_NOTCH } from "../input/mouse_keyboard";
import type { Frame, NeedleState } from "../net/frame";
import type { GuideStep, SceneMessage } from "../net/messages";
import { basisOf } from "../view/camera_rig";

const TURN_PER_NOTCH = (6 * Math.PI) / 180;
const TURN_PER_PIXEL = (0.4 * Math.PI) / 180; // with the key of the winding gesture
const TURN_PER_HEIGHT = 2.2; // rad for a lift by one height of the view, of keys and sticks
const FASTEST = 2; // rad/s
const MOST_AHEAD = (10 * Math.PI) / 180; // of the tool's target
const ASIDE = 0.25; // of what moves a trainee's hand while it drives
const DRAWN = 2; // 1/s, by which a guided hand comes nearer to the circle through both dots
const CATCHES = 0.003; // m, from how far it is drawn

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

// of the circle with that radius through two places, above them; null: they are too far apart
export function centreThrough(entry: Vec3, exit: Vec3, radius: number): Vec3 | null {
    const half = 0.5 * norm(sub(exit, entry));
    if (!(half > 0) || half > radius) {
        return null;
    }
    const middle = scale(add(entry, exit), 0.5);
    return [middle[0], middle[1], middle[2] + Math.sqrt(radius * radius - half * half)];
}

// what moves a hand at `from` when it is turned about a line
export const turnAbout = (from: Vec3, centre: Vec3, axis: Vec3, angle: number): Vec3 =>
    sub(add(centre, qrotate(qaxis(axis, angle), sub(from, centre))), from);

export class Driving {
    private frame: Frame | null = null;
    private radii: number[] = [];
    private rail = false;
    private rings: { at: Vec3; axis: Vec3; radius: number }[] = [];
    private lengths: number[] = [];
    private goals: (Vec3 | null)[] = []; // centres of the circles through both dots, for a guided hand
    private undos = 0;
    private readonly rolls: [Quat, Quat] = [IDENTITY, IDENTITY];
    private readonly holders = new Map<number, number>(); // tools, by needle
    private readonly freed = new Set<number>(); // needles that were let go once: the rail is for the first way
    private readonly left: [number, number] = [0, 0]; // rad that are still to be turned

    constructor(private readonly hands: Hands) {}

    setScene(scene: SceneMessage): void {
        this.frame = null;
        this.left.fill(0);
        this.rolls.fill(IDENTITY);
        this.radii = (scene.needles ?? []).map((n) => n.radius);
        this.lengths = (scene.needles ?? []).map((n) => n.length);
        this.rings = scene.marks
            .filter((m) => m.kind === "ring")
            .map((m) => ({ at: m.position, axis: m.axis ?? [0, 0, 1], radius: m.radius }));
        const dots = scene.marks.filter((m) => m.kind === "dot");
        this.rail = scene.level === "beginner" && dots.length + this.rings.length > 0;
        const [entry, exit] = dots;
        this.goals = this.radii.map((r) =>
            scene.level !== "guided" || entry === undefined || exit === undefined
                ? null
                : centreThrough(entry.position, exit.position, r),
        );
        this.holders.clear();
        this.freed.clear();
    }

    follow(frame: Frame): void {
        const undos = frame.statistics?.undos ?? this.undos;
        if (undos !== this.undos) {
            // the world went back: whoever holds it now has it as it was then
            this.undos = undos;
            this.holders.clear();
            this.freed.clear();
        }
        this.frame = frame;
        for (const n of frame.needles) {
            const before = this.holders.get(n.index) ?? -1;
            if (n.tool >= 0 && before !== n.tool) {
                this.noteRoll(n.tool);
            }
            if (before >= 0 && before !== n.tool) {
                this.freed.add(n.index);
            }
            this.holders.set(n.index, n.tool);
        }
    }

    // jaws that were led to a needle have rolled about the tool's own axis
    private noteRoll(tool: number): void {
        for (const side of [0, 1] as const) {
            const state = this.hands.state(side);
            if (this.hands.hands[side].tool === tool && state !== null) {
                const own = this.hands.hands[side].target.rotation;
                this.rolls[side] = qmul(qconj(own), state.target.rotation);
            }
        }
    }

    // where the tool will be, with what the server adds to this page's target
    private aim(side: Side): Pose {
        const { rotation } = this.hands.hands[side].target;
        return { position: this.hands.aim(side), rotation: qmul(rotation, this.rolls[side]) };
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

    // its tip is out of the last ring or out of the tissue again
    private through(needle: NeedleState): boolean {
        const holes = this.frame?.holes.filter((h) => h.needle === needle.index) ?? [];
        const tip = needle.pose.position;
        const last = this.rings.at(-1);
        return holes.length >= 2 || (last !== undefined && dot(sub(tip, last.at), last.axis) > 0);
    }

    // A step that leads a hand to a place draws the needle out of a ring, where nothing tears.
    private bound(needle: NeedleState, wind: boolean, step?: GuideStep["do"]): boolean {
        const inside = this.frame?.holes.some((h) => h.needle === needle.index) === true;
        const railed = this.rail && !this.freed.has(needle.index);
        const told = wind || step === "drive";
        return railed || inside || told || (step !== "move" && this.inRing(needle));
    }

    // the needle goes through one of the rings at the moment
    private inRing(needle: NeedleState): boolean {
        const radius = this.radii[needle.index] ?? 0;
        const length = this.lengths[needle.index] ?? 0;
        return this.rings.some((ring) => {
            let before: number | null = null;
            for (let i = 0; i <= 24; i++) {
                const a = (length * i) / (24 * radius);
                const local: Vec3 = [-radius * Math.sin(a), radius * (1 - Math.cos(a)), 0];
                const p = add(needle.pose.position, qrotate(needle.pose.rotation, local));
                const off = sub(p, ring.at);
                const height = dot(off, ring.axis);
                const crossed = before !== null && before > 0 !== height > 0;
                if (crossed && norm(off) < 1.2 * ring.radius) {
                    return true;
                }
                before = height;
            }
            return false;
        });
    }

    // null: this hand drives nothing
    // step: what a beginner's hand is to do now
    lead(input: HandInput, context: InputContext, step?: GuideStep["do"]): HandInput | null {
        const side = input.side as Side;
        const needle = this.held(side);
        const state = this.hands.state(side);
        if (needle === null || state === null || !this.bound(needle, input.wind, step)) {
            return null;
        }
        const { height } = context.eye;
        const lift = input.move[2] - input.notches * LIFT_PER_NOTCH * height;
        const target = this.aim(side);
        const wanted = carried({ proxy: state.proxy, target }, needle.pose);
        const axis = qrotate(wanted.rotation, [0, 0, 1]);
        // the tip goes this way at the lowest place of the arc: the mouse leads it there
        const way = cross(axis, [0, 0, -1]);
        const sense = dot(way, basisOf(context.eye).right) < 0 ? -1 : 1;
        const stroke = input.wind ? sense * input.screen[0] * TURN_PER_PIXEL : 0;
        // down is forward, as what is lowered goes in
        const angle = stroke - input.notches * TURN_PER_NOTCH - (lift / height) * TURN_PER_HEIGHT;
        this.left[side] += angle;
        const railed = this.rail && !this.freed.has(needle.index);
        const aside = railed || input.wind ? 0 : ASIDE;
        // what was just begun is not let go by mistake
        const keeps = railed && !this.through(needle);
        return {
            ...still(side),
            move: [aside * input.move[0], aside * input.move[1], 0],
            jaw: keeps ? null : input.jaw,
            screen: input.screen,
        };
    }

    // a guided hand is drawn to the circle that the needle should go on
    private drawn(
        side: Side,
        needle: NeedleState,
        state: { proxy: Pose },
        dt: number,
    ): HandInput[] {
        const goal = this.goals[needle.index] ?? null;
        if (goal === null || !this.bound(needle, false) || this.freed.has(needle.index)) {
            return [];
        }
        const target = this.aim(side);
        const wanted = carried({ proxy: state.proxy, target }, needle.pose);
        const off = sub(goal, centreOf(wanted, this.radii[needle.index] ?? 0));
        return norm(off) > CATCHES || norm(off) < 1e-6
            ? []
            : [{ ...still(side), move: scale(off, Math.min(1, DRAWN * dt)) }];
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
            } else {
                inputs.push(...this.drawn(side, needle, state, context.dt));
            }
            if (needle === null || state === null || this.left[side] === 0) {
                continue;
            }
            const target = this.aim(side);
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
