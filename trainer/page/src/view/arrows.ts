// SPDX-License-Identifier: MIT
// Force arrows: many small ones in two draw calls.
import * as THREE from "three";
import type { Vec3 } from "../core/vec";

const MOST = 600;

export interface Arrow {
    from: Vec3; // m
    vector: Vec3; // m, as long as it is drawn
    colour: number;
}

export class Arrows {
    readonly group = new THREE.Group();
    private readonly shafts: THREE.InstancedMesh;
    private readonly heads: THREE.InstancedMesh;
    private readonly matrix = new THREE.Matrix4();
    private readonly turn = new THREE.Quaternion();
    private readonly along = new THREE.Vector3();
    private readonly at = new THREE.Vector3();
    private readonly size = new THREE.Vector3();
    private readonly colour = new THREE.Color();
    private readonly y = new THREE.Vector3(0, 1, 0);

    constructor() {
        const shaft = new THREE.CylinderGeometry(1, 1, 1, 8).translate(0, 0.5, 0);
        const head = new THREE.ConeGeometry(1, 1, 12).translate(0, 0.5, 0);
        const look = new THREE.MeshBasicMaterial({ depthTest: true });
        this.shafts = new THREE.InstancedMesh(shaft, look, MOST);
        this.heads = new THREE.InstancedMesh(head, look, MOST);
        for (const mesh of [this.shafts, this.heads]) {
            mesh.frustumCulled = false;
            mesh.count = 0;
            this.group.add(mesh);
        }
    }

    // width: m, radius of a shaft
    set(arrows: Arrow[], width: number): void {
        const count = Math.min(arrows.length, MOST);
        for (let i = 0; i < count; i++) {
            this.put(i, arrows[i] as Arrow, width);
        }
        for (const mesh of [this.shafts, this.heads]) {
            mesh.count = count;
            mesh.instanceMatrix.needsUpdate = true;
            if (mesh.instanceColor !== null) {
                mesh.instanceColor.needsUpdate = true;
            }
        }
    }

    private put(i: number, arrow: Arrow, width: number): void {
        this.along.set(...arrow.vector);
        const length = Math.max(this.along.length(), 1e-9);
        this.along.divideScalar(length);
        this.turn.setFromUnitVectors(this.y, this.along);
        const head = Math.min(5 * width, 0.6 * length);
        this.at.set(...arrow.from);
        this.size.set(width, length - head, width);
        this.shafts.setMatrixAt(i, this.matrix.compose(this.at, this.turn, this.size));
        this.at.addScaledVector(this.along, length - head);
        this.size.set(0.42 * head, head, 0.42 * head);
        this.heads.setMatrixAt(i, this.matrix.compose(this.at, this.turn, this.size));
        this.colour.setHex(arrow.colour);
        this.shafts.setColorAt(i, this.colour);
        this.heads.setColorAt(i, this.colour);
    }
}
