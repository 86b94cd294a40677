// SPDX-License-Identifier: MIT
// The guide at work: follows frames, says what to do now, shows where, marks what has been reached, and
// goes back with the world. Between the guide, which knows nothing of the page, and the page.
import type { Actions } from "../actions";
import type { Side } from "../input/device";
import type { Hands } from "../input/hands";
import type { Frame } from "../net/frame";
import type { LiveMessage, SceneMessage } from "../net/messages";
import type { AppState } from "../state";
import type { HandMarker } from "../ui/markers";
import type { CameraRig } from "../view/camera_rig";
import type { Window } from "../view/project";
import { TEXT, word } from "../text";
import { Assist } from "./assist";
import { Ghost, GhostFilm, type GhostHand } from "./ghost";
import { Guide } from "./guide";
import { guidePrompt, type Means } from "./guide_prompt";
import { Winding } from "./winding";

const GHOST_MS = 1500;
const SETTLE = 2; // s simulated

export class Coaching {
    readonly guide = new Guide();
    readonly assist: Assist;
    private readonly stageOf = new Map<number, number>(); // by mark
    private lastMark = 0;
    private undos = 0; // that the guide has followed
    readonly ghost = new Ghost();
    private scene = 0; // whose ghost is asked for

    constructor(
        private readonly state: AppState,
        private readonly hands: Hands,
        private readonly rig: CameraRig,
        private readonly actions: () => Actions,
        window: () => Window,
    ) {
        this.assist = new Assist(this.guide, hands, window, () => state.readings.value?.speed ?? 1);
        this.guide.onStage = (stage, said): void => {
            if (this.guide.helps && stage < this.guide.count) {
                this.actions().mark(said === "" ? `step ${stage}` : said);
            }
        };
    }

    setScene(scene: SceneMessage): void {
        this.guide.setScene(scene);
        this.assist.reset();
        this.assist.driving.setScene(scene);
        this.stageOf.clear();
        this.lastMark = 0;
        this.undos = 0;
        this.rig.endWork();
        this.ghost.reset();
        this.scene = scene.scene;
        if (this.guide.count > 0 && scene.task !== null) {
            void this.callGhost(scene.task, scene.scene);
        }
    }

    // the demonstration may still be made; what there is of it is enough for the first steps
    private async callGhost(task: string, scene: number): Promise<void> {
        try {
            const film = await this.actions().api.ghost(task);
            if (scene !== this.scene) {
                return;
            }
            this.ghost.film = new GhostFilm(film);
            if (!film.complete) {
                setTimeout(() => void this.callGhost(task, scene), GHOST_MS);
            }
        } catch {
            // one can do without
        }
    }

    // A trainee's ghost comes only when it is called.
    ghosts(dt: number): GhostHand[] {
        const { ghost: choice } = this.state.settings.value;
        const { guide, ghost, hands } = this;
        ghost.choice = choice === "on" && !guide.helps ? "demand" : choice;
        if (!guide.active || this.state.scene.value?.mode !== "play") {
            return [];
        }
        return ghost.update(
            {
                index: guide.stage,
                steps: guide.stageSteps,
                errands: [guide.errands[0], guide.errands[1]],
                toolOf: (side) => hands.hands[side].tool,
            },
            dt,
        );
    }

    // "show me": what the step looks like, and in a trainee's attempt what it is called
    showMe(): void {
        if (!this.guide.active || this.ghost.choice === "off") {
            return;
        }
        this.ghost.ask();
        if (!this.guide.helps && this.guide.said !== "") {
            this.actions().tell(word(this.guide.said));
        }
    }

    // the world went back; which mark it went to is told by the next message
    wentBack(): void {
        this.assist.reset();
        this.guide.errands = [null, null, null];
    }

