// SPDX-License-Identifier: MIT
// A trainee that knows nothing but what is on the screen: reads the prompt, sees coloured marks in
// pictures of the window, and uses mouse, keys or a gamepad as the prompt says. It never asks the page
// for a coordinate or a state.
import type { CDPSession, Page } from "playwright-core";
import { decodePng, findColour, type Picture, type Spot } from "./png";

// as the page draws them
const GOAL = { left: 0xff4fd8, right: 0xb4ff1a };
const TIP = { left: 0xffe600, right: 0x1afff0 };
type Name = keyof typeof GOAL;

const MM_PER_NOTCH = 1.5; // what one learns in the first seconds

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export interface BotResult {
    done: boolean;
    seconds: number; // wall time, from the first click in the field
    actions: number;
    undos: number;
    log: string[];
}

// what one reads over the field; "" : nothing
const promptOf = (page: Page): Promise<string> =>
    page.evaluate(() => {
        const shown = document.querySelector<HTMLElement>(".prompt:not([hidden])");
        return (shown?.innerText ?? "").replace(/\s+/g, " ");
    });

const scoreShown = (page: Page): Promise<boolean> =>
    page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>("dialog[open]")].some((d) =>
            /Done|Well done/.test(d.innerText),
        ),
    );

// A picture of the window, by the browser's own way, which is quicker than waiting for fonts and the like.
export async function look(page: Page): Promise<Picture> {
    const session = (sessions.get(page) ??
        page.context().newCDPSession(page)) as Promise<CDPSession>;
    sessions.set(page, session);
    const shot = await (
        await session
    ).send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
    return decodePng(Buffer.from(shot.data, "base64"));
}
const sessions = new Map<Page, Promise<CDPSession>>();

// The tip and its goal, without the prompt's own frame, which is drawn in the same colour.
function marks(p: Picture, name: Name): { tip: Spot | null; goal: Spot | null } {
    const below: Picture = { ...p };
    return { tip: findColour(below, TIP[name]), goal: findColour(below, GOAL[name]) };
}

export class MouseBot {
    protected at: { x: number; y: number };
    private undos = 0;
    protected actions = 0;
    private begun = Date.now();
    private readonly log: string[] = [];

    constructor(
        protected readonly page: Page,
        private readonly trace = false,
    ) {
        const { width, height } = page.viewportSize()!;
        this.at = { x: width / 2, y: height / 2 };
    }

    protected note(text: string): void {
        this.log.push(`${((Date.now() - this.begun) / 1000).toFixed(1)} s: ${text}`);
        if (this.trace) {
            console.log(`        ${this.log.at(-1)}`);
        }
    }

