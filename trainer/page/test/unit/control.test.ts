// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { isTyping } from "../../src/input/keys";
import { roleOf } from "../../src/net/connection";
import { largestPull } from "../../src/readings";
import { bannerOf } from "../../src/ui/control_banner";
import { promptFor } from "../../src/ui/prompt";

const open = { state: "open" as const, reason: "" };
const nobody = {
    you: false,
    held: false,
    pages: 2,
    holder: "",
    asking: null,
    asked: false,
    instructor: false,
};

describe("who has the forceps", () => {
    it("is said with what one can do about it", () => {
        const table: [object, string[], RegExp][] = [
            [{}, ["take"], /Nobody/],
            [{ held: true, holder: "Ada" }, ["ask"], /Ada has/],
            [{ held: true }, ["ask"], /Another page has/],
            [{ held: true, holder: "Ada", asked: true }, [], /knows that you ask/],
            [{ held: true, holder: "Ada", instructor: true }, ["take"], /Ada has/],
            [{ held: true, you: true }, [], /^$/],
            [{ held: true, you: true, asking: "Bo" }, ["give", "keep"], /^Bo asks/],
            [{ held: true, you: true, asking: "" }, ["give", "keep"], /^Another page asks/],
        ];
        for (const [part, actions, text] of table) {
            const banner = bannerOf(open, { ...nobody, ...part });
            expect(banner.actions, JSON.stringify(part)).toEqual(actions);
            expect(banner.text).toMatch(text);
        }
    });
    it("does not matter without a connection", () => {
        const lost = bannerOf({ state: "lost", reason: "gone" }, { ...nobody, you: true });
        expect([lost.text, lost.actions, lost.warning]).toEqual(["gone", ["retry"], true]);
        expect(bannerOf({ state: "closed", reason: "" }, nobody).actions).toEqual(["reload"]);
    });
    it("follows the address", () => {
        expect(roleOf(new URLSearchParams("?watch"))).toBe("watch");
        expect(roleOf(new URLSearchParams("?instructor=abc"))).toBe("instructor");
        expect(roleOf(new URLSearchParams(""))).toBe("control");
    });
});

describe("the prompt", () => {
    const facts = {
        device: "mouse and keyboard",
        pad: false,
        engaged: false,
        fingers: false,
        side: "right" as const,
        begun: false,
        drives: false,
    };
    it("fits the device in use", () => {
        expect(promptFor(facts)).toMatch(/^Click into the field to take the right/);
        expect(promptFor({ ...facts, engaged: true })).toBe("");
        expect(promptFor({ ...facts, pad: true })).toMatch(/stick/);
        expect(promptFor({ ...facts, pad: true, device: "gamepad" })).toMatch(/stick/);
        expect(promptFor({ ...facts, pad: true, device: "gamepad", begun: true })).toBe("");
        expect(promptFor({ ...facts, fingers: true })).toMatch(/one finger/);
        expect(promptFor({ ...facts, device: "XR controllers" })).toBe("");
    });
});

describe("letter keys", () => {
    const on = (tagName: string, type = ""): boolean =>
        isTyping({ tagName, type } as unknown as EventTarget);
    it("work beside sliders, boxes and lists, and not where one types", () => {
        expect(on("INPUT", "text")).toBe(true);
        expect(on("INPUT", "search")).toBe(true);
        expect(on("TEXTAREA")).toBe(true);
        expect(on("INPUT", "range")).toBe(false);
        expect(on("INPUT", "checkbox")).toBe(false);
        expect(on("SELECT")).toBe(false);
        expect(on("CANVAS")).toBe(false);
    });
});

describe("tension that is shown", () => {
    it("leaves out what jaws keep in the edges that they hold", () => {
        const tension = Int16Array.from([1, 2, 900, 800, 3, 0]);
        const frame = {
            threads: [{ tension, tensionUnit: 0.001 }],
            tools: [{ grips: [{ thread: 0, vertex: 3 }] }],
        } as unknown as Parameters<typeof largestPull>[0];
        expect(largestPull(frame)).toBeCloseTo(0.003, 12);
        frame.tools[0]!.grips[0]!.thread = 1;
        expect(largestPull(frame)).toBeCloseTo(0.9, 12);
    });
});
