// SPDX-License-Identifier: MIT
// A tool on the screen: its solid parts, arms and handle, as the server says.
import * as THREE from "three";
import type { Part } from "../net/frame";
import type { ToolInfo } from "../net/messages";
import { partShape, type Shape } from "./half_cone";
import { armOf, bladeOf, goldFace, handleOf } from "./look/instruments";
import type { Loft } from "./look/loft";
import { metalGeometry, metalMaterial } from "./look/metal";

// a part of a tool that has no shape of its own, in satin steel
function plain(shape: Shape): Loft {
    const count = shape.position.length / 3;
    const finish = new Float32Array(3 * count);
    for (let i = 0; i < count; i++) {
        finish[3 * i] = 1;
    }
    return { ...shape, colour: new Float32Array(3 * count).fill(1), finish };
}

const SIDES = 7; // of an arm and of half a handle

interface Kept {
    group: THREE.Group;
    key: string;
}

export class ToolView {
    readonly group = new THREE.Group();
    private readonly parts: Kept[] = [];
    private readonly look = metalMaterial();
    private readonly x = new THREE.Vector3();
    private readonly y = new THREE.Vector3();
    private readonly z = new THREE.Vector3();

    constructor(private readonly info: ToolInfo) {}

    // rotation: of the tool, for what is round about its own axis
    update(parts: readonly Part[], rotation: readonly [number, number, number, number]): void {
        parts.forEach((part, i) => this.place(this.groupFor(part, i), part, rotation));
        this.parts.forEach((kept, i) => (kept.group.visible = i < parts.length));
    }

    // shapes never change in a scene; made once
    private groupFor(part: Part, i: number): THREE.Group {
        const length = Math.hypot(
            part.base[0] - part.tip[0],
            part.base[1] - part.tip[1],
            part.base[2] - part.tip[2],
        );
        const half = part.face.some((x) => x !== 0);
        const key = `${part.tipRadius.toPrecision(4)} ${part.baseRadius.toPrecision(4)} ${length.toPrecision(4)} ${half}`;
        let kept = this.parts[i];
        if (kept === undefined) {
            kept = { group: new THREE.Group(), key: "" };
            kept.group.matrixAutoUpdate = false;
            this.parts[i] = kept;
            this.group.add(kept.group);
        }
        if (kept.key !== key) {
            kept.key = key;
            this.empty(kept.group);
            for (const loft of this.shapes(part, length, half)) {
                const mesh = new THREE.Mesh(metalGeometry(loft), this.look);
                kept.group.add(mesh);
            }
        }
        return kept.group;
    }

    private shapes(part: Part, length: number, half: boolean): Loft[] {
        const { info } = this;
        const made = ["forceps", "needle-driver", "scissors"].includes(info.kind);
        if (info.kind === "scissors" && half) {
            return [bladeOf(part.tipRadius, part.baseRadius, length, SIDES)];
        }
        if (made && half && info.incline === 0) {
            const face = goldFace(info, part.tipRadius, part.baseRadius, length);
            const arm = armOf(info, part.tipRadius, part.baseRadius, length, SIDES);
            return face === null ? [arm] : [arm, face];
        }
        if (made && !half && length > 2 * part.tipRadius) {
            return handleOf(
                { ...info, handle_radius: part.tipRadius, handle_length: length },
                SIDES,
            );
        }
        const { tipRadius, baseRadius } = part;
        return [plain(partShape(tipRadius, baseRadius, length, half, half ? info.incline : 0))];
    }

    private empty(group: THREE.Group): void {
        for (const mesh of group.children) {
            (mesh as THREE.Mesh).geometry.dispose();
        }
        group.clear();
    }

    private place(
        group: THREE.Group,
        part: Part,
        rotation: readonly [number, number, number, number],
    ): void {
        const { x, y, z } = this;
        z.set(part.base[0] - part.tip[0], part.base[1] - part.tip[1], part.base[2] - part.tip[2]);
        z.normalize();
        x.set(...part.face);
        if (x.lengthSq() === 0) {
            x.set(1, 0, 0).applyQuaternion(this.turn.set(...rotation));
        }
        x.addScaledVector(z, -x.dot(z)).normalize();
        y.crossVectors(z, x);
        group.matrix.makeBasis(x, y, z).setPosition(...part.tip);
        group.matrixWorldNeedsUpdate = true;
    }

    private readonly turn = new THREE.Quaternion();

    dispose(): void {
        this.parts.forEach((kept) => this.empty(kept.group));
        this.look.dispose();
    }
}
