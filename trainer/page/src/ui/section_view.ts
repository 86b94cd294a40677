// SPDX-License-Identifier: MIT
// The section: the tissue cut open along the plane of the needle's arc, with the needle, the dots and the depth. Ten times a
// second on a small canvas of its own.
import { cut, depthBelow, inPlane, planeOf, type Place, type Plane } from "../core/section";
import type { Vec3 } from "../core/vec";
import type { Frame, NeedleState, TissueState } from "../net/frame";
import type { NeedleInfo, SceneMessage, TissueInfo } from "../net/messages";
import type { AppState } from "../state";
import { TEXT } from "../text";
import { onArc } from "../core/arc";
import { qrotate, add } from "../core/vec";
import { h } from "./dom";

const WIDTH = 300;
const HEIGHT = 150;
const INTERVAL_MS = 100;
const ACROSS = 0.02; // m that the picture shows

const nodesOf = (t: TissueState): ((i: number) => Vec3) => {
    return (i) => [0, 1, 2].map((k) => t.middle[k]! + t.unit * t.places[3 * i + k]!) as Vec3;
};

export class SectionView {
    private readonly canvas = h("canvas", { width: WIDTH, height: HEIGHT });
    private readonly depth = h("output", {});
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
        const size = WIDTH / ACROSS;
        const px = ([u, v]: Place): [number, number] => [
            WIDTH / 2 + size * (u - centre[0]),
            0.42 * HEIGHT - size * (v - centre[1]),
        ];
        g.fillStyle = "#0b1214";
        g.fillRect(0, 0, WIDTH, HEIGHT);
        for (const tissue of frame.tissues) {
            const described = scene.tissues?.[tissue.index];
            if (described !== undefined) {
                drawTissue(g, plane, tissue, described, px, size);
            }
        }
        const line = Array.from({ length: 33 }, (_, i) => {
            const p = onArc(info, (info.length * i) / 32);
            return add(needle.pose.position, qrotate(needle.pose.rotation, p));
        });
        stroke(
            g,
            line.map((p) => px(inPlane(plane, p))),
            "#0b1214",
            size * info.diameter + 3,
        );
        stroke(
            g,
            line.map((p) => px(inPlane(plane, p))),
            "#d6dde2",
            size * info.diameter,
        );
        for (const dot of dots) {
            const [x, y] = px(inPlane(plane, dot.position));
            g.strokeStyle = dot.name.startsWith("entry") ? "#2fc46f" : "#5aa8ff";
            g.lineWidth = 2;
            g.beginPath();
            g.arc(x, y, 5, 0, 7);
            g.stroke();
        }
        const { depth, at } = depthBelow(line, level);
        if (at !== null && depth > 2e-4) {
            const [x, low] = px(inPlane(plane, at));
            const [, top] = px(inPlane(plane, [at[0], at[1], level]));
            stroke(
                g,
                [
                    [x, low],
                    [x, top],
                ],
                "#e8f0ee",
                1.5,
            );
        }
        this.depth.value = depth > 2e-4 ? TEXT.depth(1000 * depth) : "";
    }
}

const meanOf = (points: Vec3[]): Vec3 =>
    [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k]!, 0) / points.length) as Vec3;

function stroke(
    g: CanvasRenderingContext2D,
    line: [number, number][],
    colour: string,
    width: number,
): void {
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.lineCap = g.lineJoin = "round";
    g.beginPath();
    line.forEach(([x, y], i) => (i === 0 ? g.moveTo(x, y) : g.lineTo(x, y)));
    g.stroke();
}

function drawTissue(
    g: CanvasRenderingContext2D,
    plane: Plane,
    tissue: TissueState,
    info: TissueInfo,
    px: (p: Place) => [number, number],
    size: number,
): void {
    const width = Math.max(3, size * info.thickness);
    for (const [a, b] of cut(plane, nodesOf(tissue), info.triangles)) {
        stroke(g, [px(a), px(b)], "#dca394", width);
    }
}
