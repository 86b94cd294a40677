// SPDX-License-Identifier: MIT
// What helps a hand that cannot feel depth: a plumb line to the board, a ring around what closing the
// jaws would grasp, a dot on what they hold, a line to where the hand wants to be when it is blocked.
import * as THREE from "three";
import { norm, sub, type Vec3 } from "../core/vec";
import { ToolFlag, type ToolState } from "../net/frame";
import { PALETTE } from "./materials";

function ringSprite(colour: number, filled: boolean): THREE.Sprite {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 96;
    const g = canvas.getContext("2d");
    if (g !== null) {
        const css = `#${colour.toString(16).padStart(6, "0")}`;
        g.translate(48, 48);
        g.lineWidth = 16;
        g.strokeStyle = "rgba(8,14,18,0.55)";
        g.beginPath();
        g.arc(0, 0, filled ? 17 : 33, 0, 7);
        g.stroke();
        g.lineWidth = 9;
        g.strokeStyle = filled ? "#ffffff" : css;
        g.stroke();
        if (filled) {
            g.fillStyle = css;
            g.fill();
        }
    }
    const map = new THREE.CanvasTexture(canvas);
    map.colorSpace = THREE.SRGBColorSpace;
    const sprite = new THREE.Sprite(
        new THREE.SpriteMaterial({ map, depthTest: false, transparent: true }),
    );
    sprite.renderOrder = 10;
    sprite.visible = false;
    return sprite;
}

function lineOf(colour: number, opacity: number): THREE.Line {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(6), 3));
    const line = new THREE.Line(
        geometry,
        new THREE.LineBasicMaterial({ color: colour, transparent: true, opacity }),
    );
    line.frustumCulled = false;
    line.visible = false;
    return line;
}

function stretch(line: THREE.Line, a: Vec3, b: Vec3): void {
    const position = line.geometry.getAttribute("position") as THREE.BufferAttribute;
    position.setXYZ(0, ...a);
    position.setXYZ(1, ...b);
    position.needsUpdate = true;
    line.visible = true;
}

export class HandMarks {
    readonly group = new THREE.Group();
    private readonly candidate: THREE.Sprite;
    private readonly grip: THREE.Sprite;
    private readonly plumb: THREE.Line;
    private readonly foot: THREE.Mesh;
    private readonly wish: THREE.Line;
    private readonly goal: THREE.Sprite;

    constructor(left: boolean) {
        const colour = left ? PALETTE.left : PALETTE.right;
        this.candidate = ringSprite(colour, false);
        this.grip = ringSprite(colour, true);
        this.goal = ringSprite(0xffffff, false);
        this.plumb = lineOf(colour, 0.55);
        this.wish = lineOf(0xffffff, 0.9);
        this.foot = new THREE.Mesh(
            new THREE.RingGeometry(0.7, 1, 28),
            new THREE.MeshBasicMaterial({
                color: colour,
                transparent: true,
                opacity: 0.75,
                depthWrite: false,
            }),
        );
        this.group.add(this.candidate, this.grip, this.goal, this.plumb, this.wish, this.foot);
    }

    // pixel: m per pixel at the hand; ground: m, height of the board; beat: s, for the pulse, or null; leads:
    // a film has no hand that wants to be elsewhere
    update(
        tool: ToolState,
        active: boolean,
        pixel: number,
        ground: number,
        beat: number | null,
        leads = true,
    ): void {
        const tip = tool.proxy.position;
        const foot: Vec3 = [tip[0], tip[1], ground];
        this.plumb.visible = false;
        this.foot.visible = active && tip[2] > ground;
        if (this.foot.visible) {
            stretch(this.plumb, tip, foot);
            this.foot.position.set(foot[0], foot[1], ground + 2e-5);
            this.foot.scale.setScalar(7 * pixel);
        }
        const free = tool.grips.length === 0;
        this.show(
            this.candidate,
            free && active ? tool.candidate?.where : undefined,
            pixel * (30 + (beat === null ? 0 : 4 * Math.sin(7 * beat))),
        );
        this.show(this.grip, tool.grips[0]?.where, pixel * 26);
        (this.grip.material as THREE.SpriteMaterial).color.setHex(
            (tool.flags & ToolFlag.Slips) !== 0 ? 0xff6b6b : 0xffffff,
        );
        const lag = norm(sub(tool.target.position, tip));
        const lags = active && leads && lag > 12 * pixel;
        this.show(this.goal, lags ? tool.target.position : undefined, pixel * 22);
        this.wish.visible = false;
        if (lags) {
            stretch(this.wish, tip, tool.target.position);
        }
    }

    private show(sprite: THREE.Sprite, where: Vec3 | undefined, size: number): void {
        sprite.visible = where !== undefined;
        if (where !== undefined) {
            sprite.position.set(...where);
            sprite.scale.setScalar(size);
        }
    }
}
