// SPDX-License-Identifier: MIT
// Puts the parts together: connection, hands, field, pages.
import { Actions } from "./actions";
import { clock } from "./core/format";
import type { Side } from "./input/device";
import { PadHands } from "./input/gamepad";
import { Hands } from "./input/hands";
import { Coaching } from "./guide/coaching";
import { InputLoop } from "./input/input_loop";
import { bindKeys, isTyping } from "./input/keys";
import { MouseKeyboard } from "./input/mouse_keyboard";
import { XrHands } from "./input/xr";
import { LatencyMeter } from "./latency";
import { Api } from "./net/api";
import { clientId, Connection, roleOf, type Role } from "./net/connection";
import type { Frame } from "./net/frame";
import type { EndedMessage, SceneMessage, ServerMessage } from "./net/messages";
import { AppState, keepSettings } from "./state";
import { TEXT } from "./text";
import { roomOf } from "./ui/free_room";
import { answerTo } from "./ui/score";
import { Markers } from "./ui/markers";
import { NeedleTags } from "./ui/needle_tags";
import { Shell } from "./ui/shell";
import { Sound } from "./ui/sound";
import { CameraRig, metresPerPixel, type PresetName } from "./view/camera_rig";
import { Field } from "./view/field";
import { OrbitControl } from "./view/orbit_control";
import { Governor, levelOf, LEVELS } from "./view/quality";
import { covered } from "./view/look/microscope";
import { Stage } from "./view/stage";
import { ViewLoop } from "./view/view_loop";
import { XrRoom } from "./view/xr_room";

const FRESH_MS = 60_000;
const UNFOLD_MS = 1500;
const BEAT_MS = 3000; // a page that says nothing for 10 s can lose control
const VIEW_CYCLE: PresetName[] = ["scene", "top", "front", "left", "right", "close"];

export class App {
    readonly state = new AppState();
    readonly hands = new Hands();
    readonly rig = new CameraRig();
    readonly latency = new LatencyMeter();
    readonly mouse = new MouseKeyboard();
    readonly pad: PadHands;
    readonly xr = new XrHands();
    readonly actions: Actions;
    private readonly connection: Connection;
    private readonly stage: Stage;
    private readonly field = new Field();
    private readonly governor: Governor;
    private readonly qualityAsked: boolean; // in the address, which counts more than the setting
    private readonly shell: Shell;
    private readonly room: XrRoom;
    frame: Frame | null = null; // the latest
    private readonly role: Role;
    private hadControl = false;
    readonly coaching: Coaching;
    private readonly markers = new Markers();
    private readonly tags = new NeedleTags();
    private readonly sound = new Sound(this.state);
    private readonly input: InputLoop;
    private readonly pictures: ViewLoop;
    private view = 0;
    private unfold: ReturnType<typeof setTimeout> | undefined;
    private toFit = false; // both hands into the view with the next frame

