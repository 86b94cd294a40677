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
import { isStill, type HandInput, type Side } from "./device";

export interface Hand {
    tool: number; // index, -1: this scene has no tool for the hand
    target: Pose;
    jaw: number;
    taken: boolean; // moved from this page since the scene began
    changed: boolean; // to be sent
}

const MOST_LAG = 0.008; // m
const AT_REST = 2e-6; // m from frame to frame

const NOWHERE: Pose = { position: [0, 0, 0], rotation: [0, 0, 0, 1] };

export class Hands {
    readonly hands: [Hand, Hand] = [this.none(), this.none()];
    private low: Vec3 = [-1, -1, -1];
    private high: Vec3 = [1, 1, 1];
    private states: (ToolState | null)[] = [null, null];
    // m, by which the server leads a tool aside of this page's target: jaws that close go to the thread
    private readonly led: [Vec3, Vec3] = [
        [0, 0, 0],
        [0, 0, 0],
    ];
    private seq = 0;
    private undos = 0; // how often the world went back, as far as this page knows
    onUndo: () => void = () => undefined;

    private none(): Hand {
        return {
            tool: -1,
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
        this.hands[0] = { ...this.none(), tool: named ? left : count > 1 ? 0 : -1 };
        this.hands[1] = { ...this.none(), tool: named ? right : count > 1 ? 1 : count - 1 };
        this.low = scene.limits.low;
        this.high = scene.limits.high;
        this.states = [null, null];
        this.seq = 0;
        this.undos = 0;
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
        for (const side of [0, 1] as const) {
            const hand = this.hands[side];
            const state = frame.tools.find((t) => t.index === hand.tool) ?? null;
            this.noteLead(side, frame, state);
            this.states[side] = state;
            if (state === null || hand.taken) {
                continue;
            }
            hand.target = {
                position: [...state.target.position],
                rotation: qnormalize(state.target.rotation),
            };
            hand.jaw = state.targetJaw;
        }
        if (back) {
            this.onUndo();
        }
    }

    // known whenever a tool rests and nothing is on its way to it
    private noteLead(side: Side, frame: Frame, state: ToolState | null): void {
        const before = this.states[side] ?? null;
        const hand = this.hands[side];
        if (!hand.taken) {
            this.led[side] = [0, 0, 0];
        } else if (
            state !== null &&
            before !== null &&
            frame.seq === this.seq &&
            !hand.changed &&
            norm(sub(state.target.position, before.target.position)) < AT_REST
        ) {
            this.led[side] = sub(state.target.position, hand.target.position);
        }
    }

    // where the tool will be, with what the server adds to this page's target
    aim(side: Side): Vec3 {
        return add(this.hands[side].target.position, this.led[side]);
    }

    // give both hands back, for instance when control is lost or a demonstration begins
    letGo(): void {
        for (const hand of this.hands) {
            hand.taken = false;
            hand.changed = false;
        }
    }

    has(side: Side): boolean {
        return this.hands[side].tool >= 0 && this.states[side] !== null;
    }

    state(side: Side): ToolState | null {
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
    private unwound(side: Side, position: Vec3): Vec3 {
        const state = this.states[side] ?? null;
        if (state === null || (state.flags & ToolFlag.Blocked) === 0) {
            return position;
        }
        const tip = state.proxy.position;
        return add(tip, limit(sub(position, tip), MOST_LAG));
    }

    // the message for what changed since the last one; null: nothing
    message(): { type: "input"; seq: number; undos: number; hands: HandMessage[] } | null {
        const hands: HandMessage[] = [];
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
