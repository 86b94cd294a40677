// SPDX-License-Identifier: MIT
// What the page says is true, and it never comes in the way: scores, badges, control, trouble, prompts.
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { begin, expect, settled, startTrainer, stopTrainer, until, type Report } from "./harness";

const you = (): boolean => window.sutura!.state.control.value.you;
const jaw = (): number => window.sutura!.hands.state(1)?.targetJaw ?? -1;
const dialogs = (): number => document.querySelectorAll("dialog[open]").length;

// the right hand goes a little way: the attempt has begun
async function move(page: Page): Promise<void> {
    await page.mouse.move(512, 300);
    await page.mouse.down();
    await page.mouse.up();
    await page.mouse.move(560, 320, { steps: 5 });
    await until(
        page,
        "the clock runs",
        () => window.sutura!.state.live.value?.elapsed ?? 0,
        (t) => t > 0.3,
    );
}

async function checkAttempts(report: Report): Promise<void> {
    await report.check("a score never covers what one went on to", async () => {
        const { page } = await report.shared();
        await begin(page, "touch");
        await move(page);
        await page.keyboard.press("Escape");
        await page
            .locator(".task-card")
            .getByRole("button", { name: "Watch it done", exact: true })
            .click();
        await page
            .locator(".toast", { hasText: "Touch the targets: attempt stopped" })
            .first()
            .waitFor();
        expect((await page.evaluate(dialogs)) === 0, "a dialog covers the demonstration");
        await until(
            page,
            "the demonstration goes on",
            () =>
                [window.sutura!.state.scene.value?.mode, window.sutura!.frame?.time ?? 0] as const,
            ([mode, time]) => mode === "demo" && time > 0.5,
        );
        await report.shot(page, "went-on");
        // and the score of an attempt that was ended here names its own task
        await begin(page, "touch");
        await move(page);
        await page.keyboard.press("Escape");
        await page
            .locator(".task-card")
            .getByRole("button", { name: "Finish", exact: true })
            .click();
        await page.locator(".score-dialog[open] .score-task", { hasText: "Touch" }).waitFor();
        await begin(page, "rings");
        await until(page, "the score goes", dialogs, (n) => n === 0);
    });

    await report.check("nothing has been done at the start", async () => {
        const { page } = await report.shared();
        await begin(page, "overhand-post");
        const values = await until(
            page,
            "progress",
            () => window.sutura!.state.live.value?.progress.map((p) => p.value) ?? [],
            (v) => v.length > 0,
        );
        expect(
            values.every((v) => v < 0.005),
            `progress before anything was done: ${values.join(", ")}`,
        );
        expect((await page.locator(".progress .part").count()) === 0, "per cent are shown");
    });

    await report.check("slow motion is a badge and no best", async () => {
        const { page } = await report.visit();
        await page.evaluate(() => (window.sutura!.state.trainee.value = "Slow"));
        await begin(page, "touch");
        await page.evaluate(() => window.sutura!.actions.speed(0.5));
        await move(page);
        await page.evaluate(() => window.sutura!.actions.stop());
        const score = page.locator(".score-dialog[open]");
        await score.locator(".badge", { hasText: "slow motion, 0.5 ×" }).waitFor();
        await settled(page);
        await report.shot(page, "badge");
        await score.getByRole("button", { name: "Records", exact: true }).click();
        await page.locator(".records-dialog[open] .badge", { hasText: "slow motion" }).waitFor();
        await settled(page);
        await report.shot(page, "badge-records");
        await page.keyboard.press("Escape");
        await page.evaluate(() => window.sutura!.actions.speed(1));
        await begin(page, "free");
    });
}

async function checkInput(report: Report): Promise<void> {
    await report.check("jaws open when the button is released over a card", async () => {
        const { page } = await report.shared();
        await begin(page, "free");
        await page.mouse.move(512, 300);
        await page.mouse.down();
        await page.mouse.up();
        await page.mouse.down();
        await until(page, "the button closes", jaw, (j) => j < 0.1);
        const card = (await page.locator(".live-card").boundingBox())!;
        await page.mouse.move(card.x + card.width / 2, card.y + 20, { steps: 5 });
        await page.mouse.up();
        await until(page, "letting go over the card", jaw, (j) => j > 0.9);
        await page.keyboard.press("Escape");
    });

    await report.check("letter keys work beside a list and a slider", async () => {
        const { page } = await report.shared();
        await begin(page, "free");
        const paused = (): boolean => window.sutura!.state.readings.value?.paused ?? false;
        await page.getByLabel("Speed", { exact: true }).focus();
        await page.keyboard.press("p");
        await until(page, "a pause from the list of speeds", paused, Boolean);
        await page.keyboard.press("p");
        await until(page, "going on", paused, (p) => !p);
    });

    await report.check("the prompt fits a gamepad", async () => {
        const pad = `navigator.getGamepads = () => [{ connected: true, mapping: "standard", id: "fake",
            index: 0, axes: [0, 0, 0, 0],
            buttons: Array.from({ length: 17 }, () => ({ pressed: false, value: 0 })) }];`;
        const { page } = await report.visit({ before: pad });
        await begin(page, "touch");
        await page.locator(".prompt", { hasText: "stick" }).waitFor();
        await report.shot(page, "prompt-pad");
        await begin(page, "free");
    });
}

async function checkControl(report: Report): Promise<void> {
    await report.check("control is asked for, handed over, released and taken", async () => {
        const first = (await report.visit()).page;
        await first.evaluate(() => (window.sutura!.state.trainee.value = "Ada"));
        const second = (await report.visit({ watch: true })).page;
        await second.evaluate(() => (window.sutura!.state.trainee.value = "Bo"));
        const button = (page: Page, name: string): ReturnType<Page["getByRole"]> =>
            page.getByRole("button", { name, exact: true });
        await second.locator(".banner", { hasText: "Ada has the forceps" }).waitFor();
        expect(!(await button(second, "Take control").isVisible()), "what cannot work is offered");
        await button(second, "Ask for control").click();
        await first.locator(".banner", { hasText: "Bo asks for the forceps" }).waitFor();
        await report.shot(first, "asked");
        await button(first, "Hand over").click();
        await until(second, "handing over", you, Boolean);
        await first.locator(".banner", { hasText: "Bo has the forceps" }).waitFor();
        await button(second, "Release control").click();
        await until(second, "releasing", you, (c) => !c);
        await button(first, "Take control").click();
        await until(first, "taking", you, Boolean);
        const third = (await report.visit({ watch: true, instructor: true })).page;
        await button(third, "Take control").click();
        await until(third, "the instructor takes it", you, Boolean);
        await until(first, "it is gone", you, (c) => !c);
        await report.shot(third, "instructor");
    });
}

async function checkTrouble(report: Report): Promise<void> {
    await report.check("a store that cannot be read or written is said", async () => {
        const data = await mkdtemp(join(tmpdir(), "sutura-e2e-"));
        await writeFile(join(data, "records.sqlite"), "this is no database ".repeat(50));
        const own = await startTrainer(true, data);
        try {
            const { page } = await report.visit({}, own);
            await page.locator(".alert", { hasText: "Attempts are not being kept" }).waitFor();
            await settled(page);
            await report.shot(page, "not-kept");
        } finally {
            await report.leaveAll();
            await stopTrainer(own);
        }
    });
}

export async function checkJudgement(report: Report): Promise<void> {
    if (!report.trainer.real) {
        return;
    }
    await checkAttempts(report);
    await checkInput(report);
    await checkControl(report);
    await checkTrouble(report);
}
