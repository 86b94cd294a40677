// SPDX-License-Identifier: MIT
// Puts the parts together: connection, hands, field, pages.
import { Actions } from "./actions";
import { clock } from "./core/format";
import { norm } from "./core/vec";
import type { HandInput, InputContext, Side } from "./input/device";
import { PadHands } from "./input/gamepad";
import { Hands } from "./input/hands";
import { bindKeys } from "./input/keys";
import { MouseKeyboard } from "./input/mouse_keyboard";
import { XrHands } from "./input/xr";
import { LatencyMeter } from "./latency";
import { Api } from "./net/api";
import { clientId, Connection, roleOf, type Role } from "./net/connection";
import type { Frame } from "./net/frame";
import type { EndedMessage, SceneMessage, ServerMessage } from "./net/messages";
import { readingsOf, workplace } from "./readings";
import { AppState, keepSettings } from "./state";
import { answerTo } from "./ui/score";
import { Shell } from "./ui/shell";
import { CameraRig, metresPerPixel, type PresetName } from "./view/camera_rig";
import { Field } from "./view/field";
import { OrbitControl } from "./view/orbit_control";
import { Governor, levelOf, LEVELS } from "./view/quality";
import { Stage } from "./view/stage";
import { Turn } from "./view/turn";
import { XrRoom } from "./view/xr_room";

