// SPDX-License-Identifier: MIT
// What the page says while one works, in one place, so that it can be said in another language. Keys
// stand in brackets: [Space].

const times = (n: number): string => (n === 1 ? "once" : `${n} times`);
const NAMES = ["left", "right"] as const;

export const TEXT = {
    hand: (side: 0 | 1): string => NAMES[side],

    // badges of an attempt
    beginner: "beginner's help",
    undos: (n: number): string => `undone ${times(n)}`,
    clipped: "an assistant held an end",

    // going back
    undo: "Undo",
    undoTo: (to: string): string => `Back to: ${to}`,
    undoKeys: "Ctrl Z",
    wentBack: (to: string): string => `Back to: ${to}`,
    nothingToUndo: "There is nothing to undo.",
    jam: "The forceps are jammed: open one, or go back.",

    // levels
    level: "Help",
    levels: { beginner: "Beginner: steps, slow hands", trainee: "Trainee: no help" },

    // films: demonstrations and replays
    film: (f: { complete: boolean; same: boolean; attempt: number | null }): string => {
        if (!f.complete) {
            return "preparing …";
        }
        if (f.attempt === null) {
            return "";
        }
        return f.same ? "identical to the recording" : "differs from the recording";
    },
    marks: {
        drop: "Dropped",
        slip: "Slipped",
        force: "Pulled too hard",
        granny: "Granny",
        throw: "Throw",
        rule: "Done",
        undo: "Undone",
    },
    tool: (index: number): string => NAMES[index] ?? `tool ${index + 1}`,

    // the lens
    lens: "Show the knot in a lens",
    dyed: "Ends of the thread in the colours of the hands",
    lensOf: (times: number): string => `${Math.max(1, Math.round(times))} ×`,
    ideal: "As it should lie",

    // the ghost
    ghost: "Ghost: the demonstration's hands",
    ghosts: { on: "One step ahead", demand: "On demand (J)", off: "Off" },
    showMe: "Show me",

    // steps: what to do now
    step: (n: number, of: number): string => `Step ${n} of ${of}`,
    take: "Click into the field to take the forceps",
    other: {
        mouse: (side: 0 | 1): string => `[Tab] It is the ${NAMES[side]} hand's turn`,
        touch: (side: 0 | 1): string => `[Other hand] It is the ${NAMES[side]} hand's turn`,
    },
    toRing: {
        mouse: (side: 0 | 1): string => `Move the ${NAMES[side]} forceps to the ring`,
        touch: (side: 0 | 1): string => `Drag: the ${NAMES[side]} forceps to the ring`,
        pad: (side: 0 | 1): string => `${side === 0 ? "Left" : "Right"} stick: to the ring`,
    },
    close: {
        mouse: "[Space] Close the jaws",
        touch: "[Jaws] Close the jaws",
        pad: (side: 0 | 1): string => `[${side === 0 ? "LT" : "RT"}] Pull: the jaws close`,
    },
    open: {
        mouse: "[Space] Open the jaws",
        touch: "[Jaws] Open the jaws",
        pad: (side: 0 | 1): string => `[${side === 0 ? "LT" : "RT"}] Let go: the jaws open`,
    },
    missed: {
        mouse: "[Space] Missed: open the jaws and try again",
        touch: "[Jaws] Missed: open the jaws and try again",
        pad: (side: 0 | 1): string => `[${side === 0 ? "LT" : "RT"}] Missed: let go and try again`,
    },
    wind: {
        mouse: (right: boolean): string =>
            `Hold [W] and move the mouse to the ${right ? "right" : "left"}: one turn`,
        touch: (right: boolean): string =>
            `Hold [Wind] and drag to the ${right ? "right" : "left"}: one turn`,
        pad: (right: boolean, side: 0 | 1): string =>
            `Hold [Y] and push the ${NAMES[side]} stick to the ${right ? "right" : "left"}: one turn`,
    },
    pull: "Pull both ends further apart until it is done",
    stay: "Stay there for a moment",

    // the first minute
    welcome: {
        title: "Welcome to the knot board",
        lead: "Two forceps, a thread that bends, twists, rubs and knots as the real one does, and no way to break anything.",
        first: "Start here",
        firstText: "Your first minute: touch five targets. The page says what to do.",
        knot: "Tie a knot",
        knotText: "An overhand, step by step, with slow hands. Five minutes.",
        watch: "Watch a knot",
        watchText: "See a reef knot tied, as slowly as you like.",
        tasks: "Choose a task",
        tasksText: "From touching targets to a surgeon's knot.",
        devices:
            "A mouse is enough: click into the field and the pointer is yours until [Esc]. A gamepad is much easier, one stick and one trigger per hand: plug it in and press a button. On a tablet a finger leads the forceps.",
        undo: "[Ctrl] [Z] goes back, as often as you like.",
    },
    wellDone: "Well done",

    // tasks
    startHere: "Start here",
    minutes: (n: number): string => (n <= 1 ? "1 minute" : `${n} minutes`),

    // sound and speech
    sound: "Sounds: grasp, slip, tension",
    speech: "Say throws and steps aloud",
    throwNamed: (n: number, hand: string): string => `Throw ${n}, ${hand}`,

    // a finger leads the forceps
    fingers: (side: "left" | "right"): string =>
        `Drag with one finger to lead the ${side} forceps, with two to look around`,
    touch: { jaws: "Jaws", other: "Other hand", wind: "Wind", undo: "Undo" },
    goalOf: (side: 0 | 1): string => `Goal of the ${NAMES[side]} forceps`,
    tipOf: (side: 0 | 1): string => `Tip of the ${NAMES[side]} forceps`,
} as const;
