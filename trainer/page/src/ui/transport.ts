// SPDX-License-Identifier: MIT
// Pause, step, slow motion, and the scrubber of a replay.
import { SPEEDS, type Actions } from "../actions";
import { gatherFlags, gravest } from "../core/flags";
import { clock } from "../core/format";
import type { FilmMark, FilmMessage, Mode } from "../net/messages";
import type { AppState } from "../state";
import { TEXT, word } from "../text";
import { button, h, icon, setText } from "./dom";

export function transport(state: AppState, actions: Actions): HTMLElement {
    const pause = button({
        icon: "pause",
        label: "Pause",
        quiet: true,
        keys: "P",
        onclick: () => void actions.togglePause(),
    });
    const step = button({
        icon: "step",
        label: "One step",
        quiet: true,
        keys: ".",
        onclick: () => void actions.step(1),
    });
    const reset = button({
        icon: "reset",
        label: "Start over",
        quiet: true,
        keys: "Backspace",
        onclick: () => void actions.reset(),
    });
    const undo = button({
        icon: "undo",
        label: TEXT.undo,
        quiet: true,
        keys: TEXT.undoKeys,
        onclick: () => void actions.undo(),
    });
    const undone = h("span", { class: "chip faint undone", hidden: true });
    state.live.watch((live) => {
        const way = live?.undo ?? null;
        undo.disabled = way === null;
        undo.title = `${way === null ? TEXT.undo : TEXT.undoTo(word(way.to))} · ${TEXT.undoKeys}`;
        undone.hidden = way === null || way.count === 0;
        setText(undone, TEXT.undos(way?.count ?? 0));
    });
    const speed = h("select", {
        class: "select",
        "aria-label": "Speed",
        title: "Speed · , and /",
        onchange: () => void actions.speed(Number(speed.value)),
    }) as HTMLSelectElement;
    speed.append(
        ...SPEEDS.map((s) => h("option", { value: s, text: s < 1 ? `${s} ×` : `${s} ×` })),
    );
    speed.value = "1";
    const scrub = scrubber(state, actions);
    let paused: boolean | null = null;
    state.readings.watch((r) => {
        if (r === null) {
            return;
        }
        if (paused !== r.paused) {
            paused = r.paused;
            pause.replaceChildren(icon(r.paused ? "play" : "pause"));
            pause.setAttribute("aria-label", r.paused ? "Go on" : "Pause");
            pause.title = `${r.paused ? "Go on" : "Pause"} · P`;
            pause.classList.toggle("primary", r.paused);
        }
        step.disabled = !r.paused;
        const value = String(r.speed);
        if (document.activeElement !== speed && SPEEDS.some((s) => String(s) === value)) {
            speed.value = value;
        }
    });
    const card = h(
        "section",
        { class: "card transport", "aria-label": "Time" },
        reset,
        undo,
        undone,
        pause,
        step,
        speed,
        scrub,
    );
    // time is of who has control
    state.control.watch(({ you }) => (card.hidden = !you));
    return card;
}

// an instructor's word on the moment that is shown
function commenting(state: AppState, actions: Actions): HTMLElement {
    const field = h("input", {
        class: "input",
        maxlength: 200,
        placeholder: TEXT.commentHere,
        "aria-label": TEXT.commentHere,
    });
    const send = async (): Promise<void> => {
        const attempt = state.scene.value?.attempt ?? null;
        const text = field.value.trim();
        if (attempt === null || text === "") {
            return;
        }
        const t = state.readings.value?.time ?? 0;
        if ((await actions.comment(attempt, t, text)) !== null) {
            field.value = "";
            actions.tell(TEXT.commentKept);
            await actions.loadComments(attempt);
        }
    };
    const form = h(
        "form",
        {
            class: "comment-form",
            onsubmit: (event: Event) => {
                event.preventDefault();
                void send();
            },
        },
        field,
        h("button", { class: "button plain", type: "submit", text: TEXT.comment }),
    );
    const update = (): void => {
        const scene = state.scene.value;
        const replayed = scene?.mode === "replay" && scene.attempt !== null;
        form.hidden = !replayed || !state.control.value.instructor;
    };
    state.control.watch(update);
    state.scene.watch((scene) => {
        update();
        state.comments.value = [];
        if (scene?.mode === "replay" && scene.attempt !== null) {
            void actions.loadComments(scene.attempt);
        }
    });
    return form;
}

