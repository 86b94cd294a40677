// SPDX-License-Identifier: MIT
// What the page knows. Views watch it, actions and messages change it.
import { Signal } from "./core/store";
import { GHOSTS, type GhostChoice } from "./guide/ghost";
import type { MouseState } from "./input/mouse_keyboard";
import type { LinkState } from "./net/connection";
import type {
    Catalogue,
    Comment,
    ControlMessage,
    EndedMessage,
    TestedMessage,
    FilmMessage,
    LiveMessage,
    NoticeMessage,
    SceneMessage,
    StatusMessage,
} from "./net/messages";
import type { FieldOptions } from "./view/field";
import type { GlassPlace } from "./view/lens_glass";
import { DRAWINGS, type Drawing } from "./view/quality";

export const LEVELS = ["beginner", "guided", "trainee", "exam"] as const;
export type Level = (typeof LEVELS)[number];

export interface Settings extends Pick<
    FieldOptions,
    "forces" | "tension" | "contacts" | "marks" | "dyed"
> {
    stereo: boolean;
    lens: boolean; // the knot, large
    drawing: Drawing;
    lockPointer: boolean;
    level: Level; // how much one is helped
    ghost: GhostChoice; // the demonstration's hands one step ahead
    sound: boolean;
    anyOrder: boolean; // of tasks: no path
    speech: boolean; // throws and steps are spoken
    xrScaling: number;
    diagnostics: boolean;
}

// figures of the page itself, a few times a second
export interface PageFigures {
    fps: number;
    quality: string;
    latencyMs: number; // from sending an input to the frame that has it
}

// figures of the last frame that a person reads, a few times a second
export interface Readings {
    time: number;
    paused: boolean;
    speed: number;
    slow: boolean;
    jammed: boolean; // the forceps are
    tension: number; // N, largest outside of jaws
    late: number;
    steps: number;
    realtime: number;
    hands: (HandReading | null)[]; // left, right
}

export interface HandReading {
    force: number; // N
    jaw: number;
    holds: boolean;
    slips: boolean;
    near: boolean; // closing would grasp
    blocked: boolean;
    tail: number;
}

export class AppState {
    readonly link = new Signal<{ state: LinkState; reason: string }>({
        state: "connecting",
        reason: "",
    });
    readonly control = new Signal<Omit<ControlMessage, "type">>({
        you: false,
        held: false,
        pages: 1,
        holder: "",
        asking: null,
        asked: false,
        instructor: false,
    });
    readonly version = new Signal("");
    readonly catalogue = new Signal<Catalogue>({ tasks: [], metrics: [], materials: [] });
    readonly scene = new Signal<SceneMessage | null>(null);
    readonly live = new Signal<LiveMessage | null>(null);
    readonly status = new Signal<StatusMessage | null>(null);
    readonly film = new Signal<FilmMessage | null>(null);
    readonly comments = new Signal<Comment[]>([]); // on the attempt that is replayed
    readonly ended = new Signal<EndedMessage | null>(null);
    readonly notice = new Signal<Pick<NoticeMessage, "level" | "text"> | null>(null);
    readonly mouse = new Signal<MouseState>({
        engaged: false,
        active: 1,
        both: false,
        clutch: false,
        winds: false,
        looks: false,
        touches: false,
        drives: false,
    });
    // what the present step asks for
    readonly guide = new Signal<{ lines: string[]; stage: number; count: number; said: string }>({
        lines: [],
        stage: 0,
        count: 0,
        said: "",
    });
    // where the lens is; null: there is no knot to be seen
    readonly lens = new Signal<(GlassPlace & { magnification: number }) | null>(null);
    readonly device = new Signal("mouse and keyboard"); // last used
    readonly padThere = new Signal(false); // a gamepad is connected
    readonly readings = new Signal<Readings | null>(null);
    readonly figures = new Signal<PageFigures>({ fps: 0, quality: "", latencyMs: 0 });
    readonly trainee = new Signal("");
    readonly xrReady = new Signal(false);
    readonly settings = new Signal<Settings>({
        forces: false,
        tension: false,
        contacts: false,
        marks: true,
        dyed: true,
        lens: true,
        stereo: false,
        drawing: "auto",
        lockPointer: true,
        level: "beginner",
        ghost: "on",
        sound: true,
        speech: false,
        anyOrder: false,
        xrScaling: 10,
        diagnostics: false,
    });

    set(part: Partial<Settings>): void {
        this.settings.value = { ...this.settings.value, ...part };
    }

    // figures that come after the end, if that end is still shown
    addFigures(tested: TestedMessage): void {
        const ended = this.ended.value;
        if (ended !== null && ended.scene === tested.scene) {
            const metrics = ended.metrics.map(
                (m) => tested.metrics.find((late) => late.id === m.id) ?? m,
            );
            this.ended.value = { ...ended, metrics, tested: true };
        }
    }

    taskOf(id: string | null | undefined): Catalogue["tasks"][number] | undefined {
        return this.catalogue.value.tasks.find((t) => t.id === id);
    }
}

const KEPT = "sutura-settings";

// settings and the trainee's name outlive the page; a browser that forbids it is no reason to fail
export function keepSettings(state: AppState, storage: Storage | null): void {
    try {
        const kept: unknown = JSON.parse(storage?.getItem(KEPT) ?? "{}");
        if (typeof kept === "object" && kept !== null) {
            const { trainee, ...rest } = kept as Record<string, unknown>;
            const known = Object.entries(rest).filter(
                ([key, value]) =>
                    typeof value === typeof state.settings.value[key as keyof Settings] &&
                    (key !== "drawing" || DRAWINGS.some(([name]) => name === value)) &&
                    (key !== "level" || LEVELS.some((name) => name === value)) &&
                    (key !== "ghost" || GHOSTS.some((name) => name === value)),
            );
            state.set(Object.fromEntries(known) as Partial<Settings>);
            state.trainee.value = typeof trainee === "string" ? trainee.slice(0, 64) : "";
        }
    } catch {
        // what is kept there is not ours
    }
    const save = (): void => {
        try {
            const all = { ...state.settings.value, trainee: state.trainee.value };
            storage?.setItem(KEPT, JSON.stringify(all));
        } catch {
            // full or forbidden
        }
    };
    state.settings.watch(save);
    state.trainee.watch(save);
}
