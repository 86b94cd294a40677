// SPDX-License-Identifier: MIT
// What to do better about a stitch that reached its goal, in the order of what harms tissue most. No DOM.
import { TEXT } from "../text";
import type { Advice } from "./advice";
import { metricText } from "./format";

const UNEVEN_M = 1e-3; // the accuracy of the published suture exercises
const ASKEW = 0.17; // rad, 10 degrees

export function stitchAdvice(of: (id: string) => number | null): Advice | null {
    const S = TEXT.stitch;
    const said = TEXT.advice.bite;
    if ((of("tears") ?? 0) > 0) {
        return { said: S.torn, todo: S.onArc, why: S.onArcWhy };
    }
    if ((of("backs") ?? 0) > 0) {
        return { said, todo: S.aim, why: S.back(of("backs")!) };
    }
    const uneven = of("bite_uneven");
    if (uneven !== null && uneven > UNEVEN_M) {
        return { said, todo: S.even, why: S.unevenBy(metricText(uneven, "m")) };
    }
    const askew = of("oblique");
    if (askew !== null && askew > ASKEW) {
        return { said, todo: S.across, why: S.askewBy(Math.round((askew * 180) / Math.PI)) };
    }
    if ((of("at_tip") ?? 0) > 0) {
        return { said, todo: S.behindTip, why: S.blunt };
    }
    return null;
}
