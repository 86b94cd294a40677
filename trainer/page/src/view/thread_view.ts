// SPDX-License-Identifier: MIT
// One thread on the screen.
import * as THREE from "three";
import type { ThreadState } from "../net/frame";
import { Ribbon, STRAND_ORDER } from "./crossings";
import { PALETTE, threadColour, threadMaterial, type ThreadUniforms } from "./materials";
import type { Dye } from "./ends";
import { LENS_COLOURS } from "./lens";
import type { Quality } from "./quality";
import {
    buildTube,
    tubeArrays,
    tubeLayout,
    type TubeArrays,
    type TubeLayout,
    type TubeMemory,
} from "./tube";

const THIN_PIXELS = 0.95; // a thread is never drawn thinner than this radius, else it breaks up

export class ThreadView {
    readonly mesh: THREE.Mesh;
    readonly ribbon = new Ribbon(PALETTE.board);
    readonly uniforms: ThreadUniforms;
    private layout: TubeLayout | null = null;
    private arrays: TubeArrays | null = null;
    private line = new Float32Array(0);
    private memory: TubeMemory = { tangent: null, normal: [1, 0, 0] };
    private count = 0;
    private subdivisions = 1;
    private sides = 8;

    constructor(material: string | null, index: number) {
        const { material: look, uniforms } = threadMaterial(threadColour(material, index));
        this.uniforms = uniforms;
        this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), look);
        this.mesh.frustumCulled = false;
        this.mesh.renderOrder = STRAND_ORDER;
        this.mesh.castShadow = true;
        this.mesh.receiveShadow = true;
    }

    // metresPerPixel: size of a pixel where the thread is
    update(state: ThreadState, quality: Quality, metresPerPixel: number, dye: Dye | null): void {
        this.mesh.visible = this.ribbon.mesh.visible = state.count >= 2;
        if (!this.mesh.visible) {
            return;
        }
        this.fit(state.count, quality);
        const radius = Math.max(state.radius, THIN_PIXELS * metresPerPixel);
        if (this.layout === null || this.arrays === null) {
            return;
        }
        // a thread of a few pixels has no lit and no shaded side
        const wide = radius / metresPerPixel;
        this.uniforms.uWidened.value = radius - state.radius;
        this.dye(state, radius, dye);
        this.uniforms.uFlat.value = Math.min(1, Math.max(0, (3 - wide) / 1.8));
        buildTube(
            state,
            this.layout,
            this.subdivisions,
            radius,
            this.memory,
            this.line,
            this.arrays,
        );
        for (const attribute of Object.values(this.mesh.geometry.attributes)) {
            (attribute as THREE.BufferAttribute).needsUpdate = true;
        }
        this.ribbon.fit(this.line, state.radius, radius, metresPerPixel);
    }

    // the colours of the hands; null: that of the material
    private dye(state: ThreadState, radius: number, dye: Dye | null): void {
        const { uDye, uSplit, uFirst, uSecond } = this.uniforms;
        uDye.value = dye === null ? 0 : 1;
        if (dye === null) {
            return;
        }
        const p = state.positions;
        const edge = Math.hypot(p[3]! - p[0]!, p[4]! - p[1]!, p[5]! - p[2]!);
        uSplit.value = Number.isFinite(dye.split) ? (dye.split * edge) / radius : 1e9;
        uFirst.value.setHex(dye.leftFirst ? LENS_COLOURS.left : LENS_COLOURS.right);
        uSecond.value.setHex(dye.leftFirst ? LENS_COLOURS.right : LENS_COLOURS.left);
    }

    // arrays for this many vertices at this quality
    private fit(count: number, quality: Quality): void {
        // long threads have short edges: they are smooth by themselves
        const subdivisions = Math.max(1, Math.min(quality.subdivisions, Math.floor(1600 / count)));
        if (
            count === this.count &&
            subdivisions === this.subdivisions &&
            quality.sides === this.sides
        ) {
            return;
        }
        this.count = count;
        this.subdivisions = subdivisions;
        this.sides = quality.sides;
        this.layout = tubeLayout(count, subdivisions, quality.sides);
        this.arrays = tubeArrays(this.layout);
        this.line = new Float32Array(6 * this.layout.rings);
        const geometry = new THREE.BufferGeometry();
        const dynamic = (array: Float32Array): THREE.BufferAttribute =>
            new THREE.BufferAttribute(array, 3).setUsage(THREE.DynamicDrawUsage);
        geometry.setAttribute("position", dynamic(this.arrays.position));
        geometry.setAttribute("normal", dynamic(this.arrays.normal));
        geometry.setAttribute("aThread", dynamic(this.arrays.thread));
        geometry.setIndex(new THREE.BufferAttribute(this.layout.indices, 1));
        this.mesh.geometry.dispose();
        this.mesh.geometry = geometry;
    }

    dispose(): void {
        this.mesh.geometry.dispose();
        (this.mesh.material as THREE.Material).dispose();
        this.ribbon.dispose();
    }
}
