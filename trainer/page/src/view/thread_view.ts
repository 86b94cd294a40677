// SPDX-License-Identifier: MIT
// One thread on the screen.
import type * as THREE from "three";
import type { ThreadState } from "../net/frame";
import type { Dye } from "./ends";
import { LENS_COLOURS } from "./lens";
import { linear } from "./look/theatre";
import { buildStrand, strandRoom, type Strand } from "./look/strand";
import { ThreadRibbon, type RibbonUniforms } from "./look/thread_ribbon";
import { isBraid, threadColour } from "./materials";
import type { Quality } from "./quality";
import type { TubeMemory } from "./tube";

const ORDER = 2; // after what it lies on: its edges are blended
const LONGEST_PIECE = 0.005; // m

const paint = (to: THREE.Color, hex: number): void => void to.setRGB(...linear(hex).toArray());

export class ThreadView {
    private readonly ribbon = new ThreadRibbon(ORDER);
    private line = new Float32Array(0);
    private memory: TubeMemory = { tangent: null, normal: [1, 0, 0] };
    strand: Strand = strandRoom(0);
    private count = 0;
    private subdivisions = 1;
    private leftFirst = true;

    constructor(material: string | null, index: number) {
        paint(this.uniforms.uColour.value, threadColour(material, index));
        this.uniforms.uBraid.value = isBraid(material) ? 1 : 0;
        this.dyeEnds(true);
    }

    private dyeEnds(leftFirst: boolean): void {
        const { uFirst, uSecond } = this.uniforms;
        this.leftFirst = leftFirst;
        paint(uFirst.value, leftFirst ? LENS_COLOURS.left : LENS_COLOURS.right);
        paint(uSecond.value, leftFirst ? LENS_COLOURS.right : LENS_COLOURS.left);
    }

    get group(): THREE.Object3D {
        return this.ribbon.group;
    }

    get uniforms(): RibbonUniforms {
        return this.ribbon.uniforms;
    }

    update(state: ThreadState, quality: Quality, dye: Dye | null): void {
        this.group.visible = state.count >= 2;
        if (!this.group.visible) {
            this.strand.count = 0;
            return;
        }
        this.fit(state.count, quality);
        this.uniforms.uRadius.value = state.radius;
        this.dye(state, dye);
        buildStrand(state, this.subdivisions, LONGEST_PIECE, this.memory, this.line, this.strand);
        this.ribbon.fit(this.strand);
    }

    // the colours of the hands; null: that of the material
    private dye(state: ThreadState, dye: Dye | null): void {
        const { uDye, uSplit } = this.uniforms;
        uDye.value = dye === null ? 0 : 1;
        if (dye === null) {
            return;
        }
        const p = state.positions;
        const edge = Math.hypot(p[3]! - p[0]!, p[4]! - p[1]!, p[5]! - p[2]!);
        uSplit.value = Number.isFinite(dye.split) ? dye.split * edge : 1e9;
        if (dye.leftFirst !== this.leftFirst) {
            this.dyeEnds(dye.leftFirst);
        }
    }

    // arrays for this many vertices at this quality
    private fit(count: number, quality: Quality): void {
        // long threads have short edges: they are smooth by themselves
        const subdivisions = Math.max(1, Math.min(quality.subdivisions, Math.floor(1600 / count)));
        if (count === this.count && subdivisions === this.subdivisions) {
            return;
        }
        this.count = count;
        this.subdivisions = subdivisions;
        const rings = (count - 1) * subdivisions + 1;
        this.strand = strandRoom(rings);
        this.line = new Float32Array(6 * rings);
    }

    dispose(): void {
        this.ribbon.dispose();
    }
}
