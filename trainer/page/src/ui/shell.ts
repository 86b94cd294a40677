// SPDX-License-Identifier: MIT
// Everything around the field: bar, cards, dialogs.
import type { Actions } from "../actions";
import type { Side } from "../input/device";
import type { MouseKeyboard } from "../input/mouse_keyboard";
import type { AppState } from "../state";
import type { PresetName } from "../view/camera_rig";
import { Coach } from "./coach";
import { parts } from "../guide/guide_prompt";
import { TEXT, word } from "../text";
import { h, keycap } from "./dom";
import { handCard } from "./hand_cards";
import { helpDialog } from "./help";
import { lensLabel } from "./lens_label";
import { liveCard } from "./live_card";
import { alerts, banner, toasts } from "./messages";
import { RecordsView } from "./records";
import { SectionView } from "./section_view";
import { ScoreView } from "./score";
import { SettingsView } from "./settings";
import { speaker } from "./sound";
import { TaskBrowser } from "./task_browser";
import { promptFor } from "./prompt";
import { taskCard } from "./task_card";
import { topbar } from "./topbar";
import { TraineeView } from "./trainee";
import { touchBar } from "./touch_bar";
import { transport } from "./transport";
import { welcome } from "./welcome";

// a tablet without a mouse
const fingersOnly = (): boolean =>
    matchMedia("(any-pointer: coarse) and (not (any-pointer: fine))").matches;

// keys stand out
const promptLine = (line: string): HTMLElement =>
    h("span", {}, ...parts(line).map((p) => (p.key ? keycap(p.text) : p.text)));

export interface ShellDoors {
    choose(side: Side): void;
    view(name: PresetName): void;
    enterXr(): void;
    retry(): void;
    showMe(): void;
    knotPicture(): HTMLCanvasElement | null;
    mouse: MouseKeyboard;
    instrument(): void; // another one in the hand
}

export class Shell {
    readonly element = h("div", { class: "shell" });
    readonly coach = new Coach();
    readonly tasks: TaskBrowser;
    readonly records: RecordsView;
    readonly settings: SettingsView;
    readonly help: HTMLDialogElement;
    readonly section: SectionView;

    constructor(state: AppState, actions: Actions, doors: ShellDoors) {
        this.section = new SectionView(state);
        this.tasks = new TaskBrowser(state, actions);
        this.records = new RecordsView(state, actions);
        this.settings = new SettingsView(state, actions, {
            view: doors.view,
            coach: () => this.teach(),
        });
        this.help = helpDialog(() => this.teach());
        const trainee = new TraineeView(state, actions);
        const score = new ScoreView(state, actions, {
            tasks: () => this.tasks.open(),
            records: () => void this.records.open(),
            knotPicture: doors.knotPicture,
        });
        this.coach.onDone = (): void => this.tasks.open();
        const bar = topbar(state, {
            release: () => void actions.release(),
            tasks: () => this.tasks.open(),
            records: () => void this.records.open(),
            settings: () => this.settings.open(),
            help: () => this.help.showModal(),
            trainee: () => trainee.open(),
            enterXr: doors.enterXr,
        });
        document
            .querySelector("#field")
            ?.setAttribute(
                "aria-label",
                word("The field: two forceps and a thread on a board. Press H for the controls."),
            );
        this.element.append(
            bar,
            banner(state, actions, doors.retry),
            alerts(state, actions),
            h(
                "div",
                { class: "side left" },
                taskCard(state, actions, doors.showMe),
                this.section.element,
            ),
            h("div", { class: "side right" }, liveCard(state)),
            this.prompt(state),
            lensLabel(state),
            h(
                "div",
                { class: "bottom" },
                handCard(state, 0, doors.choose),
                transport(state, actions),
                handCard(state, 1, doors.choose),
            ),
            this.coach.element,
            touchBar(state, actions, doors.mouse, () => doors.instrument()),
            toasts(state),
            speaker(state),
            this.tasks.element,
            this.records.element,
            this.settings.element,
            this.help,
            trainee.element,
            score.element,
            welcome(state, actions, { tasks: () => this.tasks.open() }),
        );
    }

    private teach(): void {
        this.coach.start();
    }

    // what a click into the field will do, until it is done
    private prompt(state: AppState): HTMLElement {
        const element = h("div", { class: "prompt", role: "status" });
        const update = (): void => {
            const mode = state.scene.value?.mode;
            const mine = state.control.value.you && (mode === "free" || mode === "play");
            const side = state.mouse.value.active === 0 ? "left" : "right";
            const text = promptFor({
                device: state.device.value,
                pad: state.padThere.value,
                engaged: state.mouse.value.engaged,
                fingers: fingersOnly(),
                side,
                begun: (state.live.value?.elapsed ?? 0) > 0,
                drives: state.mouse.value.drives,
            });
            const { lines, stage, count, said } = state.guide.value;
            const guided = mine && lines.length > 0;
            element.hidden = !mine || (!guided && text === "");
            element.classList.toggle("guide", guided);
            const shown = guided ? lines.join("|") + said : text;
            if (shown === last) {
                return;
            }
            last = shown;
            element.replaceChildren(
                ...(guided
                    ? [
                          h("small", {
                              text: [TEXT.step(Math.min(stage + 1, count), count), said]
                                  .filter(Boolean)
                                  .join(": "),
                          }),
                          ...lines.map(promptLine),
                      ]
                    : [promptLine(text)]),
            );
        };
        let last = "";
        state.guide.watch(update);
        state.padThere.watch(update);
        state.live.watch(update);
        state.mouse.watch(update);
        state.scene.watch(update);
        state.control.watch(update);
        state.device.watch(update);
        return element;
    }

    focusField(): void {
        document.querySelector<HTMLCanvasElement>("canvas#field")?.focus();
    }
}
