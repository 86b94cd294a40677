// SPDX-License-Identifier: MIT
// The two hands: where each wants its tool to be. Takes what devices did, keeps it within the limits of
// the scene and makes the messages for the server, which leads closing jaws to a thread that is near.
import {
    add,
    clamp,
    clampVec,
    limit,
    norm,
    qaxis,
    qmul,
    qnormalize,
    qrotate,
    sub,
    type Pose,
    type Vec3,
} from "../core/vec";
import { ToolFlag, type Frame, type ToolState } from "../net/frame";
import type { HandMessage, SceneMessage } from "../net/messages";
import { isStill, type HandInput, type Side, type Slot } from "./device";

export interface Hand {
    tool: number; // index, -1: this scene has no tool for the hand
    tools: number[]; // that it may change to
    target: Pose;
    jaw: number;
    taken: boolean; // moved from this page since the scene began
    changed: boolean; // to be sent
}

const MOST_LAG = 0.008; // m
const AT_REST = 2e-6; // m from frame to frame
const RESTED = 0.02; // s simulated: longer than a hand of the server takes from target to target

const NOWHERE: Pose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

export class Hands {
    readonly hands: [Hand, Hand, Hand] = [this.none(), this.none(), this.none()];
    private homes: (Pose | null)[] = []; // of all tools, where instruments lie that nobody has
    private laid: HandMessage[] = []; // instruments that are being put down
    private low: Vec3 = [-1, -1, -1];
    private high: Vec3 = [1, 1, 1];
    private states: (ToolState | null)[] = [null, null, null];
    private frame: Frame | null = null;
    // m, by which the server leads a tool aside of this page's target: jaws that close go to the thread
    private readonly led: [Vec3, Vec3, Vec3] = [
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
    ];
    private readonly restsSince: [number, number, number] = [0, 0, 0]; // s simulated
    private seq = 0;
    private undos = 0; // how often the world went back, as far as this page knows
    onUndo: () => void = () => undefined;

    private none(): Hand {
        return {
            tool: -1,
            tools: [],
            target: { position: [...NOWHERE.position], rotation: [...NOWHERE.rotation] },
            jaw: 1,
            taken: false,
            changed: false,
        };
    }

    // who is left and who is right; without names the first two tools
    setScene(scene: SceneMessage): void {
        const left = scene.tools.findIndex((t) => t.hand === "left");
        const right = scene.tools.findIndex((t) => t.hand === "right");
        const named = left >= 0 || right >= 0;
        const count = scene.tools.length;
        const of = (side: "left" | "right"): number[] =>
            scene.tools.flatMap((t, i) => (t.hand === side ? [i] : []));
        const aid = scene.tools.findIndex((t) => t.name === "assistant");
        this.hands[0] = {
            ...this.none(),
            tool: named ? left : count > 1 ? 0 : -1,
            tools: of("left"),
        };
        this.hands[1] = {
            ...this.none(),
            tool: named ? right : count > 1 ? 1 : count - 1,
            tools: of("right"),
        };
        this.hands[2] = { ...this.none(), tool: aid };
        this.homes = scene.tools.map((t) => t.home ?? null);
        this.laid = [];
        this.frame = null;
        this.low = scene.limits.low;
        this.high = scene.limits.high;
        this.states = [null, null, null];
        this.seq = 0;
        this.undos = 0;
    }

    // The hand takes another of its instruments. What holds something stays where it is, as if an assistant had
    // taken it over; else it goes back to where it lay. False: there is no other.
    change(side: Side, to?: number): boolean {
        const hand = this.hands[side];
        const next = to ?? hand.tools[(hand.tools.indexOf(hand.tool) + 1) % hand.tools.length];
        if (next === undefined || next === hand.tool || !hand.tools.includes(next)) {
            return false;
        }
        const home = this.homes[hand.tool] ?? null;
        const holds = ((this.states[side]?.flags ?? 0) & ToolFlag.Holds) !== 0;
        if (!holds && home !== null) {
            this.laid.push({ tool: hand.tool, p: home.position, q: home.rotation, jaw: 1 });
        }
        this.hands[side] = { ...this.none(), tool: next, tools: hand.tools };
        this.led[side] = [0, 0, 0];
        this.states[side] = null;
        if (this.frame !== null) {
            this.follow(side, this.frame);
        }
        return true;
    }

