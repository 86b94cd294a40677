// SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../../src/styles/base.css", import.meta.url), "utf8");

function colour(name: string): [number, number, number] {
    const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(css)?.[1];
    if (hex === undefined) {
        throw new Error(`no colour ${name}`);
    }
    return [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16)) as [number, number, number];
}

// relative luminance and contrast as WCAG 2 defines them
function luminance(rgb: [number, number, number]): number {
    const [r, g, b] = rgb.map((v) => {
        const x = v / 255;
        return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
    const [low, high] = [luminance(colour(a)), luminance(colour(b))].sort((x, y) => x - y);
    return (high! + 0.05) / (low! + 0.05);
}

describe("contrast", () => {
    it("text of every colour has at least 4.5 : 1 on every surface (WCAG AA)", () => {
        for (const text of ["text", "muted", "accent", "left", "right", "good", "warn", "bad"]) {
            for (const surface of ["back", "raised", "hover"]) {
                expect(contrast(text, surface), `${text} on ${surface}`).toBeGreaterThan(4.5);
            }
        }
    });
});
