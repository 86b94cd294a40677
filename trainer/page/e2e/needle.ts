// SPDX-License-Identifier: MIT
// The needle by mouse, gamepad and fingers, as a person has it.
import type { Page } from "playwright-core";
import { FAKE_PAD, fingers, type Point } from "./bot";
import { begin, expect, pictures, settled, until, type Report, type VisitOptions } from "./harness";

const holes = (): number => window.sutura!.frame!.holes.length;
const tip = (): number[] => [...window.sutura!.frame!.needles[0]!.pose.position];

// what one reads over the field, and whether one reads that it is done
const prompt = (page: Page): Promise<string> =>
    page.evaluate(
        () => document.querySelector<HTMLElement>(".prompt:not([hidden])")?.innerText ?? "",
    );
const wellDone = (page: Page): Promise<boolean> =>
    page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("dialog[open]")].some((d) =>
            /Well done/.test(d.innerText),
        ),
    );

// One who knows only what is on the screen, and does what the prompt says until it is well.
async function drive(page: Page, says: RegExp, turn: () => Promise<void>): Promise<number> {
    const begun = Date.now();
    while (!(await wellDone(page))) {
        expect(Date.now() - begun < 170_000, `not done; the prompt says: ${await prompt(page)}`);
        expect(
            says.test(await prompt(page)) || (await wellDone(page)),
            `the prompt says: ${await prompt(page)}`,
        );
        await turn();
    }
    return (Date.now() - begun) / 1000;
}

async function checkBySight(report: Report): Promise<void> {
    const run = async (
        name: string,
        options: VisitOptions,
        says: RegExp,
        first: (page: Page) => Promise<void>,
        turn: (page: Page) => Promise<void>,
    ): Promise<void> =>
        report.check(`who only sees the screen drives a needle by ${name}`, async () => {
            const { page, errors } = await report.visit({ novice: true, ...options });
            await begin(page, "bite");
            await first(page);
            await until(
                page,
                "the prompt",
                () => document.querySelector<HTMLElement>(".prompt:not([hidden])")?.innerText ?? "",
                (text) => says.test(text),
            );
            const seconds = await drive(page, says, () => turn(page));
            console.log(`      ${seconds.toFixed(1)} s`);
            expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
        });
    await run(
        "mouse",
        { width: 1366, height: 768 },
        /Turn the wheel down/,
        (page) => page.mouse.click(700, 600),
        async (page) => {
            await page.mouse.wheel(0, 60);
            await page.waitForTimeout(120);
        },
    );
    const push = (page: Page, shoulder: boolean, down: number): Promise<void> =>
        page.evaluate(
            ([held, y]) => {
                const { fakePad } = window as unknown as {
                    fakePad: { axes: number[]; buttons: { pressed: boolean }[] };
                };
                fakePad.buttons[5]!.pressed = held;
                fakePad.axes[3] = y;
            },
            [shoulder, down] as const,
        );
    await run(
        "gamepad",
        { width: 1366, height: 768, before: FAKE_PAD },
        /shoulder button and push the stick down/,
        (page) => push(page, true, 0.3),
        async (page) => {
            await push(page, true, 0.7);
            await page.waitForTimeout(200);
        },
    );
    const pair = (y: number): Point[] => [
        { x: 520, y },
        { x: 660, y },
    ];
    await run(
        "fingers",
        { width: 1180, height: 820, touch: true },
        /Two fingers down/,
        (page) => fingers(page, [[{ x: 590, y: 560 }], [{ x: 592, y: 560 }]]),
        (page) =>
            fingers(
                page,
                Array.from({ length: 13 }, (_, i) => pair(420 + 12 * i)),
            ),
    );
}

