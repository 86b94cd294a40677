// SPDX-License-Identifier: MIT
// Between the field and the screen: where a point is seen, and which point is seen somewhere. No DOM.
import { add, dot, scale, sub, type Vec3 } from "../core/vec";
import { basisOf, FIELD_OF_VIEW, positionOf, type Eye } from "./camera_rig";

export interface Screen {
    x: number; // pixels from the left
    y: number; // from the top
    depth: number; // m from the eye
}

export interface Window {
    width: number; // pixels
    height: number;
}

const focal = (w: Window): number => w.height / 2 / Math.tan(FIELD_OF_VIEW / 2);

export function project(eye: Eye, point: Vec3, w: Window): Screen {
    const { right, up, back } = basisOf(eye);
    const d = sub(point, positionOf(eye));
    const depth = Math.max(-dot(d, back), 1e-6);
    const f = focal(w) / depth;
    return { x: w.width / 2 + f * dot(d, right), y: w.height / 2 - f * dot(d, up), depth };
}

export function unproject(eye: Eye, s: Screen, w: Window): Vec3 {
    const { right, up, back } = basisOf(eye);
    const f = s.depth / focal(w);
    return add(
        positionOf(eye),
        add(
            add(scale(right, (s.x - w.width / 2) * f), scale(up, (w.height / 2 - s.y) * f)),
            scale(back, -s.depth),
        ),
    );
}
