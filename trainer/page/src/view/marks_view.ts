// SPDX-License-Identifier: MIT
// Marks of a scene: targets, rings, trays and lines, which are seen and not felt.
import * as THREE from "three";
import type { Vec3 } from "../core/vec";
import type { MarkInfo } from "../net/messages";
import { plainMaterial } from "./look/plain";
import { PALETTE } from "./materials";

const Z = new THREE.Vector3(0, 0, 1);

export const axisOf = (axis: Vec3 | null | undefined): THREE.Vector3 => {
    const v = new THREE.Vector3(...(axis ?? [0, 0, 1]));
    return v.lengthSq() > 0 ? v.normalize() : v.copy(Z);
};

// the colour of a mark that is still to be reached
export function markColour(info: MarkInfo): number {
    const hands = [PALETTE.left, PALETTE.right];
    return hands[info.tool ?? -1] ?? PALETTE.target;
}

// seen at all: one that vanishes only while it is its turn
export const markSeen = (vanishes: boolean, due: boolean, done: boolean): boolean =>
    !vanishes || (due && !done);

function markOf(info: MarkInfo): THREE.Object3D {
    const group = new THREE.Group();
    const colour = markColour(info);
    const look = new THREE.MeshBasicMaterial({
        color: colour,
        transparent: true,
        opacity: 0.9,
    });
    if (info.kind === "ring") {
        const r = info.radius;
        group.add(
            new THREE.Mesh(new THREE.TorusGeometry(r, Math.max(0.06 * r, 1e-4), 10, 48), look),
        );
    } else if (info.kind === "tray") {
        const r = info.radius;
        const floor = new THREE.Mesh(
            new THREE.CircleGeometry(r, 48),
            new THREE.MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.22 }),
        );
        group.add(floor, new THREE.Mesh(new THREE.TorusGeometry(r, 0.035 * r, 8, 64), look));
    } else if (info.kind === "target") {
        const ball = new THREE.Mesh(
            new THREE.SphereGeometry(info.radius, 24, 16),
            plainMaterial(colour, 0.6),
        );
        group.add(
            ball,
            new THREE.Mesh(
                new THREE.TorusGeometry(1.5 * info.radius, 0.06 * info.radius, 8, 40),
                look,
            ),
        );
    } else {
        const r = Math.max(info.radius, 1e-4);
        const line = new THREE.Mesh(new THREE.CylinderGeometry(r / 12, r / 12, 2 * r, 8), look);
        line.rotation.x = Math.PI / 2;
        group.add(line);
    }
    group.position.set(...info.position);
    group.quaternion.setFromUnitVectors(Z, axisOf(info.axis));
    return group;
}

// "target 1" is what the rule "target1" is about
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

export class MarksView {
    readonly group = new THREE.Group();
    private readonly marks = new Map<string, { object: THREE.Object3D; info: MarkInfo }>();

    constructor(marks: readonly MarkInfo[]) {
        for (const info of marks) {
            if (info.kind === "dot") {
                continue; // printed on the tissue
            }
            const object = markOf(info);
            this.marks.set(plainName(info.name), { object, info });
            this.group.add(object);
        }
    }

    // name: of a mark, or of the rule that is about it
    markDone(name: string, done: boolean, due = true): void {
        const mark = this.marks.get(plainName(name));
        if (mark === undefined) {
            return;
        }
        mark.object.visible = markSeen(mark.info.vanishes ?? false, due, done);
        mark.object.traverse((o) => {
            if (o instanceof THREE.Mesh) {
                const material = o.material as THREE.MeshBasicMaterial;
                material.color.setHex(done ? PALETTE.done : markColour(mark.info));
            }
        });
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
