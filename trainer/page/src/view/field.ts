// SPDX-License-Identifier: MIT
// The contents of the field: everything of one scene, updated from frames. In metres; the stage shows
// it a thousand times larger.
import * as THREE from "three";
import { mix, norm, qrotate, scale, type Vec3 } from "../core/vec";
import type { Frame, ThreadState, ToolState } from "../net/frame";
import type { Progress, SceneMessage } from "../net/messages";
import { Arrows, type Arrow } from "./arrows";
import { metresPerPixel, type Eye } from "./camera_rig";
import { Ends } from "./ends";
import { Fingers } from "./fingers";
import { GhostView } from "./ghost_view";
import { HandMarks } from "./hand_marks";
import { ShadowView, THREAD_SPREAD, TOOL_SPREAD } from "./look/shadow_view";
import { MarksView } from "./marks_view";
import { PALETTE } from "./materials";
import { NeedleView, pathView, placeInJaws } from "./needle_view";
import type { Quality } from "./quality";
import { groundOf, SolidsView } from "./solids_view";
import { piecesOf } from "./pieces";
import { ThreadView } from "./thread_view";
import { TissueView } from "./tissue_view";
import { ToolView } from "./tool_view";

export interface FieldOptions {
    forces: boolean;
    tension: boolean;
    contacts: boolean;
    marks: boolean; // ring, plumb line
    dyed: boolean; // ends of threads in the colours of the hands
    active: boolean[]; // by tool: moved from this page
    leads: boolean; // hands are led from here, not shown as they were
    still: boolean; // no pulsing
}

export function largestTension(threads: ThreadState[]): number {
    let most = 0;
    for (const thread of threads) {
        for (const value of thread.tension) {
            most = Math.max(most, Math.abs(value) * thread.tensionUnit);
        }
    }
    return most;
}

export class Field {
    readonly group = new THREE.Group();
    private threads: ThreadView[][] = []; // the pieces of each
    private tissues: TissueView[] = [];
    private tools: ToolView[] = [];
    private hands: HandMarks[] = [];
    private scene: SceneMessage | null = null;
    private solids: SolidsView | null = null;
    private marks: MarksView | null = null;
    private needles: NeedleView[] = [];
    private path: THREE.Line | null = null;
    private readonly shadows = new ShadowView(6000);
    private readonly arrows = new Arrows();
    private readonly fingers = new Fingers();
    readonly ghost = new GhostView();
    readonly ends = new Ends();
    ground = 0; // m, height of the board
    forceScale = 0.05; // N of a full-length arrow or a fully red thread

    setScene(scene: SceneMessage): void {
        this.clear();
        this.scene = scene;
        this.solids = new SolidsView(scene);
        this.marks = new MarksView(scene.marks);
        this.threads = scene.threads.map((t, i) => [new ThreadView(t.material, i)]);
        this.tools = scene.tools.map((t) => new ToolView(t));
        const dots = scene.marks.filter((m) => m.kind === "dot");
        this.tissues = (scene.tissues ?? []).map((t) => new TissueView(t, dots));
        const needles = scene.needles ?? [];
        this.needles = needles.map((n) => new NeedleView(n));
        const led = (scene.level !== undefined && scene.level !== "exam") || scene.mode === "demo";
        this.path = led && needles[0] !== undefined ? pathView(scene.marks, needles[0]) : null;
        this.hands = scene.tools.map((t) => new HandMarks(t.hand === "left"));
        this.ground = groundOf(scene);
        this.forceScale = 0.05;
        this.ghost.setScene(scene.tools);
        this.ends.setScene(scene);
        this.group.add(this.solids.group, this.marks.group, this.shadows.mesh);
        this.group.add(this.arrows.group, this.fingers.group, this.ghost.group);
        if (this.path !== null) {
            this.group.add(this.path);
        }
        for (const part of [...this.tissues, ...this.needles]) {
            this.group.add(part.mesh);
        }
        for (const thread of this.threads.flat()) {
            this.group.add(thread.group);
        }
        for (const view of [...this.tools, ...this.hands]) {
            this.group.add(view.group);
        }
    }

    private clear(): void {
        this.solids?.dispose();
        this.path?.geometry.dispose();
        (this.path?.material as THREE.Material | undefined)?.dispose();
        this.marks?.dispose();
        for (const view of [
            ...this.threads.flat(),
            ...this.tools,
            ...this.tissues,
            ...this.needles,
        ]) {
            view.dispose();
        }
        this.group.clear();
    }

    // how what stands still is drawn
    setFine(renderer: THREE.WebGLRenderer, fine: boolean): void {
        this.solids?.setFine(renderer, fine);
    }

    setProgress(progress: Progress[]): void {
        for (const item of progress) {
            this.marks?.markDone(item.id, item.done, item.due ?? true);
        }
    }

