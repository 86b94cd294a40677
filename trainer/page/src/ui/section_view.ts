// SPDX-License-Identifier: MIT
// The section: the tissue cut open along the plane of the needle's arc, with the needle, the dots and the depth. Ten times a
// second on a small canvas of its own.
import { onArc } from "../core/arc";
import { cut, depthBelow, inPlane, planeOf, spans, type Place, type Plane } from "../core/section";
import { LAYERS } from "../core/layers";
import { add, qrotate, type Vec3 } from "../core/vec";
import type { Frame, NeedleState, TissueState } from "../net/frame";
import type { MarkInfo, NeedleInfo, SceneMessage, TissueInfo } from "../net/messages";
import type { AppState } from "../state";
import { TEXT, word } from "../text";
import { h } from "./dom";
import {
    label,
    paintColumn,
    paintDepth,
    paintJaws,
    paintNeedle,
    stroke,
    type Pixel,
} from "./section_paint";

const WIDTH = 330;
const HEIGHT = 190;
const SURFACE = 0.44; // of the height, from the top
const INTERVAL_MS = 100;
const ACROSS = 2.4; // radii of the needle that the picture shows
const STRAIGHT = 0.02; // m of them for a straight one
const COLUMN = 2; // pixels
const POINTS = 32; // of the needle's line

const nodesOf = (t: TissueState): ((i: number) => Vec3) => {
    return (i) => [0, 1, 2].map((k) => t.middle[k]! + t.unit * t.places[3 * i + k]!) as Vec3;
};

type ToPixel = (p: Place) => Pixel;

export class SectionView {
    private readonly canvas = h("canvas", { width: WIDTH, height: HEIGHT });
    private readonly depth = h("output", { class: "unseen" });
    readonly element = h(
        "figure",
        { class: "card section-view", hidden: true },
        h("figcaption", {}, h("span", { text: "Section" }), this.depth),
        this.canvas,
    );
    private drawnAt = -Infinity;

    constructor(private readonly state: AppState) {}

    show(frame: Frame | null, now: number): void {
        const scene = this.state.scene.value;
        const needle = frame?.needles[0];
        const info = needle === undefined ? undefined : scene?.needles?.[needle.index];
        const seen =
            scene !== null &&
            frame !== null &&
            needle !== undefined &&
            info !== undefined &&
            frame.tissues.length > 0 &&
            scene.level !== "exam" &&
            // where cards are folded there is room
            (scene.mode !== "play" || document.body.classList.contains("working"));
        this.element.hidden = !seen;
        if (!seen || now - this.drawnAt < INTERVAL_MS) {
            return;
        }
        this.drawnAt = now;
        this.draw(scene, frame, needle, info);
    }

    private draw(scene: SceneMessage, frame: Frame, needle: NeedleState, info: NeedleInfo): void {
        const g = this.canvas.getContext("2d");
        if (g === null) {
            return;
        }
        const dots = scene.marks.filter((m) => m.kind === "dot");
        const level = dots[0]?.position[2] ?? 0;
        const middle = dots.length > 0 ? meanOf(dots.map((d) => d.position)) : needle.pose.position;
        const plane: Plane = { ...planeOf(needle.pose), origin: needle.pose.position };
        const centre = inPlane(plane, middle);
        const size = WIDTH / (info.radius > 0 ? ACROSS * info.radius : STRAIGHT);
        const px: ToPixel = ([u, v]) => [
            WIDTH / 2 + size * (u - centre[0]),
            SURFACE * HEIGHT - size * (v - centre[1]),
        ];
        const ground = g.createLinearGradient(0, 0, 0, HEIGHT);
        ground.addColorStop(0, "#0b1214");
        ground.addColorStop(1, "#1a2427");
        g.fillStyle = ground;
        g.fillRect(0, 0, WIDTH, HEIGHT);
        for (const tissue of frame.tissues) {
            const described = scene.tissues?.[tissue.index];
            if (described !== undefined) {
                drawTissue(g, plane, tissue, described, px, size, centre[0]);
            }
        }
        const place = (p: Vec3): Pixel =>
            px(inPlane(plane, add(needle.pose.position, qrotate(needle.pose.rotation, p))));
        const line = Array.from({ length: POINTS + 1 }, (_, i) =>
            onArc(info, (info.length * i) / POINTS),
        );
        drawWay(g, info, place);
        paintNeedle(g, line.map(place), size * info.diameter);
        if (needle.tool >= 0) {
            const at = onArc(info, needle.at);
            const next = onArc(info, needle.at + 0.02 * info.length);
            const [a, b] = [place(at), place(next)];
            paintJaws(g, a, Math.atan2(b[1] - a[1], b[0] - a[0]), size * info.diameter);
        }
        drawDots(g, dots, (p) => px(inPlane(plane, p)));
        const world = line.map((p) => add(needle.pose.position, qrotate(needle.pose.rotation, p)));
        const { depth, at } = depthBelow(world, level);
        const deep = at !== null && depth > 2e-4;
        if (deep) {
            const [, top] = px(inPlane(plane, [at[0], at[1], level]));
            const mm = TEXT.millimetres(1000 * depth);
            paintDepth(g, px(inPlane(plane, at)), top, mm);
        }
        this.depth.value = deep ? TEXT.depth(1000 * depth) : "";
    }
}

