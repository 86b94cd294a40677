// SPDX-License-Identifier: MIT
// The needle by mouse, as a person has it: click into the field, turn the wheel.
import { begin, expect, pictures, settled, until, type Report } from "./harness";

const holes = (): number => window.sutura!.frame!.holes.length;
const tip = (): number[] => [...window.sutura!.frame!.needles[0]!.pose.position];

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
}