    update(frame: Frame, eye: Eye, pixels: number, quality: Quality, options: FieldOptions): void {
        // of the picture, which may have fewer than the screen
        const pixel = metresPerPixel(eye, eye.target, pixels * Math.min(1, quality.pixelRatio));
        this.followScale(frame);
        this.ends.update(frame, performance.now());
        for (const state of frame.threads) {
            this.updateThread(state, quality, options);
        }
        for (const tool of frame.tools) {
            const parts = frame.parts.find((p) => p.tool === tool.index)?.parts ?? [];
            this.tools[tool.index]?.update(parts, tool.proxy.rotation);
            const mark = this.hands[tool.index];
            if (mark !== undefined) {
                mark.group.visible = options.marks;
                mark.update(
                    this.withNeedle(tool, frame),
                    options.active[tool.index] ?? false,
                    pixel,
                    this.ground,
                    options.still ? null : performance.now() / 1000,
                    options.leads,
                );
            }
        }
        for (const state of frame.tissues) {
            this.tissues[state.index]?.update(state);
        }
        for (const state of frame.needles) {
            this.needles[state.index]?.update(state);
        }
        for (const moved of frame.obstacles) {
            this.solids?.move(moved.index, moved.position, moved.rotation);
        }
        this.castShadows(frame, quality);
        const clips = frame.holds.filter((h) => h.clip || h.parked);
        this.fingers.update(frame.tools.length > 0 ? clips : frame.holds, pixel);
        this.arrows.set(options.forces ? this.forceArrows(frame, eye, options) : [], 1.6 * pixel);
    }

    private updateThread(state: ThreadState, quality: Quality, options: FieldOptions): void {
        const views = this.threads[state.index];
        if (views === undefined) {
            return;
        }
        const pieces = piecesOf(state);
        while (views.length < pieces.length) {
            const material = this.scene?.threads[state.index]?.material ?? null;
            const more = new ThreadView(material, state.index);
            views.push(more);
            this.group.add(more.group);
        }
        const dye = options.dyed ? this.ends.of(state.index) : null;
        for (const [i, view] of views.entries()) {
            const piece = pieces[i];
            view.group.visible = piece !== undefined;
            if (piece === undefined) {
                view.strand.count = 0;
                continue;
            }
            const split = (dye?.split ?? 0) - piece.first;
            view.update(piece.state, quality, dye === null ? null : { ...dye, split });
            view.uniforms.uTension.value = options.tension ? 1 : 0;
            view.uniforms.uScale.value = this.forceScale;
        }
    }

    // the ring is shown at a needle that jaws would take, as at a thread
    private withNeedle(tool: ToolState, frame: Frame): ToolState {
        const info = this.scene?.tools[tool.index];
        const free = frame.needles.findIndex((n) => n.tool < 0);
        const holds = frame.needles.some((n) => n.tool === tool.index);
        if (info === undefined || free < 0 || holds || tool.candidate !== null || tool.jaw < 0.2) {
            return tool;
        }
        const axis = qrotate(tool.proxy.rotation, [0, 0, 1]);
        const line = this.needles[free]?.line ?? [];
        const where = placeInJaws(line, tool.proxy.position, axis, info);
        return where === null ? tool : { ...tool, candidate: { thread: -1, vertex: -1, where } };
    }

    private castShadows(frame: Frame, quality: Quality): void {
        const { shadows, solids } = this;
        if (solids === null) {
            return;
        }
        shadows.begin();
        for (const state of frame.threads) {
            for (const { strand } of this.threads[state.index] ?? []) {
                const at = (i: number): Vec3 => [
                    strand.place[3 * i]!,
                    strand.place[3 * i + 1]!,
                    strand.place[3 * i + 2]!,
                ];
                shadows.add(strand.count, at, () => state.radius, THREAD_SPREAD, solids.receivers);
            }
        }
        for (const [i, needle] of this.needles.entries()) {
            const radius = 0.5 * (this.scene?.needles?.[i]?.diameter ?? 0);
            const at = (k: number): Vec3 => needle.line[k]!;
            shadows.add(needle.line.length, at, () => radius, THREAD_SPREAD, solids.receivers);
        }
        for (const { parts } of quality.toolShadows ? frame.parts : []) {
            for (const part of parts) {
                const at = (i: number): Vec3 => mix(part.tip, part.base, i / 6);
                const radius = (i: number): number =>
                    part.tipRadius + (i / 6) * (part.baseRadius - part.tipRadius);
                shadows.add(7, at, radius, TOOL_SPREAD, solids.receivers);
            }
        }
        shadows.end();
    }

    // full scale follows the largest force at once and forgets it slowly
    private followScale(frame: Frame): void {
        const most = Math.max(
            largestTension(frame.threads),
            ...frame.tools.map((t) => norm(t.force)),
        );
        this.forceScale = Math.max(0.01, most, this.forceScale * 0.999);
    }

    private forceArrows(frame: Frame, eye: Eye, options: FieldOptions): Arrow[] {
        const size = (0.28 * eye.height) / this.forceScale;
        const arrows: Arrow[] = [];
        const put = (from: Vec3, force: Vec3, colour: number): void => {
            if (norm(force) * size > 0.004 * eye.height) {
                arrows.push({ from, vector: scale(force, size), colour });
            }
        };
        for (const tool of frame.tools) {
            put(tool.proxy.position, tool.force, PALETTE.force);
        }
        for (const hold of frame.holds) {
            put(hold.where, scale(hold.force, -1), PALETTE.force);
        }
        if (options.contacts) {
            for (const contact of frame.contacts) {
                put(contact.where, contact.force, PALETTE.contact);
            }
        }
        return arrows;
    }
}
