// SPDX-License-Identifier: MIT
// The score: one sentence, four bars, the knot beside its ideal; under them what was measured, what each
// figure means, how it was before. No marks out of ten.
import type { Actions } from "../actions";
import { adviceFor, knotOfTask } from "../core/advice";
import { barsOf } from "../core/bars";
import { checkLists } from "../core/checklists";
import { conditionTexts } from "../core/conditions";
import { taskAfter } from "../core/curriculum";
import { metricText } from "../core/format";
import { SCORE, type ScoreInput, type ScoreState } from "../core/score_machine";
import type { EndedMessage, Knot, Metric, MetricValue, RecordRow } from "../net/messages";
import type { AppState } from "../state";
import { TEXT, word } from "../text";
import { button, dialog, h } from "./dom";
import { attemptLine, barRow, knotPictures, sentence, type KnotPicture } from "./score_parts";
import { progressItem } from "./task_card";

// best of earlier attempts that succeeded under the conditions of the task; null where nothing can be
// better
export function bestOf(records: RecordRow[], metric: Metric, except: number | null): number | null {
    const values = records
        .filter((r) => r.success && r.id !== except && r.conditions === null)
        .flatMap((r) => r.metrics.filter((m) => m.id === metric.id).map((m) => m.value))
        .filter((v): v is number => typeof v === "number");
    if (values.length === 0 || metric.better === "none") {
        return null;
    }
    return metric.better === "lower" ? Math.min(...values) : Math.max(...values);
}

export type Verdict = "better" | "worse" | "same" | "";

export function compare(value: unknown, best: number | null, metric: Metric): Verdict {
    if (typeof value !== "number" || best === null || metric.better === "none") {
        return "";
    }
    if (Math.abs(value - best) <= 1e-9 * Math.max(1, Math.abs(best))) {
        return "same";
    }
    return value < best === (metric.better === "lower") ? "better" : "worse";
}

// the tensiometer is still at it
export function isAwaited(value: MetricValue, ended: EndedMessage): boolean {
    const late = value.id === "tensiometer" || value.id === "failure";
    return late && ended.success && ended.tested !== true;
}

// What is done with an end: whoever has gone on to something else is not stopped for it.
export function answerTo(
    ended: Pick<EndedMessage, "scene" | "mode" | "success">,
    shown: number | undefined, // the scene
): "score" | "toast" | "nothing" {
    if (ended.scene === shown) {
        return "score";
    }
    return ended.mode === "play" ? "toast" : "nothing";
}

// what published check lists would say of it
function checks(ended: EndedMessage): HTMLElement | null {
    const items = checkLists(ended);
    return items.length === 0
        ? null
        : h(
              "details",
              { class: "check-lists" },
              h("summary", {
                  text: TEXT.checkLists(items.filter((i) => i.held).length, items.length),
              }),
              h(
                  "ul",
                  {},
                  ...items.map((i) =>
                      h(
                          "li",
                          { class: i.held ? "held" : "missed" },
                          `${i.held ? "✓" : "–"} ${word(i.text)} `,
                          h("small", { text: i.list }),
                      ),
                  ),
              ),
          );
}

export class ScoreView {
    readonly element: HTMLDialogElement;
    private readonly body = h("div", { class: "score" });
    // of the attempt that is shown: the picture that the lens had, and the knot
    private picture: KnotPicture | null = null;
    private knot: Knot | null = null;
    private shown = -1; // its scene
    private is: ScoreState = "none";
    private unfolded = false;

    constructor(
        private readonly state: AppState,
        private readonly actions: Actions,
        private readonly doors: {
            tasks(): void;
            records(): void;
            knotPicture(): HTMLCanvasElement | null;
        },
    ) {
        this.element = dialog("Score", "wide score-dialog", this.body);
        this.element.addEventListener("close", () => this.turn("closed"));
        state.ended.watch((ended) => {
            if (ended === null) {
                this.turn("left");
            } else if (ended.mode === "play") {
                this.turn(ended.tested === true ? "tested" : "ended");
            }
        });
        // a score never covers what somebody went on to
        state.scene.watch((scene) => {
            const ended = state.ended.value;
            if (scene !== null && ended !== null && ended.scene !== scene.scene) {
                state.ended.value = null;
            }
        });
    }

