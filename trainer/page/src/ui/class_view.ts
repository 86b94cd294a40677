// SPDX-License-Identifier: MIT
// The class: trainees by task, each with attempts, best and proficiency; attempts with replay; a sheet to
// print.
import { conditionTexts } from "../core/conditions";
import { PROFICIENCY, ruleOf, standingsOf, type Proficiency } from "../core/curriculum";
import { metricText, when } from "../core/format";
import type { Api } from "../net/api";
import type { RecordRow, Task } from "../net/messages";
import { TEXT, word } from "../text";
import { button, h } from "./dom";
import { doorOf, Stations } from "./stations";

const LOOK_MS = 5000;

export class ClassView {
    readonly element = h("div", { class: "class" });
    private readonly table = h("div", { class: "class-table" });
    private readonly detail = h("section", { class: "class-detail", "aria-live": "polite" });
    private readonly sheet = h("section", { class: "sheet", hidden: true });
    private readonly trouble = h("p", { class: "class-trouble", role: "alert", hidden: true });
    private readonly stations: Stations;
    private tasks: Task[] = [];
    private records: RecordRow[] = [];
    private seen = ""; // what is shown
    private open: { trainee: string; task: string } | null = null;
    private rule: Proficiency = { ...PROFICIENCY };

    constructor(
        private readonly api: Api,
        storage: Storage,
        private readonly key: string, // of the instructor
    ) {
        this.stations = new Stations(api, storage, key);
        const link = (text: string, path: string): HTMLElement =>
            h("a", { class: "button plain", href: api.address(path), text });
        this.element.append(
            h(
                "header",
                { class: "class-head" },
                h("h1", { text: TEXT.classTitle }),
                this.ruleInputs(),
                link(TEXT.longCsv, "api/records.csv"),
                link(TEXT.wideCsv, "api/records_wide.csv"),
                link(TEXT.backToBoard, "./"),
            ),
            this.trouble,
            this.stations.element,
            this.table,
            this.detail,
            this.sheet,
        );
    }

    async start(): Promise<void> {
        await this.look();
        setInterval(() => void this.look(), LOOK_MS);
    }

    private async look(): Promise<void> {
        try {
            if (this.tasks.length === 0) {
                this.tasks = (await this.api.tasks()).tasks.filter((t) => t.level > 0);
            }
            await this.stations.look();
            this.records = await this.api.allRecords();
            this.trouble.hidden = true;
            this.render();
        } catch (error) {
            this.trouble.hidden = false;
            this.trouble.textContent = error instanceof Error ? error.message : String(error);
        }
    }

    private ruleInputs(): HTMLElement {
        const input = (key: keyof Proficiency, text: string): HTMLElement => {
            const field = h("input", {
                type: "number",
                class: "input small",
                min: 1,
                max: 100,
                value: this.rule[key],
                onchange: () => {
                    const value = Math.round(Number(field.value));
                    this.rule[key] = Math.min(100, Math.max(1, value || PROFICIENCY[key]));
                    field.value = String(this.rule[key]);
                    this.render();
                },
            });
            return h("label", { class: "check" }, field, h("span", { text }));
        };
        return h(
            "fieldset",
            { class: "row rule" },
            h("legend", { class: "unseen", text: TEXT.classRule }),
            h("span", { "aria-hidden": "true", text: `${TEXT.classRule}:` }),
            input("row", TEXT.inARow),
            input("all", TEXT.inAll),
        );
    }

    private render(): void {
        const now = JSON.stringify([
            this.records.map((r) => [r.id, r.state, r.success]),
            this.rule,
        ]);
        if (now === this.seen) {
            return; // the focus stays where it is
        }
        this.seen = now;
        const names = [...new Set(this.records.map((r) => r.trainee))].sort((a, b) =>
            a.localeCompare(b),
        );
        this.table.replaceChildren(
            names.length === 0 ? h("p", { class: "note", text: TEXT.nobody }) : this.grid(names),
        );
        this.showDetail();
    }

    private of(trainee: string): RecordRow[] {
        return this.records.filter((r) => r.trainee === trainee);
    }

