// SPDX-License-Identifier: MIT
// Shadows as ribbons: soft, without a map and without a second look at the scene.
import * as THREE from "three";
import type { Vec3 } from "../../core/vec";
import { fall, penumbra, type Receivers } from "./shadow";

export const THREAD_SPREAD = 0.1;
export const TOOL_SPREAD = 0.22;
const SHARPEST_TURN = Math.cos((55 * Math.PI) / 180);
const LIFT = 6e-5; // m above the receiver

const VERTEX = /* glsl */ `
    attribute vec2 aShade; // across -1 .. 1, strength
    varying vec2 vShade;
    void main() {
        vShade = aShade;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    }
`;
const FRAGMENT = /* glsl */ `
    varying vec2 vShade;
    void main() {
        float x = 1.0 - abs(vShade.x);
        gl_FragColor = vec4(0.0, 0.02, 0.02, 0.6 * vShade.y * x * x * (3.0 - 2.0 * x));
    }
`;

export class ShadowView {
    readonly mesh: THREE.Mesh;
    private readonly place: THREE.BufferAttribute;
    private readonly shade: THREE.BufferAttribute;
    private readonly index: THREE.BufferAttribute;
    private rows = 0;
    private quads = 0;

    constructor(private readonly room: number) {
        const dynamic = (n: number): THREE.BufferAttribute =>
            new THREE.BufferAttribute(new Float32Array(2 * room * n), n).setUsage(
                THREE.DynamicDrawUsage,
            );
        this.place = dynamic(3);
        this.shade = dynamic(2);
        this.index = new THREE.BufferAttribute(new Uint32Array(6 * room), 1).setUsage(
            THREE.DynamicDrawUsage,
        );
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", this.place);
        geometry.setAttribute("aShade", this.shade);
        geometry.setIndex(this.index);
        this.mesh = new THREE.Mesh(
            geometry,
            new THREE.ShaderMaterial({
                vertexShader: VERTEX,
                fragmentShader: FRAGMENT,
                transparent: true,
                depthWrite: false,
                side: THREE.DoubleSide,
            }),
        );
        this.mesh.frustumCulled = false;
        this.mesh.renderOrder = 1;
    }

    begin(): void {
        this.rows = this.quads = 0;
    }

    // a line of points with a radius each
    add(
        count: number,
        at: (i: number) => Vec3,
        radius: (i: number) => number,
        spread: number,
        to: Receivers,
        share: (i: number) => number = () => 1, // of its strength
    ): void {
        let before: { place: Vec3; receiver: number; way: Vec3 | null } | null = null;
        let joined = false;
        for (let i = 0; i < count && this.rows < this.room; i++) {
            const here = fall(at(i), to);
            if (here === null) {
                before = null;
                joined = false;
                continue;
            }
            const next = i + 1 < count ? fall(at(i + 1), to) : null;
            const ahead = next !== null && next.receiver === here.receiver ? next.place : null;
            const last: Vec3 | null =
                before !== null && before.receiver === here.receiver ? before.place : null;
            const a = last ?? here.place;
            const b = ahead ?? here.place;
            const way: Vec3 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
            const length = Math.hypot(...way);
            if (length < 1e-7) {
                continue; // it comes straight down: its neighbours draw it
            }
            const w = way.map((v) => v / length) as Vec3;
            const n = here.normal;
            const side: Vec3 = [
                w[1] * n[2] - w[2] * n[1],
                w[2] * n[0] - w[0] * n[2],
                w[0] * n[1] - w[1] * n[0],
            ];
            const turn =
                before?.way == null
                    ? 1
                    : w[0] * before.way[0] + w[1] * before.way[1] + w[2] * before.way[2];
            const [half, strength] = penumbra(radius(i), here.height, spread);
            // a line that bends sharply would throw a fan
            const fade = share(i) * strength * Math.max(0, Math.min(1, (turn - 0.3) / 0.5));
            this.row(here.place, n, side, half, fade);
            if (joined && last !== null && turn > SHARPEST_TURN) {
                this.quad();
            }
            before = { place: here.place, receiver: here.receiver, way: w };
            joined = true;
        }
    }

    private row(p: Vec3, n: Vec3, side: Vec3, half: number, strength: number): void {
        for (let k = 0; k < 2; k++) {
            const s = k === 0 ? -half : half;
            this.place.setXYZ(
                2 * this.rows + k,
                p[0] + s * side[0] + LIFT * n[0],
                p[1] + s * side[1] + LIFT * n[1],
                p[2] + s * side[2] + LIFT * n[2],
            );
            this.shade.setXY(2 * this.rows + k, 2 * k - 1, strength);
        }
        this.rows++;
    }

    private quad(): void {
        const a = 2 * (this.rows - 2);
        this.index.array.set([a, a + 1, a + 2, a + 2, a + 1, a + 3], 6 * this.quads++);
    }

    end(): void {
        for (const attribute of [this.place, this.shade, this.index]) {
            attribute.needsUpdate = true;
        }
        this.mesh.geometry.setDrawRange(0, 6 * this.quads);
    }

    dispose(): void {
        this.mesh.geometry.dispose();
        (this.mesh.material as THREE.Material).dispose();
    }
}
