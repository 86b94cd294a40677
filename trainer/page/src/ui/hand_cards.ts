// SPDX-License-Identifier: MIT
// One card per hand: force, jaws, what it holds; a click makes it the active one.
import { forceText } from "../core/format";
import type { Side } from "../input/device";
import type { AppState, HandReading } from "../state";
import { TEXT, word } from "../text";
import { h, setText, svg } from "./dom";

function jawGlyph(): { element: SVGElement; set: (jaw: number) => void } {
    const a = svg("path", { d: "M-2 18L-1 3" });
    const b = svg("path", { d: "M2 18L1 3" });
    const element = svg(
        "svg",
        { viewBox: "-10 0 20 20", class: "jaw", "aria-hidden": "true" },
        a,
        b,
    );
    const set = (jaw: number): void => {
        const x = 1 + 5 * jaw;
        a.setAttribute("d", `M-2 18L${-x} 3`);
        b.setAttribute("d", `M2 18L${x} 3`);
    };
    set(1);
    return { element, set };
}

function stateText(r: HandReading): [string, string] {
    if (r.slips) {
        return ["Slipping", "warn"];
    }
    if (r.holds) {
        return [r.tail > 0 ? TEXT.holding(Math.round(1000 * r.tail)) : "Holding", "good"];
    }
    if (r.near) {
        return ["Thread in reach", "near"];
    }
    return r.blocked ? ["Blocked", "warn"] : ["Free", ""];
}

export function handCard(state: AppState, side: Side, choose: (side: Side) => void): HTMLElement {
    const label = side === 0 ? "Left hand" : "Right hand";
    const jaw = jawGlyph();
    const force = h("span", { class: "force" });
    const what = h("span", { class: "what" });
    const bar = h("span", { class: "meter-fill" });
    const card = h(
        "button",
        {
            type: "button",
            class: `card hand ${side === 0 ? "left" : "right"}`,
            onclick: () => choose(side),
        },
        jaw.element,
        h("span", { class: "hand-text" }, h("span", { class: "hand-name", text: label }), what),
        force,
        h("span", { class: "meter", "aria-hidden": "true" }, bar),
    );
    let scale = 0.2;
    state.readings.watch((readings) => {
        const r = readings?.hands[side] ?? null;
        card.hidden = r === null;
        if (r === null) {
            return;
        }
        jaw.set(r.jaw);
        setText(force, forceText(r.force));
        const [text, kind] = stateText(r);
        setText(what, text);
        what.className = `what ${kind}`;
        // full scale is the largest force of the last while
        scale = Math.max(0.1, r.force, scale * 0.995);
        bar.style.transform = `scaleX(${Math.min(1, r.force / scale).toFixed(3)})`;
    });
    state.mouse.watch((mouse) => {
        const active = mouse.engaged && (mouse.both || mouse.active === side);
        card.classList.toggle("active", active);
        card.setAttribute("aria-pressed", String(active));
        card.title = active ? TEXT.handFollows(word(label)) : TEXT.handWaits(word(label));
    });
    return card;
}
