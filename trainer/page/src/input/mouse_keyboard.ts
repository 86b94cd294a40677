// SPDX-License-Identifier: MIT
// Mouse and keyboard. The mouse moves the active hand over the board, the wheel lifts it, the left
// button closes its jaws while it is held; Shift turns it, Alt makes everything finer. Keys alone do
// all of it too, and move the other hand at the same time.
import { qaxis, qmul, scale, type Quat } from "../core/vec";
import { basisOf } from "../view/camera_rig";
import {
    boardMove,
    foreshortening,
    still,
    type HandDevice,
    type HandInput,
    type InputContext,
    type Side,
} from "./device";
import {
    POINTER,
    type PointerEffect,
    type PointerInput,
    type PointerState,
} from "./pointer_machine";
import { TouchGesture, type Place } from "./touch_gesture";

export interface MouseState {
    engaged: boolean; // the mouse has a hand
    active: Side;
    both: boolean;
    clutch: boolean;
    winds: boolean; // the active hand goes around the other forceps
    looks: boolean; // fingers move the eye instead of a hand
    touches: boolean; // a finger is on the field
    drives: boolean; // a hand holds a needle
}

const TURN_PER_PIXEL = 0.006; // rad
const ROLL_PER_NOTCH = 0.12;
export const LIFT_PER_NOTCH = 0.012; // of the height of the view
const KEY_SPEED = 0.3; // heights of the view per second
const KEY_TURN = 1.2; // rad/s
const FINE = 0.2;
const MOUSE = "mouse and keyboard";
const FINGERS = "fingers";

// keys of the active hand and of the other one: right, away, lift, roll
const ACTIVE_KEYS: Record<string, [number, number, number, number]> = {
    ArrowRight: [1, 0, 0, 0],
    ArrowLeft: [-1, 0, 0, 0],
    ArrowUp: [0, 1, 0, 0],
    ArrowDown: [0, -1, 0, 0],
    PageUp: [0, 0, 1, 0],
    PageDown: [0, 0, -1, 0],
    KeyQ: [0, 0, 0, 1],
    KeyE: [0, 0, 0, -1],
};
const OTHER_KEYS: Record<string, [number, number, number, number]> = {
    KeyD: [1, 0, 0, 0],
    KeyA: [-1, 0, 0, 0],
    KeyW: [0, 1, 0, 0],
    KeyS: [0, -1, 0, 0],
    KeyR: [0, 0, 1, 0],
    KeyF: [0, 0, -1, 0],
};

// movements and the release come to the field, wherever the pointer is
function capture(target: EventTarget, pointer: number): void {
    const element = target as Partial<Element>;
    try {
        element.setPointerCapture?.(pointer);
    } catch {
        // the pointer is gone already: its release is on its way
    }
}

export class MouseKeyboard implements HandDevice {
    name = MOUSE; // or "fingers", whichever was used last
    private readonly fingers = new Map<number, Place>(); // on the field
    private gesture: TouchGesture | null = null; // of two fingers
    private spent = false; // what is left of more fingers leads nothing
    state: MouseState = {
        engaged: false,
        active: 1,
        both: false,
        clutch: false,
        winds: false,
        looks: false,
        touches: false,
        drives: false,
    };
    onChange: (state: MouseState) => void = () => undefined;
    onInput: () => void = () => undefined; // there is something to poll
    // since the last poll; what was done with Shift stays a turn though Shift is up by then
    private moved = { x: 0, y: 0, notches: 0 };
    private turned = { x: 0, y: 0, notches: 0 };
    private fingered = { lift: 0, roll: 0 }; // pixels, rad
    private shift = false;
    private alt = false;
    private pointer: PointerState = "away";
    private latched: [boolean, boolean] = [false, false];
    private sent: [number, number] = [1, 1];
    canWind: () => boolean = () => false; // then W winds instead of moving the other hand
    private winding = false; // W is held, and was pressed when there was something to wind around
    private keys = new Set<string>();
    private last: { x: number; y: number } | null = null;

