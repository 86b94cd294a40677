// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { cross, dot, norm, sub, type Vec3 } from "../../src/core/vec";
import {
    basisOf,
    CameraRig,
    distanceOf,
    eyeFrom,
    FIELD_OF_VIEW,
    metresPerPixel,
    positionOf,
    rotationOf,
} from "../../src/view/camera_rig";
import { partShape } from "../../src/view/half_cone";
import { Governor, isSoftware, LEVELS } from "../../src/view/quality";
import {
    buildTube,
    tubeArrays,
    tubeLayout,
    type TubeInput,
    type TubeMemory,
} from "../../src/view/tube";
import { qrotate } from "../../src/core/vec";

const at = (array: Float32Array, i: number): Vec3 => [
    array[3 * i]!,
    array[3 * i + 1]!,
    array[3 * i + 2]!,
];

// outward surfaces enclose a positive volume (divergence theorem)
function volume(position: Float32Array, indices: Uint32Array): number {
    let sum = 0;
    for (let i = 0; i < indices.length; i += 3) {
        const [a, b, c] = [
            at(position, indices[i]!),
            at(position, indices[i + 1]!),
            at(position, indices[i + 2]!),
        ];
        sum += dot(a, cross(b, c)) / 6;
    }
    return sum;
}

describe("the camera", () => {
    it("stands where the scene says and looks at its target", () => {
        const eye = eyeFrom([1, 2, 3], [1, -2, 6], 0.5);
        const back = sub(positionOf(eye), eye.target);
        expect(norm(cross(back, [0, -4, 3])) / norm(back)).toBeCloseTo(0, 6);
        expect(2 * Math.tan(FIELD_OF_VIEW / 2) * distanceOf(eye)).toBeCloseTo(0.5, 9);
    });

    it("has a right-handed basis that its rotation reproduces", () => {
        for (const yaw of [-2, 0, 0.7, 3]) {
            const eye = { target: [0, 0, 0] as Vec3, yaw, pitch: 0.6, height: 1 };
            const { right, up, back } = basisOf(eye);
            expect(dot(cross(right, up), back)).toBeCloseTo(1, 9);
            const q = rotationOf(eye);
            expect(norm(sub(qrotate(q, [1, 0, 0]), right))).toBeCloseTo(0, 9);
            expect(norm(sub(qrotate(q, [0, 0, 1]), back))).toBeCloseTo(0, 9);
        }
    });

    it("a pixel at the target is the height of the view over the pixels", () => {
        const eye = eyeFrom([0, 0, 0], [0, -1, 1], 0.06);
        expect(metresPerPixel(eye, eye.target, 600)).toBeCloseTo(1e-4, 12);
    });

    it("never goes under the board or upside down, and comes home by a preset", () => {
        const rig = new CameraRig();
        rig.setHome([0, 0, 0], [0, -1, 1], 0.06, [-1, -1, 0], [1, 1, 1]);
        rig.orbit(0.3, -10);
        expect(rig.eye.pitch).toBeGreaterThan(0);
        rig.orbit(0, 10);
        expect(rig.eye.pitch).toBeLessThan(Math.PI / 2);
        rig.zoom(1e-9);
        expect(rig.eye.height).toBeGreaterThan(0);
        rig.pan(100, 0);
        expect(rig.eye.target[0]).toBeLessThanOrEqual(1);
        rig.preset("scene");
        for (let i = 0; i < 200; i++) {
            rig.update(0.016);
        }
        expect(rig.eye.height).toBeCloseTo(0.06, 9);
        expect(rig.eye.pitch).toBeCloseTo(Math.PI / 4, 9);
    });

    it("follows hands that are watched until somebody moves the eye", () => {
        const rig = new CameraRig();
        rig.setHome([0, 0, 0], [0, -1, 1], 0.06, [-1, -1, 0], [1, 1, 1]);
        const hands: Vec3[] = [
            [0.1, 0.02, 0],
            [0.12, 0.02, 0],
        ];
        for (let i = 0; i < 600; i++) {
            rig.follow(hands, 1.8, 0.016);
        }
        expect(norm(sub(rig.eye.target, [0.11, 0.02, 0]))).toBeLessThan(1e-4);
        expect(rig.eye.height).toBeLessThan(0.06);
        rig.orbit(0.1, 0);
        const { target } = rig.eye;
        rig.follow([[0.5, 0, 0]], 1.8, 1);
        expect(rig.eye.target).toEqual(target);
    });

    it("steps back for hands at the edge and walks round to those behind", () => {
        const rig = new CameraRig();
        rig.setHome([0, 0, 0], [0, -1, 1], 0.06, [-1, -1, 0], [1, 1, 1]);
        rig.include([[0.04, 0, 0]], 1);
        expect(rig.eye.height).toBeGreaterThan(0.08);
        const { yaw } = rig.eye;
        rig.faceHands([[0, 0.05, 0]]);
        expect(Math.abs(rig.eye.yaw - yaw)).toBeCloseTo(Math.PI, 9);
    });

    it("keeps both hands in a view that is higher than wide", () => {
        for (const aspect of [800 / 1280, 1, 16 / 9]) {
            const rig = new CameraRig();
            rig.setHome([0, 0, 0], [0, -1, 1], 0.06, [-1, -1, 0], [1, 1, 1]);
            const hands: Vec3[] = [
                [-0.025, 0, 0],
                [0.025, 0, 0],
            ];
            rig.include(hands, aspect);
            // the places are as far from the eye as the target is
            expect(0.025 / (rig.eye.height * aspect)).toBeLessThanOrEqual(0.25 + 1e-9);
            expect(rig.moved).toBe(false);
        }
    });

    it("jumps to a preset where motion is not wanted", () => {
        const rig = new CameraRig();
        rig.smooth = false;
        rig.preset("top");
        expect(rig.eye.pitch).toBeCloseTo(Math.PI / 2, 2);
    });
});