    private grid(names: string[]): HTMLElement {
        return h(
            "table",
            { class: "metrics" },
            h(
                "thead",
                {},
                h(
                    "tr",
                    {},
                    h("th", { scope: "col", text: TEXT.trainee }),
                    ...this.tasks.map((t) => h("th", { scope: "col", text: t.title })),
                    h("th", { scope: "col" }, h("span", { class: "unseen", text: TEXT.sheet })),
                ),
            ),
            h("tbody", {}, ...names.map((name) => this.row(name))),
        );
    }

    private row(name: string): HTMLElement {
        const stands = standingsOf(this.of(name), this.tasks, this.rule);
        return h(
            "tr",
            {},
            h("th", { scope: "row", text: name }),
            ...this.tasks.map((task) => {
                const s = stands.get(task.id)!;
                if (s.attempts === 0) {
                    return h("td", { class: "none", text: "–" });
                }
                const all = ruleOf(task, this.rule).all;
                const cell = h(
                    "button",
                    {
                        type: "button",
                        class: `cell${s.proficient ? " proficient" : ""}`,
                        title: TEXT.cell(s),
                        onclick: () => {
                            this.open = { trainee: name, task: task.id };
                            this.showDetail();
                        },
                    },
                    h("strong", {
                        text: s.proficient ? `✓ ${s.counted}` : `${s.counted} / ${all}`,
                    }),
                    h("small", {
                        text: s.best === null ? `${s.attempts} ×` : metricText(s.best, "s"),
                    }),
                );
                return h("td", {}, cell);
            }),
            h(
                "td",
                {},
                button({ icon: "save", label: TEXT.sheet, onclick: () => this.print(name) }),
            ),
        );
    }

    private showDetail(): void {
        if (this.open === null) {
            this.detail.replaceChildren();
            return;
        }
        const { trainee, task } = this.open;
        const title = this.tasks.find((t) => t.id === task)?.title ?? task;
        const rows = this.of(trainee).filter((r) => r.task === task);
        this.detail.replaceChildren(
            h("h2", { text: TEXT.attemptsOf(trainee, word(title)) }),
            h(
                "ul",
                { class: "attempt-list" },
                ...rows.map((r) =>
                    h(
                        "li",
                        { class: "row" },
                        h("span", { text: when(r.started) }),
                        h("span", { text: metricText(r.seconds, "s") }),
                        h("span", {
                            class: `result ${r.success ? "good" : ""}`,
                            text: r.success ? "✓" : "–",
                        }),
                        ...conditionTexts(r.conditions).map((text) =>
                            h("span", { class: "badge", text }),
                        ),
                        h("a", {
                            class: "button plain",
                            href: doorOf(
                                this.api.address("./", { replay: String(r.id) }),
                                "instructor",
                                this.key,
                            ),
                            target: "_blank",
                            rel: "noopener",
                            text: TEXT.replay,
                            "aria-label": `${TEXT.replay} ${r.id}`,
                        }),
                    ),
                ),
            ),
        );
    }

    // one trainee on one sheet of paper
    private print(name: string): void {
        const stands = standingsOf(this.of(name), this.tasks, this.rule);
        const c = TEXT.columns;
        const heads = [c.task, c.edition, c.attempts, c.counted, c.row, c.best, c.last, c.state];
        this.sheet.replaceChildren(
            h("h1", { text: TEXT.sheetTitle(name) }),
            h("p", { text: new Date().toLocaleDateString() }),
            h(
                "table",
                {},
                h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { text })))),
                h(
                    "tbody",
                    {},
                    ...this.tasks.map((task) => {
                        const s = stands.get(task.id)!;
                        const cells = [
                            task.title,
                            String(task.version ?? 1),
                            String(s.attempts),
                            String(s.counted),
                            String(s.row),
                            metricText(s.best, "s"),
                            s.last === "" ? "–" : when(s.last),
                            s.proficient ? TEXT.proficient : TEXT.notYet,
                        ];
                        return h("tr", {}, ...cells.map((text) => h("td", { text })));
                    }),
                ),
            ),
            h("p", { text: TEXT.sheetNote(this.rule.row, this.rule.all) }),
        );
        this.sheet.hidden = false;
        window.print();
        this.sheet.hidden = true;
    }
}
