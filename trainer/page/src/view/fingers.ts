// SPDX-License-Identifier: MIT
// Hands of scenes without tools: a coloured tip where each holds its thread.
import * as THREE from "three";
import type { Hold } from "../net/frame";
import { plainMaterial } from "./look/plain";
import { PALETTE } from "./materials";

const MOST = 16;

export class Fingers {
    readonly group = new THREE.Group();
    private readonly shape = new THREE.SphereGeometry(1, 20, 14);
    private readonly looks = [PALETTE.left, PALETTE.right].map((color) => plainMaterial(color));
    private tips: THREE.Mesh[] = [];

    // pixel: m
    update(holds: Hold[], pixel: number): void {
        const shown = holds.slice(0, MOST);
        shown.forEach((hold, i) => {
            const tip = this.tip(i);
            // odd ones are the other hand
            tip.material = this.looks[i % 2] as THREE.Material;
            tip.position.set(...hold.where);
            tip.scale.setScalar(Math.max(0.0008, 6 * pixel));
        });
        this.tips.forEach((tip, i) => (tip.visible = i < shown.length));
    }

    private tip(i: number): THREE.Mesh {
        let tip = this.tips[i];
        if (tip === undefined) {
            tip = new THREE.Mesh(this.shape, this.looks[0]);
            this.tips[i] = tip;
            this.group.add(tip);
        }
        return tip;
    }
}
