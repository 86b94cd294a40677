// SPDX-License-Identifier: MIT
// Records: learning curves, every attempt with its replay, export, delete.
import type { Actions } from "../actions";
import { conditionTexts } from "../core/conditions";
import { metricText, when } from "../core/format";
import type { Metric, RecordRow } from "../net/messages";
import type { AppState } from "../state";
import { TEXT, word } from "../text";
import { curveChart } from "./curve_chart";
import { button, dialog, h } from "./dom";

const STATES = { done: "Done", stopped: "Stopped", running: "Running", lost: "Cut off" };

export class RecordsView {
    readonly element: HTMLDialogElement;
    private readonly trainee = this.select("Trainee");
    private readonly task = this.select("Task");
    private readonly metric = this.select("Metric");
    private readonly chart = h("div", { class: "chart" });
    private readonly table = h("div", { class: "attempts" });
    private readonly links = h("div", { class: "row" });
    private about = ""; // who practised what when the dialog was last opened

    constructor(
        private readonly state: AppState,
        private readonly actions: Actions,
    ) {
        this.element = dialog(
            "Records",
            "wide records-dialog",
            h(
                "div",
                { class: "filters" },
                this.label("Trainee", this.trainee),
                this.label("Task", this.task),
                this.label("Curve of", this.metric),
                this.links,
            ),
            this.chart,
            this.table,
        );
        this.trainee.addEventListener("change", () => void this.load());
        this.task.addEventListener("change", () => void this.load());
        this.metric.addEventListener("change", () => void this.loadCurve());
    }

    private select(label: string): HTMLSelectElement {
        return h("select", { class: "select", "aria-label": label });
    }

    private label(text: string, element: HTMLElement): HTMLElement {
        return h("label", { class: "field" }, h("span", { text }), element);
    }

    async open(): Promise<void> {
        this.element.showModal();
        try {
            const { trainees } = await this.actions.api.trainees();
            // what was chosen by hand stays until something else is practised
            const scene = this.state.scene.value;
            const practised: [string, string] = [
                this.state.trainee.value,
                scene === null || scene.mode === "free" ? "" : (scene.task ?? ""),
            ];
            const about = practised.join("\n");
            const [wanted, task] =
                about === this.about ? [this.trainee.value, this.task.value] : practised;
            this.about = about;
            this.fill(
                this.trainee,
                [
                    ["", "Everybody"],
                    ...trainees.map((t): [string, string] => [t.name, `${t.name} (${t.attempts})`]),
                ],
                wanted,
            );
            const tasks = this.state.catalogue.value.tasks;
            this.fill(
                this.task,
                [["", "All tasks"], ...tasks.map((t): [string, string] => [t.id, t.title])],
                task,
            );
            await this.load();
        } catch (error) {
            this.table.replaceChildren(
                h("p", { class: "note", text: error instanceof Error ? error.message : "" }),
            );
        }
    }

    private fill(select: HTMLSelectElement, options: [string, string][], wanted: string): void {
        select.replaceChildren(...options.map(([value, text]) => h("option", { value, text })));
        select.value = options.some(([value]) => value === wanted)
            ? wanted
            : (options[0]?.[0] ?? "");
    }

    private async load(): Promise<void> {
        const query = { trainee: this.trainee.value, task: this.task.value };
        try {
            const { records, total } = await this.actions.api.records({ ...query, limit: 200 });
            this.links.replaceChildren(
                h("a", {
                    class: "button plain",
                    href: this.actions.api.address("api/records.csv", query),
                    download: "sutura-records.csv",
                    text: TEXT.longCsv,
                }),
                h("a", {
                    class: "button plain",
                    href: this.actions.api.address("api/records_wide.csv", query),
                    download: "sutura-records-wide.csv",
                    text: TEXT.wideCsv,
                }),
                h("a", {
                    class: "button plain",
                    href: this.actions.api.address("api/records.json", query),
                    download: "sutura-records.json",
                    text: "JSON",
                }),
            );
            this.links.append(
                h("a", {
                    class: "button plain",
                    href: this.actions.api.address("class"),
                    text: TEXT.classTitle,
                }),
            );
            if (this.trainee.value !== "") {
                this.links.append(
                    button({
                        icon: "trash",
                        label: "Delete all of this trainee",
                        quiet: true,
                        kind: "danger",
                        onclick: () => void this.deleteTrainee(total),
                    }),
                );
            }
            this.fillMetrics();
            this.table.replaceChildren(
                records.length === 0
                    ? h("p", { class: "note", text: this.whyNothing() })
                    : this.attempts(records, total),
            );
            await this.loadCurve();
        } catch (error) {
            this.actions.complain(error);
        }
    }

