// SPDX-License-Identifier: MIT
// Loading, looking, reading: what one sees before touching anything.
import type { Page } from "playwright-core";
import { begin, expect, PATIENCE_MS, pictures, settled, until, type Report } from "./harness";

// how many colours a small copy of the field has, taken right after it was drawn
const coloursOfField = (): Promise<number> =>
    new Promise((done) =>
        requestAnimationFrame(() => {
            const copy = document.createElement("canvas");
            copy.width = 64;
            copy.height = 36;
            const g = copy.getContext("2d")!;
            g.drawImage(document.querySelector<HTMLCanvasElement>("#field")!, 0, 0, 64, 36);
            const seen = new Set<number>();
            const { data } = g.getImageData(0, 0, 64, 36);
            for (let i = 0; i < data.length; i += 4) {
                seen.add((data[i]! << 16) | (data[i + 1]! << 8) | data[i + 2]!);
            }
            done(seen.size);
        }),
    );

async function noDialog(page: Page, what: string): Promise<void> {
    await until(page, what, () => document.querySelector("dialog[open]") === null, Boolean);
}

async function checkFirstLook(report: Report): Promise<void> {
    await report.check("the page loads, draws and says welcome", async () => {
        const start = Date.now();
        const { page, errors } = await report.visit({ picture: true, welcome: true });
        console.log(`      from the address to the first frame: ${Date.now() - start} ms`);
        await page
            .locator("dialog[open]")
            .getByRole("heading", { name: "Welcome to the knot board", exact: true })
            .waitFor();
        await settled(page);
        await report.shot(page, "welcome");
        await page.keyboard.press("Escape");
        await noDialog(page, "Escape closes the welcome");
        // something is drawn: the picture is not of one colour
        const end = Date.now() + PATIENCE_MS;
        let colours = await page.evaluate(coloursOfField);
        while (colours <= 20 && Date.now() < end) {
            colours = await page.evaluate(coloursOfField);
        }
        expect(colours > 20, `the field has only ${colours} colours`);
        expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
        // stereo, while there is a page worth a picture
        await page.keyboard.press("3");
        await settled(page);
        await report.shot(page, "stereo");
        await page.keyboard.press("3");
        await page.keyboard.press("g");
        const drawing = page.locator(".settings-dialog[open]").getByLabel("Drawing");
        const quality = (): string => window.sutura!.state.figures.value.quality;
        await drawing.selectOption("high");
        await until(page, "fine drawing", quality, (q) => q === "best");
        await page.keyboard.press("Escape");
        await noDialog(page, "Escape closes the settings");
        await settled(page);
        await report.shot(page, "fine");
        await page.evaluate(() => window.sutura!.state.set({ drawing: "low" }));
        await until(page, "fast drawing", quality, (q) => q === "lowest");
        await settled(page);
        await report.shot(page, "fast");
    });
}

// The picture as it is against one that is drawn from the ground: how many pixels differ.
async function leftBehind(page: Page): Promise<number> {
    await page.evaluate(() => window.sutura!.actions.pause(true));
    await pictures(page, 8);
    return page.evaluate(
        () =>
            new Promise<number>((done) => {
                const canvas = document.querySelector<HTMLCanvasElement>("#field")!;
                const copy = document.createElement("canvas");
                copy.width = canvas.width;
                copy.height = canvas.height;
                const g = copy.getContext("2d", { willReadFrequently: true })!;
                const read = (): Uint8ClampedArray => {
                    g.drawImage(canvas, 0, 0);
                    return g.getImageData(0, 0, copy.width, copy.height).data;
                };
                const before = read();
                window.sutura!.redraw();
                let left = 8;
                const look = (): void => {
                    if (left-- > 0) {
                        requestAnimationFrame(look);
                        return;
                    }
                    const after = read();
                    let count = 0;
                    for (let i = 0; i < after.length; i += 4) {
                        const off = [0, 1, 2].map((k) => Math.abs(after[i + k]! - before[i + k]!));
                        count += Math.max(...off) > 24 ? 1 : 0;
                    }
                    done(count);
                };
                look();
            }),
    );
}

async function checkTrails(report: Report): Promise<void> {
    await report.check("what moves leaves nothing behind in the picture", async () => {
        const { page } = await report.visit({ reduced: true });
        for (const [task, until] of [
            ["overhand-post", 4],
            ["bite", 2],
        ] as const) {
            await begin(page, task, true);
            await page.waitForFunction((t) => (window.sutura!.frame?.time ?? 0) > t, until);
            const count = await leftBehind(page);
            await report.shot(page, `trails-${task}`);
            // the lens is drawn at its own times: what its last picture differs by is allowed
            expect(count < 400, `${task}: ${count} pixels differ from a fresh picture`);
        }
    });
}

