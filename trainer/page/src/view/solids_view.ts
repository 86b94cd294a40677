// SPDX-License-Identifier: MIT
// Board, posts, rings and marks of a scene.
import * as THREE from "three";
import type { MarkInfo, ObstacleInfo, SceneMessage } from "../net/messages";
import type { Vec3 } from "../core/vec";
import { boardMaterial, PALETTE, plainBoardMaterial } from "./materials";

const Z = new THREE.Vector3(0, 0, 1);
const Y = new THREE.Vector3(0, 1, 0);

function solidLook(colour: number): THREE.Material {
    return new THREE.MeshPhongMaterial({ color: colour, specular: 0x55504c, shininess: 34 });
}

const axisOf = (axis: Vec3 | null | undefined): THREE.Vector3 => {
    const v = new THREE.Vector3(...(axis ?? [0, 0, 1]));
    return v.lengthSq() > 0 ? v.normalize() : v.copy(Z);
};

const ringLike = (name: string): boolean => /ring|loop|eye/i.test(name);

// a post has a rounded rim, so that it catches the light
function postGeometry(radius: number, length: number): THREE.BufferGeometry {
    const bevel = Math.min(0.25 * radius, 0.1 * length);
    const h = length / 2;
    const points: [number, number][] = [
        [0, -h],
        [radius, -h],
        [radius, h - bevel],
    ];
    for (let i = 1; i <= 5; i++) {
        const angle = (i / 5) * (Math.PI / 2);
        points.push([
            radius - bevel + bevel * Math.cos(angle),
            h - bevel + bevel * Math.sin(angle),
        ]);
    }
    points.push([0, h]);
    return new THREE.LatheGeometry(
        points.map(([x, y]) => new THREE.Vector2(x, y)),
        36,
    );
}

// An endless upright post is shown from the board to somewhat above what is looked at.
function endlessSpan(
    info: ObstacleInfo,
    scene: SceneMessage,
    ground: number,
): { centre: Vec3; length: number } {
    const reach = 0.5 * scene.camera.height;
    if (Math.abs(axisOf(info.axis).z) < 0.9) {
        return { centre: info.center, length: 6 * reach };
    }
    const top = Math.max(scene.camera.target[2], ground) + 0.7 * reach;
    return { centre: [info.center[0], info.center[1], (ground + top) / 2], length: top - ground };
}

function solidOf(info: ObstacleInfo, length: number): THREE.Mesh | null {
    const colour = ringLike(info.name) ? PALETTE.ring : PALETTE.post;
    switch (info.kind) {
        case "sphere":
            return new THREE.Mesh(
                new THREE.SphereGeometry(info.radius, 28, 18),
                solidLook(ringLike(info.name) ? PALETTE.ring : PALETTE.sphere),
            );
        case "cylinder":
            return new THREE.Mesh(postGeometry(info.radius, length), solidLook(colour));
        case "capsule":
            return new THREE.Mesh(
                new THREE.CapsuleGeometry(info.radius, length, 8, 20),
                solidLook(colour),
            );
        case "box":
            return new THREE.Mesh(new THREE.BoxGeometry(...info.size), solidLook(PALETTE.box));
        default:
            return null;
    }
}

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
            new THREE.MeshLambertMaterial({
                color: colour,
                emissive: colour,
                emissiveIntensity: 0.4,
                transparent: true,
                opacity: 0.55,
            }),
        );
        ball.castShadow = true;
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

// height of the board; where there is none, one is shown somewhat below what is looked at
export function groundOf(scene: SceneMessage): number {
    const plane = scene.obstacles.find((o) => o.kind === "plane" && axisOf(o.axis).z > 0.9);
    return plane?.center[2] ?? scene.camera.target[2] - 0.25 * scene.camera.height;
}

// "target 1" is what the rule "target1" is about
const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