    private turn(input: ScoreInput): void {
        const [next, effect] = SCORE[this.is][input];
        this.is = next;
        const ended = this.state.ended.value;
        if (effect === "hide") {
            this.element.close();
        } else if (effect !== "" && ended !== null) {
            void this.show(ended);
        }
    }

    private async show(ended: EndedMessage): Promise<void> {
        this.keepKnot(ended);
        this.render(ended, []);
        if (!this.element.open) {
            this.element.showModal();
        }
        try {
            const { records } = await this.actions.api.records({ task: ended.task, limit: 1000 });
            if (this.state.ended.value?.scene === ended.scene) {
                this.render(this.state.ended.value, records);
            }
        } catch {
            // without the comparison
        }
    }

    // the world goes on behind the score: knot and picture are those of the end
    private keepKnot(ended: EndedMessage): void {
        if (ended.scene === this.shown) {
            return;
        }
        this.shown = ended.scene;
        this.unfolded = false;
        this.knot = this.state.live.value?.knot ?? null;
        const canvas = this.doors.knotPicture();
        const magnification = this.state.lens.value?.magnification ?? 0;
        this.picture = canvas === null || magnification === 0 ? null : { canvas, magnification };
    }

    // `records`: of everybody at this task
    private render(ended: EndedMessage, records: RecordRow[]): void {
        const task = this.state.taskOf(ended.task);
        const { success, attempt } = ended;
        const next = this.nextTask(ended.task);
        const own = records.filter((r) => r.trainee === ended.trainee);
        const others = records.filter((r) => r.id !== attempt);
        const bars = barsOf(
            ended,
            others,
            own.filter((r) => r.id !== attempt),
        );
        const known = bars.find((b) => b.share !== null);
        const awaited = ended.metrics.some((m) => isAwaited(m, ended));
        const advice = adviceFor({
            ended,
            knot: this.knot,
            wanted: knotOfTask(ended.task),
            quiet: task?.quiet === true,
        });
        const main: (HTMLElement | false | null)[] = [
            h("p", { class: `score-task ${success ? "good" : ""}` }, this.headline(ended)),
            sentence(advice),
            !success && this.stillOpen(ended),
            this.badges(ended),
            bars.length > 0 &&
                h(
                    "div",
                    { class: "bars" },
                    ...bars.map((b) => barRow(b, b.name === "safe" && awaited)),
                ),
            known !== undefined && h("p", { class: "note", text: TEXT.barsNote(known.count) }),
            checks(ended),
            attemptLine(own),
        ];
        const parts: (HTMLElement | false)[] = [
            h(
                "div",
                { class: "score-columns" },
                h(
                    "div",
                    { class: "score-main" },
                    ...main.filter((p): p is HTMLElement => p !== false && p !== null),
                ),
                knotPictures(this.picture, this.knot),
            ),
            this.table(ended, own),
            ended.unmeasured > 0 &&
                h("p", {
                    class: "note",
                    text: TEXT.unmeasured(metricText(ended.unmeasured, "s")),
                }),
            attempt === null &&
                h("p", {
                    class: "note",
                    text: ended.trainee === null ? TEXT.enterName : TEXT.cannotKeep,
                }),
            h(
                "div",
                { class: "row end" },
                attempt !== null &&
                    button({
                        icon: "film",
                        label: "Replay",
                        onclick: () => this.leave(() => this.actions.replay(attempt)),
                    }),
                button({
                    icon: "chart",
                    label: "Records",
                    onclick: () => this.leave(this.doors.records),
                }),
                button({
                    icon: "list",
                    label: "Tasks",
                    onclick: () => this.leave(this.doors.tasks),
                }),
                button({
                    icon: "reset",
                    label: "Once more",
                    kind: success ? "plain" : "primary",
                    onclick: () => this.leave(() => this.actions.start(ended.task)),
                }),
                success &&
                    next !== undefined &&
                    button({
                        icon: "chevron",
                        label: next.title,
                        kind: "primary",
                        onclick: () => this.leave(() => this.actions.start(next.id)),
                    }),
            ),
        ];
        this.body.replaceChildren(...parts.filter((p): p is HTMLElement => p !== false));
    }