    constructor(canvas: HTMLCanvasElement, mount: HTMLElement) {
        const api = new Api(new URL(location.href));
        const asked = new URL(location.href).searchParams;
        this.role = roleOf(asked);
        const key = asked.get("instructor");
        this.connection = new Connection(
            {
                url: api.socketAddress(),
                client: clientId(sessionStorage),
                role: this.role,
                ...(key === null || key === "" ? {} : { key }),
            },
            {
                frame: (frame) => this.onFrame(frame),
                message: (message) => this.onMessage(message),
                state: (state, reason) => (this.state.link.value = { state, reason }),
            },
        );
        this.actions = new Actions(this.state, this.connection, api);
        keepSettings(this.state, localStorage);
        // ?quality=best and the like: drawn so, however long it takes
        const chosen = levelOf(new URL(location.href).searchParams.get("quality"));
        const fine = this.state.settings.value.drawing === "high" || chosen === LEVELS.length - 1;
        this.stage = new Stage(canvas, fine);
        this.stage.root.add(this.field.group);
        this.stage.onFine = (fine): void => this.field.setFine(this.stage.renderer, fine);
        this.governor = new Governor(this.stage.software ? 1 : 3);
        if (chosen >= 0) {
            this.governor.fix(chosen);
        } else {
            this.governor.choose(this.state.settings.value.drawing);
        }
        this.qualityAsked = chosen >= 0;
        this.stage.setQuality(this.governor.quality);
        this.rig.smooth = !matchMedia("(prefers-reduced-motion: reduce)").matches;
        this.pad = new PadHands(() => navigator.getGamepads?.() ?? [], this.rig);
        this.pad.onPause = (): void => void this.actions.togglePause();
        this.pad.onInstrument = (): void => this.instrument();
        this.pad.onUndo = (): void => void this.actions.undo();
        const view = (): { width: number; height: number } => ({
            width: canvas.clientWidth,
            height: canvas.clientHeight,
        });
        this.coaching = new Coaching(this.state, this.hands, this.rig, () => this.actions, view);
        this.hands.onUndo = (): void => {
            this.mouse.adopt([this.hands.hands[0].jaw, this.hands.hands[1].jaw]);
            this.coaching.wentBack();
        };
        this.mouse.canWind = (): boolean =>
            this.coaching.assist.shaftFor(this.mouse.state.active) !== null ||
            this.coaching.assist.driving.held(this.mouse.state.active) !== null;
        this.room = new XrRoom(this.stage, this.xr, this.state);
        this.shell = new Shell(this.state, this.actions, {
            choose: (side) => this.choose(side),
            view: (name) => this.lookFrom(name),
            enterXr: () => void this.room.enter(),
            retry: () => this.connection.retryNow(),
            showMe: () => this.coaching.showMe(),
            knotPicture: () => this.pictures.knotPicture(),
            mouse: this.mouse,
            instrument: () => this.instrument(),
        });
        const { state, hands, mouse, pad, xr, connection, latency, rig, stage, field } = this;
        const { governor, room } = this;
        const { coach } = this.shell;
        this.input = new InputLoop({
            state,
            hands,
            mouse,
            pad,
            xr,
            assist: this.coaching.assist,
            connection,
            latency,
            coach,
            view: () => ({
                eye: rig.eye,
                pixel: metresPerPixel(rig.eye, rig.eye.target, stage.pixelsHigh),
            }),
            ready: () => this.frame !== null,
        });
        this.pictures = new ViewLoop({
            state,
            stage,
            field,
            rig,
            governor,
            room,
            hands,
            latency,
            coach,
            frame: () => this.frame,
            poll: (now) => this.input.poll(now),
            ghosts: (dt) => this.coaching.ghosts(dt),
            free: () => roomOf(this.shell.element),
            drawn: (eye) => {
                this.coaching.followWork();
                this.markers.show(this.coaching.markers(), eye, view());
                this.tags.show(state.scene.value, this.frame, eye, view());
                this.shell.section.show(this.frame, performance.now());
            },
        });
        mount.append(this.markers.element, this.tags.element);
        mount.append(this.shell.element);
        this.bind(canvas);
    }

    // the next picture from the ground
    redraw(): void {
        this.stage.refresh();
    }

    start(): void {
        this.connection.start();
        this.replayAsked();
        this.actions.api.tasks().then(
            (catalogue) => (this.state.catalogue.value = catalogue),
            (error: unknown) => this.actions.complain(error),
        );
        setInterval(() => this.beat(), BEAT_MS);
        this.pictures.start();
    }

    // ?replay=17: as soon as this page has control
    private replayAsked(): void {
        const asked = Number(new URL(location.href).searchParams.get("replay"));
        if (!Number.isSafeInteger(asked) || asked <= 0) {
            return;
        }
        let begun = false;
        // an instructor takes what nobody has; from somebody who practises it is taken by a click
        this.state.control.watch(({ you, held, instructor }) => {
            if (begun) {
                return;
            }
            if (you) {
                begun = true;
                void this.actions.replay(asked);
            } else if (instructor && !held) {
                void this.actions.take();
            }
        });
    }

    //---- from the server -------------------------------------------------------------------------
    private onFrame(frame: Frame): void {
        const scene = this.state.scene.value;
        if (scene === null || frame.scene !== scene.scene) {
            return;
        }
        const first = this.frame === null;
        this.frame = frame;
        this.hands.sync(frame);
        if (this.toFit) {
            this.toFit = false;
            const tools = frame.tools.map((t) => t.target.position);
            const holds = frame.holds.map((h) => h.where);
            if (tools.length === 0) {
                this.rig.faceHands(holds);
            }
            // and where the steps lead
            const led = (scene.level === undefined ? [] : (scene.guide ?? [])).flatMap((s) =>
                s.to === undefined ? [] : [s.to],
            );
            this.rig.include(tools.length > 0 ? [...tools, ...led] : holds, this.stage.aspect);
        }
        if (first) {
            this.mouse.adopt([this.hands.hands[0].jaw, this.hands.hands[1].jaw]);
        }
        this.coaching.frame(frame);
        this.mouse.drive(this.coaching.assist.driving.active);
        this.sound.frame(frame);
        const facts = this.shell.coach.facts;
        if (facts !== null && frame.tools.some((t) => t.grips.length > 0)) {
            facts.grasped = true;
        }
        const now = performance.now();
        this.latency.frame(frame.seq, now);
        this.input.pollIfDue(now);
        this.pictures.news();
    }