describe("the tube", () => {
    const make = (
        points: Vec3[],
        twist: number[],
    ): {
        arrays: ReturnType<typeof tubeArrays>;
        layout: ReturnType<typeof tubeLayout>;
        memory: TubeMemory;
        input: TubeInput;
        build: () => void;
    } => {
        const layout = tubeLayout(points.length, 2, 24);
        const arrays = tubeArrays(layout);
        const memory: TubeMemory = { tangent: null, normal: [1, 0, 0] };
        const input: TubeInput = {
            count: points.length,
            positions: new Float32Array(points.flat()),
            tension: new Int16Array(points.length).fill(100),
            twist: Int16Array.from(twist),
            tensionUnit: 0.01,
            twistUnit: 0.1,
        };
        const line = new Float32Array(6 * layout.rings);
        const build = (): void => buildTube(input, layout, 2, 0.1, memory, line, arrays);
        build();
        return { arrays, layout, memory, input, build };
    };
    const straight = Array.from({ length: 11 }, (_, i): Vec3 => [0.5 * i, 0, 0]);

    it("is a closed cylinder with round ends, seen from outside", () => {
        const { arrays, layout } = make(straight, new Array<number>(11).fill(0));
        // polygons inside of the circle are a little smaller
        const exact = Math.PI * 0.01 * 5 + (4 / 3) * Math.PI * 0.001;
        const v = volume(arrays.position, layout.indices);
        expect(v / exact).toBeGreaterThan(0.97);
        expect(v / exact).toBeLessThan(1);
    });

    it("has its radius around the centre line and unit normals", () => {
        const ring = Array.from({ length: 41 }, (_, i): Vec3 => [
            Math.cos(i / 8),
            Math.sin(i / 8),
            0.02 * i,
        ]);
        const { arrays, layout } = make(ring, new Array<number>(41).fill(0));
        const columns = layout.sides + 1;
        for (let k = 0; k < 41; k++) {
            for (let s = 0; s < columns; s++) {
                const i = (layout.cap + 2 * k) * columns + s;
                expect(norm(sub(at(arrays.position, i), ring[k]!))).toBeCloseTo(0.1, 5);
                expect(norm(at(arrays.normal, i))).toBeCloseTo(1, 5);
            }
        }
    });

    it("turns its stripe by the twist of the material and by nothing else", () => {
        const turned = make(
            straight,
            straight.map((_, i) => 10 * i),
        ); // 1 rad per edge
        const columns = turned.layout.sides + 1;
        const turns = (ring: number): number =>
            turned.arrays.thread[3 * (turned.layout.cap + ring) * columns]!;
        expect(turns(1) - turns(19)).toBeCloseTo(9 / (2 * Math.PI), 5); // from the middle of the first edge to that of the last
        // a bent thread without twist: no turns
        const bent = make(
            Array.from({ length: 21 }, (_, i): Vec3 => [Math.cos(i / 5), Math.sin(i / 5), 0]),
            new Array<number>(21).fill(0),
        );
        expect(bent.arrays.thread[3 * (bent.layout.cap + 40) * columns]).toBeCloseTo(0, 6);
    });

    it("carries the tension", () => {
        const { arrays } = make(straight, new Array<number>(11).fill(0));
        expect(arrays.thread[2]).toBeCloseTo(1, 6);
    });

    it("does not spin when the first edge turns", () => {
        const made = make(straight, new Array<number>(11).fill(0));
        const before = [...made.memory.normal];
        // there and back again: no rotation may be left over
        for (let k = 0; k <= 20; k++) {
            const angle = 0.9 * Math.sin((Math.PI * k) / 20);
            made.input.positions.set(
                straight.flatMap(([x]) => [x * Math.cos(angle), x * Math.sin(angle), 0]),
            );
            made.build();
        }
        made.memory.normal.forEach((x, k) => expect(x).toBeCloseTo(before[k]!, 6));
    });

    it("takes two vertices, and ones that coincide", () => {
        const { arrays } = make(
            [
                [0, 0, 0],
                [0, 0, 0],
            ],
            [0, 0],
        );
        expect(arrays.position.every(Number.isFinite)).toBe(true);
    });
});

