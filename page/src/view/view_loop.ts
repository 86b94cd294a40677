// SPDX-License-Identifier: MIT
// Every picture: the eye moves, the field follows the latest frame, the stage draws; and a few times a second
// figures are read for people.
import type { GhostHand } from "../guide/ghost";
import type { Hands } from "../input/hands";
import type { LatencyMeter } from "../latency";
import type { Frame } from "../net/frame";
import { readingsOf, workplace } from "../readings";
import type { AppState } from "../state";
import type { CameraRig, Eye } from "./camera_rig";
import type { Field } from "./field";
import type { Governor } from "./quality";
import type { Stage } from "./stage";
import { Turn } from "./turn";
import type { XrRoom } from "./xr_room";

const READINGS_MS = 100;

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
    drawn(eye: Eye): void; // for what lies over the picture
    coach: { update(now: number): void };
}

export class ViewLoop {
    private lastDraw = 0;
    private lastReadings = 0;
    private drawn = 0; // since the last readings
    private fps = 0;
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
            const { forces, tension, contacts, marks } = state.settings.value;
            field.update(frame, eye, stage.pixelsHigh, governor.quality, {
                forces,
                tension,
                contacts,
                marks,
                active: this.activeTools(),
                still: !rig.smooth,
            });
        }
        const beat = rig.smooth ? 0.5 + 0.5 * Math.sin((4 * now) / 1000) : 0.5;
        field.ghost.update(frame === null ? [] : this.parts.ghosts(dt), beat);
        stage.ground = field.ground;
        stage.markCasters();
        stage.aim(eye);
        stage.place(eye);
        stage.draw();
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

    // demonstrations and replays are watched from near
    private followHands(frame: Frame | null, dt: number): void {
        const mode = this.parts.state.scene.value?.mode;
        if (frame !== null && (mode === "demo" || mode === "replay")) {
            this.parts.rig.follow(workplace(frame), this.parts.stage.aspect, dt);
        }
    }

    private activeTools(): boolean[] {
        const { state, hands } = this.parts;
        const active: boolean[] = [];
        const mode = state.scene.value?.mode;
        hands.hands.forEach((hand) => {
            if (hand.tool >= 0) {
                active[hand.tool] = mode === "demo" || mode === "replay" || state.control.value.you;
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
