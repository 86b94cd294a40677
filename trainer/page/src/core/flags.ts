// SPDX-License-Identifier: MIT
// What happened in a film, as flags that a finger can hit: those that would lie over each other are one.
import type { FilmMark } from "../net/messages";

// what is shown of a flag for several, the most serious first
const RANK: readonly FilmMark["kind"][] = [
    "granny",
    "drop",
    "force",
    "slip",
    "undo",
    "comment",
    "throw",
    "rule",
];

export const FLAG_PIXELS = 24;

// marks of one flag each, by time; width: px of `length` seconds
export function gatherFlags(
    marks: readonly FilmMark[],
    length: number,
    width: number,
): FilmMark[][] {
    const apart = (FLAG_PIXELS * length) / Math.max(width, FLAG_PIXELS);
    const flags: FilmMark[][] = [];
    for (const mark of [...marks].sort((a, b) => a.t - b.t)) {
        const last = flags.at(-1);
        if (last !== undefined && mark.t - last[0]!.t < apart) {
            last.push(mark);
        } else {
            flags.push([mark]);
        }
    }
    return flags;
}

export const gravest = (marks: readonly FilmMark[]): FilmMark["kind"] =>
    RANK.find((kind) => marks.some((m) => m.kind === kind)) ?? "rule";
