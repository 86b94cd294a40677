// SPDX-License-Identifier: MIT
// Figures while one works: time, knot, tension; and on demand how the machine is doing.
import { clock, forceText, plain } from "../core/format";
import type { AppState } from "../state";
import { TEXT } from "../text";
import { h, setText } from "./dom";
import { idealKnot } from "./knot_diagram";
import { knotTitle, throwList } from "./throws";

function figure(label: string, title: string): { row: HTMLElement; value: HTMLElement } {
    const value = h("dd", {});
    return { row: h("div", { class: "figure", title }, h("dt", { text: label }), value), value };
}

export function liveCard(state: AppState): HTMLElement {
    const time = h("output", { class: "time", "aria-label": "Time" });
    const knot = h("p", { class: "knot-name", role: "status" });
    const certain = h("span", { class: "knot-note" });
    const word = h("span", { class: "knot-word" });
    const throws = h("ol", { class: "throws", "aria-label": "Throws" });
    const tension = figure("Tension", "Largest tension in any thread");
    const rows = h("dl", { class: "figures" }, tension.row);
    const machine = machineFigures(state);
    const ideal = h("div", { class: "ideal-place" });
    let shown = "";
    const knotBlock = h(
        "div",
        { class: "knot" },
        knot,
        throws,
        h("p", { class: "knot-line" }, word, certain),
        ideal,
    );
    // a replay has the time of the recording
    const replayed = (): boolean => state.scene.value?.mode === "replay";
    // nor where finding it out is the task
    const update = (): void => {
        const scene = state.scene.value;
        const quiet = scene?.mode === "play" && state.taskOf(scene.task)?.quiet === true;
        // with a needle in hand, or without a thread, there is nothing to tie yet
        const none = scene !== null && (scene.threads.length === 0 || scene.needles?.length);
        knotBlock.hidden = quiet || Boolean(none);
    };
    state.scene.watch(update);
    state.catalogue.watch(update);
    state.live.watch((live) => {
        if (!replayed()) {
            setText(time, clock(live?.elapsed ?? 0));
        }
        const now = JSON.stringify(live?.knot ?? null);
        if (now === shown) {
            return;
        }
        shown = now;
        setText(knot, knotTitle(live?.knot ?? null));
        setText(word, live?.knot?.word ?? "");
        setText(certain, live?.knot != null && !live.knot.certain ? "not certain yet" : "");
        throws.replaceChildren(...throwList(live?.knot ?? null));
        const drawing = idealKnot(live?.knot ?? null);
        ideal.replaceChildren(...(drawing === null ? [] : [drawing]));
    });
    state.readings.watch((r) => {
        setText(tension.value, r === null ? "–" : forceText(r.tension));
        if (replayed()) {
            setText(time, clock(r?.time ?? 0));
        }
    });
    return h(
        "section",
        { class: "card live-card", "aria-label": "Readings" },
        time,
        knotBlock,
        rows,
        machine,
    );
}

function machineFigures(state: AppState): HTMLElement {
    const late = figure("Late steps", "Steps of the physics that missed their deadline");
    const step = figure("Step", "Median and 99th percentile of a step of the physics");
    const real = figure("Real time", "Simulated time per time");
    const fps = figure("Pictures", "Pictures per second and how much is drawn");
    const latency = figure("Input delay", "From sending an input to the frame that answers it");
    const data = figure("Data", "Received by this page");
    const details = h(
        "details",
        { class: "machine" },
        h("summary", { text: "Machine" }),
        h("dl", { class: "figures" }, late.row, step.row, real.row, fps.row, latency.row, data.row),
    );
    details.open = state.settings.value.diagnostics;
    details.addEventListener("toggle", () => state.set({ diagnostics: details.open }));
    state.readings.watch((r) => {
        if (r === null) {
            return;
        }
        setText(late.value, TEXT.lateOf(r.late, r.steps));
        late.value.classList.toggle("warn", r.slow);
        setText(real.value, `${plain(100 * r.realtime)} %`);
    });
    state.status.watch((s) => {
        if (s !== null) {
            setText(
                step.value,
                `${Math.round(s.physics.step_us.median)} / ${Math.round(s.physics.step_us.p99)} µs`,
            );
            setText(data.value, `${plain(s.frames.bytes_per_second / 1000)} kB/s`);
        }
    });
    state.figures.watch((f) => {
        setText(fps.value, f.fps === 0 ? "–" : `${Math.round(f.fps)} /s, ${f.quality}`);
        setText(latency.value, f.latencyMs === 0 ? "–" : `${Math.round(f.latencyMs)} ms`);
    });
    return details;
}
