// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { qangle, qaxis, type Quat, type Vec3 } from "../../src/core/vec";
import type { InputContext } from "../../src/input/device";
import { gripsOf, XrHands, type GripSample } from "../../src/input/xr";
import { eyeFrom } from "../../src/view/camera_rig";

const context: InputContext = { dt: 0.01, eye: eyeFrom([0, 0, 0], [0, -1, 1], 0.1), pixel: 1e-4 };
const grip = (position: Vec3, more: Partial<GripSample> = {}): GripSample => ({
    side: 1,
    position,
    rotation: [0, 0, 0, 1],
    trigger: 0,
    squeeze: 0,
    ...more,
});

describe("XR controllers", () => {
    it("move the tool by the hand's way over the scaling; up in the room is up in the world", () => {
        for (const scaling of [1, 10, 20]) {
            const device = new XrHands();
            device.scaling = scaling;
            device.sample([grip([0, 1, 0])]);
            expect(device.poll(context)[0]!.move).toEqual([0, 0, 0]); // the first place is where it begins
            device.sample([grip([0.1, 1.2, -0.3])]);
            const { move } = device.poll(context)[0]!;
            expect(move[0]).toBeCloseTo(0.1 / scaling, 9);
            expect(move[1]).toBeCloseTo(0.3 / scaling, 9); // away
            expect(move[2]).toBeCloseTo(0.2 / scaling, 9);
        }
    });

    it("scaling stays between 1 and 20", () => {
        const device = new XrHands();
        device.scaling = 1000;
        device.sample([grip([0, 0, 0])]);
        device.poll(context);
        device.sample([grip([1, 0, 0])]);
        expect(device.poll(context)[0]!.move[0]).toBeCloseTo(1 / 20, 9);
    });

    it("turn the tool as far as the wrist", () => {
        const device = new XrHands();
        device.sample([grip([0, 0, 0])]);
        device.poll(context);
        // about the room's upright axis, which is the world's z
        device.sample([grip([0, 0, 0], { rotation: qaxis([0, 1, 0], 0.7) })]);
        expect(qangle(device.poll(context)[0]!.turn, qaxis([0, 0, 1], 0.7))).toBeCloseTo(0, 6);
        // the other of the two quaternions of the same turn is no turn at all
        device.sample([
            grip([0, 0, 0], { rotation: qaxis([0, 1, 0], 0.7).map((x) => -x) as Quat }),
        ]);
        expect(device.poll(context)[0]!.turn[3]).toBeCloseTo(1, 9);
    });

    it("squeezing is a clutch, without a jump when it is let go", () => {
        const device = new XrHands();
        device.sample([grip([0, 0, 0])]);
        device.poll(context);
        device.sample([grip([0.5, 0, 0], { squeeze: 1 })]);
        expect(device.poll(context)[0]!.move).toEqual([0, 0, 0]);
        device.sample([grip([0.9, 0, 0])]);
        expect(device.poll(context)[0]!.move).toEqual([0, 0, 0]);
        device.sample([grip([1, 0, 0])]);
        expect(device.poll(context)[0]!.move[0]).toBeCloseTo(0.01, 9);
    });

    it("the trigger closes the jaws", () => {
        const device = new XrHands();
        device.sample([grip([0, 0, 0], { trigger: 1 })]);
        expect(device.poll(context)[0]!.jaw).toBe(0);
        expect(device.poll(context)[0]!.jaw).toBeNull();
    });

    it("a controller that was lost and found again does not throw the tool", () => {
        const device = new XrHands();
        device.sample([grip([0, 0, 0])]);
        device.poll(context);
        device.sample([]);
        expect(device.poll(context)).toEqual([]);
        device.sample([grip([5, 5, 5])]);
        expect(device.poll(context)[0]!.move).toEqual([0, 0, 0]);
    });

    it("reads both hands of a frame and skips what is not tracked or no hand", () => {
        const poses = new Map<unknown, Vec3>([
            ["l", [1, 2, 3]],
            ["r", [4, 5, 6]],
        ]);
        const frame = {
            getPose: (space: unknown): never | null => {
                const p = poses.get(space);
                return p === undefined
                    ? null
                    : ({
                          transform: {
                              position: { x: p[0], y: p[1], z: p[2] },
                              orientation: { x: 0, y: 0, z: 0, w: 1 },
                          },
                      } as never);
            },
        };
        const buttons = [{ value: 0.5 }, { value: 1 }];
        const grips = gripsOf(
            frame,
            [
                { handedness: "left", gripSpace: "l", gamepad: { buttons } },
                { handedness: "right", gripSpace: "r" },
                { handedness: "right", gripSpace: "lost" },
                { handedness: "none", gripSpace: "l" },
                { handedness: "left" },
            ],
            null,
        );
        expect(grips.map((g) => [g.side, g.position, g.trigger, g.squeeze])).toEqual([
            [0, [1, 2, 3], 0.5, 1],
            [1, [4, 5, 6], 0, 0],
        ]);
    });
});
