// SPDX-License-Identifier: MIT
// The pointer and the hand that it leads, as a table: what becomes of it with every event, and what is to be done then.
// No DOM.

export type PointerState =
    | "away" // leads no hand
    | "leads"
    | "closes"; // and its button holds the jaws closed

export type PointerInput =
    | "press" // of the button, in the field
    | "release" // wherever the pointer is by then
    | "lost" // another window, a menu, a gesture of the system: no release will come
    | "switch" // to the other hand
    | "take" // by a key, a finger or a button on the page
    | "adopt" // the world is another one: jaws are as they are
    | "down"; // the hand is put down

export type PointerEffect =
    | "" // nothing
    | "lock" // the pointer stays in the field
    | "open" // the jaws that the button held
    | "keep"; // they stay closed without the button

export const POINTER: Readonly<
    Record<PointerState, Record<PointerInput, readonly [PointerState, PointerEffect]>>
> = {
    away: {
        press: ["leads", "lock"],
        release: ["away", ""],
        lost: ["away", ""],
        switch: ["leads", ""],
        take: ["leads", ""],
        adopt: ["away", ""],
        down: ["away", ""],
    },
    leads: {
        press: ["closes", ""],
        release: ["leads", ""],
        lost: ["leads", ""],
        switch: ["leads", ""],
        take: ["leads", ""],
        adopt: ["leads", ""],
        down: ["away", ""],
    },
    closes: {
        press: ["closes", ""],
        release: ["leads", "open"],
        lost: ["leads", "open"],
        switch: ["leads", "keep"],
        take: ["closes", ""],
        adopt: ["leads", ""],
        down: ["away", "keep"],
    },
};
