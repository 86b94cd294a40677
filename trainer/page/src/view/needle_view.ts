// SPDX-License-Identifier: MIT
// A needle: a lit arc of steel with a coloured mark two thirds of the way from its tip, where it is to be held, and the circle
// on which it is to go through two dots.
import * as THREE from "three";
import { onArc } from "../core/arc";
import type { Vec3 } from "../core/vec";
import type { NeedleState } from "../net/frame";
import type { MarkInfo, NeedleInfo } from "../net/messages";
import type { Loft } from "./look/loft";
import { metalGeometry, metalMaterial } from "./look/metal";

const RINGS = 40;
const SIDES = 8;
const MARK = { from: 0.62, to: 0.7 }; // share of the arc
const STEEL = [1.35, 1.35, 1.4] as const; // brighter than instruments: else it mirrors the dark drape
const TEAL = [0.35, 1.5, 1.3] as const;
const POINT = 4.2; // diameters, of the tapered tip
const SWAGE = 3.4; // diameters, where the thread is

export function needleLoft(info: NeedleInfo): Loft {
    const { length, diameter, radius } = info;
    const position: number[] = [];
    const normal: number[] = [];
    const colour: number[] = [];
    const finish: number[] = [];
    const indices: number[] = [];
    for (let i = 0; i <= RINGS; i++) {
        // closer together where the tip tapers
        const f = i / RINGS;
        const s = length * (0.35 * f * f + 0.65 * f);
        const share = s / length;
        const a = radius > 0 ? s / radius : 0;
        const out: Vec3 = radius > 0 ? [-Math.sin(a), -Math.cos(a), 0] : [0, -1, 0];
        const taper = Math.min(1, 0.06 + s / (POINT * diameter));
        const wide = length - s < SWAGE * diameter ? 1.12 : 1;
        const r = 0.5 * diameter * taper * wide;
        const at = onArc(info, s);
        const marked = share > MARK.from && share < MARK.to;
        for (let k = 0; k <= SIDES; k++) {
            const angle = (2 * Math.PI * k) / SIDES;
            const n: Vec3 = [out[0] * Math.cos(angle), out[1] * Math.cos(angle), Math.sin(angle)];
            position.push(at[0] + r * n[0], at[1] + r * n[1], r * n[2]);
            normal.push(...n);
            colour.push(...(marked ? TEAL : STEEL));
            finish.push(marked ? 3 : wide > 1 ? 1 : 0, 0, 0);
        }
    }
    for (let i = 0; i < RINGS; i++) {
        for (let k = 0; k < SIDES; k++) {
            const a = i * (SIDES + 1) + k;
            const b = a + SIDES + 1;
            indices.push(a, a + 1, b, b, a + 1, b + 1);
        }
    }
    return {
        position: new Float32Array(position),
        normal: new Float32Array(normal),
        indices: new Uint32Array(indices),
        colour: new Float32Array(colour),
        finish: new Float32Array(finish),
    };
}

// The circle with the needle's radius through both dots, its centre above them: points from before the entry to
// behind the exit, m.
export function pathThrough(entry: Vec3, exit: Vec3, radius: number, count = 64): Vec3[] {
    const half = 0.5 * Math.hypot(exit[0] - entry[0], exit[1] - entry[1], exit[2] - entry[2]);
    if (!(half > 0) || half > radius) {
        return [];
    }
    const along = exit.map((x, k) => (x - entry[k]!) / (2 * half)) as Vec3;
    const middle = exit.map((x, k) => 0.5 * (x + entry[k]!)) as Vec3;
    const up = Math.sqrt(radius * radius - half * half);
    const reach = Math.asin(half / radius) + 0.6;
    return Array.from({ length: count }, (_, i) => {
        const a = reach * ((2 * i) / (count - 1) - 1);
        const [side, down] = [radius * Math.sin(a), radius * Math.cos(a)];
        return [
            middle[0] + side * along[0],
            middle[1] + side * along[1],
            middle[2] + side * along[2] + up - down,
        ] as Vec3;
    });
}

export class NeedleView {
    readonly mesh: THREE.Mesh;
    readonly line: Vec3[] = []; // of its arc, m
    private readonly at = new THREE.Vector3();

    constructor(private readonly info: NeedleInfo) {
        this.mesh = new THREE.Mesh(metalGeometry(needleLoft(info)), metalMaterial());
        this.mesh.frustumCulled = false;
    }

    update(state: NeedleState): void {
        const { position, rotation } = state.pose;
        this.mesh.position.set(...position);
        this.mesh.quaternion.set(...rotation);
        for (let i = 0; i <= 16; i++) {
            this.at.set(...onArc(this.info, (this.info.length * i) / 16));
            this.at.applyQuaternion(this.mesh.quaternion).add(this.mesh.position);
            this.line[i] = [this.at.x, this.at.y, this.at.z];
        }
    }

    dispose(): void {
        this.mesh.geometry.dispose();
        (this.mesh.material as THREE.Material).dispose();
    }
}

// the way that is to be gone, dotted, seen through the tissue
export function pathView(marks: readonly MarkInfo[], needle: NeedleInfo): THREE.Line | null {
    const [entry, exit] = ["entry", "exit"].map((name) => marks.find((m) => m.name === name));
    const points =
        entry === undefined || exit === undefined
            ? []
            : pathThrough(entry.position, exit.position, needle.radius);
    if (points.length === 0) {
        return null;
    }
    const line = new THREE.Line(
        new THREE.BufferGeometry().setFromPoints(points.map((p) => new THREE.Vector3(...p))),
        new THREE.LineDashedMaterial({
            color: 0xffffff,
            dashSize: 4e-4,
            gapSize: 4e-4,
            transparent: true,
            opacity: 0.75,
            depthTest: false,
        }),
    );
    line.computeLineDistances();
    line.renderOrder = 6;
    return line;
}

// Where jaws that close would take it: the place of its line nearest to the middle of the gripping faces, if it is within reach.
export function placeInJaws(
    line: readonly Vec3[],
    tip: Vec3,
    axis: Vec3, // of the tool, to its handle
    info: { grip_length: number; opening: number },
): Vec3 | null {
    const middle = tip.map((x, k) => x + 0.5 * info.grip_length * axis[k]!);
    let best: Vec3 | null = null;
    let least = Math.hypot(0.5 * info.grip_length, 0.5 * info.opening);
    for (const p of line) {
        const d = p.map((x, k) => x - middle[k]!);
        const along = d[0]! * axis[0] + d[1]! * axis[1] + d[2]! * axis[2];
        const off = Math.hypot(d[0]!, d[1]!, d[2]!);
        const aside = Math.sqrt(Math.max(0, off * off - along * along));
        if (off < least && aside < 0.5 * info.opening && Math.abs(along) < 0.5 * info.grip_length) {
            least = off;
            best = p;
        }
    }
    return best;
}
