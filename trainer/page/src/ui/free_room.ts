// SPDX-License-Identifier: MIT
// What cards and lines leave of the upper half of the window: there the lens goes.
import type { FreeRoom } from "../view/lens_glass";

export interface Box {
    left: number;
    right: number;
    top: number;
    bottom: number;
}

const GAP = 16; // px

// Whatever reaches from a side far into the window is a line above the room, the rest stands beside it.
export function freeRoom(boxes: readonly Box[], width: number, height: number): FreeRoom {
    const free: FreeRoom = { left: GAP, right: GAP, top: GAP };
    for (const box of boxes) {
        if (box.right <= box.left || box.bottom <= box.top || box.top > 0.4 * height) {
            continue; // hidden, or below
        }
        const middle = 0.5 * width;
        if (box.right < middle) {
            free.left = Math.max(free.left, box.right + GAP);
        } else if (box.left > middle) {
            free.right = Math.max(free.right, width - box.left + GAP);
        } else {
            free.top = Math.max(free.top, box.bottom + GAP);
        }
    }
    return free;
}

const PARTS = ".topbar, .alert, .banner, .prompt, .side";

export function roomOf(shell: HTMLElement): FreeRoom {
    const boxes = [...shell.querySelectorAll(PARTS)].map((part) => part.getBoundingClientRect());
    return freeRoom(boxes, innerWidth, innerHeight);
}
