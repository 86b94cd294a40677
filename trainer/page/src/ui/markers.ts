// SPDX-License-Identifier: MIT
// Where to go: a ring over the field at the goal of a hand, a dot at its tip, a line between them, and
// the ring of a turn while one winds. Drawn over the picture, so that they stay sharp however coarsely
// the field is drawn.
import type { Vec3 } from "../core/vec";
import { TEXT } from "../text";
import type { Eye } from "../view/camera_rig";
import { project, type Window } from "../view/project";
import { svg } from "./dom";

export interface HandMarker {
    tip: Vec3;
    goal: Vec3 | null;
    ready: boolean; // it is there
    turn: { at(angle: number): Vec3; most: number; gone: number } | null; // rad
}

const CORNERS = 48; // of a ring

const EDGE = 24; // pixels

// what lies outside of the picture is shown at its edge: one has to know where to go
export const inside = (p: { x: number; y: number }, w: Window): { x: number; y: number } => ({
    x: Math.min(Math.max(p.x, EDGE), Math.max(EDGE, w.width - EDGE)),
    y: Math.min(Math.max(p.y, EDGE), Math.max(EDGE, w.height - EDGE)),
});

class Marker {
    readonly goal: SVGElement;
    readonly tip: SVGElement;
    readonly line: SVGElement;
    readonly ring: SVGElement;
    readonly gone = svg("polyline", { class: "turn gone" });

    constructor(side: 0 | 1) {
        this.line = svg("line", { class: `to-goal hand${side}` });
        this.ring = svg("polyline", { class: `turn hand${side}` });
        this.goal = svg(
            "g",
            { class: `goal hand${side}`, role: "img", "aria-label": TEXT.goalOf(side) },
            svg("circle", { r: 15, class: "goal-edge" }),
            svg("circle", { r: 15, class: "goal-ring" }),
            svg("circle", { r: 5, class: "goal-ready" }),
            svg("text", { class: "goal-name", x: 24, y: 5, text: side === 0 ? "L" : "R" }),
        );
        this.tip = svg(
            "g",
            { class: `tip hand${side}`, role: "img", "aria-label": TEXT.tipOf(side) },
            svg("circle", { r: 5.5, class: "tip-edge" }),
            svg("circle", { r: 4, class: "tip-dot" }),
        );
    }

    get elements(): SVGElement[] {
        return [this.ring, this.gone, this.line, this.goal, this.tip];
    }

    show(m: HandMarker | null, eye: Eye, w: Window): void {
        const visible = (e: SVGElement, on: boolean): void => {
            e.style.display = on ? "" : "none";
        };
        visible(this.tip, m !== null && (m.goal !== null || m.turn !== null));
        visible(this.goal, m?.goal != null);
        visible(this.line, m?.goal != null && !m.ready);
        visible(this.ring, m?.turn != null);
        visible(this.gone, m?.turn != null);
        if (m === null) {
            return;
        }
        const tip = project(eye, m.tip, w);
        this.tip.setAttribute("transform", `translate(${tip.x.toFixed(1)} ${tip.y.toFixed(1)})`);
        if (m.goal !== null) {
            const goal = inside(project(eye, m.goal, w), w);
            this.goal.setAttribute(
                "transform",
                `translate(${goal.x.toFixed(1)} ${goal.y.toFixed(1)})`,
            );
            this.goal.classList.toggle("ready", m.ready);
            for (const [key, value] of Object.entries({
                x1: tip.x,
                y1: tip.y,
                x2: goal.x,
                y2: goal.y,
            })) {
                this.line.setAttribute(key, value.toFixed(1));
            }
        }
        if (m.turn !== null) {
            const { at, most, gone } = m.turn;
            const way = (to: number): string =>
                Array.from({ length: CORNERS + 1 }, (_, i) => {
                    const p = project(eye, at((to * i) / CORNERS), w);
                    return `${p.x.toFixed(1)},${p.y.toFixed(1)}`;
                }).join(" ");
            this.ring.setAttribute("points", way(most));
            this.gone.setAttribute("points", way(gone));
        }
    }
}

export class Markers {
    readonly element: SVGElement;
    private readonly hands = [new Marker(0), new Marker(1)] as const;

    constructor() {
        this.element = svg("svg", { class: "markers" }, ...this.hands.flatMap((m) => m.elements));
        this.show([null, null], null, { width: 1, height: 1 });
    }

    show(hands: readonly [HandMarker | null, HandMarker | null], eye: Eye | null, w: Window): void {
        const any = eye !== null && hands.some((m) => m !== null);
        this.element.style.display = any ? "" : "none";
        if (any) {
            this.hands.forEach((m, i) => m.show(hands[i] ?? null, eye, w));
        }
    }
}
