// SPDX-License-Identifier: MIT
// What to do now, in one line, for the device in use. No DOM.
import { TEXT } from "../text";
import type { Errand } from "./guide";

export type Means = "mouse" | "pad" | "touch";

export interface GuideFacts {
    means: Means;
    engaged: boolean; // the mouse has a hand
    active: 0 | 1; // of mouse and touch
    errands: readonly [Errand | null, Errand | null, (Errand | null)?];
    // as seen by the one who winds: a positive angle goes to the right
    right: (side: 0 | 1) => boolean;
    // m, how much higher the goal is; null: depth comes by itself
    higher: (side: 0 | 1) => number | null;
}

const LEVEL = 1e-3; // m: that much is near enough to say nothing of it

function toRing(side: 0 | 1, f: GuideFacts): string {
    const way = TEXT.toRing[f.means](side);
    const higher = f.higher(side) ?? 0;
    return Math.abs(higher) < LEVEL
        ? way
        : `${way}. ${TEXT.height[f.means](higher > 0, Math.round(1000 * Math.abs(higher)))}`;
}

function textOf(e: Errand, side: 0 | 1, f: GuideFacts): string {
    const { means } = f;
    const told = <K extends "close" | "open" | "missed">(what: K): string =>
        means === "pad" ? TEXT[what].pad(side) : TEXT[what][means];
    switch (e.step.do) {
        case "open":
            return told("open");
        case "close":
            return told("close");
        case "drive":
            return TEXT.drive[means];
        case "change":
            return TEXT.change[means](side);
        case "turn":
            return TEXT.turns;
        case "pull":
            return TEXT.tight[means](side);
        case "wind":
            return means === "pad"
                ? TEXT.wind.pad(f.right(side), side)
                : TEXT.wind[means](f.right(side));
        case "take":
        case "cut":
            return e.closing
                ? TEXT.stay
                : e.missed
                  ? told("missed")
                  : e.ready
                    ? told("close")
                    : e.lost
                      ? TEXT.lost[means](side)
                      : toRing(side, f);
        case "move":
            return e.ready && e.step.hold !== undefined ? TEXT.stay : toRing(side, f);
    }
}

// One line for mouse and fingers, which have one hand at a time; one per hand for a gamepad.
export function guidePrompt(f: GuideFacts): string[] {
    const open = ([0, 1] as const).filter((side) => f.errands[side]?.done === false);
    if (open.length === 0 && f.errands[2]?.done === false) {
        return [TEXT.assistant];
    }
    if (f.means === "pad") {
        return open.map((side) => textOf(f.errands[side] as Errand, side, f));
    }
    if (f.means === "mouse" && !f.engaged) {
        return [TEXT.take];
    }
    const side = open.includes(f.active) ? f.active : open[0];
    if (side === undefined) {
        return [];
    }
    return [
        side === f.active ? textOf(f.errands[side] as Errand, side, f) : TEXT.other[f.means](side),
    ];
}

// "Hold [W] and ..." as texts and keys
export const parts = (line: string): { key: boolean; text: string }[] =>
    line
        .split(/(\[[^\]]+\])/)
        .filter((t) => t !== "")
        .map((t) =>
            t.startsWith("[") ? { key: true, text: t.slice(1, -1) } : { key: false, text: t },
        );