    private headline(ended: EndedMessage): string {
        const how = ended.success ? TEXT.wellDone : TEXT.advice.open.replace(/\.$/, "");
        return [word(ended.title), how, metricText(ended.seconds, "s")].join(" · ");
    }

    // all figures, folded away
    private table(ended: EndedMessage, own: RecordRow[]): HTMLElement {
        const details = h(
            "details",
            {
                class: "all-figures",
                ontoggle: () => (this.unfolded = details.open),
            },
            h("summary", { text: TEXT.allFigures(ended.metrics.length) }),
            h(
                "table",
                { class: "metrics" },
                h(
                    "thead",
                    {},
                    h(
                        "tr",
                        {},
                        h("th", { scope: "col", text: "Measured" }),
                        h("th", { scope: "col", class: "num", text: "This time" }),
                        h("th", { scope: "col", class: "num", text: "Your best" }),
                        h("th", { scope: "col", text: "Published" }),
                    ),
                ),
                h("tbody", {}, ...ended.metrics.map((m) => this.row(m, own, ended))),
            ),
        );
        details.open = this.unfolded;
        return details;
    }

    // what of the task was done when the attempt ended, and what was not
    private stillOpen({ progress }: EndedMessage): HTMLElement | null {
        return progress.length === 0
            ? null
            : h(
                  "ul",
                  { class: "progress", "aria-label": "Progress" },
                  ...progress.map(progressItem),
              );
    }

    // under which conditions it was made, if they were others than the task's
    private badges({ conditions, attempt }: EndedMessage): HTMLElement | null {
        const texts = conditionTexts(conditions);
        return texts.length === 0
            ? null
            : h(
                  "p",
                  { class: "badges" },
                  ...texts.map((text) => h("span", { class: "badge", text })),
                  attempt !== null && h("small", { text: TEXT.notCompared }),
              );
    }

    private row(value: MetricValue, records: RecordRow[], ended: EndedMessage): HTMLElement {
        const metric = this.state.catalogue.value.metrics.find((m) => m.id === value.id);
        const best = metric === undefined ? null : bestOf(records, metric, ended.attempt);
        const comparable = metric !== undefined && ended.conditions === null;
        const verdict = comparable ? compare(value.value, best, metric) : "";
        const reference = metric?.reference ?? null;
        return h(
            "tr",
            {},
            h(
                "th",
                { scope: "row" },
                h("span", { text: metric?.label ?? value.id }),
                h("small", { text: metric?.meaning ?? "" }),
            ),
            h(
                "td",
                { class: `num value ${verdict}` },
                isAwaited(value, ended) ? "…" : metricText(value.value, value.unit),
                verdict === "better" && h("small", { text: "best so far" }),
            ),
            h("td", { class: "num", text: best === null ? "–" : metricText(best, value.unit) }),
            h(
                "td",
                { class: "ref" },
                reference === null ? "" : reference.text,
                reference !== null && h("small", { text: reference.source }),
            ),
        );
    }

    private nextTask(id: string): { id: string; title: string } | undefined {
        return taskAfter(this.state.catalogue.value.tasks, id);
    }

    private leave(then: () => unknown): void {
        this.element.close();
        then();
    }
}
