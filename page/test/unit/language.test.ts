// SPDX-License-Identifier: MIT
// A second language that is complete where it has to be, and has nothing that nobody says.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { chooseLanguage } from "../../src/text";
import { DE } from "../../src/text/de";
import { EN } from "../../src/text/en";
import { WORDS_DE } from "../../src/text/words_de";

const root = fileURLToPath(new URL("../../../", import.meta.url));

interface TaskFile {
    title: string;
    goal: string;
    success: string;
    rules?: { text: string }[];
}

const tasks = readdirSync(`${root}tasks`)
    .filter((f) => f.endsWith(".json"))
    .map((f) => JSON.parse(readFileSync(`${root}tasks/${f}`, "utf8")) as TaskFile);

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
            ...(t.rules ?? []).map((r) => r.text),
        ]);
        expect(said.filter((s) => WORDS_DE[s] === undefined)).toEqual([]);
    });

    it("has no word that nothing says", () => {
        const folders = ["page/src/ui", "page/src/view", "page/src/core", "trainer", "tasks"];
        const all = folders
            .flatMap((f) =>
                readdirSync(`${root}${f}`, { withFileTypes: true })
                    .filter((e) => e.isFile())
                    .map((e) => readFileSync(`${root}${f}/${e.name}`, "utf8")),
            )
            .join("\n");
        const put = /^(Granny|Overhand|Reef) knot$/; // put together from the name of the knot
        const dead = Object.keys(WORDS_DE).filter((w) => !put.test(w) && !all.includes(`"${w}"`));
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
