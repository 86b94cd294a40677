// SPDX-License-Identifier: MIT
// What the lens shows, in words, at its lower edge.
import type { AppState } from "../state";
import { TEXT } from "../text";
import { h, setText } from "./dom";
import { knotTitle } from "./throws";

const SMALL = 125; // pixels of radius

export function lensLabel(state: AppState): HTMLElement {
    const name = h("strong", {});
    const word = h("span", {});
    const element = h("div", { class: "lens-label", hidden: true }, name, word);
    const update = (): void => {
        const lens = state.lens.value;
        element.hidden = lens === null;
        if (lens === null) {
            return;
        }
        const scene = state.scene.value;
        const quiet = scene?.mode === "play" && state.taskOf(scene.task)?.quiet === true;
        const knot = quiet ? null : (state.live.value?.knot ?? null);
        setText(name, quiet ? "" : knotTitle(knot));
        const parts = [knot?.word ?? "", TEXT.lensOf(lens.magnification)];
        setText(word, parts.filter((part) => part !== "").join(" · "));
        element.classList.toggle("small", lens.radius < SMALL);
        element.style.left = `${Math.round(lens.x)}px`;
        element.style.top = `${Math.round(lens.y + lens.radius)}px`;
    };
    state.lens.watch(update);
    state.live.watch(update);
    return element;
}