    protected async stroke(dx: number, dy: number, size = 14): Promise<void> {
        const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / size));
        await this.page.mouse.move(this.at.x + dx, this.at.y + dy, { steps });
        this.at = { x: this.at.x + dx, y: this.at.y + dy };
        this.actions++;
    }

    protected async changed(from: string, ms: number): Promise<string> {
        const end = Date.now() + ms;
        let now = from;
        while (now === from && Date.now() < end && !(await scoreShown(this.page))) {
            await wait(60);
            now = await promptOf(this.page);
        }
        return now;
    }

    protected async takeHold(): Promise<void> {
        await this.page.mouse.click(this.at.x, this.at.y);
    }

    private async toRing(prompt: string): Promise<void> {
        const name: Name = prompt.includes("the left forceps") ? "left" : "right";
        const { tip, goal } = marks(await look(this.page), name);
        if (tip === null || goal === null) {
            await wait(100);
            return;
        }
        const [dx, dy] = [goal.x - tip.x, goal.y - tip.y];
        this.note(`${name} by ${dx.toFixed(0)}, ${dy.toFixed(0)}`);
        await this.stroke(dx, dy);
        await this.lift(prompt);
        await this.changed(prompt, 1500);
    }

    // "Wheel: 12 mm up", where nobody leads the hand
    private async lift(prompt: string): Promise<void> {
        const [, mm, way] = /Wheel: (\d+) mm (up|down)/.exec(prompt) ?? [];
        if (mm !== undefined) {
            const notches = Math.max(1, Math.round(Number(mm) / MM_PER_NOTCH));
            this.note(`lift ${way} by ${notches} notches`);
            for (let i = 0; i < notches; i++) {
                await this.page.mouse.wheel(0, way === "up" ? -100 : 100);
            }
        }
    }

    // the needle on its arc
    protected async driveOn(): Promise<void> {
        await this.page.mouse.wheel(0, 60);
        this.actions++;
        await wait(120);
    }

    protected async wind(prompt: string): Promise<void> {
        const sign = prompt.includes("to the right") ? 1 : -1;
        this.note(`wind ${sign}`);
        await this.page.keyboard.down("w");
        await wait(80);
        await this.stroke(sign * 360, 0);
        await this.page.keyboard.up("w");
        await this.changed(prompt, 6000);
    }

    // the hand that follows the mouse is the one whose card is lit: the left one goes left
    private async pullApart(): Promise<void> {
        const left = await this.page.getByRole("button", { name: /^Left hand/ }).first();
        const sign = (await left.getAttribute("aria-pressed")) === "true" ? -1 : 1;
        this.note(`pull ${sign}`);
        await this.stroke(sign * 40, 0);
        await this.press("Tab", "");
        await wait(400);
    }

    protected async press(key: string, prompt: string): Promise<void> {
        this.note(`${key}: ${prompt}`);
        await this.page.keyboard.press(key);
        this.actions++;
        await this.changed(prompt, 2500);
    }

    // who has gone back twice without getting anywhere begins anew
    private async goBack(prompt: string): Promise<void> {
        this.undos++;
        await this.press(this.undos % 3 === 0 ? "Backspace" : "Control+z", prompt);
        await wait(300);
    }

    // until the score is there, or the time is over
    async tie(seconds: number): Promise<BotResult> {
        this.begun = Date.now();
        let last = "";
        let same = 0;
        let done = false;
        while (Date.now() - this.begun < 1000 * seconds && !done) {
            const prompt = await promptOf(this.page);
            same = prompt === last ? same + 1 : 0;
            last = prompt;
            if (same > 7) {
                same = 0;
                await this.goBack(prompt);
            } else if (prompt.includes("Still missing")) {
                await this.goBack(prompt);
            } else if (prompt.includes("Click into the field")) {
                await this.takeHold();
                await wait(150);
            } else if (/\bTab\b|\bOther hand\b/.test(prompt)) {
                await this.press("Tab", prompt);
            } else if (/\bSpace\b|\bJaws\b/.test(prompt)) {
                await this.press("Space", prompt);
            } else if (/the wheel down|Two fingers down/.test(prompt)) {
                await this.driveOn();
                same = 0; // it takes as long as it takes
            } else if (/\bW\b|\bWind\b/.test(prompt)) {
                await this.wind(prompt);
            } else if (prompt.includes("to the ring")) {
                await this.toRing(prompt);
            } else if (prompt.includes("Pull both ends")) {
                await this.pullApart();
            } else {
                same = 0; // nothing is asked for: it goes on by itself
                await wait(100);
            }
            done = await scoreShown(this.page);
        }
        return {
            done,
            seconds: (Date.now() - this.begun) / 1000,
            actions: this.actions,
            undos: this.undos,
            log: this.log,
        };
    }
}

// the same by fingers: one leads the forceps, buttons on the page do the rest
export class TouchBot extends MouseBot {
    protected override async takeHold(): Promise<void> {
        const { width, height } = this.page.viewportSize()!;
        await fingers(this.page, [[{ x: width / 2, y: height / 2 }]]);
    }

    // from the middle of the field, where there is room in every direction
    protected override async stroke(dx: number, dy: number): Promise<void> {
        await this.drag(dx, dy, []);
    }

