// SPDX-License-Identifier: MIT
// Short messages that go away, and a banner for what stays: no connection, only watching.
import type { Actions } from "../actions";
import type { AppState } from "../state";
import { ACTION_LABELS, bannerOf, type BannerAction } from "./control_banner";
import { TEXT } from "../text";
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
    const element = h("div", { class: "banner", role: "status" }, text);
    let refused = ""; // who was told to wait
    const acts: Record<BannerAction, () => void> = {
        retry,
        reload: () => location.reload(),
        take: () => void actions.take(),
        ask: () => void actions.askForControl(),
        give: () => void actions.handOver(),
        keep: () => {
            refused = state.control.value.asking ?? "";
            update();
        },
    };
    const buttons = (Object.keys(acts) as BannerAction[]).map((action) => {
        const quiet = action === "retry" || action === "keep" || action === "ask";
        const kind = quiet ? "plain" : "primary";
        const b = button({ label: ACTION_LABELS[action], kind, onclick: () => acts[action]() });
        return [action, b] as const;
    });
    element.append(...buttons.map(([, b]) => b));
    const update = (): void => {
        const now = bannerOf(state.link.value, state.control.value);
        const { asking } = state.control.value;
        refused = asking === null ? "" : refused;
        element.hidden = now.text === "" || (refused !== "" && refused === asking);
        element.dataset.kind = now.warning ? "warning" : "info";
        setText(text, now.text);
        for (const [action, b] of buttons) {
            b.hidden = !now.actions.includes(action);
        }
    };
    state.link.watch(update);
    state.control.watch(update);
    return element;
}

// What must not be missed while one works: attempts that are not kept, forceps that are stuck.
export function alerts(state: AppState, actions: Actions): HTMLElement {
    const records = h("p", { class: "alert bad", role: "alert", hidden: true });
    const jam = h(
        "div",
        { class: "alert warn", role: "alert", hidden: true },
        h("span", { text: TEXT.jam }),
        button({ icon: "undo", label: TEXT.undo, onclick: () => void actions.undo() }),
    );
    state.status.watch((status) => {
        const trouble = status !== null && !status.records.ok;
        records.hidden = !trouble;
        if (trouble) {
            setText(records, TEXT.notKept(status.records.message));
        }
    });
    state.readings.watch((r) => (jam.hidden = r?.jammed !== true));
    return h("div", { class: "alerts" }, records, jam);
}
