// SPDX-License-Identifier: MIT
// The instructor's page: who has done what, a replay from there, a comment in it.
import { begin, expect, settled, until, type Report } from "./harness";

export async function checkClass(report: Report): Promise<void> {
    await report.check(
        "an instructor finds an attempt in the class and comments on it",
        async () => {
            const { page } = await report.visit({ picture: true });
            await page.evaluate(() => (window.sutura!.state.trainee.value = "Grace"));
            await begin(page, "touch");
            await page.mouse.move(683, 420);
            await page.mouse.down();
            await page.mouse.up();
            for (let i = 0; i < 40; i++) {
                await page.mouse.move(683 + 60 * Math.sin(i / 3), 420 + 30 * Math.cos(i / 3));
            }
            await until(
                page,
                "the clock",
                () => window.sutura!.state.live.value?.elapsed ?? 0,
                (t) => t > 1,
            );
            await page.keyboard.press("Escape");
            await page.evaluate(() => window.sutura!.actions.stop());
            await until(
                page,
                "the end",
                () => window.sutura!.state.ended.value?.attempt ?? null,
                (a) => a !== null,
            );
            // who is in the middle of the path sees what opens the rest
            await page.keyboard.press("Escape");
            await page.keyboard.press("t");
            await page.locator(".task.locked").getByText("Opens after: Touch").first().waitFor();
            await settled(page);
            await report.shot(page, "path");
            await page.keyboard.press("Escape");
            await page.evaluate(() => window.sutura!.actions.release());

            const board = await page.context().newPage();
            await board.goto(`${report.trainer.url}class?instructor`);
            const row = board.locator("tbody tr", { hasText: "Grace" });
            await row.locator("button.cell").first().click();
            await board.getByRole("heading", { name: /^Grace: / }).waitFor();
            await board.screenshot({ path: `${report.shots}/class.png` });
            const door = await board.locator(".attempt-list a").first().getAttribute("href");
            expect(door !== null, "an attempt has no replay");
            await board.goto(door!);
            await until(
                board,
                "the replay",
                () => window.sutura?.state.scene.value?.mode ?? "",
                (m) => m === "replay",
            );
            const field = board.getByLabel("Comment on this moment", { exact: true });
            await field.fill("slower here");
            await board.getByRole("button", { name: "Comment", exact: true }).click();
            await board.getByRole("button", { name: /^Comment: slower here/ }).waitFor();
            await settled(board);
            await board.screenshot({ path: `${report.shots}/comment.png` });
            await begin(board, "free");
        },
    );
}