    live(live: LiveMessage): void {
        this.guide.tight = live.progress.every((p) => p.id !== "taut" || p.done);
        this.guide.missing = live.progress.find((p) => p.id !== "taut" && !p.done)?.text ?? null;
        const undo = live.undo ?? null;
        if (undo === null) {
            return;
        }
        if (undo.count !== this.undos) {
            this.undos = undo.count;
            this.assist.reset();
            this.guide.go(this.stageOf.get(undo.at) ?? 0);
        }
        for (let id = this.lastMark + 1; id <= undo.mark; id++) {
            // by when it was made: the steps may have gone on since
            this.stageOf.set(id, this.guide.stageAt(undo.since ?? live.t));
        }
        this.lastMark = Math.max(this.lastMark, undo.mark);
    }

    frame(frame: Frame): void {
        this.assist.driving.follow(frame);
        if ((frame.statistics?.undos ?? 0) === this.undos) {
            this.guide.update(frame, this.hands);
        }
        this.say();
    }

    get means(): Means {
        const { device, padThere, mouse } = this.state;
        const pad = device.value === "gamepad" || (padThere.value && !mouse.value.engaged);
        return pad ? "pad" : device.value === "fingers" ? "touch" : "mouse";
    }

    private say(): void {
        const { state, guide } = this;
        const lines = !guide.helps
            ? []
            : guide.active
              ? guidePrompt({
                    means: this.means,
                    engaged: state.mouse.value.engaged,
                    active: state.mouse.value.active,
                    errands: guide.errands,
                    right: (side) => this.assist.toTheRight(side),
                    higher: (side) => this.higher(side),
                })
              : this.atTheEnd();
        if (lines.join("\n") !== state.guide.value.lines.join("\n")) {
            state.guide.value = {
                lines,
                stage: guide.stage,
                count: guide.count,
                said: word(guide.said),
            };
        }
    }

    // of a goal that a hand is not led to
    private higher(side: Side): number | null {
        const goal = this.guide.helped(side)?.goal ?? null;
        const tool = this.hands.state(side);
        return this.guide.leads || goal === null || tool === null
            ? null
            : goal[2] - tool.proxy.position[2];
    }

    // all steps are done, and yet something is missing
    private atTheEnd(): string[] {
        const { count, tight, missing, overFor } = this.guide;
        if (count === 0) {
            return [];
        }
        // a rule has to hold for a while before it counts as met
        if (missing !== null && overFor > SETTLE) {
            return [TEXT.missing[this.means](word(missing))];
        }
        return tight ? [] : [TEXT.pull];
    }

    // around what somebody winds at the moment
    followWork(): void {
        const side = ([0, 1] as const).find((s) => this.assist.winding(s) !== null);
        const shaft = side === undefined ? undefined : this.assist.winding(side)?.shaft;
        if (side !== undefined && shaft !== undefined) {
            this.rig.work(shaft.center, this.assist.handleward(shaft, side));
        } else {
            this.rig.endWork();
        }
    }

    markers(): [HandMarker | null, HandMarker | null] {
        return [this.marker(0), this.marker(1)];
    }

    private marker(side: Side): HandMarker | null {
        const tool = this.hands.state(side);
        const errand = this.guide.helped(side);
        const winding = this.assist.winding(side);
        if (tool === null || (errand === null && winding === null)) {
            return null;
        }
        const shown = winding ?? this.ahead(side);
        // mouse and fingers have one hand at a time: the other one's goal would be in the way
        const mine = this.means === "pad" || this.state.mouse.value.active === side;
        if (!mine || (errand?.done === true && winding === null)) {
            return null;
        }
        return {
            tip: tool.proxy.position,
            goal: winding === null ? (errand?.goal ?? null) : null,
            ready: errand?.ready ?? false,
            turn:
                shown === null
                    ? null
                    : {
                          at: (angle) => shown.at(angle),
                          most: errand?.step.angle ?? 2 * Math.PI,
                          gone: shown.angle,
                      },
        };
    }

    // the ring of a turn that is to be made
    private ahead(side: Side): Winding | null {
        const errand = this.guide.helped(side);
        const shaft = this.assist.shaftFor(side);
        return errand?.step.do === "wind" && !errand.done && shaft !== null
            ? new Winding(shaft, this.hands.aim(side), errand.step.angle ?? null)
            : null;
    }
}
