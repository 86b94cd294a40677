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
const top = fileURLToPath(new URL("../../", import.meta.url));

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
            60_000,
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
    const sutura = process.env.SUTURA ?? join(top, "build/release/app/sutura");
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
        if (trainer.process.exitCode !== null) {
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
        args: [
            "--no-sandbox",
            "--use-angle=swiftshader",
            "--enable-unsafe-swiftshader",
            "--ignore-gpu-blocklist",
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

// a new visitor; `before` runs in the page before its own code
export async function visit(
    browser: Browser,
    url: string,
    options: {
        width?: number;
        height?: number;
        welcome?: boolean;
        before?: string;
        reduced?: boolean;
    } = {},
): Promise<Visit> {
    const context = await browser.newContext({
        viewport: { width: options.width ?? 1366, height: options.height ?? 768 },
        reducedMotion: options.reduced === true ? "reduce" : "no-preference",
    });
    context.setDefaultTimeout(60_000);
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
    if (options.before !== undefined) {
        await page.addInitScript(options.before);
    }
    await page.goto(url);
    await page.waitForFunction(() => window.sutura?.frame != null, undefined, { timeout: 60_000 });
    if (!url.includes("?watch")) {
        await page.waitForFunction(() => window.sutura?.state.control.value.you === true);
    }
    return { context, page, errors };
}

// ask until it is so; what was seen last is in the message
export async function until<T>(
    page: Page,
    what: string,
    probe: () => T,
    good: (value: T) => boolean,
    ms = 30_000,
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

export function expect(condition: boolean, what: string): void {
    if (!condition) {
        throw new Error(what);
    }
}

export class Report {
    private failed = 0;
    private passed = 0;

    constructor(
        private readonly browser: Browser,
        readonly shots: string,
        private readonly only: RegExp | null,
    ) {}

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
        }
        // nobody stays who could hold control
        for (const context of this.browser.contexts()) {
            await context.close();
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