    private async drag(dx: number, dy: number, held: readonly Point[]): Promise<void> {
        const { width, height } = this.page.viewportSize()!;
        const from = { x: width / 2 - dx / 2, y: height / 2 - dy / 2 };
        const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / 14));
        const way = Array.from({ length: steps + 1 }, (_, i): Point[] => [
            ...held,
            { x: from.x + (i * dx) / steps, y: from.y + (i * dy) / steps },
        ]);
        await fingers(this.page, held.length > 0 ? [[...held], ...way] : way);
        this.actions++;
    }

    private async middleOf(name: string): Promise<Point> {
        const box = await this.page
            .locator(".touch-bar")
            .getByRole("button", { name, exact: true })
            .boundingBox();
        if (box === null) {
            throw new Error(`there is no button ${name} to be seen`);
        }
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }

    protected override async press(key: string, prompt: string): Promise<void> {
        const name = { Tab: "Other hand", Space: "Jaws", "Control+z": "Undo" }[key];
        this.note(`${name ?? key}: ${prompt}`);
        if (name === undefined) {
            await this.page.getByRole("button", { name: "Start over" }).tap();
        } else {
            await fingers(this.page, [[await this.middleOf(name)]]);
        }
        this.actions++;
        await this.changed(prompt, prompt === "" ? 100 : 2500);
    }

    protected override async wind(prompt: string): Promise<void> {
        const sign = prompt.includes("to the right") ? 1 : -1;
        this.note(`wind ${sign}`);
        await this.drag(sign * 360, 0, [await this.middleOf("Wind")]);
        await this.changed(prompt, 6000);
    }
}

export interface Point {
    x: number;
    y: number;
}

