// SPDX-License-Identifier: MIT
// Tasks of sewing by mouse, by one who reads the prompt and sees coloured marks, and nothing else.
import { MouseBot } from "./bot";
import { begin, expect, settled, until, type Report } from "./harness";

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

// What is put down goes back to where it lay, and the prompt asks for what the step needs.
async function checkInstruments(report: Report): Promise<void> {
    await report.check(
        "a hand changes its instrument, and the prompt asks for the right one",
        async () => {
            const { page, errors } = await report.visit({ novice: true, width: 1366, height: 768 });
            await begin(page, "skin-stitch");
            await page.mouse.click(683, 420);
            const kind = (): string => {
                const { hands, state } = window.sutura!;
                return state.scene.value?.tools[hands.hands[1].tool]?.kind ?? "";
            };
            await until(page, "the needle holder", kind, (k) => k === "needle-driver");
            await page.keyboard.press("i");
            await until(page, "scissors in the hand", kind, (k) => k === "scissors");
            await until(
                page,
                "the prompt",
                () => document.querySelector<HTMLElement>(".prompt:not([hidden])")?.innerText ?? "",
                (text) => /Change the instrument of the right hand/.test(text),
            );
            await report.shot(page, "sew-scissors");
            await page.keyboard.press("i");
            await until(page, "the needle holder again", kind, (k) => k === "needle-driver");
            const away = (): number => {
                const { frame, state } = window.sutura!;
                const home = state.scene.value?.tools[2]?.home?.position ?? [0, 0, 0];
                const at = frame?.tools[2]?.proxy.position ?? [1, 1, 1];
                return Math.hypot(at[0] - home[0], at[1] - home[1], at[2] - home[2]);
            };
            await until(page, "the scissors where they lay", away, (far) => far < 1e-3);
            expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
        },
    );
}

// `long`: also the rings; a bot whose jaws miss the needle there does not find back (one of five runs)
export async function checkSewing(report: Report, long: boolean): Promise<void> {
    await checkInstruments(report);
    if (long) {
        await report.check("who only sees the screen leads a needle through rings", () =>
            sew(report, "needle-rings", 120, ["needle_drops", "force_left", "blocked"]),
        );
    }
    await report.check("who only sees the screen bites under a wound", () =>
        sew(report, "skin-bite", 120, ["entry_off", "exit_off", "bite_uneven", "depth", "off_arc"]),
    );
}
