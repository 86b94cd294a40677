// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { MouseKeyboard } from "../../src/input/mouse_keyboard";
import { POINTER, type PointerInput, type PointerState } from "../../src/input/pointer_machine";

const STATES = Object.keys(POINTER) as PointerState[];
const INPUTS = Object.keys(POINTER.away) as PointerInput[];

describe("the table of the pointer", () => {
    it("has a row for every event in every state", () => {
        for (const state of STATES) {
            expect(Object.keys(POINTER[state]).sort()).toEqual([...INPUTS].sort());
            for (const input of INPUTS) {
                expect(STATES).toContain(POINTER[state][input][0]);
            }
        }
    });

    it("never leaves a button held that will not be released", () => {
        for (const input of ["release", "lost", "switch", "adopt", "down"] as const) {
            for (const state of STATES) {
                expect(POINTER[state][input][0], `${state}, ${input}`).not.toBe("closes");
            }
        }
        // jaws open only when a button is let go, and stay closed when something else ends its hold
        const effects = STATES.flatMap((s) => INPUTS.map((i) => [s, i, POINTER[s][i][1]] as const));
        expect(effects.filter(([, , e]) => e === "open").map(([s, i]) => `${s} ${i}`)).toEqual([
            "closes release",
            "closes lost",
        ]);
        expect(effects.filter(([, , e]) => e === "keep").map(([s, i]) => `${s} ${i}`)).toEqual([
            "closes switch",
            "closes down",
        ]);
    });

    it("locks the pointer only with the click that takes a hand", () => {
        for (const state of STATES) {
            for (const input of INPUTS) {
                const locks = POINTER[state][input][1] === "lock";
                expect(locks).toBe(state === "away" && input === "press");
            }
        }
    });

    it("is what the mouse does, whatever comes in whatever order", () => {
        const mouse = new MouseKeyboard();
        let state: PointerState = "away";
        let seed = 7;
        const act: Record<PointerInput, () => void> = {
            press: () => field.emit("pointerdown"),
            release: () => page.emit("pointerup"),
            lost: () => page.emit("blur"),
            switch: () => mouse.switchHand(),
            take: () => mouse.latch(0),
            adopt: () => mouse.adopt([1, 1]),
            down: () => mouse.putDown(),
        };
        const field = new Target();
        const page = new Target();
        mouse.attach(field, page);
        for (let i = 0; i < 500; i++) {
            seed = (seed * 1103515245 + 12345) % 2147483648;
            const input = INPUTS[Math.floor(seed / 65536) % INPUTS.length]!;
            act[input]();
            state = POINTER[state][input][0];
            expect(mouse.state.engaged, `${i}: ${input}`).toBe(state !== "away");
        }
    });
});

class Target extends EventTarget {
    emit(type: string): void {
        const event = new Event(type, { cancelable: true });
        Object.assign(event, { button: 0, buttons: 1, pointerId: 1, pointerType: "mouse" });
        Object.assign(event, { clientX: 5, clientY: 5 });
        this.dispatchEvent(event);
    }
}
