// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import type { InputContext } from "../../src/input/device";
import { PadHands, stick, type PadLike } from "../../src/input/gamepad";
import { eyeFrom } from "../../src/view/camera_rig";

const context: InputContext = { dt: 0.1, eye: eyeFrom([0, 0, 0], [0, -1, 1], 0.1), pixel: 1e-4 };

function pad(axes: number[], buttons: Record<number, number> = {}): PadLike {
    return {
        connected: true,
        mapping: "standard",
        axes,
        buttons: Array.from({ length: 17 }, (_, i) => ({
            pressed: (buttons[i] ?? 0) > 0.5,
            value: buttons[i] ?? 0,
        })),
    };
}

describe("the gamepad", () => {
    it("has no say while none is connected", () => {
        const device = new PadHands(() => [null, { ...pad([1, 0, 0, 0]), connected: false }]);
        expect(device.poll(context)).toEqual([]);
        expect(device.connected).toBe(false);
    });

    it("moves each hand with its stick: right is right, up is away", () => {
        const device = new PadHands(() => [pad([1, 0, 0, -1])]);
        const [left, right] = device.poll(context);
        expect(left!.side).toBe(0);
        expect(left!.move[0]).toBeCloseTo(0.45 * 0.1 * 0.1, 9);
        expect(right!.move[1]).toBeCloseTo(0.45 * 0.1 * 0.1, 9);
        expect(right!.move[2]).toBe(0);
    });

    it("closes the jaws as far as the triggers are pulled, told once", () => {
        let value = 0;
        const device = new PadHands(() => [pad([0, 0, 0, 0], { 7: value })]);
        expect(device.poll(context)[1]!.jaw).toBeNull();
        value = 0.6;
        expect(device.poll(context)[1]!.jaw).toBeCloseTo(0.4, 9);
        expect(device.poll(context)[1]!.jaw).toBeNull();
        value = 1;
        expect(device.poll(context)[1]!.jaw).toBe(0);
        expect(device.poll(context)[0]!.jaw).toBeNull();
    });

    it("lifts and rolls with the shoulder button, turns with the stick pressed in", () => {
        const lift = new PadHands(() => [pad([0.0, -1, 1, 0], { 4: 1, 11: 1 })]).poll(context);
        expect(lift[0]!.move[2]).toBeGreaterThan(0);
        expect(lift[0]!.move[0]).toBe(0);
        expect(lift[1]!.move).toEqual([0, 0, 0]);
        expect(lift[1]!.turn[2]).toBeGreaterThan(0);
        const roll = new PadHands(() => [pad([1, 0, 0, 0], { 4: 1 })]).poll(context);
        expect(roll[0]!.roll).toBeLessThan(0);
    });

    it("rests in the middle, is fine around it, and full at the rim", () => {
        expect(stick(0.1, 0.05)).toEqual([0, 0]);
        expect(stick(NaN, 0)).toEqual([0, 0]);
        expect(stick(1, 0)[0]).toBeCloseTo(1, 9);
        expect(stick(0.5, 0)[0]).toBeLessThan(0.25);
        const [x, y] = stick(1, 1); // corners are not faster
        expect(Math.hypot(x, y)).toBeCloseTo(1, 9);
    });

    it("pauses once per press and moves the eye", () => {
        let pressed = 0;
        let paused = 0;
        const looked: [number, number][] = [];
        const device = new PadHands(() => [pad([0, 0, 0, 0], { 9: pressed, 15: 1 })], {
            orbit: (dx, dy) => void looked.push([dx, dy]),
            zoom: () => undefined,
        });
        device.onPause = (): void => void paused++;
        pressed = 1;
        device.poll(context);
        device.poll(context);
        expect(paused).toBe(1);
        expect(looked[0]![0]).toBeLessThan(0);
    });
});
