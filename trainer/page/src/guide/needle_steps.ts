// SPDX-License-Identifier: MIT
// Steps at a needle: how far it was turned about its own axis. No DOM.
import { qconj, qmul, type Quat } from "../core/vec";
import type { Frame, NeedleState } from "../net/frame";

export const needleOf = (frame: Frame | null, index: number): NeedleState | undefined =>
    frame?.needles.find((n) => n.index === index);

// rad, from one rotation to another about the needle's own z, -pi to pi; what goes forward is positive
export function turnedBy(from: Quat, to: Quat): number {
    const [, , z, w] = qmul(qconj(from), to);
    const angle = 2 * Math.atan2(z, w);
    return angle > Math.PI ? angle - 2 * Math.PI : angle < -Math.PI ? angle + 2 * Math.PI : angle;
}
