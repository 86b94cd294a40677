// SPDX-License-Identifier: MIT
// Who is practising: a name, kept with every attempt. Without one nothing is recorded.
import type { Actions } from "../actions";
import type { AppState } from "../state";
import { button, dialog, h } from "./dom";

export class TraineeView {
    readonly element: HTMLDialogElement;
    private readonly input = h("input", {
        type: "text",
        maxlength: 64,
        class: "text",
        id: "trainee-name",
        autocomplete: "off",
        list: "trainees",
        placeholder: "Name or code",
    });
    private readonly known = h("datalist", { id: "trainees" });

    constructor(
        private readonly state: AppState,
        private readonly actions: Actions,
    ) {
        const form = h(
            "form",
            { method: "dialog", class: "trainee-form", onsubmit: () => this.keep() },
            h("label", {
                for: "trainee-name",
                text: "Attempts are kept under this name, on the machine of the trainer only.",
            }),
            this.input,
            this.known,
            h(
                "div",
                { class: "row end" },
                button({
                    label: "Without a record",
                    onclick: () => {
                        this.input.value = "";
                        this.keep();
                        this.element.close();
                    },
                }),
                h("button", { class: "button primary", type: "submit", text: "Use this name" }),
            ),
        );
        this.element = dialog("Who is practising?", "small", form);
    }

    open(): void {
        this.input.value = this.state.trainee.value;
        this.element.showModal();
        this.input.select();
        this.actions.api.trainees().then(
            ({ trainees }) =>
                this.known.replaceChildren(...trainees.map((t) => h("option", { value: t.name }))),
            () => undefined,
        );
    }

    private keep(): void {
        this.state.trainee.value = this.input.value.trim().slice(0, 64);
    }
}
