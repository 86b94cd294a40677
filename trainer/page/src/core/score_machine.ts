// SPDX-License-Identifier: MIT
// When the score of an attempt is shown, as a table: it comes once, waits for its tensiometer, and never covers what somebody
// went on to. No DOM.

export type ScoreState =
    | "none" // nothing has ended
    | "open"
    | "read"; // it has been closed

export type ScoreInput =
    | "ended" // an attempt
    | "tested" // the tensiometer has pulled: the same attempt with a figure more
    | "closed" // by whoever reads it
    | "left"; // another scene has begun

export type ScoreEffect =
    | "" // nothing
    | "show" // from the ground
    | "renew" // what is shown
    | "hide";

export const SCORE: Readonly<
    Record<ScoreState, Record<ScoreInput, readonly [ScoreState, ScoreEffect]>>
> = {
    none: {
        ended: ["open", "show"],
        tested: ["none", ""],
        closed: ["none", ""],
        left: ["none", ""],
    },
    open: {
        ended: ["open", "show"],
        tested: ["open", "renew"],
        closed: ["read", ""],
        left: ["none", "hide"],
    },
    read: {
        ended: ["open", "show"],
        tested: ["read", ""],
        closed: ["read", ""],
        left: ["none", ""],
    },
};
