// SPDX-License-Identifier: MIT
// The ghost: the demonstration's hands one step ahead. It shows the present step, waits at its end for
// the trainee, and shows it again after a while. No DOM.
import { add, qmix, scale, sub, type Quat, type Vec3 } from "../core/vec";
import type { Side } from "../input/device";
import type { GhostMessage, GuideStep } from "../net/messages";
import type { Errand } from "./guide";

export const GHOSTS = ["on", "demand", "off"] as const;
export type GhostChoice = (typeof GHOSTS)[number];

const SPEED = 0.7; // of the demonstration's
const WAIT = 3; // s at the end of a step, before it is shown again
const SHORTEST = 0.5; // s: jaws that close in an instant are not seen
const ALIGN = 0.6; // share of a step from which the ghost heads for the trainee's own goal

export interface GhostPose {
    position: Vec3;
    rotation: Quat;
    jaw: number;
}

export interface GhostHand {
    tool: number;
    pose: GhostPose;
    waits: boolean; // at the end of the step
}

// where the tools were, in frames of a film
export class GhostFilm {
    constructor(private readonly film: GhostMessage) {}

    get length(): number {
        return (this.count - 1) * this.film.period;
    }

    private get count(): number {
        return this.film.tools[0]?.jaw.length ?? 0;
    }

    pose(tool: number, time: number): GhostPose | null {
        const track = this.film.tools[tool];
        if (track === undefined || this.count === 0) {
            return null;
        }
        const x = Math.min(Math.max(0, time / this.film.period), this.count - 1);
        const i = Math.min(Math.floor(x), this.count - 1);
        const j = Math.min(i + 1, this.count - 1);
        const f = x - i;
        const at = (k: number): Vec3 =>
            [0, 1, 2].map((c) => 1e-6 * (track.p[3 * k + c] ?? 0)) as unknown as Vec3;
        const turn = (k: number): Quat =>
            [0, 1, 2, 3].map((c) => 1e-4 * (track.q[4 * k + c] ?? 0)) as unknown as Quat;
        const jaw = (k: number): number => 0.01 * (track.jaw[k] ?? 0);
        return {
            position: add(scale(at(i), 1 - f), scale(at(j), f)),
            rotation: qmix(turn(i), turn(j), f),
            jaw: (1 - f) * jaw(i) + f * jaw(j),
        };
    }
}

export interface GhostStage {
    index: number;
    steps: readonly GuideStep[];
    errands: readonly [Errand | null, Errand | null];
    toolOf: (side: Side) => number;
}

const smooth = (x: number): number => x * x * (3 - 2 * x);

export class Ghost {
    film: GhostFilm | null = null;
    choice: GhostChoice = "on";
    private stage = -1;
    private clock = 0; // s since the step began to be shown
    private shows = false;

    reset(): void {
        this.film = null;
        this.stage = -1;
        this.shows = false;
    }

    // somebody asks: what now?
    ask(): void {
        this.clock = 0;
        this.shows = true;
    }

    // dt: s by the clock. What is to be seen: nothing where there is nothing to do.
    update(stage: GhostStage, dt: number): GhostHand[] {
        if (stage.index !== this.stage) {
            this.stage = stage.index;
            this.clock = 0;
            this.shows = this.choice === "on";
        }
        if (this.choice === "off" || !this.shows || this.film === null) {
            return [];
        }
        const [from, until] = spanOf(stage.steps);
        const length = Math.max(SHORTEST, (until - from) / SPEED);
        this.clock += dt;
        if (this.clock > length + WAIT) {
            // asked for once, shown once
            this.shows = this.choice === "on";
            this.clock = 0;
        }
        const share = Math.min(1, this.clock / length);
        const time = from + share * (until - from);
        return ([0, 1] as const).flatMap((side) => this.hand(stage, side, time, until, share));
    }

    private hand(
        stage: GhostStage,
        side: Side,
        time: number,
        until: number,
        share: number,
    ): GhostHand[] {
        const errand = stage.errands[side];
        const tool = stage.toolOf(side);
        const pose = this.film?.pose(tool, time) ?? null;
        const end = this.film?.pose(tool, until) ?? null;
        if (errand === null || errand.done || pose === null || end === null) {
            return [];
        }
        // the thread does not lie where it did in the demonstration: the last part leads to the ring
        const off = errand.goal === null ? null : sub(errand.goal, end.position);
        const part = smooth(Math.max(0, (share - ALIGN) / (1 - ALIGN)));
        const position = off === null ? pose.position : add(pose.position, scale(off, part));
        return [{ tool, pose: { ...pose, position }, waits: share >= 1 }];
    }
}

// s of the demonstration
export function spanOf(steps: readonly GuideStep[]): [number, number] {
    const from = Math.min(...steps.map((s) => s.from ?? 0));
    return [from, Math.max(from, ...steps.map((s) => s.until ?? 0))];
}
