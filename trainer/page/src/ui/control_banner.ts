// SPDX-License-Identifier: MIT
// What the banner says about the connection and about who has the forceps, and what one can do then.
// No DOM.
import type { LinkState } from "../net/connection";
import type { ControlMessage } from "../net/messages";

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
        const who = control.asking === "" ? "Another page" : control.asking;
        return control.asking === null
            ? NOTHING
            : say(`${who} asks for the forceps.`, "give", "keep");
    }
    if (!control.held) {
        return say("You are watching. Nobody has the forceps.", "take");
    }
    const holder = control.holder === "" ? "Another page" : control.holder;
    if (control.instructor) {
        return say(`You are watching. ${holder} has the forceps.`, "take");
    }
    return control.asked
        ? say(`You are watching. ${holder} has the forceps and knows that you ask for them.`)
        : say(`You are watching. ${holder} has the forceps.`, "ask");
}
