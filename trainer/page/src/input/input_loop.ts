// SPDX-License-Identifier: MIT
// From the devices to the server: asks them what was done, moves the hands, sends what changed.
import { norm } from "../core/vec";
import type { LatencyMeter } from "../latency";
import type { Connection } from "../net/connection";
import type { AppState } from "../state";
import type { DeviceKind, Facts } from "../ui/coach_steps";
import type { HandDevice, HandInput, InputContext, Slot } from "./device";
import type { PadHands } from "./gamepad";
import type { Hands } from "./hands";
import type { MouseKeyboard } from "./mouse_keyboard";
import type { XrHands } from "./xr";

const POLL_MS = 14;
const INPUT_MS = 8.3; // at most 120 messages per second

export interface InputParts {
    state: AppState;
    hands: Hands;
    mouse: MouseKeyboard;
    pad: PadHands;
    xr: XrHands;
    assist: {
        lead(input: HandInput, context: InputContext): HandInput;
        tick(context: InputContext): HandInput[];
    };
    connection: Connection;
    latency: LatencyMeter;
    view(): Pick<InputContext, "eye" | "pixel">;
    ready(): boolean; // there is a frame
    coach: { readonly facts: Facts | null; setDevice(kind: DeviceKind): void };
}

export class InputLoop {
    private readonly devices: readonly HandDevice[];
    private lastPoll = 0;
    private lastInput = 0;
    private hurried: ReturnType<typeof setTimeout> | null = null;
    private lastSide: Slot | null = null;

    constructor(private readonly parts: InputParts) {
        this.devices = [parts.mouse, parts.pad, parts.xr];
    }

    private mayMove(): boolean {
        const { state } = this.parts;
        const mode = state.scene.value?.mode;
        return (
            state.control.value.you && this.parts.ready() && (mode === "free" || mode === "play")
        );
    }

    // hands do not wait for slow pictures
    pollIfDue(now: number): void {
        if (now - this.lastPoll > POLL_MS) {
            this.poll(now);
        }
    }

    // send at once, or as soon as another message may be sent
    hurry(): void {
        const now = performance.now();
        const wait = this.lastInput + INPUT_MS - now;
        if (wait <= 0) {
            this.poll(now);
        } else {
            this.hurried ??= setTimeout(() => {
                this.hurried = null;
                this.poll(performance.now());
            }, wait);
        }
    }

    poll(now: number): void {
        const { state, hands, pad, connection, latency } = this.parts;
        const dt = Math.min(0.1, Math.max(0, (now - this.lastPoll) / 1000));
        this.lastPoll = now;
        const context: InputContext = { dt, ...this.parts.view() };
        const allowed = this.mayMove();
        for (const device of this.devices) {
            for (const input of device.poll(context)) {
                if (allowed) {
                    hands.apply(this.parts.assist.lead(input, context));
                    this.note(input, device);
                }
            }
        }
        for (const input of allowed ? this.parts.assist.tick(context) : []) {
            hands.apply(input);
        }
        state.padThere.value = pad.connected;
        if (!allowed || now - this.lastInput < INPUT_MS) {
            return;
        }
        const message = hands.message();
        if (message !== null && connection.send(message)) {
            this.lastInput = now;
            latency.send(message.seq, now);
        }
    }

    // for the coach, and for who wants to know which device is used
    private note(input: HandInput, device: HandDevice): void {
        const { state, pad, xr, coach } = this.parts;
        const moved = norm(input.move);
        const turned = 2 * Math.acos(Math.min(1, Math.abs(input.turn[3]))) + Math.abs(input.roll);
        if (moved === 0 && turned === 0 && input.jaw === null) {
            return;
        }
        state.device.value = device.name;
        coach.setDevice(device === pad ? "pad" : device === xr ? "xr" : "mouse");
        const { facts } = coach;
        if (facts !== null) {
            facts.engaged = true;
            facts.moved += Math.hypot(input.move[0], input.move[1]);
            facts.lifted += Math.abs(input.move[2]);
            facts.turned += turned;
            if (this.lastSide !== null && this.lastSide !== input.side) {
                facts.switched = true;
            }
        }
        this.lastSide = input.side;
    }
}
