// SPDX-License-Identifier: MIT
// Where the eye is: it circles a target at some height of view. No DOM, no three.js.
import {
    add,
    clamp,
    clampVec,
    cross,
    dot,
    mix,
    norm,
    normalize,
    qbasis,
    scale,
    sub,
    type Quat,
    type Vec3,
} from "../core/vec";

export interface Eye {
    target: Vec3; // m
    yaw: number; // rad about z, 0: looks along +y (from the front)
    pitch: number; // rad above the horizon
    height: number; // m that fill the view at the target
}

export interface Basis {
    right: Vec3;
    up: Vec3;
    back: Vec3; // towards the eye
}

export type PresetName = "scene" | "top" | "front" | "left" | "right" | "close";

export const FIELD_OF_VIEW = (26 * Math.PI) / 180; // long lens, as a microscope
// of half of the view: the cards at the edges cover the rest
const INSIDE = { right: 0.5 * 0.5, up: 0.5 * 0.66 };
const FARTHEST = 1.7; // of the height that the scene asks for, in a window of usual shape
const WIDE = 1.6; // width over height of such a window
const WORK_ASIDE = (35 * Math.PI) / 180;
const WORK_PITCH = (25 * Math.PI) / 180;
// parts of the height, and of its logarithm, at which the eye sets out, and the share of them at which it is there
const FOLLOW = { off: 0.12, zoom: 0.25, there: 0.01 };
const PITCH_LOW = (3 * Math.PI) / 180;
const PITCH_HIGH = Math.PI / 2 - 1e-3;

export function eyeFrom(target: Vec3, from: Vec3, height: number): Eye {
    const back = normalize(sub(from, target), [0, -1, 1]);
    return {
        target: [...target],
        yaw: Math.hypot(back[0], back[1]) > 1e-6 ? Math.atan2(back[0], -back[1]) : 0,
        pitch: clamp(Math.asin(clamp(back[2], -1, 1)), PITCH_LOW, PITCH_HIGH),
        height,
    };
}

export function basisOf(eye: Eye): Basis {
    const c = Math.cos(eye.pitch);
    const back: Vec3 = [Math.sin(eye.yaw) * c, -Math.cos(eye.yaw) * c, Math.sin(eye.pitch)];
    const right: Vec3 = [Math.cos(eye.yaw), Math.sin(eye.yaw), 0];
    return { right, up: cross(back, right), back };
}

export const distanceOf = (eye: Eye): number => eye.height / 2 / Math.tan(FIELD_OF_VIEW / 2);

export const positionOf = (eye: Eye): Vec3 =>
    add(eye.target, scale(basisOf(eye).back, distanceOf(eye)));

export function rotationOf(eye: Eye): Quat {
    const { right, up, back } = basisOf(eye);
    return qbasis(right, up, back);
}

// m per pixel at a point, for a view of `pixels` height
export function metresPerPixel(eye: Eye, point: Vec3, pixels: number): number {
    const { back } = basisOf(eye);
    const away = sub(positionOf(eye), point);
    const depth = Math.max(away[0] * back[0] + away[1] * back[1] + away[2] * back[2], 1e-6);
    return (2 * depth * Math.tan(FIELD_OF_VIEW / 2)) / Math.max(pixels, 1);
}

export class CameraRig {
    eye: Eye = eyeFrom([0, 0, 0], [0, -1, 1], 0.06);
    private home: Eye = { ...this.eye };
    private goal: Eye | null = null;
    private low: Vec3 = [-0.1, -0.1, -0.02];
    private high: Vec3 = [0.1, 0.1, 0.1];
    private before: Eye | null = null; // while one works around a shaft
    private following = false; // on the way to the hands that are watched
    private touched = false; // since the view was last set up
    smooth = true;

    setHome(target: Vec3, from: Vec3, height: number, low: Vec3, high: Vec3): void {
        this.home = eyeFrom(target, from, height);
        this.low = low;
        this.high = high;
        this.eye = { ...this.home };
        this.goal = null;
        this.touched = false;
        this.before = null;
    }

    // Walk round to the side on which the hands work, when they are behind what is looked at.
    faceHands(points: Vec3[]): void {
        const { back } = basisOf(this.home);
        const away = points.map((p) => {
            const d = sub(p, this.home.target);
            return d[0] * back[0] + d[1] * back[1];
        });
        if (away.length > 0 && Math.max(...away) < -0.1 * this.home.height) {
            this.home = { ...this.home, yaw: this.home.yaw + Math.PI };
            this.eye = { ...this.home };
        }
    }

    // Step back until these points are well inside the view; `aspect` is its width over its height.
    include(points: Vec3[], aspect: number): void {
        const { right, up, back } = basisOf(this.home);
        let need = 1;
        for (const point of points) {
            const d = sub(point, this.home.target);
            // nearer points look larger
            const depth = 1 - dot(d, back) / distanceOf(this.home);
            const side =
                Math.abs(dot(d, right)) / (INSIDE.right * aspect * this.home.height * depth);
            const high = Math.abs(dot(d, up)) / (INSIDE.up * this.home.height * depth);
            need = Math.max(need, side, high);
        }
        // a narrow view shows less from side to side: it may step back further
        const most = FARTHEST * Math.max(1, WIDE / aspect);
        this.home = { ...this.home, height: this.home.height * Math.min(need, most) };
        this.eye = { ...this.home };
    }

