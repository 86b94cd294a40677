// SPDX-License-Identifier: MIT
// How often, and how fast, the trainee who only looks at the screen ties a knot.
//   tools/page.sh bot [--count N] [--task TITLE] [--seconds S] [--pad|--touch] [--help-of Guided] [--trace]
//   tools/page.sh bot --all [--count N]    overhand and reef, by mouse and by gamepad, each in the time it may take
import { loadavg } from "node:os";
import { join } from "node:path";
import { FAKE_PAD, MouseBot, PadBot, startTask, TouchBot } from "./bot";
import { pageDir, Report, startBrowser, startTrainer, stopTrainer, visit } from "./harness";

interface Plan {
    title: string;
    by: "mouse" | "gamepad" | "touch";
    seconds: number;
}

const OVERHAND = "Overhand knot around a post";
const REEF = "Reef knot around a post";
const ALL: readonly Plan[] = [
    { title: OVERHAND, by: "mouse", seconds: 60 },
    { title: OVERHAND, by: "gamepad", seconds: 30 },
    { title: REEF, by: "mouse", seconds: 180 },
    { title: REEF, by: "gamepad", seconds: 90 },
];
const SHARE = 0.9; // that has to be tied

const args = process.argv.slice(2).filter((a) => a !== "--");
const option = (name: string, otherwise: string): string => {
    const at = args.indexOf(name);
    return at >= 0 ? (args[at + 1] ?? otherwise) : otherwise;
};
const count = Number(option("--count", "10"));
const one: Plan = {
    title: option("--task", OVERHAND),
    by: args.includes("--pad") ? "gamepad" : args.includes("--touch") ? "touch" : "mouse",
    seconds: Number(option("--seconds", "60")),
};
const plans = args.includes("--all") ? ALL : [one];
const TABLET = { width: 1180, height: 820, touch: true };
const BOTS = { mouse: MouseBot, gamepad: PadBot, touch: TouchBot };
const trainer = await startTrainer(true);
const browser = await startBrowser();
const report = new Report(browser, trainer, join(pageDir, "../../build/page-shots"), null);

async function tries(plan: Plan): Promise<number> {
    let tied = 0;
    for (let i = 0; i < count; i++) {
        const { page, context } = await visit(browser, trainer, {
            novice: true,
            ...(plan.by === "gamepad" ? { before: FAKE_PAD } : {}),
            ...(plan.by === "touch" ? TABLET : { width: 1366, height: 768 }),
        });
        await startTask(page, plan.title, option("--help-of", ""));
        const result = await new BOTS[plan.by](page, args.includes("--trace")).tie(plan.seconds);
        tied += result.done ? 1 : 0;
        // by the clock on the page: how much of the time that was asked for the machine gave
        const [minutes, rest] = (await page.locator(".time").innerText()).split(":").map(Number);
        const simulated = 60 * (minutes ?? 0) + (rest ?? 0);
        console.log(
            `${result.done ? "tied    " : "not tied"} ${result.seconds.toFixed(1)} s, ${result.actions} actions, ` +
                `${result.undos} undos, ${simulated.toFixed(1)} s simulated, load ${loadavg()[0]!.toFixed(1)}`,
        );
        await report.shot(page, `bot-${plan.by}-${i}`);
        await report.leaveAll();
        await context.close().catch(() => undefined);
    }
    return tied;
}

let failed = 0;
try {
    for (const plan of plans) {
        const tied = await tries(plan);
        failed += tied >= SHARE * count ? 0 : 1;
        console.log(`${plan.title}, ${plan.by}: ${tied} of ${count} in ${plan.seconds} s`);
    }
} finally {
    await browser.close();
    await stopTrainer(trainer);
}
process.exitCode = failed === 0 ? 0 : 1;
