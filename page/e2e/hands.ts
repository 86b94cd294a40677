// SPDX-License-Identifier: MIT
// Both hands by mouse and keyboard, gamepad and XR controllers, each simulated outside of the page's code.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import {
    begin,
    expect,
    pageDir,
    PATIENCE_MS,
    pictures,
    settled,
    until,
    type Report,
} from "./harness";

const tips = (): number[][] =>
    [0, 1].map((side) => [
        ...(window.sutura!.hands.state(side as 0 | 1)?.proxy.position ?? [0, 0, 0]),
    ]);
const jaws = (): number[] =>
    [0, 1].map((side) => window.sutura!.hands.state(side as 0 | 1)?.jaw ?? -1);
const MOVEMENTS = 15;
const apart = (a: number[], b: number[]): number => Math.hypot(...a.map((x, k) => x - b[k]!));

// where the tips are once they have stopped
async function atRest(page: Page): Promise<number[][]> {
    const look = (): { time: number; at: number[][] } => ({
        time: window.sutura!.frame?.time ?? 0,
        at: [0, 1].map((side) => [
            ...(window.sutura!.hands.state(side as 0 | 1)?.proxy.position ?? [0, 0, 0]),
        ]),
    });
    let last = await page.evaluate(look);
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end;) {
        await page.waitForTimeout(50);
        const now = await page.evaluate(look);
        if (now.time - last.time > 0.1) {
            if (now.at.every((p, side) => apart(p, last.at[side]!) < 2e-5)) {
                return now.at;
            }
            last = now;
        }
    }
    throw new Error("the tips never come to rest");
}

// a click into the field takes the forceps
async function engage(page: Page, x: number, y: number): Promise<void> {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.up();
    await until(page, "a click engages", () => window.sutura!.mouse.state.engaged, Boolean);
}

// Time from the browser's event to the first picture drawn with a frame that has the input.
async function latency(page: Page): Promise<number[]> {
    await page.evaluate(() => {
        const w = window as unknown as { e2eSent: number; e2eTimes: number[] };
        w.e2eTimes = [];
        w.e2eSent = 0;
        const app = window.sutura!;
        let from = 0;
        let at: readonly number[] | null = null;
        document.querySelector("#field")!.addEventListener(
            "pointermove",
            (event) => {
                if (from === 0) {
                    from = event.timeStamp;
                    at = app.hands.state(1)?.proxy.position ?? null;
                }
            },
            true,
        );
        const look = (): void => {
            requestAnimationFrame(look);
            const now = app.hands.state(1)?.proxy.position;
            if (
                from !== 0 &&
                at !== null &&
                now !== undefined &&
                Math.hypot(now[0] - at[0]!, now[1] - at[1]!) > 2e-5
            ) {
                w.e2eTimes.push(performance.now() - from);
                from = 0;
            }
        };
        requestAnimationFrame(look);
    });
    const seen = (): number => (window as unknown as { e2eTimes: number[] }).e2eTimes.length;
    for (let i = 0; i < MOVEMENTS; i++) {
        const before = await page.evaluate(seen);
        await page.mouse.move(683 + (i % 2 === 0 ? 12 : -12), 420);
        await until(page, "a movement is seen", seen, (n) => n > before);
        await atRest(page);
    }
    return page.evaluate(() => (window as unknown as { e2eTimes: number[] }).e2eTimes);
}