    private whyNothing(): string {
        if (this.state.trainee.value === "") {
            return "Nothing recorded yet. Enter a name at the top, then start a task.";
        }
        return this.task.value === "" && this.trainee.value === ""
            ? "Nothing recorded yet. Start a task: attempts are kept from the first movement on."
            : "No attempts for this choice. Choose another trainee or task above.";
    }

    private fillMetrics(): void {
        const { tasks, metrics } = this.state.catalogue.value;
        const ids = tasks.find((t) => t.id === this.task.value)?.metrics;
        const usable = metrics.filter(
            (m) => m.better !== "none" && (ids === undefined || ids.includes(m.id)),
        );
        const before = this.metric.value;
        this.fill(
            this.metric,
            usable.map((m): [string, string] => [m.id, m.label]),
            before === "" ? "time" : before,
        );
    }

    private async loadCurve(): Promise<void> {
        const metric = this.state.catalogue.value.metrics.find((m) => m.id === this.metric.value);
        const hint = (text: string): void =>
            this.chart.replaceChildren(h("p", { class: "note", text }));
        if (this.task.value === "" || this.trainee.value === "") {
            hint("Choose a trainee and a task to see the learning curve.");
            return;
        }
        if (metric === undefined) {
            hint("");
            return;
        }
        const { curves } = await this.actions.api.curves(this.task.value, this.trainee.value);
        const points = curves.find((c) => c.metric === metric.id)?.points ?? [];
        if (points.length === 0) {
            hint(TEXT.noFigures(word(metric.label)));
            return;
        }
        this.showCurve(points, metric);
    }

    private showCurve(points: Parameters<typeof curveChart>[0], metric: Metric): void {
        this.chart.replaceChildren(
            curveChart(points, metric, (attempt) => this.replay(attempt)) as unknown as Node,
            h("p", {
                class: "note",
                text: `${word(metric.meaning)} ${TEXT.curveNote(metric.better === "lower")}`,
            }),
        );
    }

    private attempts(records: RecordRow[], total: number): HTMLElement {
        return h(
            "table",
            { class: "metrics attempts" },
            h("caption", {
                class: "note",
                text: TEXT.attemptsListed(records.length, total),
            }),
            h(
                "thead",
                {},
                h(
                    "tr",
                    {},
                    ...["When", "Who", "Task", "Result", "Time", "Knot", ""].map((text) =>
                        h("th", { scope: "col", text }),
                    ),
                ),
            ),
            h("tbody", {}, ...records.map((r) => this.row(r))),
        );
    }

    private row(record: RecordRow): HTMLElement {
        const knot = record.metrics.find((m) => m.id === "knot" || m.id === "knot_name");
        return h(
            "tr",
            {},
            h("td", { text: when(record.started) }),
            h("td", { text: record.trainee }),
            h("td", { text: record.title }),
            h(
                "td",
                {},
                h("span", {
                    class: `result ${record.success ? "good" : ""}`,
                    text: record.success ? "Reached" : STATES[record.state],
                }),
                ...conditionTexts(record.conditions).map((text) =>
                    h("span", { class: "badge", text, title: "not compared with other attempts" }),
                ),
            ),
            h("td", { class: "num", text: metricText(record.seconds, "s") }),
            h("td", { text: knot?.value === "0_1" ? "–" : metricText(knot?.value, "") }),
            h(
                "td",
                { class: "row end" },
                button({
                    icon: "film",
                    label: TEXT.replayAttempt(record.id),
                    quiet: true,
                    onclick: () => this.replay(record.id),
                }),
                h(
                    "a",
                    {
                        class: "button plain quiet",
                        href: this.actions.api.address(`api/records/${record.id}/recording`),
                        download: `attempt-${record.id}.rec`,
                        title: "Recording, for sutura replay",
                        "aria-label": TEXT.recordingOf(record.id),
                    },
                    "↓",
                ),
                button({
                    icon: "trash",
                    label: TEXT.deleteAttempt(record.id),
                    quiet: true,
                    kind: "danger",
                    onclick: () => void this.delete(record),
                }),
            ),
        );
    }

    private replay(attempt: number): void {
        this.element.close();
        void this.actions.replay(attempt);
    }

    private async delete(record: RecordRow): Promise<void> {
        if (!confirm(TEXT.askDelete(record.trainee))) {
            return;
        }
        try {
            await this.actions.api.deleteRecord(record.id);
            await this.load();
        } catch (error) {
            this.actions.complain(error);
        }
    }

    private async deleteTrainee(total: number): Promise<void> {
        const name = this.trainee.value;
        if (!confirm(TEXT.askDeleteAll(name, total))) {
            return;
        }
        try {
            await this.actions.api.deleteTrainee(name);
            this.trainee.value = "";
            await this.open();
        } catch (error) {
            this.actions.complain(error);
        }
    }
}
