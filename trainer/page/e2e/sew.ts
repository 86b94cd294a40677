// SPDX-License-Identifier: MIT
// Tasks of sewing by mouse, by one who reads the prompt and sees coloured marks, and nothing else.
import { MouseBot } from "./bot";
import { begin, expect, settled, type Report } from "./harness";

const figure = (id: string): number => {
    const of = window.sutura!.state.ended.value?.metrics.find((m) => m.id === id)?.value;
    return typeof of === "number" ? of : NaN;
};

async function sew(report: Report, task: string, seconds: number, said: string[]): Promise<void> {
    const { page, errors } = await report.visit({ novice: true, width: 1366, height: 768 });
    await begin(page, task);
    await settled(page);
    const result = await new MouseBot(page).tie(seconds);
    await report.shot(page, `sew-${task}`);
    expect(result.done, `not done after ${result.seconds} s:\n${result.log.join("\n")}`);
    const figures = [];
    for (const id of said) {
        figures.push(`${id} ${await page.evaluate(figure, id)}`);
    }
    console.log(
        `      ${result.seconds.toFixed(1)} s, ${result.actions} actions, ${result.undos} undone; ${figures.join(", ")}`,
    );
    expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
}

// `long`: also the rings; a bot whose jaws miss the needle there does not find back (one of five runs)
export async function checkSewing(report: Report, long: boolean): Promise<void> {
    if (long) {
        await report.check("who only sees the screen leads a needle through rings", () =>
            sew(report, "needle-rings", 120, ["needle_drops", "force_left", "blocked"]),
        );
    }
    await report.check("who only sees the screen bites under a wound", () =>
        sew(report, "skin-bite", 120, ["entry_off", "exit_off", "bite_uneven", "depth", "off_arc"]),
    );
}