    private onMessage(message: ServerMessage): void {
        const { state } = this;
        switch (message.type) {
            case "welcome":
                state.version.value = message.version;
                state.control.value = {
                    ...state.control.value,
                    you: message.you === "control",
                    held: message.you === "control" || state.control.value.held,
                    pages: message.pages,
                };
                this.actions.setView(state.settings.value.contacts);
                this.actions.sayName();
                break;
            case "scene":
                this.onScene(message);
                break;
            case "live":
                if (message.scene === state.scene.value?.scene) {
                    state.live.value = message;
                    this.field.setProgress(message.progress);
                    this.coaching.live(message);
                }
                break;
            case "control":
                state.control.value = message;
                if (!message.you) {
                    this.hands.letGo();
                    this.mouse.putDown();
                }
                break;
            case "status":
                state.status.value = message;
                break;
            case "ended":
                this.onEnded(message);
                break;
            case "tested":
                state.addFigures(message);
                break;
            case "film":
                state.film.value = message;
                break;
            case "notice":
                state.notice.value = message;
                break;
            default:
                break;
        }
    }

    private onEnded(ended: EndedMessage): void {
        const answer = answerTo(ended, this.state.scene.value?.scene);
        if (answer === "toast") {
            const how = ended.success ? "done" : "attempt stopped";
            this.actions.tell(`${ended.title}: ${how}, ${clock(ended.seconds)}`);
        } else if (answer === "score") {
            this.state.ended.value = ended;
            if (ended.mode === "play") {
                this.mouse.putDown();
            }
        }
    }

    // A page that was just opened to practise takes control from one that is gone, for instance the tab
    // that was closed a moment ago; the server refuses while the other page is alive. Later it is for
    // people to decide.
    private takeIfFree(): void {
        const { you } = this.state.control.value;
        this.hadControl ||= you;
        if (!this.hadControl && this.role === "control" && performance.now() < FRESH_MS) {
            this.connection.request({ type: "control", action: "take" }).catch(() => undefined);
        }
    }

    private beat(): void {
        this.connection.send({ type: "ping", t: performance.now() });
        this.takeIfFree();
    }

    private onScene(scene: SceneMessage): void {
        const before = this.state.scene.value;
        this.frame = null;
        this.hands.setScene(scene);
        this.coaching.setScene(scene);
        this.field.setScene(scene);
        // Starting over keeps the view that somebody has chosen; else both hands are to be seen where they begin,
        // which is not where they were when the page was opened.
        const watched = before?.mode === "demo" || before?.mode === "replay";
        const other = before === null || before.task !== scene.task || scene.mode !== before.mode;
        if (other || watched || !this.rig.moved) {
            this.setUpView(scene);
        }
        this.state.live.value = null;
        this.pictures.newScene();
        this.state.scene.value = scene;
        document.body.dataset.mode = scene.mode;
    }

    private setUpView(scene: SceneMessage): void {
        const { target, from, height } = scene.camera;
        this.rig.setHome(target, from, height, scene.limits.low, scene.limits.high);
        this.toFit = true;
    }

    //---- from the user ---------------------------------------------------------------------------
    // A tablet that is turned, a window that is made narrow: both hands are to stay in the view.
    private onResize(width: number, height: number): void {
        const before = this.stage.aspect;
        covered.top = document.querySelector<HTMLElement>(".topbar")?.offsetHeight ?? 0;
        this.stage.resize(width, height);
        const scene = this.state.scene.value;
        const otherShape = Math.abs(Math.log(this.stage.aspect / before)) > 0.1;
        if (otherShape && scene !== null && !this.rig.moved) {
            this.setUpView(scene);
        }
    }

    // Cards fold while a hand is led. A finger comes and goes: they stay folded for a moment.
    private fold(working: boolean): void {
        clearTimeout(this.unfold);
        const wait = !working && this.mouse.name === "fingers" ? UNFOLD_MS : 0;
        const now = (): void => void document.body.classList.toggle("working", working);
        if (wait === 0) {
            now();
        } else {
            this.unfold = setTimeout(now, wait);
        }
    }

