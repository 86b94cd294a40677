// SPDX-License-Identifier: MIT
// Both hands by mouse and keyboard, gamepad and XR controllers, each simulated outside of the page's code.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { fingers, type Point } from "./bot";
import {
    begin,
    expect,
    pageDir,
    PATIENCE_MS,
    pictures,
    settled,
    until,
    type Report,
    type VisitOptions,
} from "./harness";

const tips = (): number[][] =>
    [0, 1].map((side) => [
        ...(window.sutura!.hands.state(side as 0 | 1)?.proxy.position ?? [0, 0, 0]),
    ]);
const jaws = (): number[] =>
    [0, 1].map((side) => window.sutura!.hands.state(side as 0 | 1)?.jaw ?? -1);
const MOVEMENTS = 15;
const SMALL = { width: 740, height: 480 }; // few pixels: near to 60 pictures/s without a graphics card
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

// One movement of the mouse on its way to the picture, ms of the page's clock.
interface Way {
    event: number; // the browser has it
    seen: number; // the page is told
    sent: number;
    direct: boolean; // sent before anything else happened
    answered: number; // the first frame that has the input is here
    shows: boolean; // and the hand has moved in it
    drawn: number; // its drawing has begun
    done: number; // and the picture is done
}

// What happens to single movements of the mouse, seen from outside of the page's code.
function watchWays(): void {
    type Tool = { proxy: { position: readonly number[] } };
    const app = window.sutura as unknown as {
        hands: { state(side: number): Tool | null; sync(frame: { seq: number }): void };
        connection: { send(message: { type: string; seq?: number }): boolean };
        stage: { draw(): void };
    };
    const ways: Way[] = ((window as unknown as { e2eWays: Way[] }).e2eWays = []);
    const NEVER = 0;
    let way: Way | null = null;
    let seq = 0;
    let from: readonly number[] = [];
    const tip = (): readonly number[] => app.hands.state(1)?.proxy.position ?? [0, 0, 0];
    window.addEventListener(
        "pointerrawupdate",
        (event) => {
            from = tip();
            way = {
                event: event.timeStamp,
                seen: performance.now(),
                sent: NEVER,
                direct: false,
                answered: NEVER,
                shows: false,
                drawn: NEVER,
                done: NEVER,
            };
        },
        true,
    );
    window.addEventListener("pointerrawupdate", () => {
        if (way !== null) {
            way.direct = way.sent !== NEVER;
        }
    });
    const { send } = app.connection;
    app.connection.send = function (message): boolean {
        const now = performance.now();
        const gone = send.call(this, message);
        if (gone && way?.sent === NEVER && message.type === "input") {
            way.sent = now;
            seq = message.seq ?? 0;
        }
        return gone;
    };
    const { sync } = app.hands;
    app.hands.sync = function (frame): void {
        sync.call(this, frame);
        if (way !== null && way.sent !== NEVER && way.answered === NEVER && frame.seq >= seq) {
            way.answered = performance.now();
            way.shows = Math.hypot(...tip().map((x, k) => x - from[k]!)) > 2e-5;
        }
    };
    const { draw } = app.stage;
    app.stage.draw = function (): void {
        const now = performance.now();
        draw.call(this);
        const mine = way;
        if (mine !== null && mine.answered !== NEVER && mine.drawn === NEVER) {
            mine.drawn = now;
            // the browser takes the picture after its next callback for pictures at the latest, and
            // goes on with other work when it has it
            requestAnimationFrame(() => {
                const channel = new MessageChannel();
                channel.port1.onmessage = (): void => {
                    mine.done = performance.now();
                    ways.push(mine);
                };
                channel.port2.postMessage(null);
            });
        }
    };
}

