// SPDX-License-Identifier: MIT
// Settings: parameters of the world, how it is shown, how hands are moved.
import type { Actions } from "../actions";
import { plain, pretty } from "../core/format";
import type { Parameter } from "../net/messages";
import type { AppState, Settings } from "../state";
import type { PresetName } from "../view/camera_rig";
import { DRAWINGS, type Drawing } from "../view/quality";
import { LANGUAGE, LANGUAGE_KEY, LANGUAGES, TEXT } from "../text";
import { GHOSTS, type GhostChoice } from "../guide/ghost";
import { button, dialog, h, setText } from "./dom";
import { levelChoice } from "./level_choice";

// sliders of quantities that span decades move in powers
export const isWide = (p: Pick<Parameter, "min" | "max">): boolean =>
    p.min > 0 && p.max / p.min > 50;
export const toSlider = (p: Pick<Parameter, "min" | "max">, v: number): number =>
    isWide(p) ? Math.log(v / p.min) / Math.log(p.max / p.min) : (v - p.min) / (p.max - p.min);
export const fromSlider = (p: Pick<Parameter, "min" | "max">, s: number): number =>
    isWide(p) ? p.min * (p.max / p.min) ** s : p.min + s * (p.max - p.min);

const VIEWS: [PresetName, string][] = [
    ["scene", "As set up"],
    ["top", "From above"],
    ["front", "From the front"],
    ["left", "From the left"],
    ["right", "From the right"],
    ["close", "Close-up"],
];

export class SettingsView {
    readonly element: HTMLDialogElement;
    private readonly parameters = h("div", { class: "parameters" });

    constructor(
        private readonly state: AppState,
        private readonly actions: Actions,
        doors: { view(name: PresetName): void; coach(): void },
    ) {
        this.element = dialog(
            "Settings",
            "settings-dialog",
            h(
                "section",
                {},
                h("h3", { text: "World" }),
                this.parameters,
                h(
                    "div",
                    { class: "row" },
                    button({
                        icon: "save",
                        label: "Save as scene file",
                        onclick: () => void actions.saveScene(),
                    }),
                    button({
                        icon: "reset",
                        label: "Start over",
                        onclick: () => void actions.reset(),
                    }),
                ),
            ),
            h(
                "section",
                {},
                h("h3", { text: "View" }),
                h(
                    "div",
                    { class: "row wrap" },
                    ...VIEWS.map(([name, label]) =>
                        button({ label, onclick: () => doors.view(name) }),
                    ),
                ),
                this.check("tension", "Colour threads by tension"),
                this.check("forces", "Show forces as arrows"),
                this.check("contacts", "Show contact forces too"),
                this.check("marks", "Show what would be grasped, and the height over the board"),
                this.check("lens", TEXT.lens),
                this.check("dyed", TEXT.dyed),
                this.check("stereo", "Stereo: two pictures side by side"),
                this.drawing(),
                this.language(),
            ),
            h(
                "section",
                {},
                h("h3", { text: "Hands" }),
                this.level(),
                this.ghost(),
                this.check("lockPointer", "Keep the mouse in the field (Esc frees it)"),
                this.check("sound", TEXT.sound),
                this.check("speech", TEXT.speech),
                this.scaling(),
                h(
                    "div",
                    { class: "row" },
                    button({
                        icon: "help",
                        label: "Learn the controls",
                        onclick: () => {
                            this.element.close();
                            doors.coach();
                        },
                    }),
                ),
            ),
        );
        state.scene.watch((scene) => {
            this.parameters.replaceChildren(
                ...(scene?.parameters ?? []).map((p) => this.slider(p)),
            );
        });
    }

    open(): void {
        this.element.showModal();
    }

    private check(key: keyof Settings, text: string): HTMLElement {
        const box = h("input", {
            type: "checkbox",
            onchange: () => this.state.set({ [key]: box.checked }),
        });
        this.state.settings.watch((s) => (box.checked = s[key] === true));
        return h("label", { class: "check" }, box, h("span", { text }));
    }

