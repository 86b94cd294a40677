// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { SCORE, type ScoreInput, type ScoreState } from "../../src/core/score_machine";

const STATES = Object.keys(SCORE) as ScoreState[];
const INPUTS: ScoreInput[] = ["ended", "tested", "closed", "left"];

function after(...inputs: ScoreInput[]): [ScoreState, string[]] {
    let state = "none" as ScoreState;
    const effects: string[] = [];
    for (const input of inputs) {
        const row: readonly [ScoreState, string] = SCORE[state][input];
        state = row[0];
        effects.push(row[1]);
    }
    return [state, effects];
}

describe("the table of the score", () => {
    it("has a row for every event in every state", () => {
        for (const state of STATES) {
            expect(Object.keys(SCORE[state]).sort()).toEqual([...INPUTS].sort());
            for (const input of INPUTS) {
                expect(STATES).toContain(SCORE[state][input][0]);
            }
        }
    });

    it("shows an attempt whenever one has ended, and is hidden wherever another scene begins", () => {
        for (const state of STATES) {
            expect(SCORE[state].ended).toEqual(["open", "show"]);
            expect(SCORE[state].left[0]).toBe("none");
        }
        expect(SCORE.open.left[1]).toBe("hide");
    });

    it("does not come back when the tensiometer is late", () => {
        expect(after("ended", "closed", "tested")).toEqual(["read", ["show", "", ""]]);
        expect(after("ended", "left", "tested")).toEqual(["none", ["show", "hide", ""]]);
        expect(after("ended", "tested", "closed")).toEqual(["read", ["show", "renew", ""]]);
    });

    it("is the only thing that opens it", () => {
        const opening = STATES.flatMap((s) =>
            INPUTS.filter((i) => s !== "open" && SCORE[s][i][0] === "open"),
        );
        expect(opening).toEqual(["ended", "ended"]);
    });
});
