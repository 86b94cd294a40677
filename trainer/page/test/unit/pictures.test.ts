// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

it("there is no picture of a task that is not there, and none is large", () => {
    const tasks = readdirSync(`${root}trainer/tasks`)
        .filter((f) => f.endsWith(".json"))
        .map(
            (f) =>
                (JSON.parse(readFileSync(`${root}trainer/tasks/${f}`, "utf8")) as { id: string })
                    .id,
        );
    const folder = `${root}trainer/page/src/pictures`;
    const pictures = readdirSync(folder);
    expect(pictures.length).toBeGreaterThan(10);
    for (const file of pictures) {
        expect(tasks).toContain(file.replace(/\.webp$/, ""));
        expect(readFileSync(`${folder}/${file}`).length).toBeLessThan(8000);
    }
});