// fingers of a touch screen, as the browser gets them from one: where all of them are at each moment
export async function fingers(page: Page, way: readonly (readonly Point[])[]): Promise<void> {
    const session = await (sessions.get(page) ?? page.context().newCDPSession(page));
    sessions.set(page, Promise.resolve(session));
    let down = 0;
    for (const points of way) {
        const touchPoints = points.map((p, id) => ({ ...p, id }));
        const type = points.length > down ? "touchStart" : "touchMove";
        down = points.length;
        await session.send("Input.dispatchTouchEvent", { type, touchPoints });
        await wait(8);
    }
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

// a pad that exists only in the answer of navigator.getGamepads
export const FAKE_PAD = `
    window.fakePad = { connected: true, mapping: "standard", id: "fake", index: 0, axes: [0, 0, 0, 0],
        buttons: Array.from({ length: 17 }, () => ({ pressed: false, touched: false, value: 0 })) };
    navigator.getGamepads = () => [window.fakePad, null, null, null];
`;

const WIND = 3;
const BACK = 2;
const TRIGGER = { left: 6, right: 7 };
const FULL_STICK = 0.45; // heights of the window per second: what one learns in the first seconds

export class PadBot {
    private undos = 0;
    private actions = 0;
    private begun = Date.now();
    private readonly log: string[] = [];

    constructor(
        private readonly page: Page,
        private readonly trace = false,
    ) {}

    private note(text: string): void {
        this.log.push(`${((Date.now() - this.begun) / 1000).toFixed(1)} s: ${text}`);
        if (this.trace) {
            console.log(`        ${this.log.at(-1)}`);
        }
    }

    private async button(index: number, value: number): Promise<void> {
        await this.page.evaluate(
            ([i, v]) => {
                const { fakePad } = window as unknown as {
                    fakePad: { buttons: { value: number; pressed: boolean }[] };
                };
                fakePad.buttons[i] = { ...fakePad.buttons[i]!, value: v, pressed: v > 0.5 };
            },
            [index, value] as const,
        );
        this.actions++;
    }

    // push both sticks, each for its own time
    private async push(sticks: { x: number; y: number; ms: number }[]): Promise<void> {
        this.actions++;
        await this.page.evaluate(async (list) => {
            const { fakePad } = window as unknown as { fakePad: { axes: number[] } };
            await Promise.all(
                list.map(async ({ x, y, ms }, i) => {
                    [fakePad.axes[2 * i], fakePad.axes[2 * i + 1]] = [x, y];
                    await new Promise((done) => setTimeout(done, ms));
                    [fakePad.axes[2 * i], fakePad.axes[2 * i + 1]] = [0, 0];
                }),
            );
        }, sticks);
    }

    private async toRings(prompt: string): Promise<void> {
        const picture = await look(this.page);
        const full = FULL_STICK * this.page.viewportSize()!.height;
        const sticks = (["left", "right"] as const).map((name) => {
            const asked = prompt.includes(name === "left" ? "Left stick" : "Right stick");
            const { tip, goal } = marks(picture, name);
            if (!asked || tip === null || goal === null) {
                return { x: 0, y: 0, ms: 0 };
            }
            const [dx, dy] = [goal.x - tip.x, goal.y - tip.y];
            const size = Math.hypot(dx, dy);
            // near by slowly: a stick at half its way moves a quarter as fast
            const part = size < 40 ? 0.5 : 1;
            const slow = size < 40 ? 4.2 : 1;
            this.note(`${name} by ${dx.toFixed(0)}, ${dy.toFixed(0)}`);
            return size < 2
                ? { x: 0, y: 0, ms: 0 }
                : {
                      x: (part * dx) / size,
                      y: (part * dy) / size,
                      ms: Math.min(1500, (1000 * slow * size) / full + 60),
                  };
        });
        await this.push(sticks);
        await this.changed(prompt, 900);
    }

    private async changed(from: string, ms: number): Promise<void> {
        const end = Date.now() + ms;
        while (
            Date.now() < end &&
            (await promptOf(this.page)) === from &&
            !(await scoreShown(this.page))
        ) {
            await wait(50);
        }
    }

    private async act(prompt: string): Promise<void> {
        const trigger = /\b(LT|RT)\b (Pull|Let go|Missed)/.exec(prompt);
        if (trigger !== null) {
            const index = trigger[1] === "LT" ? TRIGGER.left : TRIGGER.right;
            this.note(trigger[0]);
            await this.button(index, trigger[2] === "Pull" ? 1 : 0);
            await this.changed(prompt, 1500);
        } else if (/\bY\b/.test(prompt)) {
            const x = prompt.includes("to the right") ? 1 : -1;
            const left = prompt.includes("left stick");
            const ms = (1000 * 400) / (FULL_STICK * this.page.viewportSize()!.height);
            this.note(`wind ${x}`);
            const idle = { x: 0, y: 0, ms: 0 };
            await this.button(WIND, 1);
            await this.push(left ? [{ x, y: 0, ms }, idle] : [idle, { x, y: 0, ms }]);
            await this.button(WIND, 0);
            await this.changed(prompt, 4000);
        } else if (prompt.includes("to the ring")) {
            await this.toRings(prompt);
        } else if (prompt.includes("Pull both ends")) {
            await this.push([
                { x: -1, y: 0, ms: 120 },
                { x: 1, y: 0, ms: 120 },
            ]);
            await wait(400);
        } else {
            await wait(80);
        }
    }

    async tie(seconds: number): Promise<BotResult> {
        this.begun = Date.now();
        let last = "";
        let same = 0;
        let done = false;
        while (Date.now() - this.begun < 1000 * seconds && !done) {
            const prompt = await promptOf(this.page);
            same = prompt === last && prompt !== "" ? same + 1 : 0;
            last = prompt;
            if (same > 8) {
                same = 0;
                this.undos++;
                this.note(`back: ${prompt}`);
                await this.button(BACK, 1);
                await wait(200);
                await this.button(BACK, 0);
                await wait(400);
            } else {
                await this.act(prompt);
            }
            done = await scoreShown(this.page);
        }
        return {
            done,
            seconds: (Date.now() - this.begun) / 1000,
            actions: this.actions,
            undos: this.undos,
            log: this.log,
        };
    }
}

// by what the list of tasks says
export async function startTask(page: Page, title: string, help = ""): Promise<void> {
    await page.getByRole("button", { name: "Tasks" }).first().click();
    if (help !== "") {
        const choice = page.locator("dialog[open]").getByLabel("Help");
        const label = await choice.locator("option", { hasText: help }).textContent();
        await choice.selectOption({ label: label ?? help });
    }
    const card = page.locator("article.task", { hasText: title }).first();
    await card.getByRole("button", { name: /^Start/ }).click();
    await page.locator("h1", { hasText: title }).waitFor();
}
