// SPDX-License-Identifier: MIT
// The first visit: three ways to begin.
import type { Actions } from "../actions";
import type { AppState } from "../state";
import { button, dialog, h } from "./dom";

const SEEN = "sutura-welcomed";

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
    doors: { coach(): void; tasks(): void },
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
    const way = (
        title: string,
        text: string,
        iconName: string,
        then: () => void,
        primary = false,
    ): HTMLElement =>
        h(
            "div",
            { class: "way" },
            h("h3", { text: title }),
            h("p", { text }),
            button({
                icon: iconName,
                label: title,
                kind: primary ? "primary" : "plain",
                onclick: go(then),
            }),
        );
    const element = dialog(
        "Welcome to the knot board",
        "welcome-dialog",
        h("p", {
            class: "lead",
            text: "Two forceps, a thread that bends, twists, rubs and knots as the real one does, and no way to break anything.",
        }),
        h(
            "div",
            { class: "ways" },
            way(
                "Learn the controls",
                "Six small steps, about a minute.",
                "play",
                doors.coach,
                true,
            ),
            way("Watch a knot", "See a reef knot tied, as slowly as you like.", "eye", watch),
            way("Choose a task", "From touching targets to a surgeon's knot.", "list", doors.tasks),
        ),
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
