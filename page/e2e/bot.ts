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
    private at: { x: number; y: number };
    private undos = 0;
    private actions = 0;
    private begun = Date.now();
    private readonly log: string[] = [];

    constructor(
        private readonly page: Page,
        private readonly trace = false,
    ) {
        const { width, height } = page.viewportSize()!;
        this.at = { x: width / 2, y: height / 2 };
    }

    private note(text: string): void {
        this.log.push(`${((Date.now() - this.begun) / 1000).toFixed(1)} s: ${text}`);
        if (this.trace) {
            console.log(`        ${this.log.at(-1)}`);
        }
    }

    private async stroke(dx: number, dy: number, size = 14): Promise<void> {
        const steps = Math.max(1, Math.ceil(Math.hypot(dx, dy) / size));
        await this.page.mouse.move(this.at.x + dx, this.at.y + dy, { steps });
        this.at = { x: this.at.x + dx, y: this.at.y + dy };
        this.actions++;
    }

    private async changed(from: string, ms: number): Promise<string> {
        const end = Date.now() + ms;
        let now = from;
        while (now === from && Date.now() < end && !(await scoreShown(this.page))) {
            await wait(60);
            now = await promptOf(this.page);
        }
        return now;
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
        await this.changed(prompt, 1500);
    }

    private async wind(prompt: string): Promise<void> {
        const sign = prompt.includes("to the right") ? 1 : -1;
        this.note(`wind ${sign}`);
        await this.page.keyboard.down("w");
        await wait(80);
        await this.stroke(sign * 360, 0);
        await this.page.keyboard.up("w");
        await this.changed(prompt, 6000);
    }

    private async press(key: string, prompt: string): Promise<void> {
        this.note(`${key}: ${prompt}`);
        await this.page.keyboard.press(key);
        this.actions++;
        await this.changed(prompt, 2500);
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
                this.undos++;
                await this.press("Control+z", prompt);
            } else if (prompt.includes("Click into the field")) {
                await this.page.mouse.click(this.at.x, this.at.y);
                await wait(150);
            } else if (/\bTab\b/.test(prompt)) {
                await this.press("Tab", prompt);
            } else if (/\bSpace\b/.test(prompt)) {
                await this.press("Space", prompt);
            } else if (/\bW\b/.test(prompt)) {
                await this.wind(prompt);
            } else if (prompt.includes("to the ring")) {
                await this.toRing(prompt);
            } else {
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

// by what the list of tasks says
export async function startTask(page: Page, title: string): Promise<void> {
    await page.getByRole("button", { name: "Tasks" }).first().click();
    const card = page.locator("article.task", { hasText: title }).first();
    await card.getByRole("button", { name: /^Start/ }).click();
    await page.locator("h1", { hasText: title }).waitFor();
}