    // whether somebody has chosen another view than the one that was set up
    get moved(): boolean {
        return this.touched;
    }

    // While one watches: keep hands that work at `points` in the middle, close enough to see what they do.
    // Whoever moves the eye ends this.
    follow(points: Vec3[], aspect: number, dt: number): void {
        if (this.touched || !this.smooth || this.goal !== null || points.length === 0) {
            return;
        }
        const middle = scale(points.reduce(add, [0, 0, 0]), 1 / points.length);
        const { right, up } = basisOf(this.eye);
        const reach = (axis: Vec3): number =>
            Math.max(...points.map((p) => Math.abs(dot(sub(p, middle), axis))));
        const wanted = Math.max(reach(right) / (INSIDE.right * aspect), reach(up) / INSIDE.up);
        const height = clamp(1.15 * wanted, 0.5 * this.home.height, FARTHEST * this.home.height);
        // an eye that rests is cheap to draw for: it leaves its place only for what goes out of the middle
        const off = norm(sub(middle, this.eye.target)) / this.eye.height;
        const wrong = Math.max(
            off / FOLLOW.off,
            Math.abs(Math.log(height / this.eye.height)) / FOLLOW.zoom,
        );
        this.following = wrong > (this.following ? FOLLOW.there : 1);
        if (!this.following) {
            return;
        }
        const f = 1 - Math.exp(-dt / 1.1);
        this.eye = {
            ...this.eye,
            target: mix(this.eye.target, clampVec(middle, this.low, this.high), f),
            height: this.eye.height * (height / this.eye.height) ** f,
        };
    }

    orbit(dx: number, dy: number): void {
        this.touched = true;
        this.goal = null;
        this.eye = {
            ...this.eye,
            yaw: this.eye.yaw - dx,
            pitch: clamp(this.eye.pitch + dy, PITCH_LOW, PITCH_HIGH),
        };
    }

    // factor above 1: farther away
    zoom(factor: number): void {
        this.touched = true;
        this.goal = null;
        const most = Math.max(2 * norm(sub(this.high, this.low)), 2 * this.home.height);
        const height = clamp(this.eye.height * factor, this.home.height / 60, most);
        this.eye = { ...this.eye, height };
    }

    // fractions of the view's height
    pan(right: number, up: number): void {
        this.touched = true;
        this.goal = null;
        const basis = basisOf(this.eye);
        const move = add(
            scale(basis.right, right * this.eye.height),
            scale(basis.up, up * this.eye.height),
        );
        this.eye = {
            ...this.eye,
            target: clampVec(add(this.eye.target, move), this.low, this.high),
        };
    }

    preset(name: PresetName, focus?: Vec3): void {
        this.touched = name !== "scene";
        const home = this.home;
        const at = (yaw: number, pitch: number): Eye => ({ ...home, yaw, pitch });
        const deg = Math.PI / 180;
        const goals: Record<PresetName, Eye> = {
            scene: home,
            top: at(0, PITCH_HIGH),
            front: at(0, 12 * deg),
            left: at(-75 * deg, 25 * deg),
            right: at(75 * deg, 25 * deg),
            close: { ...this.eye, target: focus ?? home.target, height: home.height / 3 },
        };
        this.go(goals[name]);
    }

    // While one winds around a shaft: look along it, a little from the side that one looked from before,
    // so that handles do not cover the turn.
    work(center: Vec3, axis: Vec3): void {
        if (this.before !== null) {
            return;
        }
        this.before = this.goal ?? this.eye;
        const along = Math.hypot(axis[0], axis[1]) > 0.1 ? Math.atan2(axis[0], -axis[1]) : 0;
        const turns = Math.round((this.before.yaw - along) / (2 * Math.PI));
        const nearest = along + 2 * Math.PI * turns;
        const aside = clamp(this.before.yaw - nearest, -WORK_ASIDE, WORK_ASIDE);
        this.go({
            target: center,
            yaw: nearest + aside,
            pitch: WORK_PITCH,
            height: 0.75 * this.home.height,
        });
    }

    endWork(): void {
        if (this.before !== null) {
            const { before } = this;
            this.before = null;
            this.go(before);
        }
    }

    private go(goal: Eye): void {
        if (!this.smooth) {
            this.eye = { ...goal };
            this.goal = null;
            return;
        }
        // the short way round
        const turns = Math.round((this.eye.yaw - goal.yaw) / (2 * Math.PI));
        this.goal = { ...goal, yaw: goal.yaw + 2 * Math.PI * turns };
    }

    update(dt: number): void {
        if (this.goal === null) {
            return;
        }
        const f = 1 - Math.exp(-dt / 0.09);
        const { eye, goal } = this;
        const to = (a: number, b: number): number => a + f * (b - a);
        this.eye = {
            target: add(eye.target, scale(sub(goal.target, eye.target), f)),
            yaw: to(eye.yaw, goal.yaw),
            pitch: to(eye.pitch, goal.pitch),
            height: Math.exp(to(Math.log(eye.height), Math.log(goal.height))),
        };
        const rest =
            Math.abs(goal.yaw - this.eye.yaw) +
            Math.abs(goal.pitch - this.eye.pitch) +
            Math.abs(Math.log(goal.height / this.eye.height)) +
            norm(sub(goal.target, this.eye.target)) / goal.height;
        if (rest < 1e-3) {
            this.eye = { ...goal };
            this.goal = null;
        }
    }
}