const isFilm = (mode: Mode | undefined): boolean => mode === "replay" || mode === "demo";

const BEFORE = 0.8; // s

function labelOf(mark: FilmMark): string {
    const what = `${TEXT.marks[mark.kind]}${mark.tool === null ? "" : ` (${TEXT.tool(mark.tool)})`}`;
    return `${what}: ${word(mark.text)}, ${clock(mark.t)}`;
}

function flag(marks: readonly FilmMark[], length: number, go: (t: number) => void): HTMLElement {
    const t = marks[0]?.t ?? 0;
    const label = marks.map(labelOf).join("; ");
    const element = h("button", {
        type: "button",
        class: `flag ${gravest(marks)}`,
        title: label,
        "aria-label": label,
        onclick: () => go(Math.max(0, t - BEFORE)),
    });
    element.style.setProperty("--at", `${(100 * t) / Math.max(length, 0.01)}%`);
    return element;
}

function scrubber(state: AppState, actions: Actions): HTMLElement {
    const range = h("input", {
        type: "range",
        min: 0,
        max: 1,
        step: 0.01,
        value: 0,
        class: "scrub",
        "aria-label": "Time of the recording",
    }) as HTMLInputElement;
    const text = h("output", { class: "scrub-time" });
    const same = h("span", { class: "same" });
    const flags = h("div", { class: "scrub-marks" });
    const row = h(
        "div",
        { class: "scrub-row", hidden: true },
        h("div", { class: "scrub-line" }, flags, range),
        text,
        same,
        commenting(state, actions),
    );
    let flagged = "";
    // where something happened: a click goes a moment before it
    const marks = (film: FilmMessage): void => {
        const said = state.comments.value.map((c): FilmMark => {
            const text = c.author === "" ? c.text : `${c.text} (${c.author})`;
            return { t: c.t, kind: "comment", tool: null, text };
        });
        const shown = [...(film.marks ?? []), ...said];
        const width = flags.clientWidth;
        const now = `${width} ${film.scene} ${film.length} ${film.marks?.length} ${said.map((m) => m.text).join()}`;
        if (now === flagged) {
            return;
        }
        flagged = now;
        flags.replaceChildren(
            ...gatherFlags(shown, film.length, width).map((m) =>
                flag(m, film.length, (t) => void actions.seek(t)),
            ),
        );
    };
    state.comments.watch(() => state.film.value !== null && marks(state.film.value));
    let dragging = false;
    let pending = false;
    // one question at a time; the last place counts
    const seek = async (): Promise<void> => {
        if (pending) {
            return;
        }
        pending = true;
        let at = NaN;
        while (at !== Number(range.value)) {
            at = Number(range.value);
            if ((await actions.seek(at)) === null) {
                break;
            }
        }
        pending = false;
    };
    range.addEventListener("pointerdown", () => (dragging = true));
    range.addEventListener("change", () => (dragging = false));
    range.addEventListener("input", () => {
        setText(text, `${clock(Number(range.value))} / ${clock(Number(range.max))}`);
        void seek();
    });
    state.scene.watch((scene) => {
        row.hidden = !isFilm(scene?.mode);
        dragging = false;
    });
    state.film.watch((film) => {
        if (film === null) {
            return;
        }
        range.max = String(Math.max(film.length, 0.01));
        range.style.setProperty("--ready", `${(100 * film.ready) / Math.max(film.length, 0.01)}%`);
        setText(same, TEXT.film(film));
        marks(film);
        same.classList.toggle("bad", film.complete && !film.same);
        same.classList.toggle("ok", film.complete && film.same && film.attempt !== null);
    });
    state.readings.watch((r) => {
        if (r !== null && !dragging && !pending && isFilm(state.scene.value?.mode)) {
            range.value = String(r.time);
            setText(text, `${clock(r.time)} / ${clock(Number(range.max))}`);
        }
    });
    return row;
}
