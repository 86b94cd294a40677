// SPDX-License-Identifier: MIT
// A gamepad has a stick and a trigger for each hand. Sticks move the hands over the board; with the
// shoulder button held they lift and roll, pressed in they turn. Triggers close the jaws as far as they
// are pulled.
import { qaxis, qmul, scale } from "../core/vec";
import { basisOf } from "../view/camera_rig";
import {
    boardMove,
    still,
    type HandDevice,
    type HandInput,
    type InputContext,
    type Side,
} from "./device";

// what of a Gamepad is used
export interface PadLike {
    readonly connected: boolean;
    readonly mapping: string;
    readonly axes: readonly number[];
    readonly buttons: readonly { readonly pressed: boolean; readonly value: number }[];
}

export interface PadCamera {
    orbit(dx: number, dy: number): void;
    zoom(factor: number): void;
}

const DEAD = 0.12;
const SPEED = 0.45; // heights of the view per second at full stick
const TURN = 1.8; // rad/s
const SHOULDER = [4, 5] as const;
const TRIGGER = [6, 7] as const;
const STICK = [10, 11] as const;
const PAD = {
    up: 12,
    down: 13,
    left: 14,
    right: 15,
    near: 0,
    far: 1,
    undo: 2,
    wind: 3,
    instrument: 8,
    pause: 9,
};

// nothing near the middle, fine control around it, full speed at the rim
export function stick(x: number, y: number): [number, number] {
    const size = Math.hypot(x, y);
    if (!(size > DEAD)) {
        return [0, 0];
    }
    const t = Math.min(1, (size - DEAD) / (1 - DEAD));
    const gain = (0.35 * t + 0.65 * t * t * t) / size;
    return [x * gain, y * gain];
}

export class PadHands implements HandDevice {
    readonly name = "gamepad";
    connected = false;
    onPause: () => void = () => undefined;
    onUndo: () => void = () => undefined;
    onInstrument: () => void = () => undefined;
    private instrumentPressed = false;
    private jaws: [number, number] = [1, 1];
    private pausePressed = false;
    private undoPressed = false;

    constructor(
        private readonly pads: () => readonly (PadLike | null)[],
        private readonly camera: PadCamera | null = null,
    ) {}

    poll(context: InputContext): HandInput[] {
        const pad = this.pads().find((p) => p !== null && p.connected && p.axes.length >= 4);
        this.connected = pad != null;
        if (pad == null) {
            return [];
        }
        this.moveCamera(pad, context.dt);
        return [this.hand(pad, 0, context), this.hand(pad, 1, context)];
    }

    private hand(pad: PadLike, side: Side, context: InputContext): HandInput {
        const input = still(side);
        const [x, y] = stick(pad.axes[2 * side] ?? 0, pad.axes[2 * side + 1] ?? 0);
        const held = (i: number): boolean => pad.buttons[i]?.pressed ?? false;
        const { dt, eye } = context;
        if (held(STICK[side])) {
            const turn = TURN * dt;
            input.turn = qmul(qaxis([0, 0, 1], x * turn), qaxis(basisOf(eye).right, y * turn));
        } else if (held(SHOULDER[side])) {
            input.move = [0, 0, -y * SPEED * eye.height * dt];
            input.roll = -x * TURN * dt;
        } else {
            const way = SPEED * eye.height * dt;
            input.move = scale(boardMove(eye, x, -y, 0), way);
            input.screen = [(x * way) / context.pixel, (y * way) / context.pixel];
            input.wind = held(PAD.wind);
        }
        const trigger = pad.buttons[TRIGGER[side]]?.value ?? 0;
        const jaw = 1 - Math.min(1, Math.max(0, trigger));
        // triggers rattle a little at rest
        if (
            Math.abs(jaw - this.jaws[side]) > 0.02 ||
            ((jaw === 0 || jaw === 1) && jaw !== this.jaws[side])
        ) {
            this.jaws[side] = jaw;
            input.jaw = jaw;
        }
        return input;
    }

    private moveCamera(pad: PadLike, dt: number): void {
        const on = (i: number): number => (pad.buttons[i]?.pressed === true ? 1 : 0);
        const dx = on(PAD.right) - on(PAD.left);
        const dy = on(PAD.up) - on(PAD.down);
        if (dx !== 0 || dy !== 0) {
            this.camera?.orbit(-dx * 1.5 * dt, dy * 1.2 * dt);
        }
        const zoom = on(PAD.far) - on(PAD.near);
        if (zoom !== 0) {
            this.camera?.zoom(Math.exp(zoom * dt));
        }
        const pause = on(PAD.pause) === 1;
        if (pause && !this.pausePressed) {
            this.onPause();
        }
        this.pausePressed = pause;
        const instrument = on(PAD.instrument) === 1;
        if (instrument && !this.instrumentPressed) {
            this.onInstrument();
        }
        this.instrumentPressed = instrument;
        const undo = on(PAD.undo) === 1;
        if (undo && !this.undoPressed) {
            this.onUndo();
        }
        this.undoPressed = undo;
    }
}
