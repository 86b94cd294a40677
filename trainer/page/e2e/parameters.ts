// SPDX-License-Identifier: MIT
// Sliders of the world: what they change is said, what is chosen arrives, one click puts it back.
import { begin, expect, settled, until, type Report } from "./harness";

export async function checkParameters(report: Report): Promise<void> {
    await report.check("threads are made stiffer and put back by a click", async () => {
        const { page, errors } = await report.visit({ picture: true });
        await begin(page, "free");
        await page.keyboard.press("g");
        const dialog = page.locator(".settings-dialog[open]");
        const bend = dialog.locator(".parameter", { hasText: "Bending stiffness" });
        await bend.getByText(/springs open/).waitFor();
        await bend.locator("input[type=range]").evaluate((e) => {
            (e as HTMLInputElement).value = "1";
            e.dispatchEvent(new Event("input", { bubbles: true }));
        });
        await bend.getByText("10 ×").waitFor();
        await settled(page);
        await report.shot(page, "parameters");
        await dialog.getByRole("button", { name: "Start over", exact: true }).click();
        const value = (): number =>
            window.sutura!.state.scene.value?.parameters.find((p) => p.name === "bend")?.value ?? 0;
        await until(page, "the stiff thread", value, (v) => v === 10);
        const again = dialog.locator(".parameter", { hasText: "Bending stiffness" });
        await again.getByRole("button", { name: "As the task has it: 1 ×" }).click();
        await again.getByText("1 ×", { exact: true }).waitFor();
        await dialog.getByRole("button", { name: "Start over", exact: true }).click();
        await until(page, "the thread of the task", value, (v) => v === 1);
        expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
    });
}
