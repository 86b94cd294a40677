// SPDX-License-Identifier: MIT
// Every demonstration to its end; an attempt with its score, its record and its replay.
import type { Page } from "playwright-core";
import { begin, expect, settled, until, type Report } from "./harness";

const DEMO_MS = 1_800_000; // a machine that does other things at the same time is slow, not wrong
// each is half a minute of hands in tissue, computed in one to two minutes
const WHOLE_STITCHES = new Set(["skin-stitch", "penrose", "anastomosis"]);

async function checkDemonstrations(report: Report, long: boolean): Promise<void> {
    const answer = await fetch(`${report.trainer.url}api/tasks`);
    const { tasks } = (await answer.json()) as { tasks: { id: string; demo: boolean }[] };
    for (const { id } of tasks.filter((t) => t.demo && (long || !WHOLE_STITCHES.has(t.id)))) {
        await report.check(`demonstration ${id} reaches its goal`, async () => {
            const { page } = await report.shared();
            await begin(page, id, true);
            await page.evaluate(() => window.sutura!.actions.speed(4)); // as fast as the machine can
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
                DEMO_MS,
            );
            await report.shot(page, `demo-${id}`);
            expect(
                seen.ended!.success,
                `ended without success at ${seen.time} s, knot ${seen.knot}`,
            );
            console.log(
                `      ${seen.time.toFixed(1)} s simulated${seen.knot === "" ? "" : `, ${seen.knot}`}`,
            );
        });
    }
}

async function attempt(page: Page, report: Report): Promise<void> {
    await page.getByTitle("Who is practising", { exact: true }).click();
    await page.getByPlaceholder("Name or code", { exact: true }).fill("Ada");
    await page.getByRole("button", { name: "Use this name", exact: true }).click();
    await until(
        page,
        "the name",
        () => window.sutura!.state.trainee.value,
        (name) => name === "Ada",
    );
    await begin(page, "touch");
    await page.mouse.move(683, 420);
    await page.mouse.down();
    await page.mouse.up();
    const time = (): Promise<number> => page.evaluate(() => window.sutura!.frame?.time ?? 0);
    for (let i = 0; i < 20 || (await time()) < 1; i++) {
        await page.mouse.move(683 + 60 * Math.sin(i / 3), 420 + 30 * Math.cos(i / 3));
    }
    await report.shot(page, "attempt");
    await page.keyboard.press("Escape");
    await page.locator(".task-card").getByRole("button", { name: "Finish", exact: true }).click();
}

async function replay(page: Page, report: Report): Promise<void> {
    await until(
        page,
        "the whole film",
        () => window.sutura!.state.film.value?.complete ?? false,
        Boolean,
    );
    expect(
        await page.evaluate(() => window.sutura!.state.film.value!.same),
        "the replay differs from the recording",
    );
    await page.evaluate(() => window.sutura!.actions.pause(true));
    await until(
        page,
        "the pause",
        () => window.sutura!.state.readings.value?.paused ?? false,
        Boolean,
    );
    const half = await page.evaluate(() => window.sutura!.state.film.value!.length / 2);
    await page.getByLabel("Time of the recording", { exact: true }).evaluate((e, t) => {
        (e as HTMLInputElement).value = String(t);
        e.dispatchEvent(new Event("input", { bubbles: true }));
    }, half);
    await until(
        page,
        "scrubbing",
        () => window.sutura!.frame?.time ?? -1,
        (t) => Math.abs(t - half) < 0.1,
    );
    await settled(page);
    await report.shot(page, "replay");
    await page.evaluate(() => window.sutura!.actions.pause(false));
}

async function deleteOne(page: Page, report: Report): Promise<void> {
    await page.locator(".topbar").getByRole("button", { name: "Records", exact: true }).click();
    const buttons = page
        .locator(".records-dialog")
        .getByRole("button", { name: /^Delete attempt/ });
    await buttons.first().waitFor();
    await settled(page);
    await report.shot(page, "records");
    const count = (): number =>
        document.querySelectorAll('.records-dialog [aria-label^="Delete attempt"]').length;
    const had = await page.evaluate(count);
    expect(had > 0, "no attempt is listed");
    await buttons.first().click();
    await until(page, "one attempt less", count, (n) => n === had - 1);
    await page.keyboard.press("Escape");
}

export async function checkTasks(report: Report, long: boolean): Promise<void> {
    const { real } = report.trainer;
    if (real) {
        await checkDemonstrations(report, long);
    }
    await report.check(
        "an attempt is scored, recorded, replayed with scrubbing, and deleted",
        async () => {
            const { page, errors } = await report.visit({ picture: true });
            page.on("dialog", (d) => void d.accept());
            await attempt(page, report);
            const score = page.locator(".score-dialog[open]");
            await score.getByRole("heading", { name: "Score", exact: true }).waitFor();
            // one sentence, bars, and on demand all figures
            const said = (await score.locator(".sentence").textContent()) ?? "";
            expect(said.trim().length > 10, `the score says nothing: ${said}`);
            await score.locator(".bar", { hasText: "not yet known" }).first().waitFor();
            await score.getByText(/^All \d+ figures$/).click();
            await score.getByRole("cell", { name: /\d/ }).first().waitFor();
            await settled(page);
            await report.shot(page, "score");
            const number = await page.evaluate(
                () => window.sutura!.state.ended.value?.attempt ?? null,
            );
            expect(number !== null, "the attempt was not recorded");
            await score.getByRole("button", { name: "Replay", exact: true }).click();
            await until(
                page,
                "the replay",
                () => window.sutura!.state.scene.value?.mode ?? "",
                (m) => m === "replay",
            );
            if (real) {
                await replay(page, report);
            }
            await deleteOne(page, report);
            expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
            await begin(page, "free");
        },
    );
}
