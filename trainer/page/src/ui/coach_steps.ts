// SPDX-License-Identifier: MIT
// The minute that teaches the controls: what to try, and how one sees that it was done. No DOM.

export type DeviceKind = "mouse" | "pad" | "xr";

// what happened since the coach began
export interface Facts {
    engaged: boolean;
    moved: number; // m over the board
    lifted: number; // m up and down
    turned: number; // rad
    grasped: boolean;
    switched: boolean;
    looked: number; // rad around the field
}

export interface Step {
    id: string;
    title: string;
    text: Record<DeviceKind, string>;
    keys: Record<DeviceKind, string[]>;
    part(facts: Facts): number; // 0 .. 1, how far it is done
}

export const noFacts = (): Facts => ({
    engaged: false,
    moved: 0,
    lifted: 0,
    turned: 0,
    grasped: false,
    switched: false,
    looked: 0,
});

const yes = (b: boolean): number => (b ? 1 : 0);

export const STEPS: readonly Step[] = [
    {
        id: "move",
        title: "Take the forceps and move them",
        text: {
            mouse: "Click into the field, then move the mouse. The tips follow over the board.",
            pad: "Each stick moves one hand over the board.",
            xr: "Move the controllers. The tools move the same way, only less far.",
        },
        keys: { mouse: ["Click", "Move"], pad: ["Left stick", "Right stick"], xr: ["Move"] },
        part: (f) => Math.min(1, f.moved / 0.03),
    },
    {
        id: "lift",
        title: "Up and down",
        text: {
            mouse: "Turn the wheel to lift and lower the tips. The thin line shows how high they are.",
            pad: "Hold a shoulder button: the stick of that hand now lifts and lowers.",
            xr: "Lift and lower a controller.",
        },
        keys: { mouse: ["Wheel"], pad: ["LB / RB", "Stick"], xr: ["Move"] },
        part: (f) => Math.min(1, f.lifted / 0.006),
    },
    {
        id: "grasp",
        title: "Grasp the thread",
        text: {
            mouse: "Bring the tips to the thread. A ring marks what you would grasp: hold the left button, or press Space to keep the jaws closed.",
            pad: "Bring the tips to the thread. A ring marks what you would grasp: pull the trigger.",
            xr: "Bring the tips to the thread. A ring marks what you would grasp: pull the trigger.",
        },
        keys: { mouse: ["Hold left button", "Space"], pad: ["LT / RT"], xr: ["Trigger"] },
        part: (f) => yes(f.grasped),
    },
    {
        id: "switch",
        title: "The other hand",
        text: {
            mouse: "Tab gives you the other hand. Jaws that are closed stay closed. W A S D, R and F move the hand that is waiting.",
            pad: "The other stick has the other hand.",
            xr: "Squeeze to let a controller move without its tool, as one lifts a mouse.",
        },
        keys: { mouse: ["Tab"], pad: ["Other stick"], xr: ["Squeeze"] },
        part: (f) => yes(f.switched),
    },
    {
        id: "turn",
        title: "Turn the forceps",
        text: {
            mouse: "Hold Shift and move the mouse to turn the forceps; with the wheel they roll.",
            pad: "Press a stick in and push it to turn; shoulder button and sideways rolls.",
            xr: "Turn your wrist.",
        },
        keys: { mouse: ["Shift", "Move"], pad: ["Press stick"], xr: ["Turn"] },
        part: (f) => Math.min(1, f.turned / 0.5),
    },
    {
        id: "look",
        title: "Look around",
        text: {
            mouse: "Drag with the right button to walk around the field, Ctrl and the wheel to zoom.",
            pad: "The directional pad walks around the field, A and B zoom.",
            xr: "Move your head.",
        },
        keys: { mouse: ["Right drag", "Ctrl + wheel"], pad: ["D-pad", "A / B"], xr: ["Look"] },
        part: (f) => Math.min(1, f.looked / 0.5),
    },
];

export class CoachPlan {
    facts = noFacts();
    index = 0;

    get step(): Step | null {
        return STEPS[this.index] ?? null;
    }

    get done(): boolean {
        return this.index >= STEPS.length;
    }

    // true: the step was finished by what is known now
    check(): boolean {
        const step = this.step;
        if (step === null || step.part(this.facts) < 1) {
            return false;
        }
        this.index++;
        // each step counts from its own beginning
        this.facts = { ...noFacts(), engaged: this.facts.engaged };
        return true;
    }

    skip(): void {
        this.index = Math.min(STEPS.length, this.index + 1);
        this.facts = { ...noFacts(), engaged: this.facts.engaged };
    }
}