const meanOf = (points: Vec3[]): Vec3 =>
    [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k]!, 0) / points.length) as Vec3;

// where the tip goes when the needle is only turned: the rest of its circle
function drawWay(g: CanvasRenderingContext2D, info: NeedleInfo, place: (p: Vec3) => Pixel): void {
    if (info.radius > 0) {
        const ahead = Array.from({ length: 17 }, (_, i) =>
            onArc(info, (-0.6 * info.length * i) / 16),
        );
        stroke(g, ahead.map(place), "#f3f7f6", 1.5, [1.5, 4.5]);
    }
}

function drawDots(
    g: CanvasRenderingContext2D,
    dots: readonly MarkInfo[],
    place: (p: Vec3) => Pixel,
): void {
    for (const dot of dots) {
        g.strokeStyle = dot.name.startsWith("entry") ? "#2fc46f" : "#5aa8ff";
        g.lineWidth = 2;
        g.beginPath();
        g.arc(...place(dot.position), 5, 0, 7);
        g.stroke();
    }
}

// A body in its layers, a sheet as a line so thick as it is.
function drawTissue(
    g: CanvasRenderingContext2D,
    plane: Plane,
    tissue: TissueState,
    info: TissueInfo,
    px: ToPixel,
    size: number, // pixels per m
    middle: number, // of the picture, along the plane
): void {
    if (info.model !== "solid") {
        for (const { a, b } of cut(plane, nodesOf(tissue), info.triangles)) {
            stroke(g, [px(a), px(b)], "#dca394", Math.max(3, size * info.thickness));
        }
        return;
    }
    let top = -Infinity;
    for (let i = 2; i < info.nodes.length; i += 3) {
        top = Math.max(top, info.nodes[i]!);
    }
    const deep = (i: number): number => top - info.nodes[3 * i + 2]!;
    const cuts = cut(plane, nodesOf(tissue), info.triangles, deep);
    const places: number[] = [];
    for (let x = 0; x < WIDTH; x += COLUMN) {
        places.push(middle + (x + COLUMN / 2 - WIDTH / 2) / size);
    }
    const columns = spans(cuts, places);
    const y = (v: number): number => px([0, v])[1];
    columns.forEach((column, i) => paintColumn(g, COLUMN * i, COLUMN, column, y));
    const right = columns.filter((c) => c.length > 0).at(-1)?.[0];
    if (right !== undefined) {
        nameLayers(g, right.bottom, y, right.to);
    }
}

function nameLayers(
    g: CanvasRenderingContext2D,
    bottom: number,
    y: (v: number) => number,
    deep: number,
): void {
    LAYERS.forEach((layer, i) => {
        const next = Math.min(LAYERS[i + 1]?.from ?? Infinity, deep);
        const middle = bottom + deep - 0.5 * (layer.from + next);
        if (next - layer.from > 6e-4) {
            label(
                g,
                word(layer.name),
                WIDTH - 8,
                y(middle) + 4,
                "#2a1512",
                "600 11px Inter, sans-serif",
                "right",
            );
        }
    });
}
