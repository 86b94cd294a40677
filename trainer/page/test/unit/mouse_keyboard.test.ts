// SPDX-License-Identifier: MIT
import { beforeEach, describe, expect, it } from "vitest";
import { qangle, qaxis } from "../../src/core/vec";
import type { HandInput, InputContext } from "../../src/input/device";
import { MouseKeyboard } from "../../src/input/mouse_keyboard";
import { eyeFrom } from "../../src/view/camera_rig";

// looked at from straight above: the board is the screen
const context: InputContext = { dt: 0.1, eye: eyeFrom([0, 0, 0], [0, -1e-9, 1], 0.1), pixel: 1e-4 };

describe("mouse and keyboard", () => {
    let target: EventTarget;
    let page: EventTarget;
    let device: MouseKeyboard;
    const fire = (type: string, values: object): Event => {
        const event = new Event(type, { cancelable: true });
        const defaults = {
            shiftKey: false,
            altKey: false,
            ctrlKey: false,
            metaKey: false,
            repeat: false,
            buttons: 0,
            button: 0,
            pointerType: "mouse",
            deltaMode: 0,
            deltaX: 0,
            deltaY: 0,
            clientX: 0,
            clientY: 0,
        };
        for (const [key, value] of Object.entries({ ...defaults, ...values })) {
            Object.defineProperty(event, key, { value });
        }
        (type === "pointerup" ? page : target).dispatchEvent(event);
        return event;
    };
    const move = (x: number, y: number, more = {}): Event =>
        fire("pointermove", { clientX: x, clientY: y, ...more });
    const key = (code: string, more = {}): Event => fire("keydown", { code, ...more });
    const of = (side: 0 | 1): HandInput => device.poll(context).find((h) => h.side === side)!;

    beforeEach(() => {
        target = new EventTarget();
        page = new EventTarget();
        device = new MouseKeyboard();
        device.attach(target, page);
        move(100, 100);
    });
    const take = (): void => {
        fire("pointerdown", { clientX: 100, clientY: 100 });
        fire("pointerup", { clientX: 100, clientY: 100 });
    };

    it("moves nothing before the first click, which takes the hand but does not close it", () => {
        move(200, 100);
        expect(of(1).move).toEqual([0, 0, 0]);
        move(100, 100);
        device.poll(context);
        fire("pointerdown", { clientX: 100, clientY: 100 });
        expect(device.state.engaged).toBe(true);
        expect(of(1).jaw).toBeNull();
    });

    it("moves the tip as far as the pointer moves on the screen", () => {
        take();
        move(130, 80);
        const input = of(1);
        expect(input.move[0]).toBeCloseTo(30e-4, 9);
        expect(input.move[1]).toBeCloseTo(20e-4, 6);
        expect(input.move[2]).toBe(0);
        expect(of(1).move).toEqual([0, 0, 0]); // told once
    });

    it("seen from the side the same pointer movement goes farther over the board", () => {
        take();
        move(100, 90);
        const eye = eyeFrom([0, 0, 0], [0, -1, 1], 0.1); // 45 degrees
        const input = device.poll({ ...context, eye })[0]!;
        expect(input.move[1]).toBeCloseTo(10e-4 * Math.SQRT2, 9);
    });

    it("does not jump when the pointer comes back somewhere else", () => {
        take();
        fire("pointerleave", {});
        move(900, 900);
        expect(of(1).move).toEqual([0, 0, 0]);
    });

    it("lifts with the wheel, rolls with Shift and the wheel, leaves Ctrl to the zoom", () => {
        take();
        expect(fire("wheel", { deltaY: -100 }).defaultPrevented).toBe(true);
        expect(of(1).move[2]).toBeCloseTo(0.012 * 0.1, 9);
        fire("wheel", { deltaX: -100, shiftKey: true });
        expect(of(1).roll).toBeCloseTo(0.12, 9);
        expect(fire("wheel", { deltaY: -100, ctrlKey: true }).defaultPrevented).toBe(false);
        expect(of(1).move[2]).toBe(0);
    });

    it("turns with Shift, finer with Alt", () => {
        take();
        move(150, 100, { shiftKey: true });
        expect(qangle(of(1).turn, qaxis([0, 0, 1], 0.3))).toBeCloseTo(0, 6);
        move(150, 100, { altKey: true });
        move(160, 100, { altKey: true });
        expect(of(1).move[0]).toBeCloseTo(2e-4, 9);
    });

    it("what was done with Shift is a turn though Shift is up when it is read", () => {
        take();
        move(150, 100, { shiftKey: true });
        fire("keyup", { code: "ShiftLeft" });
        move(160, 100);
        const input = of(1);
        expect(qangle(input.turn, qaxis([0, 0, 1], 0.3))).toBeCloseTo(0, 6);
        expect(input.move[0]).toBeCloseTo(1e-3, 9);
    });

    it("says at once that there is something to send", () => {
        take();
        let said = 0;
        device.onInput = (): void => void said++;
        move(150, 100);
        fire("wheel", { deltaY: -100 });
        fire("pointerdown", {});
        fire("pointerup", {});
        expect(said).toBe(4);
    });

    it("closes while the button is held; Space keeps closed", () => {
        take();
        fire("pointerdown", {});
        expect(of(1).jaw).toBe(0);
        fire("pointerup", {});
        expect(of(1).jaw).toBe(1);
        key("Space");
        expect(of(1).jaw).toBe(0);
        expect(of(1).jaw).toBeNull();
        key("Space", { repeat: true });
        expect(of(1).jaw).toBeNull();
    });

    it("Tab gives the other hand, and jaws that are held stay closed", () => {
        take();
        fire("pointerdown", {});
        expect(of(1).jaw).toBe(0);
        expect(key("Tab").defaultPrevented).toBe(true);
        fire("pointerup", {});
        expect(device.state.active).toBe(0);
        move(110, 100);
        const inputs = device.poll(context);
        expect(inputs.find((h) => h.side === 1)).toMatchObject({ jaw: null, move: [0, 0, 0] });
        expect(inputs.find((h) => h.side === 0)!.move[0]).toBeCloseTo(10e-4, 9);
    });

    it("Tab is the browser's while no hand is taken, and after Esc", () => {
        expect(key("Tab").defaultPrevented).toBe(false);
        take();
        key("Escape");
        expect(device.state.engaged).toBe(false);
        expect(key("Tab").defaultPrevented).toBe(false);
    });

    it("with the clutch the pointer moves and the hand stays", () => {
        take();
        key("KeyC");
        move(300, 100);
        expect(of(1).move).toEqual([0, 0, 0]);
        fire("keyup", { code: "KeyC" });
        move(310, 100);
        expect(of(1).move[0]).toBeCloseTo(10e-4, 9);
    });

    it("B moves both hands, and both close", () => {
        take();
        key("KeyB");
        move(110, 100);
        fire("pointerdown", {});
        const inputs = device.poll(context);
        expect(inputs.map((h) => h.move[0])).toEqual([
            expect.closeTo(10e-4, 9),
            expect.closeTo(10e-4, 9),
        ]);
        expect(inputs.map((h) => h.jaw)).toEqual([0, 0]);
    });

    it("keys alone move both hands at once, at the same speed", () => {
        key("ArrowRight");
        key("KeyA");
        key("PageUp");
        const inputs = device.poll(context);
        const step = 0.3 * 0.1 * 0.1; // speed, height of the view, dt
        expect(inputs.find((h) => h.side === 1)!.move).toEqual([
            expect.closeTo(step, 9),
            expect.closeTo(0, 9),
            expect.closeTo(step, 9),
        ]);
        expect(inputs.find((h) => h.side === 0)!.move[0]).toBeCloseTo(-step, 9);
        fire("blur", {});
        expect(of(1).move).toEqual([0, 0, 0]);
    });

    it("leaves fingers and the other buttons to the eye", () => {
        take();
        move(150, 100, { pointerType: "touch" });
        move(180, 100, { buttons: 2 });
        expect(of(1).move).toEqual([0, 0, 0]);
    });

    const finger = (type: string, pointerId: number, x: number, y: number): Event =>
        fire(type, { pointerType: "touch", pointerId, clientX: x, clientY: y });

    it("leads a hand by one finger, and does not jump when another one comes and goes", () => {
        finger("pointerdown", 1, 100, 100);
        finger("pointermove", 1, 110, 100);
        expect(of(1).move[0]).toBeCloseTo(10 * context.pixel, 12);
        finger("pointerdown", 2, 300, 300);
        finger("pointermove", 2, 301, 300);
        finger("pointerup", 2, 301, 300);
        finger("pointermove", 1, 160, 160);
        expect(of(1).move).toEqual([0, 0, 0]); // what is left of two leads nothing
        finger("pointerup", 1, 160, 160);
        finger("pointerdown", 1, 50, 50);
        finger("pointermove", 1, 40, 50);
        expect(of(1).move[0]).toBeCloseTo(-10 * context.pixel, 12);
    });

    it("closes the jaws by a pinch, lifts and rolls by two fingers", () => {
        finger("pointerdown", 1, 100, 100);
        finger("pointerdown", 2, 200, 100);
        finger("pointermove", 2, 150, 100);
        expect(of(1).jaw).toBe(0);
        finger("pointermove", 2, 220, 100);
        expect(of(1).jaw).toBe(1);
        finger("pointerup", 2, 220, 100);
        finger("pointerup", 1, 100, 100);
        finger("pointerdown", 1, 100, 100);
        finger("pointerdown", 2, 200, 100);
        let lift = 0;
        for (let y = 100; y >= 60; y -= 5) {
            finger("pointermove", 1, 100, y);
            finger("pointermove", 2, 200, y);
            lift += of(1).move[2];
        }
        expect(lift).toBeCloseTo(40 * context.pixel, 12);
    });

    it("leaves fingers to the eye while they look", () => {
        device.look(true);
        finger("pointerdown", 1, 100, 100);
        finger("pointermove", 1, 150, 100);
        expect(device.state.engaged).toBe(false);
        expect(of(1).move).toEqual([0, 0, 0]);
    });

    it("takes over jaws as they are", () => {
        device.adopt([0, 1]);
        const inputs = device.poll(context);
        expect(inputs.map((h) => h.jaw)).toEqual([null, null]);
    });

    it("opens the jaws wherever the button is let go", () => {
        const ends: [string, () => void][] = [
            ["over a card", () => void fire("pointerup", {})],
            ["in another window", () => void page.dispatchEvent(new Event("blur"))],
            ["by the system", () => void page.dispatchEvent(new Event("pointercancel"))],
            ["without a word", () => void target.dispatchEvent(new Event("lostpointercapture"))],
        ];
        take();
        device.poll(context);
        for (const [where, end] of ends) {
            fire("pointerdown", {});
            expect(of(1).jaw, where).toBe(0);
            end();
            expect(of(1).jaw, where).toBe(1);
        }
    });

    it("keeps the pointer while its button is down", () => {
        const kept: number[] = [];
        Object.assign(target, { setPointerCapture: (id: number) => kept.push(id) });
        fire("pointerdown", { pointerId: 3 }); // only takes the hand
        fire("pointerup", {});
        expect(kept).toEqual([]);
        fire("pointerdown", { pointerId: 3 });
        expect(kept).toEqual([3]);
    });
});