    //---- events ----------------------------------------------------------------------------------
    // target: the field; keys are taken only while it has the focus. page: the window, where a button is
    // let go that was pressed in the field
    attach(target: EventTarget, page: EventTarget, lock?: () => void): void {
        const on = (type: string, handle: (event: never) => void): void =>
            target.addEventListener(type, handle as EventListener, { passive: false });
        on("pointerdown", (e: PointerEvent) => {
            this.pointerDown(e, lock);
            if (this.pressed) {
                capture(target, e.pointerId);
            }
            this.onInput();
        });
        // movements as they come, where the browser gives them, and not only once per picture
        const move = "onpointerrawupdate" in target ? "pointerrawupdate" : "pointermove";
        on(move, (e: PointerEvent) => {
            this.pointerMove(e);
            this.onInput();
        });
        page.addEventListener("pointerup", (e) => {
            this.pointerUp(e as PointerEvent);
            this.onInput();
        });
        // what ends without a release of its own: another window, a menu, a gesture of the system
        for (const [from, type] of [
            [page, "blur"],
            [page, "pointercancel"],
            [target, "lostpointercapture"],
        ] as const) {
            from.addEventListener(type, (e) => {
                this.fingersGone((e as PointerEvent).pointerId);
                this.step("lost");
                this.onInput();
            });
        }
        on("pointerleave", () => (this.last = null));
        on("wheel", (e: WheelEvent) => {
            this.wheel(e);
            this.onInput();
        });
        on("keydown", (e: KeyboardEvent) => this.keyDown(e));
        on("keyup", (e: KeyboardEvent) => this.keyUp(e));
        on("blur", () => this.letKeysGo());
    }

    private pointerDown(event: PointerEvent, lock?: () => void): void {
        if (event.pointerType === "touch") {
            this.fingerDown(event);
            return;
        }
        if (event.button !== 0) {
            return;
        }
        this.name = MOUSE;
        this.last = this.pointer === "away" ? { x: event.clientX, y: event.clientY } : this.last;
        if (this.step("press") === "lock") {
            lock?.();
        }
    }

    private get pressed(): boolean {
        return this.pointer === "closes";
    }

    // an event of the pointer's table, with what else changes at the same time
    private step(input: PointerInput, more: Partial<MouseState> = {}): PointerEffect {
        const [next, effect] = POINTER[this.pointer][input];
        this.pointer = next;
        if (effect === "keep" || effect === "open") {
            this.latched[this.state.active] = effect === "keep";
            if (effect === "open" && this.state.both) {
                this.latched = [false, false];
            }
        }
        this.change({ ...more, engaged: next !== "away" });
        return effect;
    }

    // One finger leads the active hand, two work its jaws, roll and lift it, three look around. The other hand and
    // winding have buttons.
    private fingerDown(event: PointerEvent): void {
        this.name = FINGERS;
        this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        this.spent = this.fingers.size > 1;
        const [a, b] = [...this.fingers.values()];
        const two = this.fingers.size === 2 && a !== undefined && b !== undefined;
        this.gesture = two ? new TouchGesture(a, b) : null;
        this.last = { x: event.clientX, y: event.clientY };
        this.change({ touches: true });
        if (!this.state.looks) {
            this.step("take");
        }
    }

    private fingerMove(event: PointerEvent): void {
        const finger = this.fingers.get(event.pointerId);
        if (finger === undefined || this.state.looks || !this.state.engaged) {
            return;
        }
        const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
        this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        const [a, b] = [...this.fingers.values()];
        if (!this.spent) {
            this.moved.x += dx;
            this.moved.y += dy;
        } else if (this.gesture !== null && a !== undefined && b !== undefined) {
            const step = this.gesture.move(a, b);
            this.fingered.lift += step.lift;
            this.fingered.roll += step.roll;
            if (step.jaws !== null) {
                this.latched[this.state.active] = step.jaws === "close";
            }
        }
    }

    // one finger, or all of them
    private fingersGone(id?: number): void {
        if (id === undefined) {
            this.fingers.clear();
        } else if (!this.fingers.delete(id)) {
            return;
        }
        this.gesture = null;
        this.spent &&= this.fingers.size > 0;
        this.change({ touches: this.fingers.size > 0 });
    }