describe("parts of tools", () => {
    it("half of the hull of two equal balls has half of a capsule's volume", () => {
        const { position, indices } = partShape(1, 1, 5, true, 0, 64);
        const exact = (Math.PI * 5 + (4 / 3) * Math.PI) / 2;
        expect(volume(position, indices) / exact).toBeCloseTo(1, 1);
        expect(volume(position, indices)).toBeLessThan(exact);
    });

    it("an inclined face adds its wedge", () => {
        const flat = partShape(1, 1, 5, true, 0, 64);
        const risen = partShape(1, 1, 5, true, 0.5, 64);
        const added = volume(risen.position, risen.indices) - volume(flat.position, flat.indices);
        // a triangle of 5 by 0.5 across 2 between the centres, 0.5 high over the half disc beyond
        expect(added).toBeCloseTo(0.5 * 5 * 0.5 * 2 + 0.5 * (Math.PI / 2), 0);
        expect(added).toBeGreaterThan(2);
    });

    it("the half lies behind its face, the whole around it", () => {
        const half = partShape(0.3, 1.2, 30, true);
        const xs = half.position.filter((_, i) => i % 3 === 0);
        expect(Math.max(...xs)).toBeLessThan(1e-6);
        const whole = partShape(0.3, 1.2, 30, false);
        expect(Math.max(...whole.position.filter((_, i) => i % 3 === 0))).toBeCloseTo(1.2, 2);
        expect(volume(whole.position, whole.indices)).toBeGreaterThan(
            2 * volume(half.position, half.indices) * 0.95,
        );
    });
});

describe("the governor of quality", () => {
    it("falls when pictures come late, and not because of a single one", () => {
        const governor = new Governor(3);
        expect(governor.frame(80, 5)).toBe(false);
        let changed = 0;
        for (let i = 0; i < 25; i++) {
            changed += governor.frame(40, 30) ? 1 : 0;
        }
        expect(changed).toBe(1);
        expect(governor.level).toBe(2);
    });

    it("rises after seconds of ease, but not to a level that failed twice", () => {
        const governor = new Governor(3);
        const easy = (): void => {
            for (let i = 0; i < 300; i++) {
                governor.frame(16.7, 3);
            }
        };
        const hard = (): void => {
            for (let i = 0; i < 30; i++) {
                governor.frame(40, 30);
            }
        };
        hard();
        easy();
        expect(governor.level).toBe(3);
        hard();
        easy();
        easy();
        expect(governor.level).toBe(2);
    });

    it("never leaves the list, and a picture after a pause is no reason", () => {
        const governor = new Governor(0);
        for (let i = 0; i < 100; i++) {
            governor.frame(50, 40);
        }
        expect(governor.level).toBe(0);
        expect(new Governor(LEVELS.length - 1).frame(5000, 1)).toBe(false);
    });

    it("falls by two levels, and within a second or a few pictures, where they are far too slow", () => {
        const slow = new Governor(3);
        let ms = 0;
        while (slow.level === 3) {
            slow.frame(100, 20);
            ms += 100;
        }
        expect(ms).toBeLessThanOrEqual(1000);
        expect(slow.level).toBe(1);
        const crawling = new Governor(3);
        let pictures = 0;
        while (crawling.level === 3 && pictures < 100) {
            crawling.frame(2000, 20);
            pictures++;
        }
        expect(pictures).toBeLessThanOrEqual(5);
    });

    it("does not fall for some slow pictures among good ones", () => {
        const governor = new Governor(3);
        for (let i = 0; i < 2000; i++) {
            expect(governor.frame(i % 4 === 0 ? 40 : 16.7, 10)).toBe(false);
        }
    });

    it("stays where somebody put it, until it may choose again", () => {
        const governor = new Governor(2);
        expect(governor.choose("high")).toBe(true);
        expect(governor.quality.name).toBe("best");
        for (let i = 0; i < 100; i++) {
            expect(governor.frame(100, 90)).toBe(false);
        }
        expect(governor.choose("low")).toBe(true);
        expect(governor.quality.name).toBe("lowest");
        expect(governor.choose("low")).toBe(false);
        for (let i = 0; i < 1000; i++) {
            expect(governor.frame(16.7, 1)).toBe(false);
        }
        // the lowest is for who asks for it: by itself the page keeps the pixels of the thread
        expect(governor.choose("auto")).toBe(true);
        expect(governor.quality.pixelRatio).toBe(1);
        for (let i = 0; i < 100; i++) {
            governor.frame(100, 90);
        }
        expect(governor.quality.pixelRatio).toBe(1);
        for (let i = 0; i < 250; i++) {
            governor.frame(16.7, 1);
        }
        expect(governor.level).toBe(2);
    });

    it("knows renderers that draw on the processor", () => {
        expect(isSoftware("ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)))")).toBe(
            true,
        );
        expect(isSoftware("llvmpipe (LLVM 15.0.6, 256 bits)")).toBe(true);
        expect(isSoftware("ANGLE (Intel, Mesa Intel(R) UHD Graphics 620)")).toBe(false);
    });
});
