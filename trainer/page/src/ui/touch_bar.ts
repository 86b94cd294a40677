// SPDX-License-Identifier: MIT
// What a finger on the field cannot do: jaws, the other hand, winding, going back. There once a finger
// has been used.
import type { Actions } from "../actions";
import type { MouseKeyboard } from "../input/mouse_keyboard";
import type { AppState } from "../state";
import { TEXT } from "../text";
import { button, h } from "./dom";

export function touchBar(
    state: AppState,
    actions: Actions,
    hands: MouseKeyboard,
    change: () => void,
): HTMLElement {
    const instrument = button({ label: TEXT.touch.instrument, onclick: change });
    const wind = button({ label: TEXT.touch.wind, onclick: () => undefined });
    wind.addEventListener("pointerdown", () => hands.setWinding(true));
    for (const type of ["pointerup", "pointercancel", "pointerleave"]) {
        wind.addEventListener(type, () => hands.setWinding(false));
    }
    const look = button({
        label: TEXT.touch.look,
        onclick: () => hands.look(!hands.state.looks),
    });
    look.setAttribute("aria-pressed", "false");
    state.mouse.watch(({ looks }) => {
        look.setAttribute("aria-pressed", String(looks));
        look.classList.toggle("primary", looks);
    });
    const bar = h(
        "section",
        { class: "card touch-bar", "aria-label": "Hands" },
        button({ label: TEXT.touch.jaws, onclick: () => hands.latch(hands.state.active) }),
        button({ label: TEXT.touch.other, onclick: () => hands.switchHand() }),
        wind,
        instrument,
        look,
        button({ label: TEXT.touch.undo, icon: "undo", onclick: () => void actions.undo() }),
    );
    const update = (): void => {
        const mode = state.scene.value?.mode;
        const mine = state.control.value.you && (mode === "free" || mode === "play");
        const tools = state.scene.value?.tools ?? [];
        const spare = tools.filter((t) => t.hand !== null).length > 2;
        instrument.hidden = !spare;
        bar.hidden = !mine || state.device.value !== "fingers";
    };
    state.device.watch(update);
    state.scene.watch(update);
    state.control.watch(update);
    return bar;
}
