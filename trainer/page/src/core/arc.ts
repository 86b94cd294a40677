// SPDX-License-Identifier: MIT
// The arc of a needle. Lengths in m. No DOM.
import type { NeedleInfo } from "../net/messages";
import type { Vec3 } from "./vec";

// at m behind the tip, in the needle's frame
export function onArc(info: NeedleInfo, s: number): Vec3 {
    const r = info.radius;
    return r > 0 ? [-r * Math.sin(s / r), r - r * Math.cos(s / r), 0] : [-s, 0, 0];
}
