// SPDX-License-Identifier: MIT
// Every picture: the eye moves, the field follows the latest frame, the stage draws; and a few times a second
// figures are read for people.
import type { GhostHand } from "../guide/ghost";
import type { Hands } from "../input/hands";
import type { LatencyMeter } from "../latency";
import type { Frame } from "../net/frame";
import { readingsOf, workplace } from "../readings";
import type { AppState } from "../state";
import { metresPerPixel, type CameraRig, type Eye } from "./camera_rig";
import type { Field } from "./field";
import { Lens, LENS_PIXELS } from "./lens";
import { glassPlace, LensGlass, type FreeRoom, type GlassPlace } from "./lens_glass";
import { project } from "./project";
import type { Governor } from "./quality";
import type { Stage } from "./stage";
import { Turn } from "./turn";
import type { XrRoom } from "./xr_room";

const READINGS_MS = 100;
const GLASS_MS = 1500; // the lens does not jump from corner to corner

export interface ViewParts {
    state: AppState;
    stage: Stage;
    field: Field;
    rig: CameraRig;
    governor: Governor;
    room: XrRoom;
    hands: Hands;
    latency: LatencyMeter;
    frame(): Frame | null; // the latest
    poll(now: number): void; // input
    ghosts(dt: number): GhostHand[];
    free(): FreeRoom; // where the lens may be
    drawn(eye: Eye): void; // for what lies over the picture
    coach: { update(now: number): void };
}

export class ViewLoop {
    private lastDraw = 0;
    private lastReadings = 0;
    private drawn = 0; // since the last readings
    private fps = 0;
    private readonly lens = new Lens();
    private readonly glass = new LensGlass(this.lens.target.texture);
    private glassAt: GlassPlace | null = null;
    private glassMoved = 0;
    private glassFor = { width: 0, height: 0 }; // the window that it was placed in
    private turn: Turn | null = null; // where the processor draws

    constructor(private readonly parts: ViewParts) {}

    start(): void {
        const { stage, latency } = this.parts;
        const turn = new Turn(
            (now) => this.draw(now),
            () => latency.waits,
        );
        this.turn = stage.software ? turn : null;
        stage.renderer.setAnimationLoop((now, xrFrame) => {
            if (this.turn === null || xrFrame !== undefined) {
                this.draw(now, xrFrame);
            } else {
                this.turn.ask(now);
            }
        });
    }

    // a frame has come
    news(): void {
        this.turn?.news();
    }

    private draw(now: number, xrFrame?: XRFrame): void {
        const { state, stage, field, rig, governor, room, coach } = this.parts;
        const begun = performance.now();
        const interval = now - this.lastDraw;
        const dt = Math.min(0.1, Math.max(0, interval / 1000));
        this.lastDraw = now;
        room.track(xrFrame);
        this.parts.poll(begun);
        rig.update(dt);
        const frame = this.parts.frame();
        this.followHands(frame, dt);
        const { eye } = rig;
        if (frame !== null) {
            const { forces, tension, contacts, marks, dyed } = state.settings.value;
            field.update(frame, eye, stage.pixelsHigh, governor.quality, {
                forces,
                tension,
                contacts,
                marks,
                dyed,
                active: this.activeTools(),
                leads: !this.isFilm(),
                still: !rig.smooth,
            });
        }
        const beat = rig.smooth ? 0.5 + 0.5 * Math.sin((4 * now) / 1000) : 0.5;
        field.ghost.update(frame === null ? [] : this.parts.ghosts(dt), beat);
        stage.place(eye);
        stage.draw(now);
        this.showLens(frame, eye, now);
        this.parts.drawn(eye);
        this.drawn++;
        if (!document.hidden && governor.frame(interval, performance.now() - begun)) {
            stage.setQuality(governor.quality);
        }
        coach.update(now);
        if (now - this.lastReadings > READINGS_MS) {
            this.read(now, frame);
        }
    }

    // the knot, large, beside the cards
    private showLens(frame: Frame | null, eye: Eye, now: number): void {
        const { state, stage, field, governor } = this.parts;
        const { lens, stereo } = state.settings.value;
        const wanted = frame !== null && lens && !stereo && !stage.renderer.xr.isPresenting;
        const view = wanted
            ? this.lens.update(
                  stage.renderer,
                  frame,
                  eye,
                  metresPerPixel(eye, eye.target, stage.pixelsHigh),
                  (thread) => field.ends.of(thread).leftFirst,
                  now,
                  governor.quality.lensMs,
              )
            : null;
        if (frame === null || view === null) {
            state.lens.value = state.lens.value === null ? state.lens.value : null;
            return;
        }
        const size = { width: stage.pixelsHigh * stage.aspect, height: stage.pixelsHigh };
        const tips = frame.tools.map((t) => project(eye, t.proxy.position, size));
        const resized = this.glassFor.width !== size.width || this.glassFor.height !== size.height;
        if (this.glassAt === null || resized || now - this.glassMoved > GLASS_MS) {
            this.glassAt = glassPlace(size, tips, this.parts.free());
            this.glassFor = size;
            this.glassMoved = now;
        }
        this.glass.draw(stage.renderer, size, this.glassAt);
        stage.drawnOver(this.glassAt.x, this.glassAt.y, this.glassAt.radius);
        const magnification = view.magnification * ((2 * this.glassAt.radius) / LENS_PIXELS);
        const old = state.lens.value;
        if (
            old === null ||
            old.x !== this.glassAt.x ||
            old.radius !== this.glassAt.radius ||
            Math.abs(old.magnification - magnification) > 0.3
        ) {
            state.lens.value = { ...this.glassAt, magnification };
        }
    }

    // what the lens shows, for the score; null: nothing
    knotPicture(): HTMLCanvasElement | null {
        return this.lens.picture(this.parts.stage.renderer);
    }

    newScene(): void {
        this.parts.stage.newScene();
        this.lens.reset();
        this.glassAt = null;
    }

    // demonstrations and replays are watched from near
    private followHands(frame: Frame | null, dt: number): void {
        if (frame !== null && this.isFilm()) {
            this.parts.rig.follow(workplace(frame), this.parts.stage.aspect, dt);
        }
    }

    private isFilm(): boolean {
        const mode = this.parts.state.scene.value?.mode;
        return mode === "demo" || mode === "replay";
    }

    private activeTools(): boolean[] {
        const { state, hands } = this.parts;
        const active: boolean[] = [];
        const film = this.isFilm();
        hands.hands.forEach((hand) => {
            if (hand.tool >= 0) {
                active[hand.tool] = film || state.control.value.you;
            }
        });
        return active;
    }

    private read(now: number, frame: Frame | null): void {
        const { state, governor, latency, hands } = this.parts;
        const rate = (1000 * this.drawn) / (now - this.lastReadings);
        this.fps = this.fps === 0 ? rate : this.fps + 0.15 * (rate - this.fps);
        this.lastReadings = now;
        this.drawn = 0;
        state.figures.value = {
            fps: this.fps,
            quality: governor.quality.name,
            latencyMs: latency.value,
        };
        if (frame !== null) {
            state.readings.value = readingsOf(frame, hands);
        }
    }
}