    private bind(canvas: HTMLCanvasElement): void {
        const { state } = this;
        this.mouse.onChange = (mouse): void => {
            state.mouse.value = mouse;
            if (mouse.engaged && this.mouse.name !== state.device.value) {
                state.device.value = this.mouse.name; // its buttons come with the first touch
            }
            canvas.classList.toggle("taken", mouse.engaged);
            this.fold(mouse.engaged && (this.mouse.name === "fingers" ? mouse.touches : true));
            if (!mouse.engaged && document.pointerLockElement === canvas) {
                document.exitPointerLock();
            }
        };
        // what a hand does is on its way before the next picture begins
        this.mouse.onInput = (): void => this.input.hurry();
        this.mouse.attach(canvas, window, () => {
            canvas.focus();
            if (state.settings.value.lockPointer) {
                // refused right after Esc: the mouse has the hand all the same
                void Promise.resolve(canvas.requestPointerLock()).catch(() => undefined);
            }
        });
        document.addEventListener("pointerlockchange", () => {
            if (state.settings.value.lockPointer && document.pointerLockElement === null) {
                this.mouse.putDown();
            }
        });
        const orbit = new OrbitControl(this.rig, canvas, () => {
            const { engaged, looks } = state.mouse.value;
            return engaged && !looks;
        });
        orbit.onLook = (angle): void => {
            const facts = this.shell.coach.facts;
            if (facts !== null) {
                facts.looked += angle;
            }
        };
        state.settings.watch((s) => {
            this.stage.stereo = s.stereo;
            this.xr.scaling = s.xrScaling;
            if (!this.qualityAsked && this.governor.choose(s.drawing)) {
                this.stage.setQuality(this.governor.quality);
            }
            this.actions.setView(s.contacts && s.forces);
        });
        new ResizeObserver(() => this.onResize(canvas.clientWidth, canvas.clientHeight)).observe(
            canvas,
        );
        this.bindKeys();
        document.addEventListener("keydown", (event) => {
            const undo = (event.ctrlKey || event.metaKey) && event.code === "KeyZ";
            if (undo && !event.repeat && !isTyping(event.target)) {
                event.preventDefault();
                void this.actions.undo();
            }
        });
    }

    private bindKeys(): void {
        const flip = (key: "forces" | "tension" | "stereo"): void =>
            this.state.set({ [key]: !this.state.settings.value[key] });
        bindKeys(
            document,
            {
                p: () => void this.actions.togglePause(),
                ".": () => void this.actions.step(1),
                ",": () => this.actions.changeSpeed(-1),
                "/": () => this.actions.changeSpeed(1),
                Backspace: () => void this.actions.reset(),
                v: () => this.lookFrom(VIEW_CYCLE[++this.view % VIEW_CYCLE.length] ?? "scene"),
                "0": () => this.lookFrom("scene"),
                "1": () => flip("forces"),
                "2": () => flip("tension"),
                "3": () => flip("stereo"),
                n: () => this.clip(),
                i: () => this.instrument(),
                j: () => this.coaching.showMe(),
                t: () => this.shell.tasks.open(),
                o: () => void this.shell.records.open(),
                g: () => this.shell.settings.open(),
                h: () => this.shell.help.showModal(),
            },
            () => document.querySelector("dialog[open]") !== null,
        );
    }

    // The active hand changes its instrument, or the one whose step asks for it, or the only one that can.
    private instrument(): void {
        const { active } = this.mouse.state;
        const asked = ([0, 1] as const).find(
            (side) => this.coaching.guide.helped(side)?.step.do === "change",
        );
        const able = ([0, 1] as const).filter((side) => this.hands.hands[side].tools.length > 1);
        const side = asked ?? (able.includes(active) ? active : able[0]);
        const errand = side === undefined ? null : this.coaching.guide.helped(side);
        const wanted = errand?.step.do === "change" ? errand.step.tool : undefined;
        if (side !== undefined && this.hands.change(side, wanted)) {
            this.mouse.adopt([this.hands.hands[0].jaw, this.hands.hands[1].jaw]);
            this.coaching.assist.reset();
            const kind = this.state.scene.value?.tools[this.hands.hands[side].tool]?.kind ?? "";
            this.actions.tell(TEXT.instrumentNow(TEXT.instruments[kind] ?? kind));
        }
    }

    // the assistant takes what the active hand holds, or lets go what he has
    private clip(): void {
        const { tool } = this.hands.hands[this.mouse.state.active];
        if (tool >= 0) {
            void this.actions.clip(tool);
        }
    }

    private choose(side: Side): void {
        this.mouse.switchHand(side);
        this.shell.focusField();
    }

    private lookFrom(name: PresetName): void {
        this.view = VIEW_CYCLE.indexOf(name);
        const tip = this.frame?.tools.find(
            (t) => t.index === this.hands.hands[this.mouse.state.active].tool,
        );
        this.rig.preset(name, tip?.proxy.position);
    }
}
