// SPDX-License-Identifier: MIT
// A trainer (the real one, or the stand-in), a browser, and a list of checks.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import type { App } from "../src/app";

export const pageDir = fileURLToPath(new URL("../", import.meta.url));
const top = fileURLToPath(new URL("../../../", import.meta.url));

// How long anything may take before it counts as not happening. Nothing here is a question of speed, so
// it is long enough for a machine that does ten other things.
export const PATIENCE_MS = 180_000;

// what runs inside of the page
declare global {
    interface Window {
        sutura?: App;
    }
}

export interface Trainer {
    url: string;
    port: number;
    real: boolean;
    process: ChildProcess;
    data: string;
}

// waits for the line with the address
function addressOf(process: ChildProcess): Promise<string> {
    return new Promise((done, fail) => {
        let text = "";
        const timer = setTimeout(
            () => fail(new Error(`the trainer did not start: ${text}`)),
            PATIENCE_MS,
        );
        process.stdout?.on("data", (chunk: Buffer) => {
            text += chunk.toString();
            const found = /http:\/\/[\d.]+:\d+\//.exec(text);
            if (found !== null) {
                clearTimeout(timer);
                done(found[0]);
            }
        });
        process.stderr?.on("data", (chunk: Buffer) => (text += chunk.toString()));
        process.on("error", fail);
        process.on("exit", (code) => fail(new Error(`the trainer ended with ${code}: ${text}`)));
    });
}

export async function startTrainer(real: boolean, data?: string, port = 0): Promise<Trainer> {
    const folder = data ?? (await mkdtemp(join(tmpdir(), "sutura-e2e-")));
    const sutura = process.env.SUTURA ?? join(top, "build/release/cli/sutura");
    const tasks = process.env.SUTURA_TASKS;
    const child = real
        ? spawn(sutura, [
              "trainer",
              "--port",
              String(port),
              "--data",
              folder,
              "--page",
              join(pageDir, "dist"),
              ...(tasks === undefined ? [] : ["--tasks", tasks]),
          ])
        : spawn(
              join(pageDir, "node_modules/.bin/vite-node"),
              ["test/support/stand_in_server.ts", String(port)],
              { cwd: pageDir },
          );
    const url = await addressOf(child);
    return { url, port: Number(new URL(url).port), real, process: child, data: folder };
}

export async function stopTrainer(trainer: Trainer, keep = false): Promise<void> {
    await new Promise<void>((done) => {
        if (trainer.process.exitCode !== null || trainer.process.signalCode !== null) {
            done();
            return;
        }
        trainer.process.on("exit", () => done());
        trainer.process.kill("SIGINT");
        setTimeout(() => trainer.process.kill("SIGKILL"), 5000).unref();
    });
    if (!keep) {
        await rm(trainer.data, { recursive: true, force: true });
    }
}

