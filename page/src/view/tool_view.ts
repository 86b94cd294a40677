// SPDX-License-Identifier: MIT
// A tool on the screen: its solid parts as the server says, and a handle, which only looks.
import * as THREE from "three";
import type { Part, ToolState } from "../net/frame";
import type { ToolInfo } from "../net/messages";
import { partShape, type Shape } from "./half_cone";
import { flatSteel, PALETTE, steel } from "./materials";

function geometryOf(shape: Shape): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(shape.position, 3));
    geometry.setAttribute("normal", new THREE.BufferAttribute(shape.normal, 3));
    geometry.setIndex(new THREE.BufferAttribute(shape.indices, 1));
    return geometry;
}

// the handle behind the hinge: z from the hinge on
function handleOf(info: ToolInfo, colour: number): THREE.Group {
    const group = new THREE.Group();
    const r = info.base_radius;
    const body = new THREE.Mesh(
        new THREE.LatheGeometry(
            [
                [r * 1.0, 0],
                [r * 1.15, 3 * r],
                [r * 1.5, 9 * r],
                [r * 1.5, 26 * r],
                [r * 1.2, 40 * r],
                [r * 0.6, 42 * r],
                [0, 42 * r],
            ].map(([x, y]) => new THREE.Vector2(x, y)),
            20,
        ),
        flatSteel(),
    );
    body.rotation.x = Math.PI / 2; // lathes stand along y
    group.add(body);
    // a band in the colour of the hand
    const band = new THREE.Mesh(
        new THREE.CylinderGeometry(r * 1.32, r * 1.2, 2.4 * r, 20, 1, true),
        new THREE.MeshLambertMaterial({ color: colour, emissive: colour, emissiveIntensity: 0.35 }),
    );
    band.rotation.x = Math.PI / 2;
    band.position.z = 4.6 * r;
    group.add(band);
    for (const mesh of [body, band]) {
        mesh.castShadow = true;
    }
    return group;
}

export class ToolView {
    readonly group = new THREE.Group();
    private meshes: THREE.Mesh[] = [];
    private keys: string[] = [];
    private readonly look = steel();
    private readonly handle: THREE.Group | null;
    private readonly x = new THREE.Vector3();
    private readonly y = new THREE.Vector3();
    private readonly z = new THREE.Vector3();

    constructor(private readonly info: ToolInfo) {
        const colour = info.hand === "left" ? PALETTE.left : PALETTE.right;
        this.handle = info.kind === "point" ? null : handleOf(info, colour);
        if (this.handle !== null) {
            this.group.add(this.handle);
        }
    }

    update(state: ToolState, parts: Part[]): void {
        parts.forEach((part, i) => this.place(this.meshFor(part, i), part));
        this.meshes.forEach((mesh, i) => (mesh.visible = i < parts.length));
        if (this.handle !== null) {
            const { position, rotation } = state.proxy;
            this.handle.quaternion.set(...rotation);
            this.z.set(0, 0, this.info.length).applyQuaternion(this.handle.quaternion);
            this.handle.position.set(...position).add(this.z);
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
            mesh = new THREE.Mesh(new THREE.BufferGeometry(), this.look);
            mesh.castShadow = true;
            mesh.matrixAutoUpdate = false;
            this.meshes[i] = mesh;
            this.group.add(mesh);
        }
        if (this.keys[i] !== key) {
            this.keys[i] = key;
            mesh.geometry.dispose();
            mesh.geometry = geometryOf(partShape(part.tipRadius, part.baseRadius, length, half));
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
