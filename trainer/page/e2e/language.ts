// SPDX-License-Identifier: MIT
// The page in its second language.
import type { Page } from "playwright-core";
import { VIEWS } from "./access";
import { begin, expect, settled, type Report } from "./harness";

// all that one can read or be told in any view
async function texts(report: Report, language: string): Promise<Set<string>> {
    const { page } = await report.visit({
        reduced: true,
        before: `localStorage.setItem("sutura-language", "${language}")`,
    });
    await page.evaluate(() => (window.sutura!.state.trainee.value = "Ada"));
    await page.evaluate(() => window.sutura!.state.set({ level: "beginner" }));
    const seen = new Set<string>();
    for (const open of Object.values(VIEWS)) {
        await open(page);
        await settled(page);
        (await readable(page)).forEach((text) => seen.add(text));
        await page.keyboard.press("Escape");
        await page.evaluate(() => document.querySelectorAll("dialog").forEach((d) => d.close()));
    }
    await begin(page, "free");
    await report.leaveAll();
    return seen;
}

const readable = (page: Page): Promise<string[]> =>
    page.evaluate(() => {
        const list: string[] = [];
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walk.nextNode() !== null) {
            list.push((walk.currentNode.textContent ?? "").trim());
        }
        for (const name of ["title", "aria-label", "placeholder"]) {
            for (const e of document.querySelectorAll(`[${name}]`)) {
                list.push((e.getAttribute(name) ?? "").trim());
            }
        }
        return list;
    });

// names, also those of who was here before with the number of attempts, sources, words that are the same in both
// languages, what the machine says of itself
const SAME =
    / \(\d+\)$|^(Sutura|English|Deutsch|Gamepad|Sticks?|Pause( · P)?|Speed · , and \/|The trainer needs JavaScript.)$|doi:|^preprints|^SAGES|^BMJ|lowest$|^Level/;

export async function checkLanguage(report: Report): Promise<void> {
    await report.check("the page speaks German when it is asked to", async () => {
        const { page, errors } = await report.visit({ picture: true });
        await page.keyboard.press("g");
        const settings = page.locator(".settings-dialog[open]");
        await settings.getByLabel("Language").selectOption("de");
        await page.getByRole("button", { name: "Aufgaben", exact: true }).waitFor();
        await page.waitForFunction(() => window.sutura?.state.control.value.you === true);
        expect(
            (await page.evaluate(() => document.documentElement.lang)) === "de",
            "the language is not said to screen readers",
        );
        await begin(page, "reef-post");
        await page.locator(".task-card").getByText("Der Faden geht um den Pfosten").waitFor();
        await page.keyboard.press("t");
        await page
            .locator(".tasks-dialog[open]")
            .getByRole("heading", { name: "Kreuzknoten um einen Pfosten", exact: true })
            .waitFor();
        await settled(page);
        await report.shot(page, "german");
        expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
        await page.evaluate(() => localStorage.removeItem("sutura-language"));
        await begin(page, "free");
    });
    await report.check("nothing stays English on the German page", async () => {
        const english = await texts(report, "en");
        const german = await texts(report, "de");
        const left = [...german].filter(
            (t) => english.has(t) && /[a-z]{3}/.test(t) && !SAME.test(t),
        );
        expect(left.length === 0, left.join(" | "));
    });
}
