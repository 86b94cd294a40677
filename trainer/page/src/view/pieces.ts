// SPDX-License-Identifier: MIT
// A thread that was cut is drawn as several. No DOM.
import type { ThreadState } from "../net/frame";

export interface Piece {
    state: ThreadState;
    first: number; // vertex of the whole thread where it begins
}

// The pieces of one vertex, which two cuts beside each other leave, are nothing to be seen.
export function piecesOf(thread: ThreadState): Piece[] {
    const cuts = thread.cuts ?? [];
    if (cuts.length === 0) {
        return [{ state: thread, first: 0 }];
    }
    const ends = [...cuts, thread.count - 1].sort((a, b) => a - b);
    const pieces: Piece[] = [];
    let first = 0;
    for (const last of ends) {
        const until = last + 1;
        if (until - first >= 2) {
            pieces.push({
                first,
                state: {
                    ...thread,
                    count: until - first,
                    positions: thread.positions.subarray(3 * first, 3 * until),
                    tension: thread.tension.subarray(first, until),
                    twist: thread.twist.subarray(first, until),
                },
            });
        }
        first = until;
    }
    return pieces;
}
