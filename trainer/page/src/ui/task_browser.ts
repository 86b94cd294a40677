// SPDX-License-Identifier: MIT
// All tasks, by level, each with its goal and its ways in.
import type { Actions } from "../actions";
import { missing, nextOf, ruleOf, standingsOf, type Standing } from "../core/curriculum";
import type { Task } from "../net/messages";
import type { AppState } from "../state";
import { TEXT, word } from "../text";
import { button, dialog, h, icon } from "./dom";
import { levelChoice } from "./level_choice";
import { taskPicture } from "./task_picture";

const GROUPS: Record<string, string> = {
    start: "First movements",
    knots: "Tying",
    untying: "Undoing",
    physics: "Feeling the thread",
    tissue: "Tissue",
    needle: "Needle and tissue",
    vessel: "Vessels",
    cutting: "Cutting",
};

// about how long a first success takes, by level
const MINUTES: Record<number, number> = { 1: 1, 2: 2, 3: 4, 4: 6, 5: 8 };

const groupTitle = (group: string): string =>
    GROUPS[group] ?? `${group.charAt(0).toUpperCase()}${group.slice(1)}`;

export class TaskBrowser {
    readonly element: HTMLDialogElement;
    private readonly list = h("div", { class: "task-list" });
    private standings = new Map<string, Standing>(); // of who practises; empty without a name

    constructor(
        private readonly state: AppState,
        private readonly actions: Actions,
    ) {
        this.element = dialog(
            "Tasks",
            "wide tasks-dialog",
            h(
                "div",
                { class: "row" },
                h("label", { class: "check" }, h("span", { text: TEXT.level }), levelChoice(state)),
                this.order(),
            ),
            this.list,
        );
        state.catalogue.watch(() => this.render());
        state.scene.watch(() => this.render());
    }

    open(): void {
        this.render();
        this.element.showModal();
        void this.loadDone();
    }

    // which of them this trainee has done, from the records
    private async loadDone(): Promise<void> {
        const trainee = this.state.trainee.value;
        this.standings.clear();
        try {
            if (trainee !== "") {
                const records = await this.actions.api.allRecords({ trainee });
                this.standings = standingsOf(records, this.state.catalogue.value.tasks);
            }
            this.render();
        } catch {
            // the list is of use without the ticks
        }
    }

    // the path, or any task at any time
    private order(): HTMLElement {
        const box = h("input", {
            type: "checkbox",
            onchange: () => this.state.set({ anyOrder: box.checked }),
        });
        this.state.settings.watch((s) => {
            if (box.checked !== s.anyOrder) {
                box.checked = s.anyOrder;
                this.render();
            }
        });
        return h("label", { class: "check" }, box, h("span", { text: TEXT.anyOrder }));
    }

    // what has to be done before, by title; without a name nothing is known and all is open
    private closedBy(task: Task): string[] {
        if (this.standings.size === 0 || this.state.settings.value.anyOrder) {
            return [];
        }
        const reached = [...this.standings].filter(([, s]) => s.reached > 0).map(([id]) => id);
        return missing(task, new Set(reached)).map((id) =>
            word(this.state.taskOf(id)?.title ?? id),
        );
    }

    private render(): void {
        const groups = new Map<string, Task[]>();
        for (const task of this.state.catalogue.value.tasks) {
            const title = groupTitle(task.group);
            groups.set(title, [...(groups.get(title) ?? []), task]);
        }
        this.list.replaceChildren(
            ...[...groups].map(([title, tasks]) =>
                h(
                    "section",
                    { class: "task-group" },
                    h("h3", { text: title }),
                    h("div", { class: "task-cards" }, ...tasks.map((t) => this.card(t))),
                ),
            ),
        );
    }

    private card(task: Task): HTMLElement {
        // what to begin with: the first task that has not been done
        const first = task.id === nextOf(this.state.catalogue.value.tasks, this.standings)?.id;
        const stands = this.standings.get(task.id);
        const done = (stands?.reached ?? 0) > 0;
        const closedBy = this.closedBy(task);
        const now = this.state.scene.value?.task === task.id;
        const materials = task.materials.length > 0 ? task.materials : [];
        const select = h("select", {
            class: "select",
            "aria-label": TEXT.threadFor(word(task.title)),
        });
        if (task.material === null) {
            select.append(h("option", { value: "", text: "Thread of the task", selected: true }));
        }
        select.append(
            ...materials.map((m) =>
                h("option", { value: m, text: m, selected: m === task.material }),
            ),
        );
        const start = (demo: boolean): void => {
            this.element.close();
            void this.actions.start(task.id, {
                demo,
                ...(materials.length > 0 && select.value !== "" ? { material: select.value } : {}),
            });
        };
        return h(
            "article",
            {
                class: `task${now ? " now" : ""}${done ? " done" : ""}${closedBy.length > 0 ? " locked" : ""}`,
            },
            h(
                "div",
                { class: "task-top" },
                taskPicture(task.id),
                first &&
                    h("span", {
                        class: "chip",
                        text: this.standings.size === 0 ? TEXT.startHere : TEXT.goOn,
                    }),
                done &&
                    stands !== undefined &&
                    h(
                        "span",
                        { class: "chip reached" },
                        icon("check"),
                        TEXT.stand(stands, ruleOf(task).all),
                    ),
            ),
            h(
                "header",
                {},
                h("h4", { text: task.title }),
                task.level > 0 &&
                    h("span", {
                        class: "level",
                        text: TEXT.minutes(MINUTES[task.level] ?? 5),
                        title: TEXT.levelOf(task.level),
                    }),
            ),
            h("p", { class: "task-goal", text: task.goal, title: word(task.goal) }),
            closedBy.length > 0 &&
                h("p", { class: "locked-note", text: TEXT.opensAfter(closedBy) }),
            h(
                "div",
                { class: "row" },
                closedBy.length === 0 &&
                    button({
                        icon: "play",
                        label: now ? "Start again" : "Start",
                        kind: "primary",
                        onclick: () => start(false),
                    }),
                task.demo && button({ icon: "eye", label: "Watch", onclick: () => start(true) }),
                materials.length > 1 && select,
            ),
        );
    }
}
