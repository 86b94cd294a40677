// SPDX-License-Identifier: MIT
// What the section is painted with: layers with fibres and lobules, a needle of steel, jaws that hold it.
import { LAYERS } from "../core/layers";
import type { Span } from "../core/section";

export type Pixel = [number, number];

const COLOURS = ["#c48a6f", "#dca394", "#e3b455", "#8e2f2c"] as const;

type Look = string | CanvasPattern;
let looks: Look[] | null = null;

// wavy fibres in the dermis, lobules in fat: one tile each, that repeats
function tile(paint: (g: CanvasRenderingContext2D) => void, colour: string): Look {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 48;
    const g = canvas.getContext("2d");
    if (g === null) {
        return colour;
    }
    g.fillStyle = colour;
    g.fillRect(0, 0, 48, 48);
    g.lineWidth = 1;
    paint(g);
    return g.createPattern(canvas, "repeat") ?? colour;
}

function fibres(g: CanvasRenderingContext2D): void {
    for (let k = 0; k < 8; k++) {
        g.strokeStyle = k % 2 === 0 ? "rgb(250 220 210 / 0.45)" : "rgb(150 80 75 / 0.3)";
        g.beginPath();
        for (let x = 0; x <= 48; x += 4) {
            const y = 6 * k + 3 + 2 * Math.sin((2 * Math.PI * x) / 48 + 1.9 * k);
            g.lineTo(x, y);
        }
        g.stroke();
    }
}

function lobules(g: CanvasRenderingContext2D): void {
    g.strokeStyle = "rgb(165 110 30 / 0.65)";
    for (let row = 0; row < 4; row++) {
        for (let k = -1; k < 5; k++) {
            const x = 12 * k + (row % 2) * 6;
            const y = 12 * row + 6;
            g.fillStyle = (row + k) % 3 === 0 ? "#eac574" : "#e3b455";
            g.beginPath();
            g.ellipse(x + (row % 3), y, 6.6, 5.6, 0.5 * row + k, 0, 7);
            g.fill();
            g.stroke();
        }
    }
}

function lookOf(layer: number): Look {
    looks ??= [COLOURS[0], tile(fibres, COLOURS[1]), tile(lobules, COLOURS[2]), COLOURS[3]];
    return looks[layer]!;
}

// A column of tissue, from x on so wide: what is pressed together is drawn thinner.
export function paintColumn(
    g: CanvasRenderingContext2D,
    x: number,
    width: number,
    column: readonly Span[],
    y: (height: number) => number,
): void {
    for (const span of column) {
        const deep = span.to - span.from;
        const at = (depth: number): number =>
            Math.abs(deep) < 1e-9
                ? span.bottom
                : span.top + ((depth - span.from) / deep) * (span.bottom - span.top);
        LAYERS.forEach((layer, i) => {
            const from = Math.max(layer.from, span.from);
            const to = Math.min(LAYERS[i + 1]?.from ?? Infinity, span.to);
            if (to > from) {
                g.fillStyle = lookOf(i);
                const top = y(at(from));
                g.fillRect(x, top, width, y(at(to)) - top + 0.7);
            }
        });
    }
}

export function stroke(
    g: CanvasRenderingContext2D,
    line: readonly Pixel[],
    colour: string,
    width: number,
    dash: number[] = [],
): void {
    g.strokeStyle = colour;
    g.lineWidth = width;
    g.lineCap = g.lineJoin = "round";
    g.setLineDash(dash);
    g.beginPath();
    line.forEach(([x, y], i) => (i === 0 ? g.moveTo(x, y) : g.lineTo(x, y)));
    g.stroke();
    g.setLineDash([]);
}

// steel: a dark rim, the wire, and the light along it
export function paintNeedle(
    g: CanvasRenderingContext2D,
    line: readonly Pixel[],
    width: number,
): void {
    stroke(g, line, "#0b1214", width + 2.5);
    stroke(g, line, "#8d979e", width);
    stroke(g, line, "#dfe6ea", Math.max(1, 0.6 * width));
    stroke(g, line, "#ffffff", Math.max(0.6, 0.2 * width));
}

// two jaws, cut across, on both sides of the needle; angle: of the needle there
export function paintJaws(
    g: CanvasRenderingContext2D,
    [x, y]: Pixel,
    angle: number,
    width: number,
): void {
    g.save();
    g.translate(x, y);
    g.rotate(angle);
    for (const side of [-1, 1]) {
        g.fillStyle = "#727b80";
        g.strokeStyle = "#1d2528";
        g.lineWidth = 1.5;
        g.beginPath();
        g.roundRect(-8, side > 0 ? 0.5 * width : -0.5 * width - 11, 16, 11, 4);
        g.fill();
        g.stroke();
        g.fillStyle = "#d9a545";
        g.fillRect(-6, side > 0 ? 0.5 * width : -0.5 * width - 2.5, 12, 2.5);
    }
    g.restore();
}

export function paintDepth(
    g: CanvasRenderingContext2D,
    [x, low]: Pixel,
    top: number,
    text: string,
): void {
    const line = (from: Pixel, to: Pixel): void => stroke(g, [from, to], "#f3f7f6", 1.5);
    line([x, low], [x, top]);
    line([x - 5, low], [x + 5, low]);
    line([x - 5, top], [x + 5, top]);
    label(g, text, x, top - 9, "#63d68f", "600 14px Inter, sans-serif", "center");
}

export function label(
    g: CanvasRenderingContext2D,
    text: string,
    x: number,
    y: number,
    colour: string,
    font: string,
    align: CanvasTextAlign,
): void {
    g.font = font;
    g.textAlign = align;
    g.lineWidth = 3;
    g.strokeStyle = "rgb(11 18 20 / 0.75)";
    if (align === "center") {
        g.strokeText(text, x, y);
    }
    g.fillStyle = colour;
    g.fillText(text, x, y);
}
