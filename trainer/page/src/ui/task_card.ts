// SPDX-License-Identifier: MIT
// The task at hand: goal, what is done, a hint, and the ways on.
import type { Actions } from "../actions";
import type { LiveMessage, Progress } from "../net/messages";
import type { AppState } from "../state";
import { TEXT, word } from "../text";
import { button, h, icon, setText } from "./dom";

export function progressItem(item: Progress): HTMLElement {
    const part = Math.round(100 * Math.max(0, Math.min(1, item.value)));
    return h(
        "li",
        { class: item.done ? "done" : "" },
        h("span", { class: "tick" }, item.done && icon("check")),
        h("span", { text: item.text }),
        !item.done && part > 0 && part < 100 && h("span", { class: "part", text: `${part} %` }),
        (item.note ?? "") !== "" && h("small", { class: "progress-note", text: item.note }),
    );
}

const LAST_WORDS = 0.2; // s before the end of a film

const signature = (live: LiveMessage | null): string =>
    (live?.progress ?? [])
        .map((p) => `${p.text}${p.done}${Math.round(20 * p.value)}${p.note ?? ""}`)
        .join("|");

export function taskCard(state: AppState, actions: Actions, showMe: () => void): HTMLElement {
    const goal = h("p", { class: "goal" });
    const list = h("ul", { class: "progress", "aria-label": "Progress" });
    const hint = h("p", { class: "hint", role: "status" });
    const hintRow = h("div", { class: "hint-row" }, hint);
    const demo = button({ icon: "eye", label: "Watch it done", onclick: () => void startDemo() });
    const show = button({
        icon: "eye",
        label: TEXT.showMe,
        keys: "J",
        onclick: showMe,
    });
    const finish = button({
        icon: "stop",
        label: "Finish",
        title: "End the attempt and see the score",
        onclick: () => void actions.stop(),
    });
    const mine = button({
        icon: "play",
        label: "My turn",
        kind: "primary",
        onclick: () => void startMine(),
    });
    const card = h(
        "section",
        { class: "card task-card", "aria-label": "Task" },
        goal,
        list,
        hintRow,
        h("div", { class: "row" }, mine, show, demo, finish),
    );
    let shown = -1; // a hint that was asked for stays
    const more = button({ label: "Next hint", onclick: () => showHint(shown + 1) });
    more.classList.add("link");
    hintRow.append(more);

    const startDemo = (): Promise<unknown> =>
        actions.start(state.scene.value?.task ?? "", { demo: true });
    const startMine = (): Promise<unknown> => actions.start(state.scene.value?.task ?? "");

    const showHint = (index: number): void => {
        const hints = state.taskOf(state.scene.value?.task)?.hints ?? [];
        shown = hints.length === 0 ? -1 : Math.max(0, Math.min(index, hints.length - 1));
        setText(hint, word(hints[shown] ?? ""));
        more.hidden = shown >= hints.length - 1;
        hintRow.hidden = hints.length === 0;
    };

    let last = "";
    let lastHint: number | null = null;
    // only what can be done now: who watches can start nothing
    const offer = (): void => {
        const mode = state.scene.value?.mode;
        const { you } = state.control.value;
        const task = state.taskOf(state.scene.value?.task);
        mine.hidden = !you || (mode !== "demo" && mode !== "replay");
        demo.hidden = !you || task?.demo !== true || mode === "demo";
        const steps = (state.scene.value?.guide?.length ?? 0) > 0;
        show.hidden = !you || mode !== "play" || !steps || state.settings.value.ghost === "off";
        finish.hidden = !you || mode !== "play";
    };
    state.control.watch(offer);
    state.settings.watch(offer);
    state.scene.watch((scene) => {
        const task = state.taskOf(scene?.task);
        setText(goal, task?.goal ?? "Play with the thread. Pick a task when you like.");
        offer();
        list.replaceChildren();
        last = "";
        lastHint = null;
        showHint(0);
    });
    state.catalogue.watch(() => {
        setText(goal, state.taskOf(state.scene.value?.task)?.goal ?? goal.textContent ?? "");
        offer();
        showHint(Math.max(0, shown));
    });
    state.live.watch((live) => {
        const now = signature(live);
        if (now !== last) {
            last = now;
            list.replaceChildren(...(live?.progress ?? []).map(progressItem));
        }
        // a demonstration says what it does instead of giving hints
        const demonstrated = state.scene.value?.mode === "demo" && (live?.say ?? "") !== "";
        if (demonstrated) {
            const film = state.film.value;
            const over =
                state.ended.value?.scene === live?.scene &&
                (film === null || (live?.t ?? 0) >= film.length - LAST_WORDS);
            setText(
                hint,
                over ? "That was all of it. Now it is your turn." : word(live?.say ?? ""),
            );
            more.hidden = true;
            hintRow.hidden = false;
        } else if (live !== null && live.hint !== null && live.hint !== lastHint) {
            lastHint = live.hint;
            showHint(Math.max(shown, live.hint)); // whoever has read on is not taken back
        }
    });
    return card;
}