    private pointerUp(event: PointerEvent): void {
        if (this.fingers.has(event.pointerId)) {
            this.fingersGone(event.pointerId);
            this.last = null;
            return;
        }
        if (event.button === 0) {
            this.step("release");
        }
    }

    private pointerMove(event: PointerEvent): void {
        if (event.pointerType === "touch") {
            this.fingerMove(event);
            return;
        }
        const before = this.last;
        this.last = { x: event.clientX, y: event.clientY };
        // other buttons move the eye
        if (!this.state.engaged || (event.buttons & ~1) !== 0) {
            return;
        }
        this.setModifiers(event);
        if (this.state.clutch) {
            return;
        }
        // a locked pointer stays where it is and only tells how far it would have gone
        const locked = typeof document !== "undefined" && document.pointerLockElement != null;
        const fine = this.alt ? FINE : 1;
        const sum = this.shift ? this.turned : this.moved;
        sum.x += fine * (locked ? event.movementX : before === null ? 0 : event.clientX - before.x);
        sum.y += fine * (locked ? event.movementY : before === null ? 0 : event.clientY - before.y);
    }

    private wheel(event: WheelEvent): void {
        if (!this.state.engaged || event.ctrlKey) {
            return; // zoom
        }
        event.preventDefault();
        this.setModifiers(event);
        const delta = event.deltaY !== 0 ? event.deltaY : event.deltaX;
        const sum = this.shift ? this.turned : this.moved;
        sum.notches -=
            (this.alt ? FINE : 1) * (event.deltaMode === 0 ? delta / 100 : Math.sign(delta));
    }

    private keyDown(event: KeyboardEvent): void {
        this.setModifiers(event);
        if (event.ctrlKey || event.metaKey) {
            return;
        }
        if (event.code === "KeyW" && (this.winding || (this.state.engaged && this.canWind()))) {
            event.preventDefault();
            this.setWinding(true);
            return;
        }
        const handled =
            this.command(event) || event.code in ACTIVE_KEYS || event.code in OTHER_KEYS;
        if (!handled) {
            return;
        }
        event.preventDefault();
        if (event.code in ACTIVE_KEYS || event.code in OTHER_KEYS) {
            this.keys.add(event.code);
            this.step("take");
        }
    }

    // keys that do something once; true: it was one
    private command(event: KeyboardEvent): boolean {
        const { active, engaged, both } = this.state;
        switch (event.code) {
            case "Tab":
                if (!engaged) {
                    return false; // walks through the page as everywhere
                }
                this.switchHand();
                return true;
            case "Escape":
                if (!engaged) {
                    return false;
                }
                this.putDown();
                return true;
            case "Space":
                if (!event.repeat) {
                    this.latch(active);
                    if (both) {
                        this.latched[(1 - active) as Side] = this.latched[active];
                    }
                }
                return true;
            case "KeyX":
                if (!event.repeat) {
                    this.latch((1 - active) as Side);
                }
                return true;
            case "KeyB":
                if (!event.repeat) {
                    this.step("take", { both: !both });
                }
                return true;
            case "KeyC":
                this.change({ clutch: true });
                return true;
            default:
                return false;
        }
    }

    private keyUp(event: KeyboardEvent): void {
        this.setModifiers(event);
        this.keys.delete(event.code);
        if (event.code === "KeyC") {
            this.change({ clutch: false });
        }
        if (event.code === "KeyW") {
            this.setWinding(false);
        }
    }

    setWinding(on: boolean): void {
        this.winding = on;
        this.change({ winds: on });
        this.onInput();
    }

    private letKeysGo(): void {
        this.keys.clear();
        this.shift = false;
        this.alt = false;
        this.winding = false;
        this.change({ clutch: false, winds: false });
    }

    private setModifiers(event: { shiftKey: boolean; altKey: boolean }): void {
        this.shift = event.shiftKey;
        this.alt = event.altKey;
    }

    private change(part: Partial<MouseState>): void {
        const next = { ...this.state, ...part };
        const same = (Object.keys(part) as (keyof MouseState)[]).every(
            (k) => this.state[k] === next[k],
        );
        this.state = next;
        if (!same) {
            this.onChange(next);
        }
    }

