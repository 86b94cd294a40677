// SPDX-License-Identifier: MIT
// What an attempt was made under, where it was not as the task has it, in words.
import type { Conditions } from "../net/messages";
import { TEXT } from "../text";
import { plain } from "./format";

export function conditionTexts(c: Conditions | null | undefined): string[] {
    const texts: string[] = [];
    if (c == null) {
        return texts;
    }
    if (c.level !== undefined) {
        texts.push(TEXT.helped[c.level]);
    }
    if (c.undos !== undefined) {
        texts.push(TEXT.undos(c.undos));
    }
    if (c.clip === true) {
        texts.push(TEXT.clipped);
    }
    if (c.speed !== undefined) {
        texts.push(c.speed < 1 ? TEXT.slowMotion(plain(c.speed, 2)) : `${plain(c.speed, 2)} ×`);
    }
    if (c.realtime !== undefined) {
        texts.push(TEXT.machineAt(plain(c.realtime, 1)));
    }
    if (c.pauses !== undefined) {
        texts.push(TEXT.pauses(c.pauses));
    }
    if (c.gravity !== undefined) {
        texts.push(TEXT.gravity(plain(c.gravity, 2)));
    }
    if (c.friction !== undefined) {
        texts.push(TEXT.friction(plain(c.friction, 2)));
    }
    if (c.material !== undefined) {
        texts.push(c.material);
    }
    return texts;
}
