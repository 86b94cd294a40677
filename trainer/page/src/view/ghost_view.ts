// SPDX-License-Identifier: MIT
// The ghost's forceps: translucent, in the colour of the hand, never in the way of the thread.
import * as THREE from "three";
import type { GhostHand, GhostPose } from "../guide/ghost";
import type { ToolInfo } from "../net/messages";
import { partShape } from "./half_cone";
import { PALETTE } from "./materials";
import { geometryOf } from "./look/geometry";

const ORDER = 8; // after everything that is solid

// one arm or the handle, along z from its tip
function part(
    info: { tip: number; base: number; length: number; half: boolean },
    look: THREE.Material,
): THREE.Mesh {
    const mesh = new THREE.Mesh(
        geometryOf(partShape(info.tip, info.base, info.length, info.half, 0, 10)),
        look,
    );
    mesh.renderOrder = ORDER;
    return mesh;
}

class GhostTool {
    readonly group = new THREE.Group();
    private readonly arms: THREE.Mesh[];
    private readonly look: THREE.MeshBasicMaterial;

    constructor(private readonly info: ToolInfo) {
        this.look = new THREE.MeshBasicMaterial({
            color: info.hand === "left" ? PALETTE.left : PALETTE.right,
            transparent: true,
            opacity: 0.34,
            depthWrite: false,
        });
        const arm = { tip: info.tip_radius, base: info.base_radius, length: info.length };
        this.arms = [0, 1].map(() => part({ ...arm, half: true }, this.look));
        const handle = part(
            {
                tip: info.handle_radius,
                base: info.handle_radius,
                length: info.handle_length,
                half: false,
            },
            this.look,
        );
        handle.position.z = info.length;
        this.group.add(...this.arms, handle);
        this.group.visible = false;
    }

    // arms spread about their common base
    show(pose: GhostPose, waits: boolean, pulse: number): void {
        this.group.visible = true;
        this.group.position.set(...pose.position);
        this.group.quaternion.set(...pose.rotation);
        const spread = Math.atan2(0.5 * this.info.opening * pose.jaw, this.info.length);
        this.arms.forEach((arm, i) => {
            const sign = i === 0 ? 1 : -1;
            arm.position.set(sign * 0.5 * this.info.opening * pose.jaw, 0, 0);
            // the face looks at the other arm
            arm.rotation.set(0, -sign * spread, i === 0 ? Math.PI : 0);
        });
        this.look.opacity = waits ? 0.3 + 0.14 * pulse : 0.4;
    }

    dispose(): void {
        this.look.dispose();
        this.group.traverse((o) => {
            if (o instanceof THREE.Mesh) {
                o.geometry.dispose();
            }
        });
    }
}

export class GhostView {
    readonly group = new THREE.Group();
    private tools: GhostTool[] = [];

    setScene(tools: ToolInfo[]): void {
        this.dispose();
        this.tools = tools.map((t) => new GhostTool(t));
        this.group.add(...this.tools.map((t) => t.group));
    }

    // pulse: 0 .. 1
    update(hands: GhostHand[], pulse: number): void {
        this.tools.forEach((tool, i) => {
            const hand = hands.find((h) => h.tool === i);
            tool.group.visible = hand !== undefined;
            if (hand !== undefined) {
                tool.show(hand.pose, hand.waits, pulse);
            }
        });
    }

    dispose(): void {
        this.tools.forEach((t) => t.dispose());
        this.group.clear();
    }
}
