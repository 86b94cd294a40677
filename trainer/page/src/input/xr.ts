// SPDX-License-Identifier: MIT
// Tracked controllers (WebXR). Hands move by what the controllers move, made smaller by the scaling;
// squeezing is the clutch: the controller moves, the tool stays. The trigger closes the jaws.
import { qconj, qmul, qnormalize, scale, sub, type Quat, type Vec3 } from "../core/vec";
import { still, type HandDevice, type HandInput, type InputContext, type Side } from "./device";

export interface GripSample {
    side: Side;
    position: Vec3; // m, in the axes of the room: y up
    rotation: Quat;
    trigger: number;
    squeeze: number;
}

// the room has y up, the world z up
export const toWorld = (v: Vec3): Vec3 => [v[0], -v[2], v[1]];
export const toWorldTurn = (q: Quat): Quat => [q[0], -q[2], q[1], q[3]];

export class XrHands implements HandDevice {
    readonly name = "XR controllers";
    scaling = 10; // 1 .. 20: the hand moves this many times as far as the tool
    private last: (GripSample | null)[] = [null, null];
    private now: (GripSample | null)[] = [null, null];
    private jaws: [number, number] = [1, 1];

    // once per picture, with what is tracked in it
    sample(grips: GripSample[]): void {
        this.now = [null, null];
        for (const grip of grips) {
            this.now[grip.side] = grip;
        }
    }

    stop(): void {
        this.last = [null, null];
        this.now = [null, null];
    }

    poll(_context: InputContext): HandInput[] {
        return ([0, 1] as const).flatMap((side) => {
            const now = this.now[side] ?? null;
            const before = this.last[side] ?? null;
            this.last[side] = now;
            return now === null ? [] : [this.hand(side, now, before)];
        });
    }

    private hand(side: Side, now: GripSample, before: GripSample | null): HandInput {
        const input = still(side);
        const free = now.squeeze < 0.5 && before !== null && before.squeeze < 0.5;
        if (free) {
            const factor = 1 / Math.min(20, Math.max(1, this.scaling));
            input.move = scale(toWorld(sub(now.position, before.position)), factor);
            const turn = qnormalize(qmul(now.rotation, qconj(before.rotation)));
            // rotations are never scaled: a wrist turns as far as it turns
            input.turn = toWorldTurn(turn[3] < 0 ? (turn.map((x) => -x) as Quat) : turn);
        }
        const jaw = 1 - Math.min(1, Math.max(0, now.trigger));
        if (Math.abs(jaw - this.jaws[side]) > 0.01) {
            this.jaws[side] = jaw;
            input.jaw = jaw;
        }
        return input;
    }
}

// what of an XRFrame and its sources is used, so that a test can stand in for them
export interface XrSourceLike {
    readonly handedness: string;
    readonly gripSpace?: unknown;
    readonly gamepad?:
        { readonly buttons: readonly { readonly value: number }[] } | null | undefined;
}

export interface XrFrameLike {
    getPose(
        space: unknown,
        base: unknown,
    ):
        | { transform: { position: DOMPointReadOnly; orientation: DOMPointReadOnly } }
        | null
        | undefined;
}

export function gripsOf(
    frame: XrFrameLike,
    sources: Iterable<XrSourceLike>,
    base: unknown,
): GripSample[] {
    const grips: GripSample[] = [];
    for (const source of sources) {
        if (
            source.gripSpace == null ||
            (source.handedness !== "left" && source.handedness !== "right")
        ) {
            continue;
        }
        const pose = frame.getPose(source.gripSpace, base);
        if (pose == null) {
            continue;
        }
        const { position: p, orientation: q } = pose.transform;
        grips.push({
            side: source.handedness === "left" ? 0 : 1,
            position: [p.x, p.y, p.z],
            rotation: [q.x, q.y, q.z, q.w],
            trigger: source.gamepad?.buttons[0]?.value ?? 0,
            squeeze: source.gamepad?.buttons[1]?.value ?? 0,
        });
    }
    return grips;
}
