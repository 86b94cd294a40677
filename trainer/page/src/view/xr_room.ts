// SPDX-License-Identifier: MIT
// A headset: starts the session, puts the field on a table in the room, reads the controllers.
import { gripsOf, type XrFrameLike, type XrHands } from "../input/xr";
import type { AppState } from "../state";
import { TEXT } from "../text";
import type { Stage } from "./stage";

export class XrRoom {
    private session: XRSession | null = null;

    constructor(
        private readonly stage: Stage,
        private readonly hands: XrHands,
        private readonly state: AppState,
    ) {
        const { xr } = navigator;
        if (xr === undefined) {
            return;
        }
        const ask = (): void => {
            xr.isSessionSupported("immersive-vr").then(
                (ready) => (state.xrReady.value = ready),
                () => undefined,
            );
        };
        ask();
        xr.addEventListener?.("devicechange", ask);
    }

    async enter(): Promise<void> {
        if (this.session !== null) {
            await this.session.end();
            return;
        }
        try {
            const session = await navigator.xr?.requestSession("immersive-vr", {
                optionalFeatures: ["local-floor"],
            });
            if (session === undefined) {
                return;
            }
            this.session = session;
            session.addEventListener("end", () => this.leave());
            // shown as many times larger as the hands are made smaller: they look as fast as they are
            this.stage.enterRoom(this.state.settings.value.xrScaling);
            await this.stage.renderer.xr.setSession(session);
        } catch (error) {
            this.leave();
            const why = error instanceof Error ? error.message : String(error);
            this.state.notice.value = { level: "error", text: TEXT.noHeadset(why) };
        }
    }

    private leave(): void {
        this.session = null;
        this.hands.stop();
        this.stage.leaveRoom();
    }

    track(frame: XRFrame | undefined): void {
        const space = this.stage.renderer.xr.getReferenceSpace();
        if (frame === undefined || this.session === null || space === null) {
            return;
        }
        this.hands.sample(
            gripsOf(frame as unknown as XrFrameLike, this.session.inputSources, space),
        );
    }
}
