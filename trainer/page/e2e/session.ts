// SPDX-License-Identifier: MIT
// Several pages, reloads, lost connections, a server that goes and comes back.
import { createServer } from "node:net";
import { begin, expect, startTrainer, stopTrainer, until, type Report } from "./harness";

const control = (): boolean => window.sutura!.state.control.value.you;

// A port that is free now and that no program is given which asks for any port: those of that kind are
// taken from 32768 upwards, and this one has to be free once more later.
async function ownPort(): Promise<number> {
    for (;;) {
        const port = 20_000 + Math.floor(10_000 * Math.random());
        const free = await new Promise<boolean>((done) => {
            const probe = createServer();
            probe.on("error", () => done(false));
            probe.listen(port, "127.0.0.1", () => probe.close(() => done(true)));
        });
        if (free) {
            return port;
        }
    }
}

async function checkSeveral(report: Report): Promise<void> {
    await report.check("two watch while one controls; control can be handed over", async () => {
        const first = await report.visit();
        const watchers = [await report.visit({ watch: true }), await report.visit({ watch: true })];
        for (const { page } of watchers) {
            expect(!(await page.evaluate(control)), "a second page controls too");
            await page.locator(".banner", { hasText: "You are watching" }).waitFor();
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
        await watchers[1]!.page
            .locator(".banner")
            .getByRole("button", { name: "Take control", exact: true })
            .click();
        await until(watchers[1]!.page, "taking it", control, Boolean);
    });

    await report.check("a reload in the middle of a task goes on where it was", async () => {
        const { page } = await report.visit();
        await begin(page, "touch");
        const scene = await page.evaluate(() => window.sutura!.state.scene.value!.scene);
        await page.reload({ waitUntil: "domcontentloaded" });
        await page.waitForFunction(() => window.sutura?.frame != null);
        expect(
            (await page.evaluate(() => window.sutura!.state.scene.value!.scene)) === scene,
            "another scene after the reload",
        );
        await until(page, "control again", control, Boolean);
        await begin(page, "free");
    });

    await report.check("a tab that was closed leaves its control to the next one", async () => {
        const { context } = await report.visit();
        await context.close();
        const { page } = await report.visit(); // waits for control
        expect(await page.evaluate(control), "the next page has no control");
    });
}

async function checkLoss(report: Report): Promise<void> {
    await report.check("a server that goes away is said so, and found again", async () => {
        let own = await startTrainer(report.trainer.real, undefined, await ownPort());
        try {
            const { page } = await report.visit({}, own);
            const link = (): string => window.sutura!.state.link.value.state;
            await stopTrainer(own, true);
            await until(page, "the loss", link, (s) => s === "lost");
            await page.locator(".banner", { hasText: "The connection was lost" }).waitFor();
            await report.shot(page, "lost");
            own = await startTrainer(report.trainer.real, own.data, own.port);
            await until(page, "the return", link, (s) => s === "open");
            await until(page, "a frame", () => window.sutura!.frame !== null, Boolean);
        } finally {
            await report.leaveAll();
            await stopTrainer(own);
        }
    });
}

async function checkTime(report: Report): Promise<void> {
    await report.check("pause, step, slow motion, parameters, saving", async () => {
        const { page } = await report.shared();
        await begin(page, "free");
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
            answer <= parameter.max || !report.trainer.real,
            `a parameter of ${answer} beyond its limit ${parameter.max}`,
        );
        const [file] = await Promise.all([
            page.waitForEvent("download"),
            page
                .locator(".settings-dialog")
                .getByRole("button", { name: "Save as scene file", exact: true })
                .click(),
        ]);
        expect(file.suggestedFilename().endsWith(".json"), "no scene file");
    });

    await report.check("wrong messages are refused and harm nobody", async () => {
        const { page } = await report.shared();
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
    });
}

export async function checkSession(report: Report): Promise<void> {
    await checkTime(report);
    await checkSeveral(report);
    await checkLoss(report);
}
