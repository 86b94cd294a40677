// SPDX-License-Identifier: MIT
// Sentences are put together in src/text alone: a template elsewhere would stay English in every language.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../src/", import.meta.url));

function files(folder: string): string[] {
    return readdirSync(folder, { withFileTypes: true }).flatMap((f) =>
        f.isDirectory()
            ? files(`${folder}${f.name}/`)
            : f.name.endsWith(".ts")
              ? [`${folder}${f.name}`]
              : [],
    );
}

// what a person would read: a word with a capital and another one, or two words of small letters
const READ = /[A-Z][a-z]{2,} |[a-z]{2,} [a-z]{2,}/;
// what no person reads: names of classes, drawing, shaders, faults of the page itself
const UNREAD = /(?:class: |\/\* glsl \*\/ |Error\(|viewBox: |d: |font: )$/;

// the fixed part of each template that could be said to somebody
export function saidIn(code: string): string[] {
    const out: string[] = [];
    const bare = code.replace(/^\s*\/\/.*$/gm, "");
    for (const found of bare.matchAll(/`((?:[^`\\]|\\.)*)`/g)) {
        const fixed = (found[1] ?? "").replace(/\$\{[^}]*\}/g, "\u0001");
        const before = bare.slice(Math.max(0, found.index - 20), found.index);
        if (READ.test(fixed) && !/[\n\\]/.test(fixed) && !UNREAD.test(before)) {
            out.push(fixed);
        }
    }
    return out;
}

describe("sentences", () => {
    it("are found by this check", () => {
        expect(saidIn('h("p", { text: `The latest ${n} of ${all} attempts` })').length).toBe(1);
        expect(saidIn("setText(a, `${x} attempts here`)").length).toBe(1);
        expect(saidIn('h("p", { text: `${x} %`, class: `one two` })')).toEqual([]);
    });

    it("are put together in src/text alone", () => {
        const found = files(root)
            .filter((f) => !f.startsWith(`${root}text/`))
            .flatMap((f) =>
                saidIn(readFileSync(f, "utf8")).map((s) => `${f.slice(root.length)}: ${s}`),
            );
        expect(found).toEqual([]);
    });
});
