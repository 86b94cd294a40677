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
import { TEXT } from "../text";
import { Assist } from "./assist";
import { Guide } from "./guide";
import { guidePrompt, type Means } from "./guide_prompt";
import { Winding } from "./winding";

export class Coaching {
    readonly guide = new Guide();
    readonly assist: Assist;
    private readonly stageOf = new Map<number, number>(); // by mark
    private lastMark = 0;
    private undos = 0; // that the guide has followed

    constructor(
        private readonly state: AppState,
        private readonly hands: Hands,
        private readonly rig: CameraRig,
        private readonly actions: () => Actions,
        window: () => Window,
    ) {
        this.assist = new Assist(this.guide, hands, window, () => state.readings.value?.speed ?? 1);
        this.guide.onStage = (stage, said): void => {
            if (stage < this.guide.count) {
                this.actions().mark(said === "" ? `step ${stage}` : said);
            }
        };
    }

    setScene(scene: SceneMessage): void {
        this.guide.setScene(scene);
        this.assist.reset();
        this.stageOf.clear();
        this.lastMark = 0;
        this.undos = 0;
        this.rig.endWork();
    }

    // the world went back; which mark it went to is told by the next message
    wentBack(): void {
        this.assist.reset();
        this.guide.errands = [null, null];
    }

    live(live: LiveMessage): void {
        this.guide.tight = live.progress.every((p) => p.id !== "taut" || p.done);
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
            this.stageOf.set(id, this.guide.stage);
        }
        this.lastMark = Math.max(this.lastMark, undo.mark);
    }

    frame(frame: Frame): void {
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
        const lines = guide.active
            ? guidePrompt({
                  means: this.means,
                  engaged: state.mouse.value.engaged,
                  active: state.mouse.value.active,
                  errands: guide.errands,
                  right: (side) => this.assist.toTheRight(side),
              })
            : this.atTheEnd();
        if (lines.join("\n") !== state.guide.value.lines.join("\n")) {
            state.guide.value = { lines, stage: guide.stage, count: guide.count, said: guide.said };
        }
    }

    // all steps are done, and yet something is missing
    private atTheEnd(): string[] {
        return this.guide.count > 0 && !this.guide.tight ? [TEXT.pull] : [];
    }

    // around what somebody winds at the moment
    followWork(): void {
        const winding = ([0, 1] as const)
            .map((s) => this.assist.winding(s))
            .find((w) => w !== null);
        if (winding !== null && winding !== undefined) {
            this.rig.work(winding.shaft.center, this.assist.handleward(winding.shaft));
        } else {
            this.rig.endWork();
        }
    }

    markers(): [HandMarker | null, HandMarker | null] {
        return [this.marker(0), this.marker(1)];
    }

    private marker(side: Side): HandMarker | null {
        const tool = this.hands.state(side);
        const errand = this.guide.errands[side];
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
        const errand = this.guide.errands[side];
        const shaft = this.assist.shaftFor(side);
        return errand?.step.do === "wind" && !errand.done && shaft !== null
            ? new Winding(shaft, this.hands.aim(side), errand.step.angle ?? null)
            : null;
    }
}
