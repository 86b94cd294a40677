// SPDX-License-Identifier: MIT
// Board, bars, posts and rings of a scene. What does not move is on the layers of the backdrop.
import * as THREE from "three";
import { mix, type Vec3 } from "../core/vec";
import type { ObstacleInfo, SceneMessage, TissueInfo } from "../net/messages";
import { SOLID, STILL } from "./look/backdrop";
import { chainsOf, rounded, type Chain, type Rod } from "./look/chains";
import { fieldStop, matMesh, underMicroscope } from "./look/microscope";
import { fall, penumbra, type Bar, type Pad, type Receivers } from "./look/shadow";
import { ShadowView, TOOL_SPREAD } from "./look/shadow_view";
import {
    Baked,
    boardFor,
    boardMesh,
    drapeMesh,
    footMesh,
    solidMaterial,
    type Room,
} from "./look/theatre";
import { axisOf } from "./marks_view";
import { PALETTE } from "./materials";

const UNIT = 1000; // of the stage per m
const Z = new THREE.Vector3(0, 0, 1);
const Y = new THREE.Vector3(0, 1, 0);

const ringLike = (name: string): boolean => /ring|loop|eye/i.test(name);
const clothLike = (name: string): boolean => /tray|towel|drape|table/i.test(name);
const CLOTH = 0x2a5658;
const lying = (info: ObstacleInfo): boolean => Math.abs(axisOf(info.axis).z) < 0.9;

// a post has a rounded rim, so that it catches the light
function postGeometry(radius: number, length: number): THREE.BufferGeometry {
    const bevel = Math.min(0.25 * radius, 0.1 * length);
    const h = length / 2;
    const half: [number, number][] = [];
    half.push([radius, h - bevel]);
    for (let i = 1; i <= 5; i++) {
        const angle = (i / 5) * (Math.PI / 2);
        half.push([radius - bevel + bevel * Math.cos(angle), h - bevel + bevel * Math.sin(angle)]);
    }
    half.push([0, h]);
    const points = [...half.map(([x, y]): [number, number] => [x, -y]).reverse(), ...half];
    return new THREE.LatheGeometry(
        points.map(([x, y]) => new THREE.Vector2(x, y)),
        40,
    );
}

// Height of the board. Where there is none, one is shown somewhat below what is looked at, and below all tissue.
export function groundOf(scene: SceneMessage): number {
    const plane = scene.obstacles.find((o) => o.kind === "plane" && axisOf(o.axis).z > 0.9);
    const shown = scene.camera.target[2] - 0.25 * scene.camera.height;
    const bottoms = (scene.tissues ?? []).map((t) => padOf(t).bottom);
    return plane?.center[2] ?? Math.min(shown, ...bottoms);
}

// the box of a tissue as it was described
export function padOf(info: TissueInfo): Pad {
    const range = (k: number): [number, number] => {
        let [least, most] = [Infinity, -Infinity];
        for (let i = k; i < info.nodes.length; i += 3) {
            least = Math.min(least, info.nodes[i]!);
            most = Math.max(most, info.nodes[i]!);
        }
        return [least, most];
    };
    const [x, y, z] = [range(0), range(1), range(2)];
    return { low: [x[0], y[0]], high: [x[1], y[1]], top: z[1], bottom: z[0] };
}

// A ring that is smaller than its penumbra throws a blurred bar; ribbons round it would cross each other.
function shadowLine(chain: Chain, ground: number): Vec3[] {
    if (chain.rods.length === 1) {
        return evenly(chain.points);
    }
    const [first] = chain.points;
    const across = (p: Vec3, q: Vec3): number => Math.hypot(p[0] - q[0], p[1] - q[1]);
    const farthest = (from: Vec3): Vec3 =>
        chain.points.reduce((best, p) => (across(from, p) > across(from, best) ? p : best), from);
    const a = farthest(first!);
    const b = farthest(a);
    const [width] = penumbra(chain.radius, Math.max(0, a[2] - ground), TOOL_SPREAD);
    return chain.closed && across(a, b) < 8 * width ? evenly([a, b]) : rounded(chain);
}

// a straight line in twelve pieces: the shadow fades along it
function evenly([from, to]: readonly Vec3[]): Vec3[] {
    return Array.from({ length: 13 }, (_, i) => mix(from!, to!, i / 12));
}

