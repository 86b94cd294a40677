// SPDX-License-Identifier: MIT
// Every view by the rules of axe-core: names, roles, contrast, landmarks, order of headings.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { begin, pageDir, settled, until, type Report } from "./harness";

interface WithAxe {
    axe: { run(options: object): Promise<AxeResults> };
}

// WCAG 2.2 AA and what axe-core calls best practice
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

let source = "";

async function findings(page: Page): Promise<string[]> {
    source ||= await readFile(join(pageDir, "node_modules/axe-core/axe.min.js"), "utf8");
    await settled(page);
    await page.evaluate(source);
    return page.evaluate(async (values) => {
        const { axe } = window as unknown as WithAxe;
        const { violations } = await axe.run({ runOnly: { type: "tag", values } });
        return violations.map(
            (v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 90)).join(" | ")}`,
        );
    }, RULES);
}

async function score(page: Page): Promise<void> {
    await begin(page, "overhand-post");
    await page.mouse.click(512, 400);
    await page.mouse.move(560, 420, { steps: 10 });
    await until(
        page,
        "the clock",
        () => window.sutura!.state.live.value?.elapsed ?? 0,
        (t) => t > 0.3,
    );
    await page.keyboard.press("Escape");
    await page.evaluate(() => window.sutura!.actions.stop());
    await page.locator(".score-dialog[open]").waitFor();
    await page.locator(".score-dialog summary").click();
}

const byKey =
    (key: string) =>
    async (page: Page): Promise<void> => {
        await page.keyboard.press(key);
        await page.locator("dialog[open]").first().waitFor();
    };

export const VIEWS: Record<string, (page: Page) => Promise<void>> = {
    "free play": (page) => begin(page, "free"),
    tasks: byKey("t"),
    settings: byKey("g"),
    controls: byKey("h"),
    records: byKey("o"),
    "your name": async (page) => page.locator(".who").click(),
    demonstration: async (page) => {
        await begin(page, "reef-post", true);
        await page.waitForFunction(() => (window.sutura!.frame?.time ?? 0) > 3);
    },
    "a task": async (page) => {
        await begin(page, "overhand-post");
        await page.mouse.click(512, 400);
    },
    score,
};

export async function checkAccess(report: Report): Promise<void> {
    await report.check("axe-core finds nothing in any view", async () => {
        const { page } = await report.visit({ reduced: true });
        await page.evaluate(() => (window.sutura!.state.trainee.value = "Ada"));
        await page.evaluate(() => window.sutura!.state.set({ level: "beginner" }));
        const found: string[] = [];
        for (const [name, open] of Object.entries(VIEWS)) {
            await open(page);
            found.push(...(await findings(page)).map((f) => `${name}: ${f}`));
            await page.keyboard.press("Escape");
            await page.evaluate(() =>
                document.querySelectorAll("dialog").forEach((d) => d.close()),
            );
        }
        await page.setViewportSize({ width: 390, height: 844 });
        found.push(...(await findings(page)).map((f) => `phone: ${f}`));
        await begin(page, "free");
        await page.evaluate(() => window.sutura!.actions.release());
        await page.goto(`${report.trainer.url}class?instructor`);
        await page.locator("tbody tr").first().waitFor();
        found.push(...(await findings(page)).map((f) => `class: ${f}`));
        if (found.length > 0) {
            throw new Error(found.join("\n      "));
        }
    });
    await report.check("axe-core finds nothing in the welcome", async () => {
        const { page } = await report.visit({ welcome: true, reduced: true });
        await page.getByRole("dialog", { name: /Welcome/ }).waitFor();
        const found = await findings(page);
        if (found.length > 0) {
            throw new Error(found.join("\n      "));
        }
    });
}