async function checkDialogs(report: Report): Promise<void> {
    await report.check(
        "tasks, help, settings and records open by key and close by Escape",
        async () => {
            const { page, errors } = await report.shared();
            for (const [key, title] of [
                ["t", "Tasks"],
                ["h", "Controls"],
                ["g", "Settings"],
                ["o", "Records"],
            ] as const) {
                await page.keyboard.press(key);
                await page
                    .locator("dialog[open]")
                    .getByRole("heading", { name: title, exact: true, level: 2 })
                    .waitFor();
                await settled(page);
                await report.shot(page, `dialog-${title.toLowerCase()}`);
                await page.keyboard.press("Escape");
                await noDialog(page, `Escape closes ${title}`);
            }
            expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
        },
    );

    await report.check("everything can be reached with Tab", async () => {
        const { page } = await report.shared();
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
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
            if (at !== "" && at === names[0]) {
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
    });
}

async function checkViews(report: Report): Promise<void> {
    await report.check("views: forces, tension, presets, walking around", async () => {
        const { page, errors } = await report.shared();
        await begin(page, "free");
        const pitch = (): number => window.sutura!.rig.eye.pitch;
        const yaw = (): number => window.sutura!.rig.eye.yaw;
        const before = await page.evaluate(pitch);
        await page.keyboard.press("v");
        await until(page, "the view from above", pitch, (p) => p > before + 0.2);
        await page.keyboard.press("0");
        await until(page, "home", pitch, (p) => Math.abs(p - before) < 1e-6);
        await page.keyboard.press("1");
        await page.keyboard.press("2");
        await until(
            page,
            "keys 1 and 2 switch",
            () => window.sutura!.state.settings.value,
            (s) => s.forces && s.tension,
        );
        // right drag walks around, Ctrl and the wheel zoom
        const from = await page.evaluate(yaw);
        await page.mouse.move(480, 300);
        await page.mouse.down({ button: "right" });
        await page.mouse.move(580, 310, { steps: 4 });
        await page.mouse.up({ button: "right" });
        await until(page, "walking around", yaw, (y) => Math.abs(y - from) > 0.3);
        const height = (): number => window.sutura!.rig.eye.height;
        const far = await page.evaluate(height);
        await page.keyboard.down("Control");
        await page.mouse.wheel(0, -300);
        await page.keyboard.up("Control");
        await until(page, "zooming", height, (z) => z < 0.95 * far);
        expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
    });

    await report.check("the coach goes on when a step was done", async () => {
        const { page } = await report.shared();
        await begin(page, "free");
        await page.keyboard.press("h");
        await page
            .locator("dialog[open]")
            .getByRole("button", { name: "Show me, one by one", exact: true })
            .click();
        const count = page.locator(".coach .coach-count");
        await count.waitFor();
        expect((await count.textContent()) === "1 of 6", "the coach does not begin with step 1");
        // in the middle of the field, where nothing may lie
        await page.mouse.move(512, 400);
        await page.mouse.down();
        await page.mouse.up();
        const end = Date.now() + PATIENCE_MS;
        for (let i = 0; (await count.textContent()) === "1 of 6" && Date.now() < end; i++) {
            await page.mouse.move(512 + 80 * Math.sin(i), 400, { steps: 2 });
        }
        expect((await count.textContent()) === "2 of 6", "moving does not end step 1");
        await settled(page);
        await report.shot(page, "coach");
        await page.locator(".coach").getByRole("button", { name: "Not now", exact: true }).click();
        await page.locator(".coach").waitFor({ state: "hidden" });
    });
}

// parts of the page that lie over each other, or hang out of the window
function overlapping(): string[] {
    const parts = [
        ...document.querySelectorAll(".topbar, .banner, .alert, .side, .bottom > *"),
    ].filter((e) => e.getClientRects().length > 0);
    const found: string[] = [];
    const name = (e: Element): string => e.className;
    parts.forEach((a, i) => {
        const r = a.getBoundingClientRect();
        if (r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight) {
            found.push(`${name(a)} hangs out`);
        }
        for (const b of parts.slice(i + 1)) {
            const q = b.getBoundingClientRect();
            const apart =
                r.right <= q.left || q.right <= r.left || r.bottom <= q.top || q.bottom <= r.top;
            if (!apart) {
                found.push(`${name(a)} and ${name(b)}`);
            }
        }
    });
    return found;
}

async function checkLayouts(report: Report): Promise<void> {
    await report.check("no part of the page covers another one, at any size", async () => {
        const { page } = await report.visit();
        const watcher = (await report.visit({ watch: true })).page;
        await begin(page, "overhand-post", true);
        for (const [width, height] of [
            [390, 844],
            [844, 390],
            [900, 600],
            [768, 1024],
            [1366, 768],
        ] as const) {
            for (const [who, one] of [
                ["demo", page],
                ["watch", watcher],
            ] as const) {
                await one.setViewportSize({ width, height });
                await settled(one);
                const found = await one.evaluate(overlapping);
                expect(found.length === 0, `${width} x ${height}, ${who}: ${found.join("; ")}`);
            }
        }
        await page.setViewportSize({ width: 390, height: 844 });
        await settled(page);
        await report.shot(page, "phone-demo");
        await begin(page, "free");
    });
}

export async function checkPages(report: Report): Promise<void> {
    await checkFirstLook(report);
    await checkTrails(report);
    await checkDialogs(report);
    await checkViews(report);
    await checkLayouts(report);

    await report.check("a phone can watch", async () => {
        const { page } = await report.visit({
            picture: true,
            watch: true,
            width: 390,
            height: 844,
        });
        await settled(page);
        await report.shot(page, "phone");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide <= 390, `the page is ${wide} pixels wide`);
    });
}