    private level(): HTMLElement {
        const choice = levelChoice(this.state);
        return h("label", { class: "check" }, h("span", { text: TEXT.level }), choice);
    }

    private ghost(): HTMLElement {
        const choice = h(
            "select",
            {
                class: "select",
                onchange: () => this.state.set({ ghost: choice.value as GhostChoice }),
            },
            ...GHOSTS.map((value) => h("option", { value, text: TEXT.ghosts[value] })),
        ) as HTMLSelectElement;
        this.state.settings.watch((s) => (choice.value = s.ghost));
        return h("label", { class: "check" }, h("span", { text: TEXT.ghost }), choice);
    }

    // texts are made when the page is opened, so it is opened anew
    private language(): HTMLElement {
        const choice = h(
            "select",
            {
                class: "select",
                onchange: () => {
                    try {
                        localStorage.setItem(LANGUAGE_KEY, choice.value);
                    } catch {
                        // forbidden: the address says it as well
                    }
                    const address = new URL(location.href);
                    address.searchParams.set("lang", choice.value);
                    location.replace(address);
                },
            },
            ...Object.entries(LANGUAGES).map(([value, text]) =>
                h("option", { value, text, selected: value === LANGUAGE }),
            ),
        ) as HTMLSelectElement;
        return h("label", { class: "check" }, h("span", { text: "Language" }), choice);
    }

    private drawing(): HTMLElement {
        const choice = h(
            "select",
            {
                class: "select",
                title: "Fast: fewer pixels and simpler shadows, for machines without a graphics card",
                onchange: () => this.state.set({ drawing: choice.value as Drawing }),
            },
            ...DRAWINGS.map(([value, text]) => h("option", { value, text })),
        ) as HTMLSelectElement;
        const now = h("output", {});
        this.state.settings.watch((s) => (choice.value = s.drawing));
        this.state.figures.watch((f) => setText(now, f.quality));
        return h("label", { class: "slider" }, h("span", { text: "Drawing" }), choice, now);
    }

    private scaling(): HTMLElement {
        const out = h("output", {});
        const range = h("input", {
            type: "range",
            min: 1,
            max: 20,
            step: 1,
            oninput: () => this.state.set({ xrScaling: Number(range.value) }),
        });
        this.state.settings.watch((s) => {
            range.value = String(s.xrScaling);
            setText(out, `${s.xrScaling} : 1`);
        });
        return h("label", { class: "slider" }, h("span", { text: "VR: hand to tool" }), range, out);
    }

    private slider(p: Parameter): HTMLElement {
        const text = (v: number): string =>
            p.unit === "x" ? `${plain(v)} ×` : `${plain(v)} ${pretty(p.unit)}`.trim();
        const out = h("output", { text: text(p.value) });
        let wanted = p.value;
        let busy = false;
        // one question at a time; the last value counts
        const send = async (): Promise<void> => {
            if (busy) {
                return;
            }
            busy = true;
            let sent = NaN;
            while (sent !== wanted) {
                sent = wanted;
                const got = await this.actions.setParameter(p.name, sent);
                if (wanted === sent) {
                    setText(out, text(got));
                }
            }
            busy = false;
        };
        const range = h("input", {
            type: "range",
            min: 0,
            max: 1,
            step: 0.001,
            value: toSlider(p, p.value),
            oninput: () => choose(Number(fromSlider(p, Number(range.value)).toPrecision(3))),
        });
        const own = p.own ?? p.value;
        const back = button({
            icon: "undo",
            label: TEXT.asTask(text(own)),
            quiet: true,
            onclick: () => {
                range.value = String(toSlider(p, own));
                choose(own);
            },
        });
        const choose = (value: number): void => {
            wanted = value;
            back.disabled = wanted === own;
            setText(out, text(wanted));
            void send();
        };
        back.disabled = p.value === own;
        return h(
            "div",
            { class: "parameter" },
            h(
                "label",
                { class: "slider" },
                h("span", {}, p.label, !p.live && h("small", { text: TEXT.fromReset })),
                range,
                out,
            ),
            back,
            h("p", { class: "note", text: TEXT.sees[p.name] ?? "" }),
        );
    }
}
