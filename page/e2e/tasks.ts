// SPDX-License-Identifier: MIT
// Every demonstration to its end; an attempt with its score, its record and its replay.
import type { Browser } from "playwright-core";
import { expect, until, visit, type Report, type Trainer } from "./harness";

export async function checkTasks(
    browser: Browser,
    trainer: Trainer,
    report: Report,
): Promise<void> {
    const catalogue = (await (await fetch(`${trainer.url}api/tasks`)).json()) as {
        tasks: { id: string; demo: boolean }[];
    };
    if (trainer.real) {
        for (const { id } of catalogue.tasks.filter((t) => t.demo)) {
            await report.check(`demonstration ${id} reaches its goal`, async () => {
                const { page, context } = await visit(browser, trainer.url);
                await page.evaluate(async (task) => {
                    await window.sutura!.actions.start(task, { demo: true });
                    await window.sutura!.actions.speed(4); // as fast as the machine can
                }, id);
                const seen = await until(
                    page,
                    "the end",
                    () => {
                        const app = window.sutura!;
                        return {
                            ended: app.state.ended.value,
                            time: app.frame?.time ?? 0,
                            knot: app.state.live.value?.knot?.word ?? "",
                        };
                    },
                    (s) => s.ended !== null,
                    240_000,
                );
                await report.shot(page, `demo-${id}`);
                expect(
                    seen.ended!.success,
                    `ended without success at ${seen.time} s, knot ${seen.knot}`,
                );
                console.log(
                    `      ${seen.time.toFixed(1)} s simulated${seen.knot === "" ? "" : `, ${seen.knot}`}`,
                );
                await page.evaluate(() => window.sutura!.actions.speed(1));
                await context.close();
            });
        }
    }

    await report.check(
        "an attempt is scored, recorded, replayed with scrubbing, and deleted",
        async () => {
            const { page, context, errors } = await visit(browser, trainer.url);
            page.on("dialog", (d) => void d.accept());
            await page.getByTitle("Who is practising").click();
            await page.getByPlaceholder("Name or code").fill("Ada");
            await page.getByRole("button", { name: "Use this name" }).click();
            await page.evaluate(() => window.sutura!.actions.start("touch"));
            await until(
                page,
                "the task",
                () => window.sutura!.state.scene.value?.mode ?? "",
                (m) => m === "play",
            );
            await until(page, "its first frame", () => window.sutura!.frame !== null, Boolean);
            await page.mouse.move(683, 420);
            await page.mouse.down();
            await page.mouse.up();
            for (let i = 0; i < 20; i++) {
                await page.mouse.move(683 + 60 * Math.sin(i / 3), 420 + 30 * Math.cos(i / 3), {
                    steps: 2,
                });
                await page.waitForTimeout(60);
            }
            await report.shot(page, "attempt");
            await page.keyboard.press("Escape");
            await page.getByRole("button", { name: "Finish" }).click();
            await page.getByRole("heading", { name: "Score" }).waitFor();
            await page.getByRole("cell", { name: /\d/ }).first().waitFor();
            await page.waitForTimeout(500);
            await report.shot(page, "score");
            const attempt = await page.evaluate(
                () => window.sutura!.state.ended.value?.attempt ?? null,
            );
            expect(attempt !== null, "the attempt was not recorded");
            await page.getByRole("button", { name: "Replay" }).click();
            await until(
                page,
                "the replay",
                () => window.sutura!.state.scene.value?.mode ?? "",
                (m) => m === "replay",
            );
            if (trainer.real) {
                await until(
                    page,
                    "the whole film",
                    () => window.sutura!.state.film.value?.complete ?? false,
                    Boolean,
                    60_000,
                );
                expect(
                    await page.evaluate(() => window.sutura!.state.film.value!.same),
                    "the replay differs from the recording",
                );
                await page.evaluate(() => window.sutura!.actions.pause(true));
                const half = await page.evaluate(() => window.sutura!.state.film.value!.length / 2);
                await page.getByLabel("Time of the recording").evaluate((e, t) => {
                    (e as HTMLInputElement).value = String(t);
                    e.dispatchEvent(new Event("input", { bubbles: true }));
                }, half);
                await until(
                    page,
                    "scrubbing",
                    () => window.sutura!.frame?.time ?? -1,
                    (t) => Math.abs(t - half) < 0.1,
                );
                await page.waitForTimeout(400);
                await report.shot(page, "replay");
                await page.evaluate(() => window.sutura!.actions.pause(false));
            }
            await page.getByRole("button", { name: "Records" }).click();
            await page
                .getByRole("button", { name: /Delete attempt/ })
                .first()
                .waitFor();
            await page.waitForTimeout(500);
            await report.shot(page, "records");
            const count = (): Promise<number> =>
                page.getByRole("button", { name: /Delete attempt/ }).count();
            const had = await count();
            await page
                .getByRole("button", { name: /Delete attempt/ })
                .first()
                .click();
            for (let i = 0; i < 100 && (await count()) >= had; i++) {
                await page.waitForTimeout(50);
            }
            expect((await count()) === had - 1, "the attempt is still listed");
            expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
            await page.keyboard.press("Escape");
            await page.evaluate(() => window.sutura!.actions.start("free"));
            await context.close();
        },
    );
}
