// SPDX-License-Identifier: MIT
// How much one is helped; from the next start on.
import { LEVELS, type AppState, type Level } from "../state";
import { TEXT } from "../text";
import { h } from "./dom";

export function levelChoice(state: AppState): HTMLSelectElement {
    const choice = h(
        "select",
        {
            class: "select",
            "aria-label": TEXT.level,
            onchange: () => state.set({ level: choice.value as Level }),
        },
        ...LEVELS.map((value) => h("option", { value, text: TEXT.levels[value] })),
    );
    state.settings.watch((s) => (choice.value = s.level));
    return choice;
}
