// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { TouchGesture, type Place } from "../../src/input/touch_gesture";

// two fingers around (300, 300), so far apart, turned, and so high above where they began
const at = (gap: number, turn = 0, up = 0): [Place, Place] => {
    const [c, s] = [(Math.cos(turn) * gap) / 2, (Math.sin(turn) * gap) / 2];
    return [
        { x: 300 - c, y: 300 - up - s },
        { x: 300 + c, y: 300 - up + s },
    ];
};

describe("two fingers", () => {
    it("do nothing while they tremble", () => {
        const g = new TouchGesture(...at(120));
        expect(g.move(...at(126, 0.05, 4))).toEqual({ lift: 0, roll: 0, jaws: null });
    });

    it("close the jaws when they come together, and open them when they part", () => {
        const g = new TouchGesture(...at(120));
        expect(g.move(...at(90)).jaws).toBe("close");
        expect(g.move(...at(85)).jaws).toBe(null);
        expect(g.move(...at(130)).jaws).toBe("open");
    });

    it("roll by as much as they turn, and keep to that", () => {
        const g = new TouchGesture(...at(120));
        let sum = 0;
        for (let i = 1; i <= 20; i++) {
            const step = g.move(...at(120 - 3 * i, 0.1 * i, i));
            sum += step.roll;
            expect([step.lift, step.jaws]).toEqual([0, null]);
        }
        expect(sum).toBeCloseTo(2, 12);
    });

    it("lift by as much as they go up, past the turn of an angle", () => {
        const g = new TouchGesture(...at(120, Math.PI - 0.01));
        let sum = 0;
        for (let i = 1; i <= 10; i++) {
            const step = g.move(...at(120, Math.PI + 0.002 * i, 6 * i));
            sum += step.lift;
            expect(step.roll).toBe(0);
        }
        expect(sum).toBeCloseTo(60, 9);
    });
});
