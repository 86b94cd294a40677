// SPDX-License-Identifier: MIT
// How much drawing the machine can take: measured, not asked. Falls quickly, rises slowly, and stays
// below a level that it had to leave twice.

export interface Quality {
    name: string;
    pixelRatio: number; // of device pixels, at most
    shadows: boolean; // soft ones; else flat ones
    shadowSize: number;
    sides: number; // of the tube of a thread
    subdivisions: number;
}

export const LEVELS: readonly Quality[] = [
    {
        name: "lowest",
        pixelRatio: 0.55,
        shadows: false,
        shadowSize: 512,
        sides: 5,
        subdivisions: 1,
    },
    { name: "low", pixelRatio: 0.7, shadows: false, shadowSize: 512, sides: 6, subdivisions: 1 },
    { name: "modest", pixelRatio: 1, shadows: false, shadowSize: 512, sides: 7, subdivisions: 1 },
    { name: "good", pixelRatio: 1, shadows: true, shadowSize: 1024, sides: 8, subdivisions: 2 },
    { name: "best", pixelRatio: 2, shadows: true, shadowSize: 2048, sides: 12, subdivisions: 3 },
];

const SLOW_MS = 24; // below 42 pictures a second
const FAST_MS = 17.6; // the display's rate with some jitter
const WORK_MS = 7; // and drawing itself leaves room for twice as much

export class Governor {
    level: number;
    fixed = false; // somebody chose the level
    private slow = 0;
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

    // one picture: time since the one before, and time spent on it; true: the level changed
    frame(intervalMs: number, workMs: number): boolean {
        if (this.fixed || intervalMs > 500) {
            return false; // or the page was hidden
        }
        this.slow = intervalMs > SLOW_MS ? this.slow + 1 : Math.max(0, this.slow - 2);
        this.fast = intervalMs < FAST_MS && workMs < WORK_MS ? this.fast + 1 : 0;
        if (this.slow > 20 && this.level > 0) {
            this.falls.set(this.level, (this.falls.get(this.level) ?? 0) + 1);
            return this.change(this.level - 1);
        }
        const next = this.level + 1;
        const barred = (this.falls.get(next) ?? 0) >= 2;
        if (this.fast > 240 && next < this.levels.length && !barred) {
            return this.change(next);
        }
        return false;
    }

    private change(level: number): boolean {
        this.level = level;
        this.slow = 0;
        this.fast = 0;
        return true;
    }
}

// a level by its name, -1: there is none
export const levelOf = (name: string | null): number => LEVELS.findIndex((l) => l.name === name);

// renderers that draw on the processor
export const isSoftware = (renderer: string): boolean =>
    /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer);