export class SolidsView {
    private readonly ground: number;
    readonly group = new THREE.Group();
    private solids = new Map<number, { object: THREE.Object3D; rest: THREE.Quaternion }>();
    private marks = new Map<string, { object: THREE.Object3D; info: MarkInfo }>();
    private boards: { mesh: THREE.Mesh; lit: THREE.Material; plain: THREE.ShaderMaterial }[] = [];

    constructor(scene: SceneMessage) {
        const span = Math.max(
            scene.limits.high[0] - scene.limits.low[0],
            scene.limits.high[1] - scene.limits.low[1],
            scene.camera.height,
        );
        this.ground = groundOf(scene);
        scene.obstacles.forEach((info, i) => this.addSolid(info, i, scene, span));
        if (!scene.obstacles.some((o) => o.kind === "plane")) {
            this.addBoard(
                [scene.camera.target[0], scene.camera.target[1], this.ground],
                new THREE.Vector3(0, 0, 1),
                scene,
                span,
            );
        }
        for (const mark of scene.marks) {
            const object = markOf(mark);
            this.marks.set(plainName(mark.name), { object, info: mark });
            this.group.add(object);
        }
    }

    private addSolid(info: ObstacleInfo, index: number, scene: SceneMessage, span: number): void {
        if (info.kind === "plane") {
            this.addBoard(info.center, axisOf(info.axis), scene, span);
            return;
        }
        const endless = info.length === null ? endlessSpan(info, scene, this.ground) : null;
        const mesh = solidOf(info, endless?.length ?? info.length ?? span);
        if (mesh === null) {
            return;
        }
        mesh.castShadow = true;
        mesh.receiveShadow = true;
        mesh.position.set(...(endless?.centre ?? info.center));
        if (info.kind === "cylinder" || info.kind === "capsule") {
            mesh.quaternion.setFromUnitVectors(Y, axisOf(info.axis));
        } else if (info.kind === "box") {
            const turn = new THREE.Vector3(...(info.rotation ?? [0, 0, 0]));
            const angle = turn.length();
            mesh.quaternion.setFromAxisAngle(
                angle > 0 ? turn.divideScalar(angle) : turn.copy(Z),
                angle,
            );
        }
        this.solids.set(index, { object: mesh, rest: mesh.quaternion.clone() });
        this.group.add(mesh);
    }

    // the part of an endless plane that lies under the field
    private addBoard(point: Vec3, normal: THREE.Vector3, scene: SceneMessage, span: number): void {
        const radius = Math.max(
            2.3 * scene.camera.height,
            0.9 * Math.min(span, 3 * scene.camera.height),
        );
        const board = new THREE.Mesh(new THREE.CircleGeometry(radius, 64), boardMaterial(radius));
        board.quaternion.setFromUnitVectors(Z, normal);
        const target = new THREE.Vector3(...scene.camera.target);
        const at = new THREE.Vector3(...point);
        // under the middle of the view, but on a whole centimetre so that the lines stay in place
        const across = target.sub(at);
        across.addScaledVector(normal, -across.dot(normal));
        board.position.copy(at).add(across.multiplyScalar(100).round().divideScalar(100));
        board.receiveShadow = true;
        board.renderOrder = 5; // last: what stands on it covers it
        this.group.add(board);
        this.boards.push({ mesh: board, lit: board.material, plain: plainBoardMaterial(radius) });
    }

    // lit: with light and soft shadows; pixel: m
    setLook(lit: boolean, pixel: number): void {
        for (const board of this.boards) {
            board.mesh.material = lit ? board.lit : board.plain;
            (board.plain.uniforms.uPixel as THREE.IUniform<number>).value = 1200 * pixel;
        }
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
        for (const board of this.boards) {
            board.lit.dispose();
            board.plain.dispose();
        }
        this.group.traverse((o) => {
            if (o instanceof THREE.Mesh) {
                o.geometry.dispose();
                (o.material as THREE.Material).dispose();
            }
        });
    }
}
