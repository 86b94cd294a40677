// SPDX-License-Identifier: MIT
// One line over the field until a hand is taken: how to take it with the device in use. No DOM.

import { TEXT } from "../text";

export interface PromptFacts {
    device: string; // last used
    pad: boolean; // a gamepad is connected
    engaged: boolean; // the mouse has a hand
    fingers: boolean; // nothing but fingers
    side: "left" | "right"; // that a click would take
    begun: boolean; // a hand has moved
    drives: boolean; // a hand holds a needle
}

export function promptFor(f: PromptFacts): string {
    if (f.drives && (f.engaged || f.device === "gamepad")) {
        const { mouse, pad, touch } = TEXT.drive;
        return f.device === "gamepad" ? pad : f.fingers ? touch : mouse;
    }
    if (f.engaged || f.device === "XR controllers") {
        return "";
    }
    if (f.device === "gamepad" || (f.pad && f.device === "mouse and keyboard")) {
        return f.begun
            ? ""
            : "Each stick moves one forceps, its trigger closes it; shoulder button and stick lift it";
    }
    return f.fingers ? TEXT.fingers(f.side) : TEXT.clickToTake(f.side === "left" ? 0 : 1);
}
