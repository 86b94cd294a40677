// SPDX-License-Identifier: MIT
// The page in its second language.
import { begin, expect, settled, type Report } from "./harness";

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
}
