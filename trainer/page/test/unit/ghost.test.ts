// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import type { Vec3 } from "../../src/core/vec";
import { Ghost, GhostFilm, spanOf, type GhostStage } from "../../src/guide/ghost";
import type { Errand } from "../../src/guide/guide";
import type { GhostMessage, GuideStep } from "../../src/net/messages";

// one tool that goes along x by 1 mm per frame of 0.1 s, with its jaws open
const film = (frames: number): GhostMessage => ({
    complete: true,
    period: 0.1,
    tools: [
        {
            p: Array.from({ length: frames }, (_, i) => [1000 * i, 0, 0]).flat(),
            q: Array.from({ length: frames }, () => [0, 0, 0, 10000]).flat(),
            jaw: Array.from({ length: frames }, () => 100),
        },
    ],
});

const step = (from: number, until: number): GuideStep => ({
    do: "move",
    tool: 0,
    stage: 0,
    say: "",
    from,
    until,
});

const errand = (goal: Vec3 | null, done = false): Errand => ({
    step: step(0, 1),
    goal,
    ready: false,
    since: null,
    missed: false,
    closing: false,
    lost: false,
    done,
});

const stage = (e: Errand, index = 0): GhostStage => ({
    index,
    steps: [step(0, 1)],
    errands: [e, null],
    toolOf: (side) => side,
});

const haunted = (choice: Ghost["choice"]): Ghost => {
    const ghost = new Ghost();
    ghost.film = new GhostFilm(film(21));
    ghost.choice = choice;
    return ghost;
};

describe("the film of a ghost", () => {
    it("is read between its frames", () => {
        const at = new GhostFilm(film(21)).pose(0, 0.25)!;
        expect(at.position[0]).toBeCloseTo(2.5e-3, 9);
        expect(at.jaw).toBeCloseTo(1, 9);
    });
    it("stands at its ends beyond them", () => {
        expect(new GhostFilm(film(21)).pose(0, 99)!.position[0]).toBeCloseTo(0.02, 9);
        expect(new GhostFilm(film(21)).pose(0, -1)!.position[0]).toBe(0);
    });
    it("knows no tool that is not there", () => {
        expect(new GhostFilm(film(21)).pose(3, 0)).toBeNull();
        expect(new GhostFilm(film(0)).pose(0, 0)).toBeNull();
    });
});

describe("a ghost", () => {
    it("shows the step and waits at its end", () => {
        const ghost = haunted("on");
        const first = ghost.update(stage(errand(null)), 0.01)[0]!;
        expect(first.waits).toBe(false);
        const last = ghost.update(stage(errand(null)), 1.6)[0]!;
        expect(last.waits).toBe(true);
        expect(last.pose.position[0]).toBeCloseTo(0.01, 6);
    });
    it("ends at the trainee's own goal", () => {
        const ghost = haunted("on");
        ghost.update(stage(errand([0.05, 0.01, 0])), 0.01);
        const at = ghost.update(stage(errand([0.05, 0.01, 0])), 1.6)[0]!.pose.position;
        expect(at[0]).toBeCloseTo(0.05, 9);
        expect(at[1]).toBeCloseTo(0.01, 9);
    });
    it("leaves a hand alone that has done its part", () => {
        expect(haunted("on").update(stage(errand(null, true)), 0.1)).toEqual([]);
    });
    it("begins again with the next step", () => {
        const ghost = haunted("on");
        ghost.update(stage(errand(null)), 1.6);
        expect(ghost.update(stage(errand(null), 1), 0.1)[0]!.waits).toBe(false);
    });
    it("on demand comes once, when it is called", () => {
        const ghost = haunted("demand");
        expect(ghost.update(stage(errand(null)), 0.1)).toEqual([]);
        ghost.ask();
        expect(ghost.update(stage(errand(null)), 0.1)).toHaveLength(1);
        ghost.update(stage(errand(null)), 5);
        expect(ghost.update(stage(errand(null)), 0.1)).toEqual([]);
    });
    it("that is off does not come", () => {
        const ghost = haunted("off");
        ghost.ask();
        expect(ghost.update(stage(errand(null)), 0.1)).toEqual([]);
    });
});

describe("the span of a step", () => {
    it("is that of all hands in it", () => {
        expect(spanOf([step(1, 2), step(0.5, 1.5)])).toEqual([0.5, 2]);
    });
});
