// SPDX-License-Identifier: MIT
// A tissue on the screen: its skin in the colours of the layers, by how deep a node lay at first, paler
// where it is strained.
import * as THREE from "three";
import type { TissueState } from "../net/frame";
import type { TissueInfo } from "../net/messages";

export type Rgb = [number, number, number];

// linear light; depths in m
const LAYERS: readonly { from: number; colour: Rgb }[] = [
    { from: 0, colour: [0.553, 0.254, 0.159] }, // skin
    { from: 0.3e-3, colour: [0.716, 0.367, 0.296] }, // dermis
    { from: 2.0e-3, colour: [0.768, 0.456, 0.091] }, // fat
    { from: 5.6e-3, colour: [0.27, 0.028, 0.025] }, // fascia
];
const PALE: Rgb = [0.8, 0.62, 0.52];
const FULLY_PALE = 0.3; // strain
const MOST_PALE = 0.85;

// The colour of a node that lay so deep below the highest one, with this strain.
export function tissueColour(depth: number, strain: number): Rgb {
    const layer = LAYERS.filter((l) => depth >= l.from - 1e-9).at(-1) ?? LAYERS[0]!;
    const share = MOST_PALE * Math.min(1, Math.max(0, strain) / FULLY_PALE);
    return layer.colour.map((c, i) => c + share * (PALE[i]! - c)) as Rgb;
}

export class TissueView {
    readonly mesh: THREE.Mesh;
    private readonly depth: Float32Array;
    private readonly position: THREE.BufferAttribute;
    private readonly colour: THREE.BufferAttribute;

    constructor(info: TissueInfo) {
        const count = info.nodes.length / 3;
        let top = -Infinity;
        for (let i = 0; i < count; i++) {
            top = Math.max(top, info.nodes[3 * i + 2]!);
        }
        this.depth = Float32Array.from({ length: count }, (_, i) => top - info.nodes[3 * i + 2]!);
        this.position = new THREE.BufferAttribute(Float32Array.from(info.nodes), 3);
        this.colour = new THREE.BufferAttribute(new Float32Array(3 * count), 3);
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", this.position);
        geometry.setAttribute("color", this.colour);
        geometry.setIndex(info.triangles);
        this.mesh = new THREE.Mesh(
            geometry,
            new THREE.MeshPhongMaterial({
                vertexColors: true,
                specular: 0x332a26,
                shininess: 40,
                side: THREE.DoubleSide,
            }),
        );
        this.mesh.frustumCulled = false;
        this.mesh.castShadow = true;
        this.mesh.receiveShadow = true;
    }

    // a mesh that has changed since it was described is left as it was
    update(state: TissueState): void {
        if (state.count !== this.depth.length) {
            return;
        }
        const [x, y, z] = state.middle;
        for (let i = 0; i < state.count; i++) {
            this.position.setXYZ(
                i,
                x + state.unit * state.places[3 * i]!,
                y + state.unit * state.places[3 * i + 1]!,
                z + state.unit * state.places[3 * i + 2]!,
            );
            this.colour.setXYZ(i, ...tissueColour(this.depth[i]!, state.strain[i]! / 1000));
        }
        this.position.needsUpdate = true;
        this.colour.needsUpdate = true;
        this.mesh.geometry.computeVertexNormals();
    }

    dispose(): void {
        this.mesh.geometry.dispose();
        (this.mesh.material as THREE.Material).dispose();
    }
}
