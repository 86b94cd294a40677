// SPDX-License-Identifier: MIT
// The coach on the screen: one card at a time, which goes on by itself when the step was done.
import { button, h, keycap, setText } from "./dom";
import { CoachPlan, STEPS, type DeviceKind, type Facts } from "./coach_steps";

export class Coach {
    readonly element = h("aside", {
        class: "card coach",
        hidden: true,
        "aria-label": "Learn the controls",
    });
    private plan: CoachPlan | null = null;
    private kind: DeviceKind = "mouse";
    private bar = h("span", { class: "coach-fill" });
    private wait = 0;

    start(): void {
        this.plan = new CoachPlan();
        this.element.hidden = false;
        this.render();
    }

    stop(): void {
        this.plan = null;
        this.element.hidden = true;
    }

    get running(): boolean {
        return this.plan !== null;
    }

    get facts(): Facts | null {
        return this.plan?.facts ?? null;
    }

    setDevice(kind: DeviceKind): void {
        if (kind !== this.kind) {
            this.kind = kind;
            this.render();
        }
    }

    // now: ms
    update(now: number): void {
        const plan = this.plan;
        if (plan === null || plan.step === null) {
            return;
        }
        this.bar.style.transform = `scaleX(${plan.step.part(plan.facts).toFixed(3)})`;
        if (this.wait === 0 && plan.step.part(plan.facts) >= 1) {
            this.element.classList.add("ok");
            this.wait = now + 650; // long enough to see that it was right
        }
        if (this.wait !== 0 && now >= this.wait) {
            this.wait = 0;
            plan.check();
            this.render();
        }
    }

    private render(): void {
        const plan = this.plan;
        if (plan === null) {
            return;
        }
        this.element.classList.remove("ok");
        this.wait = 0;
        if (plan.step === null) {
            this.renderEnd();
            return;
        }
        const step = plan.step;
        this.bar = h("span", { class: "coach-fill" });
        this.element.replaceChildren(
            h(
                "div",
                { class: "coach-head" },
                h("span", { class: "coach-count", text: `${plan.index + 1} of ${STEPS.length}` }),
                h("h2", { text: step.title }),
            ),
            h("p", { role: "status", text: step.text[this.kind] }),
            h("div", { class: "keys" }, ...step.keys[this.kind].map(keycap)),
            h("span", { class: "coach-bar", "aria-hidden": "true" }, this.bar),
            h(
                "div",
                { class: "row end" },
                button({ label: "Not now", onclick: () => this.stop() }),
                button({
                    label: "Skip this step",
                    onclick: () => {
                        plan.skip();
                        this.render();
                    },
                }),
            ),
        );
    }

    private renderEnd(): void {
        const text = h("p", { role: "status" });
        setText(
            text,
            "That is all. Esc puts the forceps down, P pauses, H shows every key. Now try a task.",
        );
        this.element.replaceChildren(
            h("div", { class: "coach-head" }, h("h2", { text: "You have the hands for it" })),
            text,
            h(
                "div",
                { class: "row end" },
                button({
                    label: "Go",
                    kind: "primary",
                    onclick: () => {
                        this.stop();
                        this.onDone();
                    },
                }),
            ),
        );
    }

    onDone: () => void = () => undefined;
}
