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

const TURN = 0.75; // of a circle: the ring is open below

// a ring around the letter of the hand; full is what the hand can give
function forceRing(letter: string): { element: SVGElement; set: (share: number) => void } {
    const length = 2 * Math.PI * 15;
    const circle = (kind: string): SVGElement =>
        svg("circle", { cx: 18, cy: 18, r: 15, class: kind, transform: "rotate(135 18 18)" });
    const track = circle("ring-track");
    const fill = circle("ring-fill");
    const set = (share: number): void => {
        const seen = TURN * length * Math.min(1, Math.max(0, share));
        fill.setAttribute("visibility", seen < 0.3 ? "hidden" : "visible");
        fill.setAttribute("stroke-dasharray", `${seen.toFixed(1)} ${length.toFixed(1)}`);
    };
    track.setAttribute("stroke-dasharray", `${(TURN * length).toFixed(1)} ${length.toFixed(1)}`);
    set(0);
    const element = svg(
        "svg",
        { viewBox: "0 0 36 36", class: "force-ring", "aria-hidden": "true" },
        track,
        fill,
        svg("text", { x: 18, y: 23, "text-anchor": "middle", text: letter }),
    );
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
    const ring = forceRing(side === 0 ? "L" : "R");
    const card = h(
        "button",
        {
            type: "button",
            class: `card hand ${side === 0 ? "left" : "right"}`,
            onclick: () => choose(side),
        },
        ring.element,
        jaw.element,
        h("span", { class: "hand-text" }, h("span", { class: "hand-name", text: label }), what),
        force,
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
        // where a hand can give any force, full is the largest of the last while
        scale = Math.max(0.1, r.force, scale * 0.995);
        const name = side === 0 ? "left" : "right";
        const most = state.scene.value?.tools.find((t) => t.hand === name)?.max_force ?? scale;
        ring.set(r.force / most);
        ring.element.classList.toggle("full", r.force > 0.95 * most && most < scale * 1.1);
    });
    state.mouse.watch((mouse) => {
        const active = mouse.engaged && (mouse.both || mouse.active === side);
        card.classList.toggle("active", active);
        card.setAttribute("aria-pressed", String(active));
        card.title = active ? TEXT.handFollows(word(label)) : TEXT.handWaits(word(label));
    });
    return card;
}
