// SPDX-License-Identifier: MIT
// The two ends of a thread have the colours of the hands: which end is whose, and where the colour changes.
import type { Frame } from "../net/frame";
import type { SceneMessage } from "../net/messages";
import { leftFirst, splitOf } from "./knot_place";

export interface Dye {
    split: number; // vertex where the colour changes
    leftFirst: boolean; // the first end is the left hand's
}

const LOOK_MS = 250;

export class Ends {
    private dyes: Dye[] = [];
    private left: (boolean | null)[] = [];
    private lookedAt = -Infinity;

    setScene(scene: SceneMessage): void {
        this.left = scene.tools.map((t) => (t.hand === null ? null : t.hand === "left"));
        // of two threads each has a colour of its own
        this.dyes = scene.threads.map((_, i) => ({
            split: scene.threads.length > 1 ? Infinity : 0,
            leftFirst: i % 2 === 0,
        }));
        this.lookedAt = -Infinity;
    }

    update(frame: Frame, now: number): void {
        const thread = frame.threads[0];
        const dye = this.dyes[0];
        if (now - this.lookedAt < LOOK_MS || this.dyes.length !== 1 || !thread || !dye) {
            return;
        }
        this.lookedAt = now;
        dye.split = splitOf(thread);
        const isLeft = (tool: number): boolean | null => this.left[tool] ?? null;
        dye.leftFirst = leftFirst(thread, frame.tools, isLeft, dye.leftFirst);
    }

    of(thread: number): Dye {
        return this.dyes[thread] ?? { split: Infinity, leftFirst: true };
    }
}
