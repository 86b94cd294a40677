// SPDX-License-Identifier: MIT
// All controls on one page.
import { button, dialog, h, keycap } from "./dom";

type Row = [string[], string];

const MOUSE: Row[] = [
    [["Click"], "take the forceps; Esc puts them down"],
    [["Move"], "the active hand over the board"],
    [["Wheel"], "lift and lower it"],
    [["Left button"], "jaws closed while held; Space keeps them closed"],
    [["Shift", "Move"], "turn it; Shift and the wheel roll it"],
    [["Alt"], "everything five times finer"],
    [["W", "Move"], "held: wind around the other forceps; one stroke is one turn"],
    [["C"], "clutch: the mouse moves, the hand stays"],
    [["Right drag"], "walk around the field; middle button shifts it"],
    [["Ctrl", "Wheel"], "zoom"],
];
const KEYS: Row[] = [
    [["Tab"], "the other hand; closed jaws stay closed"],
    [["B"], "both hands together, or one"],
    [["←", "→", "↑", "↓"], "the active hand; Page Up and Page Down lift it"],
    [["Q", "E"], "roll it"],
    [["W", "A", "S", "D"], "the other hand; R and F lift it"],
    [["Space"], "jaws of the active hand; X of the other"],
    [["P"], "pause; . one step; , slower; / faster"],
    [["Backspace"], "start over"],
    [["Ctrl", "Z"], "go back to the last throw, rule or step"],
    [["N"], "an assistant's clip holds the thread, or lets go"],
    [["V"], "next view; 0 as set up"],
    [["1", "2", "3"], "force arrows, tension colours, stereo"],
    [["T", "O", "G", "H"], "tasks, records, settings, this page"],
];
const PAD: Row[] = [
    [["Sticks"], "left and right hand over the board"],
    [["LB", "RB"], "held: the stick lifts and rolls"],
    [["Stick in"], "held: the stick turns"],
    [["LT", "RT"], "jaws, as far as they are pulled"],
    [["D-pad", "A", "B"], "walk around, zoom"],
    [["Y", "Stick"], "held: wind around the other forceps"],
    [["X"], "go back"],
    [["Start"], "pause"],
];
const XR: Row[] = [
    [["Controllers"], "each moves its hand, scaled as set (1 : 1 to 20 : 1)"],
    [["Trigger"], "jaws"],
    [["Squeeze"], "clutch: the controller moves, the tool stays"],
];

// all that stands there, for translators
export const controlTexts = (): string[] =>
    [MOUSE, KEYS, PAD, XR].flat().flatMap(([keys, text]) => [...keys, text]);

function section(title: string, rows: Row[]): HTMLElement {
    return h(
        "section",
        {},
        h("h3", { text: title }),
        h(
            "dl",
            { class: "keys-list" },
            ...rows.map(([keys, text]) =>
                h("div", {}, h("dt", {}, ...keys.map(keycap)), h("dd", { text })),
            ),
        ),
    );
}

export function helpDialog(coach: () => void): HTMLDialogElement {
    const element = dialog(
        "Controls",
        "wide help-dialog",
        h(
            "div",
            { class: "help-grid" },
            section("Mouse", MOUSE),
            section("Keyboard", KEYS),
            section("Gamepad", PAD),
            section("VR controllers", XR),
        ),
        h(
            "div",
            { class: "row end" },
            button({
                label: "Show me, one by one",
                kind: "primary",
                onclick: () => {
                    element.close();
                    coach();
                },
            }),
        ),
    );
    return element;
}
