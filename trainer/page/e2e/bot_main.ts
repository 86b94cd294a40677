// SPDX-License-Identifier: MIT
// How often, and how fast, the trainee who only looks at the screen ties a knot.
//   tools/page.sh bot [--count N] [--task TITLE] [--seconds S] [--pad|--touch] [--help-of Guided] [--trace]
import { loadavg } from "node:os";
import { join } from "node:path";
import { FAKE_PAD, MouseBot, PadBot, startTask, TouchBot } from "./bot";
import { pageDir, Report, startBrowser, startTrainer, stopTrainer, visit } from "./harness";

const args = process.argv.slice(2).filter((a) => a !== "--");
const option = (name: string, otherwise: string): string => {
    const at = args.indexOf(name);
    return at >= 0 ? (args[at + 1] ?? otherwise) : otherwise;
};
const count = Number(option("--count", "10"));
const title = option("--task", "Overhand knot around a post");
const pad = args.includes("--pad");
const touch = args.includes("--touch");
const seconds = Number(option("--seconds", "60"));
const TABLET = { width: 1180, height: 820, touch: true };
const trainer = await startTrainer(true);
const browser = await startBrowser();
const report = new Report(browser, trainer, join(pageDir, "../../build/page-shots"), null);
let tied = 0;
try {
    for (let i = 0; i < count; i++) {
        const { page, context } = await visit(browser, trainer, {
            novice: true,
            ...(pad ? { before: FAKE_PAD } : {}),
            ...(touch ? TABLET : { width: 1366, height: 768 }),
        });
        await startTask(page, title, option("--help-of", ""));
        const bot = new (pad ? PadBot : touch ? TouchBot : MouseBot)(
            page,
            args.includes("--trace"),
        );
        const result = await bot.tie(seconds);
        tied += result.done ? 1 : 0;
        // by the clock on the page: how much of the time that was asked for the machine gave
        const [minutes, rest] = (await page.locator(".time").innerText()).split(":").map(Number);
        const simulated = 60 * (minutes ?? 0) + (rest ?? 0);
        console.log(
            `${result.done ? "tied    " : "not tied"} ${result.seconds.toFixed(1)} s, ${result.actions} actions, ` +
                `${result.undos} undos, ${simulated.toFixed(1)} s simulated, load ${loadavg()[0]!.toFixed(1)}`,
        );
        await report.shot(page, `bot-${i}`);
        await report.leaveAll();
        await context.close().catch(() => undefined);
    }
} finally {
    await browser.close();
    await stopTrainer(trainer);
}
console.log(`${tied} of ${count} in ${seconds} s`);
process.exitCode = tied >= 0.9 * count ? 0 : 1;
