// SPDX-License-Identifier: MIT
// Loading, looking, reading: what one sees before touching anything.
import type { Browser } from "playwright-core";
import { expect, until, visit, type Report, type Trainer } from "./harness";

export async function checkPages(
    browser: Browser,
    trainer: Trainer,
    report: Report,
): Promise<void> {
    await report.check("the page loads, draws and says welcome", async () => {
        const start = Date.now();
        const { page, context, errors } = await visit(browser, trainer.url, { welcome: true });
        console.log(`      from the address to the first frame: ${Date.now() - start} ms`);
        await page.getByRole("heading", { name: "Welcome to the knot board" }).waitFor();
        await page.waitForTimeout(1500);
        await report.shot(page, "welcome");
        await page.keyboard.press("Escape");
        // something is drawn: the picture is not of one colour
        const colours = await page.evaluate(() => {
            const canvas = document.querySelector<HTMLCanvasElement>("#field")!;
            const copy = document.createElement("canvas");
            copy.width = 64;
            copy.height = 36;
            const g = copy.getContext("2d")!;
            return new Promise<number>((done) =>
                requestAnimationFrame(() => {
                    g.drawImage(canvas, 0, 0, 64, 36);
                    const seen = new Set<number>();
                    const { data } = g.getImageData(0, 0, 64, 36);
                    for (let i = 0; i < data.length; i += 4) {
                        seen.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
                    }
                    done(seen.size);
                }),
            );
        });
        expect(colours > 20, `the field has only ${colours} colours`);
        expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
        await context.close();
    });

    await report.check(
        "tasks, help, settings and records open by key and close by Escape",
        async () => {
            const { page, context, errors } = await visit(browser, trainer.url);
            for (const [key, title] of [
                ["t", "Tasks"],
                ["h", "Controls"],
                ["g", "Settings"],
                ["o", "Records"],
            ] as const) {
                await page.keyboard.press(key);
                await page.getByRole("heading", { name: title, exact: true, level: 2 }).waitFor();
                await page.waitForTimeout(500);
                await report.shot(page, `dialog-${title.toLowerCase()}`);
                await page.keyboard.press("Escape");
                expect(
                    await page.evaluate(() => document.querySelector("dialog[open]") === null),
                    `${title} stays open`,
                );
            }
            expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
            await context.close();
        },
    );

    await report.check("everything can be reached with Tab, and the focus is seen", async () => {
        const { page, context } = await visit(browser, trainer.url);
        const names: string[] = [];
        for (let i = 0; i < 40; i++) {
            await page.keyboard.press("Tab");
            const at = await page.evaluate(() => {
                const e = document.activeElement;
                return e === null || e === document.body
                    ? ""
                    : (e.getAttribute("aria-label") ?? e.textContent ?? e.tagName)
                          .trim()
                          .slice(0, 40);
            });
            if (at !== "" && names.includes(at) && at === names[0]) {
                break;
            }
            names.push(at);
        }
        for (const wanted of ["Tasks", "Force arrows", "Records", "Settings", "Help", "Pause"]) {
            expect(
                names.some((n) => n.includes(wanted)),
                `${wanted} is not reached: ${names.join(", ")}`,
            );
        }
        await context.close();
    });

    await report.check("views: forces, tension, stereo, presets", async () => {
        const { page, context, errors } = await visit(browser, trainer.url, { reduced: true });
        await page.keyboard.press("3");
        await page.waitForTimeout(800);
        await report.shot(page, "stereo");
        await page.keyboard.press("3");
        const before = await page.evaluate(() => window.sutura!.rig.eye.pitch);
        await page.keyboard.press("v");
        await until(
            page,
            "the view from above",
            () => window.sutura!.rig.eye.pitch,
            (p) => p > before + 0.2,
        );
        await page.keyboard.press("0");
        await until(
            page,
            "home",
            () => window.sutura!.rig.eye.pitch,
            (p) => Math.abs(p - before) < 1e-6,
        );
        await page.keyboard.press("1");
        await page.keyboard.press("2");
        const { forces, tension } = await page.evaluate(() => window.sutura!.state.settings.value);
        expect(forces && tension, "keys 1 and 2 do not switch");
        // right drag walks around, Ctrl and the wheel zoom
        const yaw = await page.evaluate(() => window.sutura!.rig.eye.yaw);
        await page.mouse.move(650, 420);
        await page.mouse.down({ button: "right" });
        await page.mouse.move(750, 430, { steps: 4 });
        await page.mouse.up({ button: "right" });
        await until(
            page,
            "walking around",
            () => window.sutura!.rig.eye.yaw,
            (y) => Math.abs(y - yaw) > 0.3,
        );
        expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
        await context.close();
    });

    await report.check("the coach goes on when a step was done", async () => {
        const { page, context } = await visit(browser, trainer.url);
        await page.keyboard.press("h");
        await page.getByRole("button", { name: "Show me, one by one" }).click();
        await page.getByText("1 of 6").waitFor();
        await page.mouse.move(683, 300);
        await page.mouse.down();
        await page.mouse.up();
        for (let i = 0; i < 40 && (await page.getByText("1 of 6").isVisible()); i++) {
            await page.mouse.move(683 + 80 * Math.sin(i), 300, { steps: 2 });
        }
        await page.getByText("2 of 6").waitFor();
        await page.waitForTimeout(600);
        await report.shot(page, "coach");
        await page.getByRole("button", { name: "Not now" }).click();
        await context.close();
    });

    await report.check("a phone can watch", async () => {
        const { page, context } = await visit(browser, `${trainer.url}?watch`, {
            width: 390,
            height: 844,
        });
        await page.waitForTimeout(1000);
        await report.shot(page, "phone");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide <= 390, `the page is ${wide} pixels wide`);
        await context.close();
    });
}
