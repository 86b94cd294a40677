// SPDX-License-Identifier: MIT
// Keys that work everywhere on the page, unless somebody types into a field or a dialog is open.

export type KeyMap = Record<string, () => void>;

// inputs that take no letters; nor does a list to choose from, where arrows and the mouse do
const WITHOUT_LETTERS = ["checkbox", "radio", "range", "button", "submit"];

export function isTyping(target: EventTarget | null): boolean {
    const element = target as {
        tagName?: string;
        isContentEditable?: boolean;
        type?: string;
    } | null;
    const tag = element?.tagName ?? "";
    return (
        element?.isContentEditable === true ||
        tag === "TEXTAREA" ||
        (tag === "INPUT" && !WITHOUT_LETTERS.includes(element?.type ?? ""))
    );
}

// by the letter on the key, so that it is the one that the help names
export function bindKeys(target: EventTarget, map: KeyMap, blocked: () => boolean): void {
    target.addEventListener("keydown", (raw) => {
        const event = raw as KeyboardEvent;
        if (
            event.defaultPrevented ||
            event.ctrlKey ||
            event.metaKey ||
            event.altKey ||
            event.repeat
        ) {
            return;
        }
        if (isTyping(event.target) || blocked()) {
            return;
        }
        const action = map[event.key.length === 1 ? event.key.toLowerCase() : event.key];
        if (action !== undefined) {
            event.preventDefault();
            action();
        }
    });
}