async function waysOf(page: Page, x: number, y: number): Promise<Way[]> {
    await page.evaluate(watchWays);
    const seen = (): number => (window as unknown as { e2eWays: Way[] }).e2eWays.length;
    for (let i = 0; i < MOVEMENTS; i++) {
        await page.mouse.move(x + (i % 2 === 0 ? 12 : -12), y);
        await until(page, "a movement is seen", seen, (n) => n > i);
        await atRest(page);
    }
    return page.evaluate(() => (window as unknown as { e2eWays: Way[] }).e2eWays);
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

// bring the right tips straight to the thread on their side, as a hand would, through the device
async function leadToThread(page: Page): Promise<void> {
    await page.evaluate(() => {
        const app = window.sutura!;
        const w = window as unknown as { e2eThere: boolean };
        w.e2eThere = false;
        const lead = setInterval(() => {
            const thread = app.frame!.threads[0]!;
            const i = 3 * Math.floor(0.7 * thread.count); // clear of the post
            const at = app.hands.hands[1].target.position;
            const way = [0.0008, 0.0002, 0.0003].map(
                (beside, k) => thread.positions[i + k]! + beside - at[k]!,
            );
            const length = Math.hypot(...way);
            const part = Math.min(1, 0.0004 / Math.max(length, 1e-9));
            const move = way.map((x) => x * part) as [number, number, number];
            app.hands.apply({
                side: 1,
                move,
                turn: [0, 0, 0, 1],
                jaw: null,
                roll: 0,
                screen: [0, 0],
                wind: false,
                notches: 0,
            });
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

const median = (values: number[]): number =>
    values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

// How long it takes depends on the machine and on what else it does, and is only told.
async function measureWays(report: Report, options: VisitOptions): Promise<void> {
    const { page } = await report.visit(options);
    const { width, height } = page.viewportSize()!;
    await begin(page, "free");
    await engage(page, width / 2, height / 2);
    await until(
        page,
        "a rate of pictures",
        () => window.sutura!.state.figures.value.fps,
        (n) => n > 0,
    );
    const ways = await waysOf(page, width / 2, height / 2);
    const { fps, quality } = await page.evaluate(() => window.sutura!.state.figures.value);
    const part = (to: keyof Way, since: keyof Way): string =>
        median(ways.map((w) => Number(w[to]) - Number(w[since]))).toFixed(1);
    console.log(
        `      ${width} x ${height}, ${fps.toFixed(0)} pictures/s (${quality}), medians of ${ways.length}: ` +
            `event to drawing ${part("drawn", "event")} ms, to the finished picture ${part("done", "event")} ms ` +
            `= to the page ${part("seen", "event")}, sent ${part("sent", "seen")}, answered ${part("answered", "sent")}, ` +
            `drawn ${part("drawn", "answered")}, finished ${part("done", "drawn")}`,
    );
    if (report.trainer.real) {
        expect(
            ways.every((w) => w.direct),
            "an input waits in the page before it is sent",
        );
        expect(
            ways.every((w) => w.shows),
            "the frame that answers an input does not show it",
        );
    }
    if (options.picture === true) {
        await settled(page);
        await report.shot(page, "mouse");
    }
}

async function checkLatency(report: Report): Promise<void> {
    await report.check("input to visible motion", async () => {
        await measureWays(report, SMALL);
        await report.leaveAll();
        await measureWays(report, { picture: true });
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

async function checkTouch(report: Report): Promise<void> {
    await report.check(
        "fingers lead, lift, roll and close the forceps, and look around",
        async () => {
            const { page, errors } = await report.visit({ touch: true, width: 1180, height: 820 });
            await begin(page, "free");
            const before = await atRest(page);
            const line = (n: number, f: (i: number) => Point[]): Point[][] =>
                Array.from({ length: n + 1 }, (_, i) => f(i));
            // one finger: over the board, to the left and away
            await fingers(
                page,
                line(12, (i) => [{ x: 590 - 5 * i, y: 500 - 5 * i }]),
            );
            const led = await until(
                page,
                "one finger leads the right forceps",
                tips,
                (t) => t[1]![0]! < before[1]![0]! - 0.002 && t[1]![1]! > before[1]![1]! + 0.002,
            );
            expect(
                Math.abs(led[1]![2]! - before[1]![2]!) < 1e-3,
                `one finger has lifted it by ${led[1]![2]! - before[1]![2]!} m`,
            );
            // two: up and down together
            const pair = (y: number, gap: number, turn = 0): Point[] => [
                { x: 590 - (gap / 2) * Math.cos(turn), y: y - (gap / 2) * Math.sin(turn) },
                { x: 590 + (gap / 2) * Math.cos(turn), y: y + (gap / 2) * Math.sin(turn) },
            ];
            await fingers(
                page,
                line(12, (i) => pair(500 - 8 * i, 140)),
            );
            await until(page, "two fingers lift it", tips, (t) => t[1]![2]! > led[1]![2]! + 0.004);
            const roll = (): number[] => [
                ...(window.sutura!.hands.state(1)?.target.rotation ?? []),
            ];
            const straight = await page.evaluate(roll);
            await fingers(
                page,
                line(12, (i) => pair(500, 140, 0.08 * i)),
            );
            await until(
                page,
                "turning two fingers rolls it",
                roll,
                (q) => Math.abs(q.reduce((sum, x, k) => sum + x * straight[k]!, 0)) < Math.cos(0.3),
            );
            await fingers(
                page,
                line(8, (i) => pair(500, 180 - 12 * i)),
            );
            await until(page, "a pinch closes its jaws", jaws, (j) => j[1]! < 0.2);
            await report.shot(page, "tablet-touch");
            await fingers(
                page,
                line(8, (i) => pair(500, 90 + 12 * i)),
            );
            await until(page, "spread fingers open them", jaws, (j) => j[1]! > 0.8);
            const bar = page.locator(".touch-bar");
            await bar.getByRole("button", { name: "Other hand" }).tap();
            await bar.getByRole("button", { name: "Jaws" }).tap();
            await until(page, "the button closes the left jaws", jaws, (j) => j[0]! < 0.2);
            // looking around moves no hand
            await bar.getByRole("button", { name: "Look" }).tap();
            const eye = (): number => window.sutura!.rig.eye.yaw;
            const yaw = await page.evaluate(eye);
            const there = await atRest(page);
            await fingers(
                page,
                line(10, (i) => [{ x: 500 + 12 * i, y: 500 }]),
            );
            await until(page, "one finger looks around", eye, (y) => Math.abs(y - yaw) > 0.1);
            const after = await page.evaluate(tips);
            expect(
                after.every((t, k) => t.every((x, i) => Math.abs(x - there[k]![i]!) < 1e-4)),
                "looking around has moved a hand",
            );
            expect(errors.length === 0, `errors in the page: ${errors.join("; ")}`);
        },
    );
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
    await checkTouch(report);
    await checkXr(report);
}
