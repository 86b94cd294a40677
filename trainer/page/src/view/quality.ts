// SPDX-License-Identifier: MIT
// How much drawing the machine can take: measured, unless somebody chose. Falls quickly, by two levels
// where pictures are far too slow, rises slowly, and stays below a level that it had to leave twice.

export interface Quality {
    name: string;
    pixelRatio: number; // of device pixels, at most
    toolShadows: boolean;
    lensMs: number; // between two pictures of the lens
    subdivisions: number; // of the line of a thread
}

// The lowest is for who asks for it: else the thread keeps its pixels, and what goes is what is around it.
export const LEVELS: readonly Quality[] = [
    { name: "lowest", pixelRatio: 0.55, toolShadows: false, lensMs: 160, subdivisions: 1 },
    { name: "low", pixelRatio: 1, toolShadows: false, lensMs: 125, subdivisions: 1 },
    { name: "modest", pixelRatio: 1, toolShadows: true, lensMs: 110, subdivisions: 1 },
    { name: "good", pixelRatio: 1.5, toolShadows: true, lensMs: 60, subdivisions: 2 },
    { name: "best", pixelRatio: 2, toolShadows: true, lensMs: 30, subdivisions: 3 },
];
const LEAST = 1; // that is not asked for

const SLOW_MS = 24; // below 42 pictures a second
const FAR_TOO_SLOW_MS = 60;
const FAST_MS = 17.6; // the display's rate with some jitter
const WORK_MS = 7; // and drawing itself leaves room for twice as much
// so long and so many pictures: neither one that took long nor a second of a shader that is compiled
const PATIENCE_MS = 800;
const PATIENCE_FRAMES = 4;

// what a person can ask for
export type Drawing = "auto" | "high" | "low";
export const DRAWINGS: readonly (readonly [Drawing, string])[] = [
    ["auto", "As the machine can"],
    ["high", "Fine"],
    ["low", "Fast"],
];

export class Governor {
    level: number;
    private fixed = false; // somebody chose the level
    private slow = { frames: 0, ms: 0 };
    private fast = 0;
    private falls = new Map<number, number>();

    constructor(
        start: number,
        readonly levels: readonly Quality[] = LEVELS,
    ) {
        this.level = start;
    }

    get quality(): Quality {
        return this.levels[this.level] as Quality;
    }

    // stay at this level, however long it takes
    fix(level: number): boolean {
        this.fixed = true;
        return this.change(level);
    }

    // true: the level changed
    choose(drawing: Drawing): boolean {
        if (drawing !== "auto") {
            return this.fix(drawing === "high" ? this.levels.length - 1 : 0);
        }
        this.fixed = false;
        return this.change(Math.max(LEAST, this.level)); // from here it finds its own way
    }

    // one picture of a page that is seen: time since the one before, and time spent on it; true: the level
    // changed
    frame(intervalMs: number, workMs: number): boolean {
        if (this.fixed) {
            return false;
        }
        const { slow } = this;
        if (intervalMs > SLOW_MS) {
            slow.frames++;
            slow.ms += intervalMs;
        } else {
            slow.frames = Math.max(0, slow.frames - 2);
            slow.ms = slow.frames === 0 ? 0 : Math.max(0, slow.ms - 2 * SLOW_MS);
        }
        this.fast = intervalMs < FAST_MS && workMs < WORK_MS ? this.fast + 1 : 0;
        if (slow.frames >= PATIENCE_FRAMES && slow.ms >= PATIENCE_MS && this.level > LEAST) {
            const steps = slow.ms > FAR_TOO_SLOW_MS * slow.frames ? 2 : 1;
            this.falls.set(this.level, (this.falls.get(this.level) ?? 0) + 1);
            return this.change(Math.max(LEAST, this.level - steps));
        }
        const next = this.level + 1;
        const barred = (this.falls.get(next) ?? 0) >= 2;
        if (this.fast > 240 && next < this.levels.length && !barred) {
            return this.change(next);
        }
        return false;
    }

    private change(level: number): boolean {
        const changed = level !== this.level;
        this.level = level;
        this.slow = { frames: 0, ms: 0 };
        this.fast = 0;
        return changed;
    }
}

// a level by its name, -1: there is none
export const levelOf = (name: string | null): number => LEVELS.findIndex((l) => l.name === name);

// renderers that draw on the processor
export const isSoftware = (renderer: string): boolean =>
    /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer);