export async function checkNeedle(report: Report): Promise<void> {
    await report.check("a needle is driven through both dots with the wheel", async () => {
        const { page, errors } = await report.visit({ novice: true, width: 1180, height: 768 });
        await begin(page, "bite");
        await page.mouse.click(700, 560);
        const start = await page.evaluate(tip);
        // what moves the hand aside does not move a beginner's needle off its arc
        await page.mouse.move(760, 520, { steps: 5 });
        await pictures(page, 5);
        const moved = await page.evaluate(tip);
        expect(
            Math.hypot(...moved.map((x, k) => x - start[k]!)) < 2e-4,
            `the needle left its arc: ${JSON.stringify([start, moved])}`,
        );
        let shown = false;
        const over = (): boolean => window.sutura!.state.ended.value !== null;
        for (let i = 0; i < 60 && !(await page.evaluate(over)); i++) {
            await page.mouse.wheel(0, 40);
            await page.waitForTimeout(150);
            if (!shown && (await page.evaluate(holes)) > 0) {
                shown = true;
                await settled(page);
                await report.shot(page, "needle-in");
            }
        }
        const ended = await until(
            page,
            "the end of the bite",
            () => window.sutura!.state.ended.value,
            (e) => e !== null,
        );
        await settled(page);
        await report.shot(page, "needle-score");
        expect(ended!.success, `not through: ${JSON.stringify(ended!.progress)}`);
        const figure = (id: string): number =>
            Number(ended!.metrics.find((m) => m.id === id)?.value ?? NaN);
        expect(figure("entry_off") <= 1e-3, `entry ${figure("entry_off")} m off`);
        expect(figure("exit_off") <= 1e-3, `exit ${figure("exit_off")} m off`);
        expect(figure("holes") === 2, `${figure("holes")} holes`);
        expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
    });
    await checkBySight(report);
    await report.check("a needle is taken at its mark and lifted", async () => {
        const { page, errors } = await report.visit({ width: 1180, height: 768 });
        await begin(page, "load");
        await page.mouse.click(700, 600);
        await page.waitForTimeout(300);
        // as a hand would: over the mark, down, and closed
        const lead = (height: number, back: number): Promise<void> =>
            page.evaluate(
                ([up, away]) =>
                    new Promise<void>((done) => {
                        const app = window.sutura!;
                        const timer = setInterval(() => {
                            const needle = app.frame!.needles[0]!;
                            const info = app.state.scene.value!.needles![0]!;
                            const turn = (0.66 * info.length) / info.radius;
                            const [x, y] = [
                                -info.radius * Math.sin(turn),
                                info.radius * (1 - Math.cos(turn)),
                            ];
                            // it lies level, its frame is that of the board
                            const p = needle.pose.position;
                            const goal = [p[0] + x, p[1] + y + away, p[2] + up];
                            const at = app.hands.hands[1].target.position;
                            const way = goal.map((g, k) => g - at[k]!);
                            const part = Math.min(1, 0.0008 / Math.max(Math.hypot(...way), 1e-9));
                            app.hands.apply({
                                side: 1,
                                move: way.map((w) => w * part) as [number, number, number],
                                turn: [0, 0, 0, 1],
                                jaw: null,
                                roll: 0,
                                screen: [0, 0],
                                wind: false,
                                notches: 0,
                            });
                            if (part === 1) {
                                clearInterval(timer);
                                done();
                            }
                        }, 16);
                    }),
                [height, back] as const,
            );
        await lead(0.008, 0);
        await lead(-0.0015, 0);
        await until(
            page,
            "the holder is around the needle",
            () => {
                const app = window.sutura!;
                const { proxy, target } = app.hands.state(1)!;
                return Math.abs(proxy.position[2] - target.position[2]);
            },
            (off) => off < 3e-4,
        );
        await settled(page);
        await report.shot(page, "needle-ring");
        await page.keyboard.press("Space");
        await until(
            page,
            "the needle is held",
            () => window.sutura!.frame!.needles[0]!.tool,
            (tool) => tool === 1,
        );
        await until(
            page,
            "at the mark",
            () => window.sutura!.state.live.value!.progress[0]!,
            (p) => p.done,
        );
        await page.evaluate(() => {
            const app = window.sutura!;
            const timer = setInterval(() => {
                const at = app.hands.hands[1].target.position;
                const way = [0 - at[0], 0.004 - at[1], 0.02 - at[2]];
                const far = Math.hypot(...way);
                const part = Math.min(1, 0.0005 / Math.max(far, 1e-9));
                app.hands.apply({
                    side: 1,
                    move: way.map((w) => w * part) as [number, number, number],
                    turn: [0, 0, 0, 1],
                    jaw: null,
                    roll: 0,
                    screen: [0, 0],
                    wind: false,
                    notches: 0,
                });
                if (part === 1) {
                    clearInterval(timer);
                }
            }, 16);
        });
        await until(
            page,
            "the end",
            () => window.sutura!.state.ended.value?.success ?? null,
            (s) => s === true,
        );
        expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
    });
}
