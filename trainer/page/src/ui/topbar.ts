// SPDX-License-Identifier: MIT
// The bar at the top: what is going on, who is practising, ways to everything else.
import type { AppState } from "../state";
import { TEXT } from "../text";
import { button, h, icon, setPressed, setText, svg, toggle } from "./dom";

export interface TopbarDoors {
    tasks(): void;
    records(): void;
    settings(): void;
    help(): void;
    trainee(): void;
    enterXr(): void;
    release(): void; // control
}

function mark(): SVGElement {
    // an overhand knot in two strokes
    return svg(
        "svg",
        { viewBox: "0 0 32 32", class: "mark", "aria-hidden": "true" },
        svg("path", { d: "M3 22c9 3 17-1 17-8 0-5-8-5-8 0 0 7 8 11 17 8", class: "mark-under" }),
        svg("path", { d: "M20 14c0-5-8-5-8 0 0 3 1.500 5.500 4 7.200", class: "mark-over" }),
    );
}

const MODES = { free: "Free play", play: "Task", demo: "Demonstration", replay: "Replay" };

export function topbar(state: AppState, doors: TopbarDoors): HTMLElement {
    const title = h("h1", { class: "topbar-title" });
    const mode = h("span", { class: "chip" });
    const name = h("span", { class: "name" });
    const pages = h("span", { class: "chip faint", hidden: true });
    state.scene.watch((scene) => {
        setText(title, scene?.title ?? "Connecting …");
        setText(mode, scene === null ? "" : MODES[scene.mode]);
        mode.dataset.mode = scene?.mode ?? "";
        mode.hidden = scene === null;
    });
    state.trainee.watch((who) => setText(name, who === "" ? "Your name" : who));
    const release = button({
        icon: "release",
        label: "Release control",
        quiet: true,
        onclick: doors.release,
    });
    state.control.watch(({ pages: count, you, held, holder }) => {
        const others = holder === "" ? "another page has control" : TEXT.holderHas(holder);
        setText(pages, you ? "you have control" : held ? others : "nobody has control");
        pages.title = TEXT.pagesOpen(count);
        pages.hidden = count < 2;
        release.hidden = !you || count < 2;
    });

    const view = (
        key: "forces" | "tension" | "stereo",
        iconName: string,
        label: string,
        keys: string,
    ): HTMLElement => {
        const element = toggle({
            icon: iconName,
            label,
            quiet: true,
            keys,
            on: false,
            onclick: () => state.set({ [key]: !state.settings.value[key] }),
        });
        state.settings.watch((s) => setPressed(element, s[key]));
        return element;
    };
    const xr = button({ icon: "headset", label: "Enter VR", quiet: true, onclick: doors.enterXr });
    state.xrReady.watch((ready) => (xr.hidden = !ready));

    return h(
        "header",
        { class: "topbar" },
        h("div", { class: "brand" }, mark(), h("span", { text: "Sutura" })),
        button({ icon: "list", label: "Tasks", keys: "T", onclick: doors.tasks }),
        h("div", { class: "topbar-middle" }, mode, title, pages, release),
        h(
            "nav",
            { class: "topbar-right", "aria-label": "Views and pages" },
            h(
                "div",
                { class: "group" },
                view("forces", "arrow", "Force arrows", "1"),
                view("tension", "palette", "Tension colours", "2"),
                view("stereo", "glasses", "Stereo, side by side", "3"),
                xr,
            ),
            h(
                "button",
                {
                    type: "button",
                    class: "button plain who",
                    title: "Who is practising",
                    onclick: doors.trainee,
                },
                icon("user"),
                name,
            ),
            button({ icon: "chart", label: "Records", keys: "O", onclick: doors.records }),
            button({
                icon: "sliders",
                label: "Settings",
                quiet: true,
                keys: "G",
                onclick: doors.settings,
            }),
            button({ icon: "help", label: "Help", quiet: true, keys: "H", onclick: doors.help }),
        ),
    );
}
