// SPDX-License-Identifier: MIT
// The page in a real browser.
//   tools/page.sh e2e [--stand-in] [--knots] [--only REGEX]
// --knots: also the knots that a bot ties by what it sees, minutes each, what it sews at rings, and films of whole stitches.
// SUTURA names another executable, SUTURA_TASKS another folder of tasks, CHROMIUM another browser.
import { join } from "node:path";
import { pageDir, Report, startBrowser, startTrainer, stopTrainer } from "./harness";
import { checkAccess } from "./access";
import { checkClass } from "./class";
import { checkHands } from "./hands";
import { checkJudgement } from "./judgement";
import { checkLanguage } from "./language";
import { checkNeedle } from "./needle";
import { checkNovice } from "./novice";
import { checkPages } from "./pages";
import { checkParameters } from "./parameters";
import { checkSession } from "./session";
import { checkSewing } from "./sew";
import { checkTasks } from "./tasks";

const args = process.argv.slice(2).filter((a) => a !== "--");
const real = !args.includes("--stand-in");
const knots = args.includes("--knots");
const at = args.indexOf("--only");
const only = at >= 0 ? new RegExp(args[at + 1] ?? "") : null;
const shots = process.env.SHOTS ?? join(pageDir, "../../build/page-shots");
const trainer = await startTrainer(real);
const browser = await startBrowser();
const report = new Report(browser, trainer, shots, only);
try {
    await checkPages(report);
    await checkHands(report);
    await checkTasks(report, knots);
    await checkJudgement(report);
    await checkSession(report);
    if (real) {
        await checkAccess(report);
        await checkClass(report);
        await checkParameters(report);
        await checkNeedle(report);
        await checkSewing(report, knots);
        await checkLanguage(report);
    }
    await checkNovice(report, knots);
} finally {
    await browser.close();
    await stopTrainer(trainer);
}
process.exitCode = report.end();
