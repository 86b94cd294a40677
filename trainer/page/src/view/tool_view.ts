// SPDX-License-Identifier: MIT
// A tool on the screen: its solid parts, arms and handle, as the server says, and a painted band.
import * as THREE from "three";
import type { Part, ToolState } from "../net/frame";
import type { ToolInfo } from "../net/messages";
import { partShape, type Shape } from "./half_cone";
import { flatSteel, PALETTE, steel } from "./materials";

export function geometryOf(shape: Shape): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(shape.position, 3));
    geometry.setAttribute("normal", new THREE.BufferAttribute(shape.normal, 3));
    geometry.setIndex(new THREE.BufferAttribute(shape.indices, 1));
    return geometry;
}

// Paint on the handle in the colour of the hand: it stands out by a hair only, since what is drawn of a
// tool is what is solid of it.
function bandOf(info: ToolInfo, colour: number): THREE.Mesh {
    const r = info.handle_radius;
    const width = Math.min(2.4 * r, info.handle_length);
    const band = new THREE.Mesh(
        new THREE.CylinderGeometry(1.02 * r, 1.02 * r, width, 20, 1, true),
        new THREE.MeshLambertMaterial({ color: colour, emissive: colour, emissiveIntensity: 0.35 }),
    );
    band.castShadow = true;
    return band;
}

// m from the tips: where the middle of the band is
function bandAt(info: ToolInfo): number {
    return info.length + Math.min(4.6 * info.handle_radius, 0.5 * info.handle_length);
}

export class ToolView {
    readonly group = new THREE.Group();
    private meshes: THREE.Mesh[] = [];
    private keys: string[] = [];
    private readonly look = steel();
    private readonly handle = flatSteel();
    private readonly band: THREE.Mesh | null;
    private readonly x = new THREE.Vector3();
    private readonly y = new THREE.Vector3();
    private readonly z = new THREE.Vector3();

    constructor(private readonly info: ToolInfo) {
        const colour = info.hand === "left" ? PALETTE.left : PALETTE.right;
        const bare = info.kind === "point" || info.handle_length === 0;
        this.band = bare ? null : bandOf(info, colour);
        if (this.band !== null) {
            this.group.add(this.band);
        }
    }

    update(state: ToolState, parts: Part[]): void {
        parts.forEach((part, i) => this.place(this.meshFor(part, i), part));
        this.meshes.forEach((mesh, i) => (mesh.visible = i < parts.length));
        if (this.band !== null) {
            const { position, rotation } = state.proxy;
            this.band.quaternion.set(...rotation);
            this.z.set(0, 0, bandAt(this.info)).applyQuaternion(this.band.quaternion);
            this.band.position.set(...position).add(this.z);
            this.band.rotateX(Math.PI / 2); // cylinders stand along y
        }
    }

    // shapes never change in a scene; made once
    private meshFor(part: Part, i: number): THREE.Mesh {
        const length = Math.hypot(
            part.base[0] - part.tip[0],
            part.base[1] - part.tip[1],
            part.base[2] - part.tip[2],
        );
        const half = part.face.some((x) => x !== 0);
        const key = `${part.tipRadius.toPrecision(4)} ${part.baseRadius.toPrecision(4)} ${length.toPrecision(4)} ${half}`;
        let mesh = this.meshes[i];
        if (mesh === undefined) {
            mesh = new THREE.Mesh(new THREE.BufferGeometry(), half ? this.look : this.handle);
            mesh.castShadow = true;
            mesh.matrixAutoUpdate = false;
            this.meshes[i] = mesh;
            this.group.add(mesh);
        }
        if (this.keys[i] !== key) {
            this.keys[i] = key;
            mesh.geometry.dispose();
            mesh.geometry = geometryOf(
                partShape(
                    part.tipRadius,
                    part.baseRadius,
                    length,
                    half,
                    half ? this.info.incline : 0,
                ),
            );
        }
        return mesh;
    }

    private place(mesh: THREE.Mesh, part: Part): void {
        const { x, y, z } = this;
        z.set(part.base[0] - part.tip[0], part.base[1] - part.tip[1], part.base[2] - part.tip[2]);
        z.normalize();
        x.set(...part.face);
        if (x.lengthSq() === 0) {
            x.set(Math.abs(z.x) < 0.9 ? 1 : 0, Math.abs(z.x) < 0.9 ? 0 : 1, 0);
        }
        x.addScaledVector(z, -x.dot(z)).normalize();
        y.crossVectors(z, x);
        mesh.matrix.makeBasis(x, y, z).setPosition(...part.tip);
        mesh.matrixWorldNeedsUpdate = true;
    }

    dispose(): void {
        this.group.traverse((o) => {
            if (o instanceof THREE.Mesh) {
                o.geometry.dispose();
                (o.material as THREE.Material).dispose();
            }
        });
    }
}