async function checkMouse(report: Report): Promise<void> {
    await report.check(
        "mouse and keyboard move both hands, turn, lift and close them",
        async () => {
            const { page, errors } = await report.shared();
            await begin(page, "free");
            const before = await atRest(page);
            await engage(page, 512, 350);
            await page.mouse.move(570, 330, { steps: 6 });
            await until(
                page,
                "the right hand moves",
                tips,
                (t) => apart(t[1]!, before[1]!) > 0.002,
            );
            expect(
                apart((await page.evaluate(tips))[0]!, before[0]!) < 5e-4,
                "the left hand moved too",
            );
            await page.mouse.wheel(0, 300);
            await until(page, "the wheel lowers", tips, (t) => t[1]![2]! < before[1]![2]! - 0.001);
            const rotation = (): number[] => [...window.sutura!.hands.state(1)!.proxy.rotation];
            const turned = await page.evaluate(rotation);
            await page.keyboard.down("Shift");
            await page.mouse.move(630, 330, { steps: 4 });
            await page.keyboard.up("Shift");
            await until(page, "Shift turns", rotation, (q) => apart(q, turned) > 0.05);
            await page.mouse.down();
            await until(page, "the button closes", jaws, (j) => j[1]! < 0.4);
            await page.keyboard.press("Tab");
            await page.mouse.up();
            const left = (await page.evaluate(tips))[0]!;
            await page.mouse.move(590, 360, { steps: 6 });
            await until(page, "Tab gives the left hand", tips, (t) => apart(t[0]!, left) > 0.001);
            expect(
                (await page.evaluate(jaws))[1]! < 0.4,
                "the right jaws opened when the hand was changed",
            );
            await page.keyboard.press("Space");
            await until(page, "Space closes", jaws, (j) => j[0]! < 0.4);
            const right = (await atRest(page))[1]!;
            await page.keyboard.down("d");
            await until(page, "D moves the other hand", tips, (t) => apart(t[1]!, right) > 0.001);
            await page.keyboard.up("d");
            expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
        },
    );

    await report.check("the thread is grasped where the ring is, and let go", async () => {
        const { page } = await report.shared();
        await begin(page, "free");
        await engage(page, 512, 350);
        await page.evaluate(() => window.sutura!.mouse.switchHand(1));
        await leadToThread(page);
        await report.shot(page, "candidate");
        const grips = (): number => window.sutura!.hands.state(1)?.grips.length ?? 0;
        await page.keyboard.press("Space");
        await until(page, "the grasp", grips, (n) => n > 0);
        for (let i = 0; i < 8; i++) {
            await page.mouse.wheel(0, -100);
        }
        await atRest(page);
        await report.shot(page, "grasped");
        await page.keyboard.press("Space");
        await until(page, "letting go", grips, (n) => n === 0);
    });
}

// bring the right tips straight to the middle of the thread, as a hand would, through the device
async function leadToThread(page: Page): Promise<void> {
    await page.evaluate(() => {
        const app = window.sutura!;
        const w = window as unknown as { e2eThere: boolean };
        w.e2eThere = false;
        const lead = setInterval(() => {
            const thread = app.frame!.threads[0]!;
            const i = 3 * Math.floor(thread.count / 2);
            const at = app.hands.hands[1].target.position;
            const way = [0.0008, 0.0004, 0.0006].map(
                (beside, k) => thread.positions[i + k]! + beside - at[k]!,
            );
            const length = Math.hypot(...way);
            const part = Math.min(1, 0.0004 / Math.max(length, 1e-9));
            const move = way.map((x) => x * part) as [number, number, number];
            app.hands.apply({ side: 1, move, turn: [0, 0, 0, 1], jaw: null, roll: 0 });
            if (length < 1e-4) {
                clearInterval(lead);
                w.e2eThere = true;
            }
        }, 16);
    });
    await until(
        page,
        "reaching the thread",
        () => (window as unknown as { e2eThere: boolean }).e2eThere,
        Boolean,
    );
    await atRest(page);
    await until(
        page,
        "a candidate",
        () => window.sutura!.hands.state(1)?.candidate ?? null,
        (c) => c !== null,
    );
}

async function checkLatency(report: Report): Promise<void> {
    await report.check("input to visible motion", async () => {
        const { page } = await report.visit({ picture: true });
        await begin(page, "free");
        await engage(page, 683, 420);
        const times = (await latency(page)).sort((a, b) => a - b);
        const figures = await page.evaluate(() => window.sutura!.state.figures.value);
        const median = times[Math.floor(times.length / 2)]!;
        console.log(
            `      from the event to the picture: median ${median.toFixed(1)} ms, best ${times[0]!.toFixed(1)} ms, worst ${times[times.length - 1]!.toFixed(1)} ms of ${times.length}; ` +
                `${figures.fps.toFixed(0)} pictures/s (${figures.quality}), server's answer ${figures.latencyMs.toFixed(1)} ms; goal 50 ms at 60 Hz`,
        );
        await settled(page);
        await report.shot(page, "mouse");
    });
}

// a pad that exists only in the answer of navigator.getGamepads
const FAKE_PAD = `
    window.fakePad = { connected: true, mapping: "standard", id: "fake", index: 0, axes: [0, 0, 0, 0],
        buttons: Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 })) };
    navigator.getGamepads = () => [window.fakePad, null, null, null];
`;

