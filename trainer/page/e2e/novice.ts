// SPDX-License-Identifier: MIT
// The first visit, and a trainee who knows nothing but what is on the screen. How fast it is depends on the
// machine and is only told here; tools/page.sh bot measures it against its limits.
import { FAKE_PAD, MouseBot, PadBot, startTask, type BotResult } from "./bot";
import { begin, expect, until, type Report, type Visit } from "./harness";

const LAPTOP = { novice: true, width: 1366, height: 768 };
const PATIENCE_S = 600; // for a machine that does ten other things

function tell(result: BotResult, what: string): void {
    console.log(
        `      ${result.seconds.toFixed(1)} s, ${result.actions} actions, ${result.undos} undos`,
    );
    expect(result.done, `${what}; it did: ${result.log.slice(-8).join("; ")}`);
}

async function checkFirstMinute(report: Report): Promise<void> {
    await report.check("the first minute ends in well done", async () => {
        // a welcome is for who finds nobody at work
        await begin((await report.visit()).page, "free");
        await report.leaveAll();
        const { page, errors } = await report.visit({ ...LAPTOP, welcome: true });
        await page.getByRole("dialog", { name: /Welcome/ }).waitFor();
        await report.shot(page, "welcome");
        await page.getByRole("button", { name: "Start here" }).click();
        await page.locator("h1", { hasText: /targets/i }).waitFor();
        tell(await new MouseBot(page).tie(PATIENCE_S), "five targets were not touched");
        await report.shot(page, "first-success");
        expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
    });
}

async function checkKnots(report: Report): Promise<void> {
    const tie = async (visit: Visit, title: string, pad: boolean): Promise<void> => {
        await startTask(visit.page, title);
        const bot = new (pad ? PadBot : MouseBot)(visit.page);
        tell(await bot.tie(PATIENCE_S), `${title} was not tied`);
        expect(visit.errors.length === 0, `errors in the page: ${visit.errors.join("; ")}`);
    };
    await report.check("who only sees the screen ties an overhand by mouse", async () => {
        const visit = await report.visit(LAPTOP);
        await tie(visit, "Overhand knot around a post", false);
        await report.shot(visit.page, "overhand-by-mouse");
    });
    await report.check("who only sees the screen ties an overhand by gamepad", async () => {
        await tie(
            await report.visit({ ...LAPTOP, before: FAKE_PAD }),
            "Overhand knot around a post",
            true,
        );
    });
    await report.check("who only sees the screen ties a reef by mouse", async () => {
        await tie(await report.visit(LAPTOP), "Reef knot around a post", false);
    });
}

async function checkUndo(report: Report): Promise<void> {
    await report.check("going back restores hands and thread, and is recorded", async () => {
        const { page } = await report.visit({ ...LAPTOP, novice: false });
        // who has a name follows the path of the curriculum, unless told otherwise
        await page.evaluate(() => {
            const { trainee, settings } = window.sutura!.state;
            settings.value = { ...settings.value, anyOrder: true };
            trainee.value = "Undo";
        });
        await startTask(page, "Overhand knot around a post");
        const tip = (): number[] => [...(window.sutura!.hands.state(1)?.proxy.position ?? [])];
        const before = await page.evaluate(tip);
        await page.mouse.click(683, 400);
        await page.mouse.move(683, 300, { steps: 8 });
        const apart = (a: number[], b: number[]): number =>
            Math.hypot(...a.map((x, k) => x - b[k]!));
        await until(page, "the hand moves", tip, (t) => apart(t, before) > 0.005);
        // old enough to be worth going back
        await until(
            page,
            "a second",
            () => window.sutura!.state.live.value?.elapsed ?? 0,
            (s) => s > 1.2,
        );
        const time = await page.evaluate(() => window.sutura!.frame!.time);
        await page.keyboard.press("Control+z");
        await until(page, "the hand is back", tip, (t) => apart(t, before) < 5e-4);
        expect(
            (await page.evaluate(() => window.sutura!.frame!.time)) >= time,
            "time ran backwards",
        );
        await page.mouse.move(683, 360, { steps: 4 });
        await until(page, "it moves on from there", tip, (t) => apart(t, before) > 0.001);
        await page.evaluate(() => window.sutura!.actions.stop());
        const attempt = (): number | null => window.sutura!.state.ended.value?.attempt ?? null;
        const id = await until(page, "the record", attempt, (n) => n !== null);
        const undos = await page.evaluate(
            () => window.sutura!.state.ended.value?.conditions?.undos ?? 0,
        );
        expect(undos === 1, `${undos} undos are stored`);
        await page.evaluate((n) => window.sutura!.actions.replay(n!), id);
        const film = await until(
            page,
            "the replay",
            () => window.sutura!.state.film.value,
            (f) => f?.complete === true,
        );
        expect(film?.same === true, "the replay differs from the recording");
    });
}

// Where hands are when a page is opened is not where they are when a task begins.
async function checkView(report: Report): Promise<void> {
    await report.check(
        "a task that begins shows both hands, wherever they were before",
        async () => {
            const first = await report.visit({ ...LAPTOP, novice: false });
            await begin(first.page, "overhand-post");
            await first.page.evaluate(() => {
                const { hands } = window.sutura!;
                for (const side of [0, 1] as const) {
                    const hand = hands.hands[side];
                    hand.target.position = [side === 0 ? -0.01 : 0.01, 0, 0.02];
                    hand.taken = hand.changed = true;
                }
            });
            const together = (): number => {
                const { hands } = window.sutura!;
                const [a, b] = [hands.state(0)!.proxy.position, hands.state(1)!.proxy.position];
                return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
            };
            await until(first.page, "the hands come together", together, (d) => d < 0.04);
            await report.leaveAll();
            const { page } = await report.visit({ ...LAPTOP, novice: false });
            await until(page, "they are where they were", together, (d) => d < 0.04);
            await startTask(page, "Overhand knot around a post");
            await until(page, "they begin apart", together, (d) => d > 0.08);
            const shares = await page.evaluate(() => {
                const { hands, rig } = window.sutura!;
                const aspect = innerWidth / innerHeight;
                // with the field of view of the page: the height that the middle of the view is high
                const far = rig.eye.height / 2 / Math.tan((13 * Math.PI) / 180);
                return [0, 1].map((side) => {
                    const p = hands.state(side as 0 | 1)!.proxy.position;
                    const d = p.map((x, k) => x - rig.eye.target[k as 0 | 1 | 2]);
                    const { yaw, pitch } = rig.eye;
                    const [c, s] = [Math.cos(yaw), Math.sin(yaw)];
                    const flat = -s * d[0]! + c * d[1]!;
                    const up = Math.sin(pitch) * flat + Math.cos(pitch) * d[2]!;
                    const depth = far + Math.cos(pitch) * flat - Math.sin(pitch) * d[2]!;
                    const half = (rig.eye.height / 2) * (depth / far);
                    return [Math.abs(c * d[0]! + s * d[1]!) / (half * aspect), Math.abs(up) / half];
                });
            });
            expect(
                shares.flat().every((x) => x < 1),
                `a tip is outside of the picture: ${JSON.stringify(shares)}`,
            );
        },
    );
}

export async function checkNovice(report: Report, knots: boolean): Promise<void> {
    if (!report.trainer.real) {
        return; // the stand-in has no steps and no past
    }
    await checkUndo(report);
    await checkView(report);
    await checkFirstMinute(report);
    if (knots) {
        await checkKnots(report);
    }
}