    // Which instrument the hand had when the world was as it is now: the one that is not where it lay.
    private atHand(side: Side, frame: Frame): number {
        const away = this.hands[side].tools.filter((i) => {
            const home = this.homes[i] ?? null;
            const at = frame.tools.find((t) => t.index === i)?.target.position;
            return home !== null && at !== undefined && norm(sub(at, home.position)) > MOST_LAG;
        });
        const { tool } = this.hands[side];
        return away.length === 0 || away.includes(tool) ? tool : (away[0] ?? tool);
    }

    // The world went back: the hands are where they were then, and what this page wanted is void.
    private goBack(frame: Frame): boolean {
        const undos = frame.statistics?.undos ?? this.undos;
        if (undos === this.undos) {
            return false;
        }
        this.undos = undos;
        this.letGo();
        return true;
    }

    // a hand that this page has not moved follows whoever moves it
    sync(frame: Frame): void {
        const back = this.goBack(frame);
        const first = this.frame === null;
        this.frame = frame;
        for (const side of [0, 1, 2] as const) {
            if (side !== 2 && (back || first)) {
                this.hands[side].tool = this.atHand(side, frame);
            }
            this.follow(side, frame);
        }
        if (back) {
            this.onUndo();
        }
    }

    private follow(side: Slot, frame: Frame): void {
        const hand = this.hands[side];
        const state = frame.tools.find((t) => t.index === hand.tool) ?? null;
        this.noteLead(side, frame, state);
        this.states[side] = state;
        if (state === null || hand.taken) {
            return;
        }
        hand.target = {
            position: [...state.target.position],
            rotation: qnormalize(state.target.rotation),
        };
        hand.jaw = state.targetJaw;
    }

    // known whenever a tool rests and nothing is on its way to it
    private noteLead(side: Slot, frame: Frame, state: ToolState | null): void {
        const before = this.states[side] ?? null;
        const hand = this.hands[side];
        const rests =
            state !== null &&
            before !== null &&
            norm(sub(state.target.position, before.target.position)) < AT_REST;
        // frames between which nothing was stepped show no rest
        if (!rests || hand.changed || frame.seq !== this.seq) {
            this.restsSince[side] = frame.time;
        }
        if (!hand.taken) {
            this.led[side] = [0, 0, 0];
        } else if (state !== null && frame.time - this.restsSince[side] > RESTED) {
            this.led[side] = sub(state.target.position, hand.target.position);
        }
    }

    // where the tool will be, with what the server adds to this page's target
    aim(side: Slot): Vec3 {
        return add(this.hands[side].target.position, this.led[side]);
    }

    // give both hands back, for instance when control is lost or a demonstration begins
    letGo(): void {
        this.laid = [];
        for (const hand of this.hands) {
            hand.taken = false;
            hand.changed = false;
        }
    }

    has(side: Slot): boolean {
        return this.hands[side].tool >= 0 && this.states[side] !== null;
    }

    state(side: Slot): ToolState | null {
        return this.states[side] ?? null;
    }

    apply(input: HandInput): void {
        const hand = this.hands[input.side];
        if (!this.has(input.side) || isStill(input)) {
            return;
        }
        let { position, rotation } = hand.target;
        position = add(position, input.move);
        rotation = qmul(input.turn, rotation);
        if (input.roll !== 0) {
            rotation = qmul(qaxis(qrotate(rotation, [0, 0, 1]), input.roll), rotation);
        }
        if (input.jaw !== null) {
            hand.jaw = clamp(input.jaw, 0, 1);
        }
        hand.target = {
            position: clampVec(this.unwound(input.side, position), this.low, this.high),
            rotation: qnormalize(rotation),
        };
        hand.taken = true;
        hand.changed = true;
    }

    // A hand that pushes against something does not go on through it: it would have to come all the way
    // back before the tool moves again.
    private unwound(side: Slot, position: Vec3): Vec3 {
        const state = this.states[side] ?? null;
        if (state === null || (state.flags & ToolFlag.Blocked) === 0) {
            return position;
        }
        const tip = state.proxy.position;
        return add(tip, limit(sub(position, tip), MOST_LAG));
    }

    // the message for what changed since the last one; null: nothing
    message(): { type: "input"; seq: number; undos: number; hands: HandMessage[] } | null {
        const hands: HandMessage[] = this.laid;
        this.laid = [];
        for (const hand of this.hands) {
            if (hand.changed) {
                hands.push({
                    tool: hand.tool,
                    p: hand.target.position,
                    q: hand.target.rotation,
                    jaw: hand.jaw,
                });
                hand.changed = false;
            }
        }
        return hands.length === 0
            ? null
            : { type: "input", seq: ++this.seq, undos: this.undos, hands };
    }

    get lastSeq(): number {
        return this.seq;
    }
}
