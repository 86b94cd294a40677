// SPDX-License-Identifier: MIT
// Several pages, reloads, lost connections, a server that goes and comes back.
import type { Browser } from "playwright-core";
import {
    expect,
    startTrainer,
    stopTrainer,
    until,
    visit,
    type Report,
    type Trainer,
} from "./harness";

const control = (): boolean => window.sutura!.state.control.value.you;

export async function checkSession(
    browser: Browser,
    trainer: Trainer,
    report: Report,
): Promise<void> {
    await report.check("two watch while one controls; control can be handed over", async () => {
        const first = await visit(browser, trainer.url);
        await until(first.page, "control", control, Boolean);
        const watchers = [
            await visit(browser, `${trainer.url}?watch`),
            await visit(browser, `${trainer.url}?watch`),
        ];
        for (const { page } of watchers) {
            expect(!(await page.evaluate(control)), "a second page controls too");
            await page.getByText("You are watching").waitFor();
            const before = await page.evaluate(() => window.sutura!.frame!.number);
            await until(
                page,
                "frames",
                () => window.sutura!.frame!.number,
                (n) => n > before,
            );
        }
        await report.shot(watchers[0]!.page, "watching");
        await first.page.evaluate(() => window.sutura!.actions.release());
        await until(first.page, "giving it up", control, (c) => !c);
        await watchers[1]!.page.getByRole("button", { name: "Take control" }).click();
        await until(watchers[1]!.page, "taking it", control, Boolean);
        for (const { context } of [first, ...watchers]) {
            await context.close();
        }
    });

    await report.check("a reload in the middle of a task goes on where it was", async () => {
        const { page, context } = await visit(browser, trainer.url);
        await until(page, "control", control, Boolean, 20_000);
        await page.evaluate(() => window.sutura!.actions.start("touch"));
        await until(
            page,
            "the task",
            () => window.sutura!.state.scene.value?.task ?? "",
            (t) => t === "touch",
        );
        const scene = await page.evaluate(() => window.sutura!.state.scene.value!.scene);
        await page.reload();
        await page.waitForFunction(() => window.sutura?.frame != null);
        expect(
            (await page.evaluate(() => window.sutura!.state.scene.value!.scene)) === scene,
            "another scene after the reload",
        );
        await until(page, "control again", control, Boolean);
        await page.evaluate(() => window.sutura!.actions.start("free"));
        await context.close();
    });

    await report.check("a server that goes away is said so, and found again", async () => {
        const own = await startTrainer(trainer.real);
        const { page, context } = await visit(browser, own.url);
        await stopTrainer(own, true);
        await until(
            page,
            "the loss",
            () => window.sutura!.state.link.value.state,
            (s) => s === "lost",
        );
        await page.getByText("The connection was lost").waitFor();
        await report.shot(page, "lost");
        const again = await startTrainer(trainer.real, own.data, own.port);
        await until(
            page,
            "the return",
            () => window.sutura!.state.link.value.state,
            (s) => s === "open",
        );
        await until(page, "a frame", () => window.sutura!.frame !== null, Boolean);
        await context.close();
        await stopTrainer(again);
    });

    await report.check("pause, step, slow motion, parameters, saving", async () => {
        const { page, context } = await visit(browser, trainer.url);
        await until(page, "control", control, Boolean, 20_000);
        await page.keyboard.press("p");
        await until(
            page,
            "the pause",
            () => window.sutura!.state.readings.value?.paused ?? false,
            Boolean,
        );
        const at = await page.evaluate(() => window.sutura!.frame!.time);
        await page.keyboard.press(".");
        await until(
            page,
            "one step",
            () => window.sutura!.frame!.time,
            (t) => t > at && t < at + 0.01,
        );
        await page.keyboard.press("p");
        await until(
            page,
            "going on",
            () => window.sutura!.state.readings.value?.paused ?? true,
            (p) => !p,
        );
        await page.keyboard.press(",");
        await until(
            page,
            "slow motion",
            () => window.sutura!.state.readings.value?.speed ?? 1,
            (s) => s === 0.5,
        );
        await page.keyboard.press("/");
        await until(
            page,
            "full speed",
            () => window.sutura!.state.readings.value?.speed ?? 0,
            (s) => s === 1,
        );
        await page.keyboard.press("g");
        const parameter = await page.evaluate(
            () => window.sutura!.state.scene.value!.parameters[0]!,
        );
        expect(parameter !== undefined, "no parameters");
        const answer = await page.evaluate(
            (name) => window.sutura!.actions.setParameter(name, 1e9),
            parameter.name,
        );
        expect(
            answer <= parameter.max || !trainer.real,
            `a parameter of ${answer} beyond its limit ${parameter.max}`,
        );
        const [file] = await Promise.all([
            page.waitForEvent("download"),
            page.getByRole("button", { name: "Save as scene file" }).click(),
        ]);
        expect(file.suggestedFilename().endsWith(".json"), "no scene file");
        await context.close();
    });

    await report.check("wrong messages are refused and harm nobody", async () => {
        const { page, context } = await visit(browser, trainer.url);
        const refusal = await page.evaluate(async () => {
            try {
                await (
                    window.sutura as unknown as {
                        connection: { request(m: object): Promise<unknown> };
                    }
                ).connection.request({ type: "no-such-thing" });
                return "";
            } catch (error) {
                return (error as { code?: string }).code ?? "?";
            }
        });
        expect(refusal === "unknown-type", `answered with ${refusal}`);
        const before = await page.evaluate(() => window.sutura!.frame!.number);
        await until(
            page,
            "frames go on",
            () => window.sutura!.frame!.number,
            (n) => n > before + 5,
        );
        await context.close();
    });
}