export async function startBrowser(): Promise<Browser> {
    return chromium.launch({
        executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
        timeout: PATIENCE_MS,
        args: [
            "--no-sandbox",
            // WebGL on the processor where there is no graphics card; the rest is the browser's own choice
            "--enable-unsafe-swiftshader",
            // drawing that waits for a busy processor does not hang
            "--disable-gpu-watchdog",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    });
}

export interface Visit {
    context: BrowserContext;
    page: Page;
    errors: string[]; // of the page itself
}

// A page is small and drawn coarsely unless its picture matters: the processor is the graphics card too.
export interface VisitOptions {
    picture?: boolean; // of the size of a laptop, drawn as well as the page thinks it can
    width?: number;
    height?: number;
    welcome?: boolean;
    before?: string; // runs in the page before its own code
    reduced?: boolean;
    watch?: boolean; // control is not waited for
    instructor?: boolean;
    touch?: boolean; // a tablet: fingers, no mouse
    novice?: boolean; // with the settings of a first visit: help, and a locked pointer
}

export async function visit(
    browser: Browser,
    trainer: Trainer,
    options: VisitOptions = {},
): Promise<Visit> {
    const context = await browser.newContext({
        viewport: {
            width: options.width ?? (options.picture === true ? 1366 : 1024),
            height: options.height ?? (options.picture === true ? 768 : 640),
        },
        reducedMotion: options.reduced === true ? "reduce" : "no-preference",
        hasTouch: options.touch === true,
        isMobile: options.touch === true,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
        if (message.type() === "error") {
            errors.push(message.text());
        }
    });
    if (options.welcome !== true) {
        await page.addInitScript(() => localStorage.setItem("sutura-welcomed", "1"));
    }
    if (options.novice !== true) {
        await page.addInitScript(() => {
            const key = "sutura-settings";
            if (localStorage.getItem(key) === null) {
                localStorage.setItem(key, '{"level":"trainee","lockPointer":false}');
            }
        });
    }
    if (options.before !== undefined) {
        await page.addInitScript(options.before);
    }
    const url = new URL(trainer.url);
    if (options.picture !== true) {
        url.searchParams.set("quality", "lowest");
    }
    if (options.instructor === true) {
        url.searchParams.set("instructor", "");
    } else if (options.watch === true) {
        url.searchParams.set("watch", "");
    }
    await page.goto(url.href, { waitUntil: "domcontentloaded" });
    await page.waitForFunction(() => window.sutura?.frame != null);
    if (options.watch !== true) {
        await page.waitForFunction(() => window.sutura?.state.control.value.you === true);
    }
    return { context, page, errors };
}

// A page that just closes keeps its control reserved for a while, for it may be a reload; the next
// visitor would wait for that.
async function leave(context: BrowserContext): Promise<void> {
    for (const page of context.pages()) {
        await page
            .evaluate(async () => {
                const app = window.sutura;
                if (app?.state.link.value.state === "open" && app.state.control.value.you) {
                    const enough = new Promise((done) => setTimeout(done, 15_000));
                    await Promise.race([app.actions.release(), enough]);
                }
            })
            .catch(() => undefined); // a page that has gone wrong is closed all the same
    }
    await context.close();
}

// ask until it is so; what was seen last is in the message
export async function until<T>(
    page: Page,
    what: string,
    probe: () => T,
    good: (value: T) => boolean,
    ms = PATIENCE_MS,
): Promise<T> {
    const end = Date.now() + ms;
    let value: T = await page.evaluate(probe);
    while (!good(value)) {
        if (Date.now() > end) {
            throw new Error(
                `${what}: not within ${ms / 1000} s; last seen ${JSON.stringify(value)}`,
            );
        }
        await page.waitForTimeout(50);
        value = await page.evaluate(probe);
    }
    return value;
}

// so many pictures later: whatever was read at the beginning of one has been used by then
export async function pictures(page: Page, count = 3): Promise<void> {
    await page.evaluate(
        (n) =>
            new Promise<void>((done) => {
                let left = n;
                const next = (): void => {
                    if (left-- > 0) {
                        requestAnimationFrame(next);
                    } else {
                        done();
                    }
                };
                next();
            }),
        count,
    );
}

// nothing fades or slides any more: for pictures
export async function settled(page: Page): Promise<void> {
    await page.evaluate(async () => {
        const ending = document
            .getAnimations()
            .filter((a) => Number.isFinite(Number(a.effect?.getComputedTiming().endTime)));
        await Promise.allSettled(ending.map((a) => a.finished));
    });
    await pictures(page);
}

// a task from its beginning, as nobody has touched it
export async function begin(page: Page, task: string, demo = false): Promise<void> {
    const old = await page.evaluate(() => window.sutura!.state.scene.value?.scene ?? -1);
    await page.evaluate(([id, show]) => window.sutura!.actions.start(id, { demo: show }), [
        task,
        demo,
    ] as const);
    await page.waitForFunction(
        ([id, number]) => {
            const app = window.sutura!;
            const scene = app.state.scene.value;
            return scene?.task === id && scene.scene !== number && app.frame !== null;
        },
        [task, old] as const,
    );
}

export function expect(condition: boolean, what: string): void {
    if (!condition) {
        throw new Error(what);
    }
}

export class Report {
    private failed = 0;
    private passed = 0;
    private common: Visit | null = null;

    constructor(
        readonly browser: Browser,
        readonly trainer: Trainer,
        readonly shots: string,
        private readonly only: RegExp | null,
    ) {}

    // a page that the checks of a row share: loading one takes longer than most of them
    async shared(): Promise<Visit> {
        if (this.common === null) {
            await this.leaveAll();
            this.common = await visit(this.browser, this.trainer, { reduced: true });
        }
        const { page, errors } = this.common;
        errors.length = 0;
        await page.evaluate(async () => {
            const app = window.sutura!;
            document.querySelectorAll("dialog").forEach((d) => d.close());
            app.mouse.putDown();
            app.state.set({ forces: false, tension: false, stereo: false });
            await app.actions.pause(false);
            await app.actions.speed(1);
        });
        return this.common;
    }

    // one more page of its own; the first of a check comes when the shared one has left
    async visit(options: VisitOptions = {}, trainer = this.trainer): Promise<Visit> {
        if (this.common !== null) {
            await this.leaveAll();
        }
        return visit(this.browser, trainer, options);
    }

    async check(name: string, run: () => Promise<void>): Promise<void> {
        if (this.only !== null && !this.only.test(name)) {
            return;
        }
        const start = Date.now();
        try {
            await run();
            this.passed++;
            console.log(`ok    ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
        } catch (error) {
            this.failed++;
            console.log(`FAIL  ${name}: ${error instanceof Error ? error.message : String(error)}`);
            await this.lastPicture(name);
            this.common = null;
        }
        // nobody stays who could hold control
        if (this.common === null) {
            await this.leaveAll();
        }
    }

    async leaveAll(): Promise<void> {
        this.common = null;
        for (const context of this.browser.contexts()) {
            await leave(context);
        }
    }

    private async lastPicture(name: string): Promise<void> {
        const page = this.browser.contexts()[0]?.pages()[0];
        if (page !== undefined) {
            await this.shot(page, `failed-${name.replace(/\W+/g, "-")}`).catch(() => undefined);
        }
    }

    async shot(page: Page, name: string): Promise<void> {
        await mkdir(this.shots, { recursive: true });
        await page.screenshot({ path: join(this.shots, `${name}.png`) });
    }

    end(): number {
        console.log(`${this.passed} passed, ${this.failed} failed; pictures in ${this.shots}`);
        return this.failed === 0 && this.passed > 0 ? 0 : 1;
    }
}
