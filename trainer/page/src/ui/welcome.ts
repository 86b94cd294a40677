// SPDX-License-Identifier: MIT
// The first visit: what to begin with, and with which hands.
import type { Actions } from "../actions";
import type { AppState } from "../state";
import { parts } from "../guide/guide_prompt";
import { TEXT } from "../text";
import { button, dialog, h, keycap } from "./dom";
import { taskPicture } from "./task_picture";

const SEEN = "sutura-welcomed";
// tasks with a guide: one for the first minute, one for the first knot
const FIRST = "touch";
const KNOT = "overhand-post";

function seen(): boolean {
    try {
        return localStorage.getItem(SEEN) !== null;
    } catch {
        return true;
    }
}

export function welcome(
    state: AppState,
    actions: Actions,
    doors: { tasks(): void },
): HTMLDialogElement {
    const go = (then: () => void) => (): void => {
        element.close();
        then();
    };
    const watch = (): void => {
        const tasks = state.catalogue.value.tasks.filter((t) => t.demo);
        const task = tasks.find((t) => t.id.includes("reef")) ?? tasks[0];
        if (task !== undefined) {
            void actions.start(task.id, { demo: true });
        }
    };
    const begin = (id: string) => (): void => {
        state.set({ level: "beginner" });
        void actions.start(id);
    };
    const way = (
        title: string,
        text: string,
        iconName: string,
        picture: string, // of this task
        then: () => void,
        primary = false,
    ): HTMLElement =>
        h(
            "div",
            { class: `way${primary ? " first" : ""}` },
            taskPicture(picture),
            h("h3", { text: title }),
            h("p", { text }),
            button({
                icon: iconName,
                label: title,
                kind: primary ? "primary" : "plain",
                onclick: go(then),
            }),
        );
    const said = (line: string): HTMLElement =>
        h("p", { class: "devices" }, ...parts(line).map((p) => (p.key ? keycap(p.text) : p.text)));
    const t = TEXT.welcome;
    const element = dialog(
        t.title,
        "welcome-dialog",
        h("p", { class: "lead", text: t.lead }),
        h(
            "div",
            { class: "ways" },
            way(t.first, t.firstText, "play", FIRST, begin(FIRST), true),
            way(t.knot, t.knotText, "play", KNOT, begin(KNOT)),
            way(t.watch, t.watchText, "eye", "reef-post", watch),
            way(t.tasks, t.tasksText, "list", "rings", doors.tasks),
        ),
        said(t.devices),
        said(t.undo),
    );
    element.addEventListener("close", () => {
        try {
            localStorage.setItem(SEEN, "1");
        } catch {
            // then it comes again
        }
    });
    // once there is something behind it to see
    const stop = state.scene.watch((scene) => {
        if (scene !== null && !seen() && scene.mode === "free" && state.control.value.you) {
            queueMicrotask(() => {
                stop();
                if (document.querySelector("dialog[open]") === null) {
                    element.showModal();
                }
            });
        }
    });
    return element;
}