interface Span {
    centre: Vec3;
    length: number;
}

export class SolidsView {
    readonly group = new THREE.Group();
    readonly receivers: Receivers;
    private readonly room: Room;
    private readonly baked: Baked[] = [];
    private readonly shadows = new ShadowView(400);
    private readonly chains: Chain[]; // of what stands still
    private readonly rings: Set<number>; // obstacles that are part of one
    private readonly solids = new Map<number, { object: THREE.Object3D; rest: THREE.Quaternion }>();

    constructor(private readonly scene: SceneMessage) {
        const ground = groundOf(scene);
        const board = boardFor(scene.camera.target, scene.camera.height, ground);
        const solid = (scene.tissues ?? []).filter((t) => t.model === "solid");
        const pads = solid.map(padOf);
        const lies = pads.find((pad) => Math.abs(pad.bottom - ground) < 0.004);
        this.room = { board, unit: UNIT, pad: lies ?? null };
        const bars: Bar[] = [];
        this.chains = chainsOf(scene.obstacles.map((info) => this.rodOf(info)));
        this.rings = new Set(this.chains.filter((c) => c.closed).flatMap((c) => c.rods));
        scene.obstacles.forEach((info, i) => this.addSolid(info, i, bars));
        this.receivers = { ground, bars, pads };
        const micro = underMicroscope(scene);
        const floors: [THREE.Mesh, number][] = micro
            ? [[matMesh(this.room), 1024]]
            : [
                  [boardMesh(this.room), 1024],
                  [drapeMesh(this.room), 512],
              ];
        for (const [mesh, size] of floors) {
            this.still(mesh, false);
            this.baked.push(new Baked(mesh, mesh.material as THREE.Material, size));
        }
        this.castStill();
        if (micro) {
            const { stop, rim } = fieldStop();
            this.still(rim, false);
            this.still(stop, true);
        }
    }

    private still(object: THREE.Object3D, solid: boolean): void {
        object.traverse((o) => {
            o.layers.set(STILL);
            if (solid) {
                o.layers.enable(SOLID);
            }
        });
        this.group.add(object);
    }

    // An endless bar is shown over the board, an endless upright post from the board to somewhat above what is looked at.
    private spanOf(info: ObstacleInfo): Span {
        // only posts and bars may be endless
        const bar = info.kind === "cylinder" || info.kind === "capsule";
        if (info.length !== null || !bar) {
            return { centre: info.center, length: info.length ?? 0 };
        }
        const { board } = this.room;
        const { camera } = this.scene;
        if (lying(info)) {
            const axis = axisOf(info.axis);
            const reach =
                0.86 * (Math.abs(axis.x) * board.half[0] + Math.abs(axis.y) * board.half[1]);
            return { centre: info.center, length: 2 * reach };
        }
        const top = Math.max(camera.target[2], board.ground) + 0.35 * camera.height;
        return {
            centre: [info.center[0], info.center[1], (board.ground + top) / 2],
            length: top - board.ground,
        };
    }

    private rodOf(info: ObstacleInfo): Rod | null {
        if (info.moving || (info.kind !== "cylinder" && info.kind !== "capsule")) {
            return null;
        }
        const { centre, length } = this.spanOf(info);
        const axis = axisOf(info.axis);
        const end = (side: number): Vec3 => {
            const s = (side * length) / 2;
            return [centre[0] + s * axis.x, centre[1] + s * axis.y, centre[2] + s * axis.z];
        };
        return { from: end(-1), to: end(1), radius: info.radius };
    }

    private meshOf(info: ObstacleInfo, length: number, ring: boolean): THREE.Mesh | null {
        const colour = ring ? PALETTE.ring : PALETTE.post;
        const look = (hex: number): THREE.Material => solidMaterial(this.room, hex);
        switch (info.kind) {
            case "sphere":
                return new THREE.Mesh(
                    new THREE.SphereGeometry(info.radius, 32, 22),
                    look(ring ? PALETTE.ring : PALETTE.sphere),
                );
            case "cylinder":
                return new THREE.Mesh(postGeometry(info.radius, length), look(colour));
            case "capsule":
                return new THREE.Mesh(
                    new THREE.CapsuleGeometry(info.radius, length, 10, 28),
                    look(colour),
                );
            case "box":
                return new THREE.Mesh(
                    new THREE.BoxGeometry(...info.size),
                    clothLike(info.name) ? solidMaterial(this.room, CLOTH, 0.1) : look(PALETTE.box),
                );
            default:
                return null;
        }
    }

