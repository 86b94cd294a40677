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
}
