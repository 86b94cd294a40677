// SPDX-License-Identifier: MIT
// What the banner says about the connection and about who has the forceps, and what one can do then.
// No DOM.
import type { LinkState } from "../net/connection";
import type { ControlMessage } from "../net/messages";
import { TEXT } from "../text";

export type BannerAction = "retry" | "reload" | "take" | "ask" | "give" | "keep";

export interface BannerState {
    text: string; // "": nothing to say
    warning: boolean;
    actions: BannerAction[];
}

export const ACTION_LABELS: Record<BannerAction, string> = {
    retry: "Try now",
    reload: "Reload",
    take: "Take control",
    ask: "Ask for control",
    give: "Hand over",
    keep: "Not now",
};

const NOTHING: BannerState = { text: "", warning: false, actions: [] };

export function bannerOf(
    link: { state: LinkState; reason: string },
    control: Omit<ControlMessage, "type">,
): BannerState {
    const say = (text: string, ...actions: BannerAction[]): BannerState => ({
        text,
        warning: false,
        actions,
    });
    if (link.state === "connecting") {
        return { ...say("Connecting to the trainer …"), warning: true };
    }
    if (link.state !== "open") {
        const action = link.state === "lost" ? "retry" : "reload";
        return { ...say(link.reason, action), warning: true };
    }
    if (control.you) {
        const who = control.asking === "" ? TEXT.anotherPage : control.asking;
        return control.asking === null ? NOTHING : say(TEXT.asks(who ?? ""), "give", "keep");
    }
    if (!control.held) {
        return say("You are watching. Nobody has the forceps.", "take");
    }
    const holder = control.holder === "" ? TEXT.anotherPage : control.holder;
    if (control.instructor) {
        return say(TEXT.watching(holder), "take");
    }
    return control.asked ? say(TEXT.watchingAsked(holder)) : say(TEXT.watching(holder), "ask");
}
