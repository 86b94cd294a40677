// SPDX-License-Identifier: MIT
// Figures of the page on this machine, each with the load it was measured at.
//   tools/page.sh figures [--only REGEX]      of: size, start, picture, tasks
// Every task is played live: the hands of its demonstration are sent as input, and the physics computes.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import {
    begin,
    pageDir,
    startBrowser,
    startTrainer,
    stopTrainer,
    visit,
    type Trainer,
} from "./harness";

const args = process.argv.slice(2).filter((a) => a !== "--");
const at = args.indexOf("--only");
const only = new RegExp(at >= 0 ? (args[at + 1] ?? "") : "");
const load = (): string => `load ${loadavg()[0]!.toFixed(1)}`;

async function size(): Promise<void> {
    const dist = join(pageDir, "dist");
    const files = await readdir(dist, { recursive: true, withFileTypes: true });
    const kinds = new Map<string, number>();
    for (const file of files.filter((f) => f.isFile() && !f.name.startsWith("."))) {
        const data = await readFile(join(file.parentPath, file.name));
        const packed = /\.(webp|woff2)$/.test(file.name) ? data.length : gzipSync(data).length;
        const kind = file.name.replace(/.*\./, "");
        kinds.set(kind, (kinds.get(kind) ?? 0) + packed);
    }
    const all = [...kinds.values()].reduce((a, b) => a + b, 0);
    const parts = [...kinds].map(([kind, n]) => `${kind} ${(n / 1000).toFixed(0)}`).join(", ");
    console.log(`size: ${(all / 1000).toFixed(0)} kB gzipped (${parts})`);
}

// from ./run, with everything installed and built, to a picture in which a hand can be taken
async function start(browser: Browser): Promise<void> {
    const data = await mkdtemp(join(tmpdir(), "sutura-start-"));
    const begun = performance.now();
    const run = spawn(join(pageDir, "../../run"), ["trainer", "--port", "0", "--data", data]);
    const url = await new Promise<string>((done, fail) => {
        let text = "";
        run.stdout.on("data", (chunk: Buffer) => {
            text += chunk.toString();
            const found = /http:\/\/[\d.]+:\d+\//.exec(text);
            if (found !== null) {
                done(found[0]);
            }
        });
        run.on("exit", () => fail(new Error(`./run ended: ${text}`)));
    });
    const address = performance.now();
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
    await page.goto(url, { waitUntil: "domcontentloaded" });
    await page.waitForFunction(() => (window.sutura?.state.figures.value.fps ?? 0) > 0);
    const playable = performance.now();
    const s = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
    console.log(
        `start: address after ${s(address - begun)}, playable after ${s(playable - begun)}; ${load()}`,
    );
    await page.close();
    const ended = new Promise((done) => run.on("exit", done));
    run.kill("SIGINT");
    await ended;
    await rm(data, { recursive: true, force: true });
}

interface Played {
    simulated: number; // s
    share: number; // of real time
    worst: number; // of any second
    fps: number;
    rate: number; // B/s
    cpu: number; // us, median of a step on the server
    cpu99: number;
    met: number; // rules
    rules: number;
}

// in the page: lead both hands where the demonstration had them, at the time of the world
async function lead(id: string): Promise<Played> {
    const app = window.sutura!;
    let film = await app.actions.api.ghost(id);
    while (!film.complete) {
        await new Promise((done) => setTimeout(done, 500));
        film = await app.actions.api.ghost(id);
    }
    const count = film.tools[0]?.jaw.length ?? 0;
    const begin = app.frame!.time;
    const seconds: number[] = [];
    const clock = performance.now();
    let [lastTime, lastClock] = [begin, clock];
    let pictures = 0;
    await new Promise<void>((done) => {
        const step = (): void => {
            const { frame } = app;
            pictures++;
            const time = frame?.time ?? begin;
            const now = performance.now();
            if (now - lastClock >= 1000) {
                seconds.push((1000 * (time - lastTime)) / (now - lastClock));
                [lastTime, lastClock] = [time, now];
            }
            const i = Math.floor((time - begin) / film.period);
            if (i >= count || app.state.ended.value !== null) {
                done();
                return;
            }
            for (const hand of app.hands.hands) {
                const track = film.tools[hand.tool];
                if (track !== undefined) {
                    const p = (k: number): number => 1e-6 * (track.p[3 * i + k] ?? 0);
                    const q = (k: number): number => 1e-4 * (track.q[4 * i + k] ?? 0);
                    hand.target.position = [p(0), p(1), p(2)];
                    hand.target.rotation = [q(0), q(1), q(2), q(3)];
                    // jaws that hold a thread are not quite closed, but a hand closes them
                    hand.jaw = (track.jaw[i] ?? 100) < 60 ? 0 : 1;
                    hand.taken = hand.changed = true;
                }
            }
            requestAnimationFrame(step);
        };
        step();
    });
    const wall = (performance.now() - clock) / 1000;
    const simulated = (app.frame?.time ?? begin) - begin;
    const { status, live } = app.state;
    const progress = live.value?.progress ?? [];
    return {
        simulated,
        share: simulated / wall,
        worst: Math.min(...seconds),
        fps: pictures / wall,
        rate: status.value?.frames.bytes_per_second ?? 0,
        cpu: status.value?.physics.step_cpu_us.median ?? 0,
        cpu99: status.value?.physics.step_cpu_us.p99 ?? 0,
        met: progress.filter((p) => p.done).length,
        rules: progress.length,
    };
}

async function tasks(page: Page): Promise<void> {
    const ids = await page.evaluate(() =>
        window.sutura!.state.catalogue.value.tasks.filter((t) => t.demo).map((t) => t.id),
    );
    console.log("task, simulated s, real-time share, worst second, pictures/s, kB/s, step us, p99");
    for (const id of ids) {
        if (!only.test(id) && !only.test("tasks")) {
            continue;
        }
        await begin(page, id);
        const p = await page.evaluate(lead, id);
        console.log(
            `${id}, ${p.simulated.toFixed(1)}, ${p.share.toFixed(3)}, ${p.worst.toFixed(2)}, ` +
                `${p.fps.toFixed(0)}, ${(p.rate / 1000).toFixed(0)}, ${p.cpu.toFixed(0)}, ` +
                `${p.cpu99.toFixed(0)}; ${p.met} of ${p.rules} rules; ${load()}`,
        );
        await page.evaluate(() => (window.sutura!.state.ended.value = null));
    }
}

async function inBrowser(browser: Browser, trainer: Trainer): Promise<void> {
    const { page } = await visit(browser, trainer, { picture: true });
    await page.evaluate(() => {
        window.sutura!.state.set({ level: "guided", anyOrder: true });
    });
    await tasks(page);
}

const browser = await startBrowser();
try {
    if (only.test("size")) {
        await size();
    }
    if (only.test("start")) {
        await start(browser);
    }
    const trainer = await startTrainer(true);
    try {
        await inBrowser(browser, trainer);
    } finally {
        await stopTrainer(trainer);
    }
} finally {
    await browser.close();
}