async function checkPad(report: Report): Promise<void> {
    await report.check("a gamepad moves both hands at once and closes them", async () => {
        const { page } = await report.visit({ before: FAKE_PAD });
        await begin(page, "free");
        const before = await atRest(page);
        await page.evaluate(() => {
            const pad = (
                window as unknown as {
                    fakePad: { axes: number[]; buttons: { value: number; pressed: boolean }[] };
                }
            ).fakePad;
            pad.axes = [-0.9, 0, 0, 0.9];
            pad.buttons[6]!.value = pad.buttons[7]!.value = 1;
        });
        await until(
            page,
            "both hands move",
            tips,
            (t) => t[0]![0]! < before[0]![0]! - 0.002 && t[1]![1]! < before[1]![1]! - 0.002,
        );
        await until(page, "both triggers close", jaws, (j) => j[0]! < 0.4 && j[1]! < 0.4);
        await page.evaluate(() => {
            const pad = (
                window as unknown as {
                    fakePad: { axes: number[]; buttons: { value: number; pressed: boolean }[] };
                }
            ).fakePad;
            pad.axes = [0, 0, 0, 0];
            pad.buttons[6]!.value = pad.buttons[7]!.value = 0;
        });
        await until(page, "both triggers open", jaws, (j) => j[0]! > 0.6 && j[1]! > 0.6);
    });
}

async function checkXr(report: Report): Promise<void> {
    await report.check(
        "XR controllers move both hands, scaled, with trigger and clutch",
        async () => {
            // an emulated headset in the browser, under the page's own WebXR code
            const iwer = await readFile(join(pageDir, "node_modules/iwer/build/iwer.js"), "utf8");
            const before = `${iwer}; (() => { const d = new IWER.XRDevice(IWER.metaQuest3); d.installRuntime({ forceInstall: true }); window.headset = d; })();`;
            const { page } = await report.visit({ before });
            await begin(page, "free");
            await page.getByRole("button", { name: "Enter VR", exact: true }).click();
            await until(
                page,
                "the session",
                () =>
                    (window as unknown as { headset: { activeSession?: unknown } }).headset
                        .activeSession !== undefined,
                Boolean,
            );
            await pictures(page);
            type Controllers = Record<
                "left" | "right",
                {
                    position: {
                        x: number;
                        y: number;
                        z: number;
                        set(x: number, y: number, z: number): void;
                    };
                    updateButtonValue(id: string, v: number): void;
                }
            >;
            const rest = await page.evaluate(() => {
                const { left, right } = (
                    window as unknown as { headset: { controllers: Controllers } }
                ).headset.controllers;
                return [left, right].map(({ position: p }) => [p.x, p.y, p.z] as const);
            });
            const set = (left: number, right: number, squeeze = 0, trigger = 0): Promise<void> =>
                page.evaluate(
                    ([[a, b], l, r, s, t]) => {
                        const { controllers } = (
                            window as unknown as { headset: { controllers: Controllers } }
                        ).headset;
                        controllers.left.position.set(a![0] + l, a![1], a![2]);
                        controllers.right.position.set(b![0], b![1] + r, b![2]);
                        controllers.right.updateButtonValue("squeeze", s);
                        controllers.right.updateButtonValue("trigger", t);
                    },
                    [rest, left, right, squeeze, trigger] as const,
                );
            await set(0, 0);
            await pictures(page);
            const here = await atRest(page);
            await set(-0.05, 0.05);
            await until(
                page,
                "both tools move a tenth of the way",
                tips,
                (t) =>
                    Math.abs(t[0]![0]! - here[0]![0]! + 0.005) < 0.0015 &&
                    Math.abs(t[1]![2]! - here[1]![2]! - 0.005) < 0.0015,
            );
            await set(-0.05, 0.05, 1);
            await pictures(page, 5);
            await set(-0.05, 0.25, 1);
            await pictures(page, 5);
            const clutched = await atRest(page);
            expect(
                Math.abs(clutched[1]![2]! - here[1]![2]! - 0.005) < 0.0015,
                "the tool moved with the clutch pressed",
            );
            await set(-0.05, 0.25, 0, 1);
            await until(page, "the trigger closes", jaws, (j) => j[1]! < 0.4);
        },
    );
}

export async function checkHands(report: Report): Promise<void> {
    await checkMouse(report);
    await checkLatency(report);
    await checkPad(report);
    await checkXr(report);
}