const READINGS_MS = 100;
const POLL_MS = 14;
const INPUT_MS = 8.3; // at most 120 messages per second
const FRESH_MS = 60_000;
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
    private lastDraw = 0;
    private turn: Turn | null = null; // where the processor draws
    private lastPoll = 0;
    private lastInput = 0;
    private lastReadings = 0;
    private drawn = 0; // since the last readings
    private view = 0;
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
        this.room = new XrRoom(this.stage, this.xr, this.state);
        this.shell = new Shell(this.state, this.actions, {
            choose: (side) => this.choose(side),
            view: (name) => this.lookFrom(name),
            enterXr: () => void this.room.enter(),
            retry: () => this.connection.retryNow(),
        });
        mount.append(this.shell.element);
        this.bind(canvas);
    }

    start(): void {
        this.connection.start();
        this.actions.api.tasks().then(
            (catalogue) => (this.state.catalogue.value = catalogue),
            (error: unknown) => this.actions.complain(error),
        );
        setInterval(() => this.beat(), BEAT_MS);
        const turn = new Turn(
            (now) => this.draw(now),
            () => this.latency.waits,
        );
        this.turn = this.stage.software ? turn : null;
        this.stage.renderer.setAnimationLoop((now, xrFrame) => {
            if (this.turn === null || xrFrame !== undefined) {
                this.draw(now, xrFrame);
            } else {
                this.turn.ask(now);
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
            this.rig.include(tools.length > 0 ? tools : holds, this.stage.aspect);
        }
        if (first) {
            this.mouse.adopt([this.hands.hands[0].jaw, this.hands.hands[1].jaw]);
        }
        const facts = this.shell.coach.facts;
        if (facts !== null && frame.tools.some((t) => t.grips.length > 0)) {
            facts.grasped = true;
        }
        const now = performance.now();
        this.latency.frame(frame.seq, now);
        // hands do not wait for slow pictures
        if (now - this.lastPoll > POLL_MS) {
            this.poll(now);
        }
        this.turn?.news();
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
        this.field.setScene(scene);
        // starting over keeps the view that somebody has chosen
        const watched = before?.mode === "demo" || before?.mode === "replay";
        if (
            before === null ||
            before.task !== scene.task ||
            watched ||
            scene.mode !== before.mode
        ) {
            this.setUpView(scene);
        }
        this.state.live.value = null;
        this.state.scene.value = scene;
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
        this.stage.resize(width, height);
        const scene = this.state.scene.value;
        const otherShape = Math.abs(Math.log(this.stage.aspect / before)) > 0.1;
        if (otherShape && scene !== null && !this.rig.moved) {
            this.setUpView(scene);
        }
    }

    private bind(canvas: HTMLCanvasElement): void {
        const { state } = this;
        this.mouse.onChange = (mouse): void => {
            state.mouse.value = mouse;
            canvas.classList.toggle("taken", mouse.engaged);
            if (!mouse.engaged && document.pointerLockElement === canvas) {
                document.exitPointerLock();
            }
        };
        // what a hand does is on its way before the next picture begins
        this.mouse.onInput = (): void => this.hurry();
        this.mouse.attach(canvas, window, () => {
            canvas.focus();
            if (state.settings.value.lockPointer) {
                void canvas.requestPointerLock();
            }
        });
        document.addEventListener("pointerlockchange", () => {
            if (state.settings.value.lockPointer && document.pointerLockElement === null) {
                this.mouse.putDown();
            }
        });
        const orbit = new OrbitControl(this.rig, canvas, () => state.mouse.value.engaged);
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
                t: () => this.shell.tasks.open(),
                o: () => void this.shell.records.open(),
                g: () => this.shell.settings.open(),
                h: () => this.shell.help.showModal(),
            },
            () => document.querySelector("dialog[open]") !== null,
        );
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

    private mayMove(): boolean {
        const mode = this.state.scene.value?.mode;
        return (
            this.state.control.value.you &&
            this.frame !== null &&
            (mode === "free" || mode === "play")
        );
    }

    private hurried: ReturnType<typeof setTimeout> | null = null;
    // send at once, or as soon as another message may be sent
    private hurry(): void {
        const now = performance.now();
        const wait = this.lastInput + INPUT_MS - now;
        if (wait <= 0) {
            this.poll(now);
        } else {
            this.hurried ??= setTimeout(() => {
                this.hurried = null;
                this.poll(performance.now());
            }, wait);
        }
    }

    private poll(now: number): void {
        const dt = Math.min(0.1, Math.max(0, (now - this.lastPoll) / 1000));
        this.lastPoll = now;
        const context: InputContext = {
            dt,
            eye: this.rig.eye,
            pixel: metresPerPixel(this.rig.eye, this.rig.eye.target, this.stage.pixelsHigh),
        };
        const allowed = this.mayMove();
        this.state.padThere.value = this.pad.connected;
        for (const device of [this.mouse, this.pad, this.xr]) {
            for (const input of device.poll(context)) {
                if (allowed) {
                    this.hands.apply(input);
                    this.note(input, device.name);
                }
            }
        }
        if (!allowed || now - this.lastInput < INPUT_MS) {
            return;
        }
        const message = this.hands.message();
        if (message !== null && this.connection.send(message)) {
            this.lastInput = now;
            this.latency.send(message.seq, now);
        }
    }

    // for the coach, and for who wants to know which device is used
    private note(input: HandInput, device: string): void {
        const moved = norm(input.move);
        const turned = 2 * Math.acos(Math.min(1, Math.abs(input.turn[3]))) + Math.abs(input.roll);
        if (moved === 0 && turned === 0 && input.jaw === null) {
            return;
        }
        this.state.device.value = device;
        const { coach } = this.shell;
        coach.setDevice(
            device === this.pad.name ? "pad" : device === this.xr.name ? "xr" : "mouse",
        );
        const facts = coach.facts;
        if (facts !== null) {
            facts.engaged = true;
            facts.moved += Math.hypot(input.move[0], input.move[1]);
            facts.lifted += Math.abs(input.move[2]);
            facts.turned += turned;
            if (this.lastSide !== null && this.lastSide !== input.side) {
                facts.switched = true;
            }
        }
        this.lastSide = input.side;
    }
    private lastSide: Side | null = null;

    //---- every picture ---------------------------------------------------------------------------
    private draw(now: number, xrFrame?: XRFrame): void {
        const begun = performance.now();
        const interval = now - this.lastDraw;
        const dt = Math.min(0.1, Math.max(0, interval / 1000));
        this.lastDraw = now;
        this.room.track(xrFrame);
        this.poll(begun);
        this.rig.update(dt);
        this.followHands(dt);
        const { eye } = this.rig;
        if (this.frame !== null) {
            const { forces, tension, contacts, marks } = this.state.settings.value;
            this.field.update(this.frame, eye, this.stage.pixelsHigh, this.governor.quality, {
                forces,
                tension,
                contacts,
                marks,
                active: this.activeTools(),
                still: !this.rig.smooth,
            });
        }
        this.stage.ground = this.field.ground;
        this.stage.markCasters();
        this.stage.aim(eye);
        this.stage.place(eye);
        this.stage.draw();
        this.drawn++;
        if (!document.hidden && this.governor.frame(interval, performance.now() - begun)) {
            this.stage.setQuality(this.governor.quality);
        }
        this.shell.coach.update(now);
        if (now - this.lastReadings > READINGS_MS) {
            this.read(now);
        }
    }

    // demonstrations and replays are watched from near
    private followHands(dt: number): void {
        const mode = this.state.scene.value?.mode;
        if (this.frame === null || (mode !== "demo" && mode !== "replay")) {
            return;
        }
        const points = workplace(this.frame);
        this.rig.follow(points, this.stage.aspect, dt);
    }

    private activeTools(): boolean[] {
        const active: boolean[] = [];
        const mode = this.state.scene.value?.mode;
        this.hands.hands.forEach((hand) => {
            if (hand.tool >= 0) {
                active[hand.tool] =
                    mode === "demo" || mode === "replay" || this.state.control.value.you;
            }
        });
        return active;
    }

    private fps = 0;
    private read(now: number): void {
        const rate = (1000 * this.drawn) / (now - this.lastReadings);
        this.fps = this.fps === 0 ? rate : this.fps + 0.15 * (rate - this.fps);
        this.lastReadings = now;
        this.drawn = 0;
        this.state.figures.value = {
            fps: this.fps,
            quality: this.governor.quality.name,
            latencyMs: this.latency.value,
        };
        if (this.frame !== null) {
            this.state.readings.value = readingsOf(this.frame, this.hands);
        }
    }
}
