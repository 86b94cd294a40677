// SPDX-License-Identifier: MIT
// A second language that is complete where it has to be, and has nothing that nobody says.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { chooseLanguage, phraseIn } from "../../src/text";
import { CONTROLS_DE } from "../../src/text/controls_de";
import { DE } from "../../src/text/de";
import { EN } from "../../src/text/en";
import { FIGURES_DE } from "../../src/text/figures_de";
import { SAID_DE } from "../../src/text/said_de";
import { WORDS_DE } from "../../src/text/words_de";
import { controlTexts } from "../../src/ui/help";
import { STEPS } from "../../src/ui/coach_steps";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

interface TaskFile {
    title: string;
    goal: string;
    success: string;
    hints: string[] | string;
    rules?: { text: string }[];
    scene: unknown; // or the name of its file
    demo?: unknown;
}

const tasks = readdirSync(`${root}trainer/tasks`)
    .filter((f) => f.endsWith(".json"))
    .map((f) => JSON.parse(readFileSync(`${root}trainer/tasks/${f}`, "utf8")) as TaskFile);

function leaves(value: unknown, path = ""): string[] {
    return typeof value === "object" && value !== null
        ? Object.entries(value).flatMap(([k, v]) => leaves(v, `${path}.${k}`))
        : [path];
}

describe("German", () => {
    it("says everything that English says", () => {
        expect(leaves(DE).sort()).toEqual(leaves(EN).sort());
    });

    it("has another sentence for every English one", () => {
        const same = leaves(EN).filter((path) => {
            const at = (o: unknown): unknown =>
                path
                    .slice(1)
                    .split(".")
                    .reduce((v, k) => (v as Record<string, unknown>)[k], o);
            const [a, b] = [at(EN), at(DE)];
            return typeof a === "string" && a === b;
        });
        expect(same).toEqual([]);
    });

    it("has title, goal, success and rules of every task", () => {
        const said = tasks.flatMap((t) => [
            t.title,
            t.goal,
            t.success,
            ...(typeof t.hints === "string" ? [] : t.hints),
            ...(t.rules ?? []).map((r) => r.text),
        ]);
        const table = { ...WORDS_DE, ...CONTROLS_DE };
        expect(said.filter((s) => table[s] === undefined)).toEqual([]);
    });

    it("has what every demonstration says, and the minute that teaches the controls", () => {
        const remarks = (scene: unknown): string[] =>
            ((scene as { script?: { say?: string }[] }).script ?? []).flatMap((d) => d.say ?? []);
        const read = (name: unknown): unknown =>
            typeof name === "string"
                ? JSON.parse(
                      readFileSync(
                          new URL(name, new URL("trainer/tasks/", `file://${root}`)),
                          "utf8",
                      ),
                  )
                : name;
        const said = tasks.flatMap((t) => [
            ...remarks(read(t.scene)),
            ...remarks(read(t.demo) ?? {}),
        ]);
        expect(said.length).toBeGreaterThan(50);
        expect([...new Set(said)].filter((s) => s !== "" && SAID_DE[s] === undefined)).toEqual([]);
        const taught = STEPS.flatMap((s) => [s.title, ...Object.values(s.text)]);
        expect(taught.filter((s) => SAID_DE[s] === undefined)).toEqual([]);
        // and nothing else
        const all = new Set([...said, ...taught]);
        const counted = /\d$/; // put together by number
        expect(Object.keys(SAID_DE).filter((s) => !all.has(s) && !counted.test(s))).toEqual([]);
    });

    it("translates remarks that were joined, or leaves them as they are", () => {
        const two = "Both forceps take the thread and lay it around the post";
        expect(phraseIn(SAID_DE, two)).toBe(
            "Beide Pinzetten nehmen den Faden und legen ihn um den Steg",
        );
        expect(phraseIn(SAID_DE, `${two} and sing`)).toBe(null);
    });

    it("has the meaning of every figure, and what was published of it", () => {
        // texts of the catalogue, as the compiler joins them
        const source = readFileSync(`${root}trainer/server/score_catalogue.c`, "utf8");
        const texts = [...source.replace(/"\s*\n\s*"/g, "").matchAll(/"((?:[^"\\]|\\.)*)"/g)]
            .map((m) => m[1]!)
            .filter((s) => s.includes(" ") && !s.startsWith("{"));
        expect(texts.length).toBeGreaterThan(40);
        // sources are quoted as they are
        const quoted = /doi:|^preprints|^SAGES|^BMJ|et al\. \d{4}$/;
        const table = { ...WORDS_DE, ...FIGURES_DE };
        expect(texts.filter((s) => !quoted.test(s) && table[s] === undefined)).toEqual([]);
        expect(
            Object.keys(FIGURES_DE).filter(
                (s) => !source.replace(/"\s*\n\s*"/g, "").includes(`"${s}"`),
            ),
        ).toEqual([]);
    });

    it("has every line of the page of controls", () => {
        const rows = [...controlTexts()];
        expect(rows.length).toBeGreaterThan(30);
        const table = { ...WORDS_DE, ...CONTROLS_DE };
        const letters = /^([A-Z]{1,2}|[←→↑↓0-9]|Esc|Alt|Tab)$/; // on the key itself
        expect(rows.filter((s) => !letters.test(s) && table[s] === undefined)).toEqual([]);
    });

    it("has no word that nothing says", () => {
        const folders = [
            "trainer/page/src/ui",
            "trainer/page/src/view",
            "trainer/page/src/core",
            "trainer/server",
            "trainer/tasks",
        ];
        const all = folders
            .flatMap((f) =>
                readdirSync(`${root}${f}`, { withFileTypes: true })
                    .filter((e) => e.isFile())
                    .map((e) => readFileSync(`${root}${f}/${e.name}`, "utf8")),
            )
            .join("\n");
        const put = /^(Granny|Overhand|Reef) knot$/; // put together from the name of the knot
        const dead = Object.keys({ ...WORDS_DE, ...CONTROLS_DE }).filter(
            (w) => !put.test(w) && !all.includes(`"${w}"`),
        );
        expect(dead).toEqual([]);
    });
});

describe("the language", () => {
    it("is the first that is asked for and spoken", () => {
        expect(chooseLanguage([null, "", "de-AT"])).toBe("de");
        expect(chooseLanguage(["fr", "de"])).toBe("de");
        expect(chooseLanguage(["en", "de"])).toBe("en");
        expect(chooseLanguage(["fr", undefined])).toBe("en");
    });
});