    //---- what buttons on the page do -------------------------------------------------------------
    switchHand(side: Side = (1 - this.state.active) as Side): void {
        // jaws that are held closed stay closed while the other hand works
        this.step("switch", { active: side });
    }

    // a hand holds a needle, or none does
    drive(on: boolean): void {
        this.change({ drives: on });
    }

    // fingers look around, or lead a hand again
    look(on: boolean): void {
        this.change({ looks: on });
    }

    putDown(): void {
        this.keys.clear();
        this.winding = false;
        this.step("down", { clutch: false, winds: false });
    }

    latch(side: Side): void {
        this.latched[side] = !this.latched[side];
        this.step("take");
    }

    // as the tools are now: jaws that hold something stay closed
    adopt(jaws: [number, number]): void {
        this.latched = [jaws[0] < 0.5, jaws[1] < 0.5];
        this.sent = [...jaws];
        this.step("adopt");
        this.forget();
    }

    private forget(): void {
        this.moved = { x: 0, y: 0, notches: 0 };
        this.turned = { x: 0, y: 0, notches: 0 };
        this.fingered = { lift: 0, roll: 0 };
    }

    //---- what was done since the last time -------------------------------------------------------
    poll(context: InputContext): HandInput[] {
        const active = still(this.state.active);
        const other = still((1 - this.state.active) as Side);
        const fine = this.alt ? FINE : 1;
        this.fromMouse(active, context);
        this.fromKeys(active, ACTIVE_KEYS, context, fine);
        this.fromKeys(other, OTHER_KEYS, context, fine);
        this.forget();
        if (this.state.both) {
            other.move = other.move.map(
                (x, k) => x + (active.move[k] as number),
            ) as typeof other.move;
            other.turn = qmul(active.turn, other.turn);
        }
        for (const input of [active, other]) {
            input.jaw = this.jawOf(input.side as Side);
        }
        return [active, other];
    }

    private fromMouse(input: HandInput, context: InputContext): void {
        const { eye, pixel } = context;
        const { moved, turned } = this;
        input.turn = this.turnOf(turned.x * TURN_PER_PIXEL, turned.y * TURN_PER_PIXEL, context);
        input.roll = turned.notches * ROLL_PER_NOTCH - this.fingered.roll;
        input.screen = [moved.x, moved.y];
        input.wind = this.winding;
        input.notches = moved.notches;
        input.move = boardMove(
            eye,
            moved.x * pixel,
            (-moved.y * pixel) / foreshortening(eye),
            moved.notches * LIFT_PER_NOTCH * eye.height + this.fingered.lift * pixel,
        );
    }

    // about the upright axis and about the right of the screen
    private turnOf(yaw: number, pitch: number, context: InputContext): Quat {
        return qmul(qaxis([0, 0, 1], yaw), qaxis(basisOf(context.eye).right, pitch));
    }

    private fromKeys(
        input: HandInput,
        map: Record<string, [number, number, number, number]>,
        context: InputContext,
        fine: number,
    ): void {
        const sum: [number, number, number, number] = [0, 0, 0, 0];
        for (const key of this.keys) {
            map[key]?.forEach((v, i) => (sum[i] = (sum[i] as number) + v));
        }
        const [right, away, lift, roll] = sum;
        const rate = context.dt * fine;
        input.roll += roll * KEY_TURN * rate;
        if (this.shift) {
            const turn = this.turnOf(right * KEY_TURN * rate, -away * KEY_TURN * rate, context);
            input.turn = qmul(turn, input.turn);
            return;
        }
        const step = scale(
            boardMove(context.eye, right, away, lift),
            KEY_SPEED * context.eye.height * rate,
        );
        input.move = [input.move[0] + step[0], input.move[1] + step[1], input.move[2] + step[2]];
    }

    // null unless it changed
    private jawOf(side: Side): number | null {
        const closing =
            this.latched[side] || (this.pressed && (side === this.state.active || this.state.both));
        const jaw = closing ? 0 : 1;
        if (jaw === this.sent[side]) {
            return null;
        }
        this.sent[side] = jaw;
        return jaw;
    }
}