    private addSolid(info: ObstacleInfo, index: number, bars: Bar[]): void {
        const span = this.spanOf(info);
        const mesh = this.meshOf(info, span.length, this.rings.has(index) || ringLike(info.name));
        if (mesh === null) {
            return;
        }
        mesh.position.set(...span.centre);
        const axis = axisOf(info.axis);
        if (info.kind === "cylinder" || info.kind === "capsule") {
            mesh.quaternion.setFromUnitVectors(Y, axis);
        } else if (info.kind === "box") {
            const turn = new THREE.Vector3(...(info.rotation ?? [0, 0, 0]));
            const angle = turn.length();
            mesh.quaternion.setFromAxisAngle(
                angle > 0 ? turn.divideScalar(angle) : turn.copy(Z),
                angle,
            );
        }
        this.solids.set(index, { object: mesh, rest: mesh.quaternion.clone() });
        if (info.moving) {
            this.group.add(mesh);
            return;
        }
        this.still(mesh, true);
        if (info.kind === "cylinder" && lying(info)) {
            const { centre, length } = span;
            bars.push({
                centre,
                axis: [axis.x, axis.y, axis.z],
                radius: info.radius,
                half: length / 2,
            });
            this.addFeet(info, span, axis);
        }
    }

    private addFeet(info: ObstacleInfo, span: Span, axis: THREE.Vector3): void {
        const height = span.centre[2] - this.room.board.ground;
        if (info.length !== null || height < 1.5 * info.radius) {
            return;
        }
        for (const side of [-1, 1]) {
            const foot = footMesh(height, info.radius);
            foot.position.set(...span.centre).addScaledVector(axis, side * (span.length / 2));
            foot.rotation.z = Math.atan2(axis.y, axis.x);
            this.still(foot, true);
        }
    }

    // what stands still throws its shadow once
    private castStill(): void {
        const { shadows, scene } = this;
        const board: Receivers = { ground: this.receivers.ground, bars: [] };
        // what floats has no sharp end below it
        const cast = (line: readonly Vec3[], radius: number): void => {
            const end = (i: number): number => Math.min(1, i / 2, (line.length - 1 - i) / 2);
            const all = (): number => radius;
            shadows.add(line.length, (i) => line[i]!, all, TOOL_SPREAD, board, end);
        };
        shadows.begin();
        for (const chain of this.chains) {
            const line = shadowLine(chain, board.ground);
            if (line.some((p) => fall(p, board) !== null)) {
                cast(line, chain.radius);
            }
        }
        for (const info of scene.obstacles) {
            if (!info.moving && (info.kind === "sphere" || info.kind === "box")) {
                const wide = info.kind === "box";
                const half = wide ? 0.5 * (info.size[0] ?? 0) : 0.5 * info.radius;
                const { center: c } = info;
                const line = evenly([
                    [c[0] - half, c[1], c[2]],
                    [c[0] + half, c[1], c[2]],
                ]);
                const radius = wide ? 0.5 * (info.size[1] ?? 0) : info.radius;
                cast(line, radius);
            }
        }
        shadows.end();
        this.still(shadows.mesh, false);
    }

    // fine: however long it takes
    setFine(renderer: THREE.WebGLRenderer, fine: boolean): void {
        this.baked.forEach((b) => b.use(renderer, fine));
    }

    move(index: number, position: Vec3, rotation: Vec3): void {
        const solid = this.solids.get(index);
        if (solid === undefined) {
            return;
        }
        const turn = new THREE.Vector3(...rotation);
        const angle = turn.length();
        solid.object.position.set(...position);
        solid.object.quaternion
            .setFromAxisAngle(angle > 0 ? turn.divideScalar(angle) : turn.copy(Z), angle)
            .multiply(solid.rest);
    }

    dispose(): void {
        this.shadows.dispose();
        this.baked.forEach((b) => b.dispose());
        this.group.traverse((o) => {
            if (o instanceof THREE.Mesh) {
                o.geometry.dispose();
                (o.material as THREE.Material).dispose();
            }
        });
    }
}
