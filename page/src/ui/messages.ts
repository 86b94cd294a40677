// SPDX-License-Identifier: MIT
// Short messages that go away, and a banner for what stays: no connection, only watching.
import type { Actions } from "../actions";
import type { AppState } from "../state";
import { button, h, setText } from "./dom";

const SHOWN_MS = 6000;

export function toasts(state: AppState): HTMLElement {
    const element = h("div", { class: "toasts", "aria-live": "polite" });
    state.notice.watch((notice) => {
        if (notice === null) {
            return;
        }
        const toast = h("div", {
            class: `toast ${notice.level}`,
            role: notice.level === "error" ? "alert" : "status",
            text: notice.text,
        });
        element.append(toast);
        while (element.childElementCount > 3) {
            element.firstElementChild?.remove();
        }
        setTimeout(() => toast.remove(), SHOWN_MS);
    });
    return element;
}

export function banner(state: AppState, actions: Actions, retry: () => void): HTMLElement {
    const text = h("span", {});
    const again = button({ label: "Try now", onclick: retry });
    const reload = button({ label: "Reload", kind: "primary", onclick: () => location.reload() });
    const take = button({
        label: "Take control",
        kind: "primary",
        onclick: () => void actions.take(),
    });
    const element = h("div", { class: "banner", role: "status" }, text, again, reload, take);
    const update = (): void => {
        const { state: link, reason } = state.link.value;
        const { you, held } = state.control.value;
        const watching = link === "open" && !you;
        element.hidden = link === "open" && you;
        element.dataset.kind = link === "open" ? "info" : "warning";
        const watch = held
            ? "You are watching. Somebody else has the forceps."
            : "You are watching. Nobody has the forceps.";
        setText(
            text,
            watching ? watch : link === "connecting" ? "Connecting to the trainer …" : reason,
        );
        again.hidden = link !== "lost";
        reload.hidden = link !== "closed";
        take.hidden = !watching;
    };
    state.link.watch(update);
    state.control.watch(update);
    return element;
}
