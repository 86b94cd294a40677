// SPDX-License-Identifier: MIT
// A place in space is hard to reach with a device that moves in a plane. On the rail the hand follows
// the screen, and its depth goes over to that of the goal by the same share as it comes nearer on the
// screen: what covers the goal has reached it. Near the goal it is drawn in. No DOM.
import { sub, type Vec3 } from "../core/vec";
import type { Eye } from "../view/camera_rig";
import { project, unproject, type Window } from "../view/project";

const MAGNET = 9; // pixels

export interface RailMove {
    move: Vec3; // m
    share: number; // of the way that was left, 0 .. 1
}

// dx, dy: pixels to the right and down
export function railMove(
    eye: Eye,
    view: Window,
    from: Vec3,
    goal: Vec3,
    dx: number,
    dy: number,
): RailMove {
    const here = project(eye, from, view);
    const there = project(eye, goal, view);
    const next = { x: here.x + dx, y: here.y + dy };
    const before = Math.hypot(there.x - here.x, there.y - here.y);
    const after = Math.hypot(there.x - next.x, there.y - next.y);
    // whoever goes away from it again is let go
    if (after < MAGNET && after <= before) {
        return { move: sub(goal, from), share: 1 };
    }
    const share = after < before ? 1 - after / before : 0;
    const depth = here.depth + share * (there.depth - here.depth);
    return { move: sub(unproject(eye, { ...next, depth }, view), from), share };
}
