// SPDX-License-Identifier: MIT
// What every way of moving the hands has in common: a device says what changed since it was last
// asked, in world axes. Changes and not poses, so that no hand ever jumps when another device takes
// over, a clutch is let go or a page comes back.
import type { Eye } from "../view/camera_rig";
import { IDENTITY, type Quat, type Vec3 } from "../core/vec";

export type Side = 0 | 1; // left, right
export type Slot = Side | 2; // and the assistant, who is led by the page

export interface HandInput {
    side: Slot;
    move: Vec3; // m
    turn: Quat; // applied on the left
    jaw: number | null; // 0 closed .. 1 open; null: as before
    roll: number; // rad about the tool's own axis
    screen: [number, number]; // pixels that the hand moved on the screen, to the right and down
    wind: boolean; // it is to go around the other forceps
    notches: number; // of a wheel, part of what lifts the hand
}

export interface InputContext {
    dt: number; // s since the last poll
    eye: Eye;
    pixel: number; // m per pixel of the screen at the field
}

export interface HandDevice {
    readonly name: string;
    poll(context: InputContext): HandInput[];
}

export const still = (side: Slot): HandInput => ({
    side,
    move: [0, 0, 0],
    turn: [...IDENTITY],
    jaw: null,
    roll: 0,
    screen: [0, 0],
    wind: false,
    notches: 0,
});

export const isStill = (input: HandInput): boolean =>
    input.move.every((x) => x === 0) &&
    input.roll === 0 &&
    input.jaw === null &&
    input.turn[3] === 1;

// Hands move in the plane of the board as seen from the eye: right is right on the screen, up is away
// from the eye along the board, lift is up from the board.
export function boardMove(eye: Eye, right: number, away: number, lift: number): Vec3 {
    const c = Math.cos(eye.yaw);
    const s = Math.sin(eye.yaw);
    return [c * right - s * away, s * right + c * away, lift];
}

// on the screen the board is shortened by this factor; looked at from the side it would vanish
export const foreshortening = (eye: Eye): number => Math.max(0.4, Math.sin(eye.pitch));
