// SPDX-License-Identifier: MIT
// Pictures of the page at three sizes, for the docs and for whoever changes how it looks.
//   tools/page.sh shots [--only REGEX] [--sizes REGEX] [--png] [--folder FOLDER]
//   tools/page.sh shots --tasks [--only REGEX]    the small pictures of the list of tasks, from the demonstrations
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { MouseBot, startTask } from "./bot";
import {
    begin,
    pageDir,
    settled,
    startBrowser,
    startTrainer,
    stopTrainer,
    visit,
    type Trainer,
} from "./harness";

const SIZES = { desk: [1366, 768], tablet: [768, 1024], phone: [390, 844] } as const;

const args = process.argv.slice(2).filter((a) => a !== "--");
const option = (name: string, otherwise: string): string => {
    const at = args.indexOf(name);
    return at >= 0 ? (args[at + 1] ?? otherwise) : otherwise;
};
const only = new RegExp(option("--only", ""));
const sizes = new RegExp(option("--sizes", ""));
const png = args.includes("--png");
const folder = option("--folder", join(pageDir, "../../build/page-shots"));

// a film to its end, where the world has come to rest
async function toEnd(page: Page, task: string): Promise<void> {
    await begin(page, task, true);
    await page.waitForFunction(() => window.sutura!.state.film.value?.complete === true);
    await page.evaluate(async () => {
        const { actions, state } = window.sutura!;
        await actions.seek(state.film.value!.length);
    });
    await page.waitForTimeout(3000);
}

const SCORED = "Overhand knot around a post";

// a film at a share of its length, the hands where they are then
async function filmAt(page: Page, task: string, share: number): Promise<void> {
    await begin(page, task, true);
    await page.waitForFunction(() => window.sutura!.state.film.value?.complete === true);
    await page.evaluate(async (s) => {
        const { actions, state } = window.sutura!;
        await actions.pause(true);
        await actions.seek(s * state.film.value!.length);
    }, share);
    await page.waitForTimeout(6000); // the eye goes near
}

// somebody who has a name and an attempt that is kept
async function oneAttempt(page: Page): Promise<void> {
    await page.evaluate(() => {
        window.sutura!.state.trainee.value = "Grace";
    });
    await begin(page, "touch");
    const { width, height } = page.viewportSize()!;
    await page.mouse.click(width / 2, height / 2);
    for (let i = 0; i < 60; i++) {
        await page.mouse.move(width / 2 + 6 * i, height / 2 - 90 * Math.sin(i / 9));
        await page.waitForTimeout(40);
    }
    await page.keyboard.press("Escape");
    await page.evaluate(() => window.sutura!.actions.stop());
    await page.waitForFunction(() => window.sutura!.state.ended.value?.attempt != null);
}

const VIEWS: Record<string, (page: Page) => Promise<void>> = {
    welcome: async (page) => {
        await page.getByRole("dialog", { name: /Welcome/ }).waitFor();
    },
    knot: (page) => toEnd(page, "reef-post"),
    winding: (page) => filmAt(page, "reef-post", 0.55),
    bite: (page) => toEnd(page, "bite"),
    skin: (page) => filmAt(page, "skin", 0.6),
    skinbite: (page) => filmAt(page, "skin-bite", 0.5),
    vessel: (page) => filmAt(page, "vessel-tie", 1),
    stitch: (page) => filmAt(page, "skin-stitch", 0.12),
    stitchend: (page) => filmAt(page, "skin-stitch", 0.98),
    penrose: (page) => filmAt(page, "penrose", 0.3),
    anastomosis: (page) => filmAt(page, "anastomosis", 0.2),
    needlerings: (page) => filmAt(page, "needle-rings", 0.5),
    lead: async (page) => {
        await begin(page, "overhand-post");
        const { width, height } = page.viewportSize()!;
        await page.mouse.click(width / 2, height / 2);
        await page.waitForTimeout(2500);
    },
    tasks: async (page) => {
        await page.keyboard.press("t");
        await page.waitForTimeout(1500);
    },
    records: async (page) => {
        await oneAttempt(page);
        await page.keyboard.press("Escape");
        await page.keyboard.press("o");
        await page.waitForTimeout(1500);
    },
    replay: async (page) => {
        await oneAttempt(page);
        await page.evaluate(async () => {
            const { actions, state } = window.sutura!;
            await actions.replay(state.ended.value!.attempt!);
        });
        await page.waitForTimeout(4000);
    },
    class: async (page) => {
        await oneAttempt(page);
        await page.evaluate(() => window.sutura!.actions.release());
        await page.goto(`${new URL(page.url()).origin}/class?instructor`);
        await page.locator("tbody tr button.cell").first().click();
        await page.waitForTimeout(1500);
    },
    settings: async (page) => {
        await page.keyboard.press("g");
        await page.waitForTimeout(1000);
    },
    score: async (page) => {
        await startTask(page, SCORED);
        await new MouseBot(page).tie(300);
        await page.waitForTimeout(5000); // the tensiometer
    },
};

// The field alone, twice as large as it is kept.
const SMALL = { width: 272, height: 153 };
const MOMENT: Record<string, number> = { "skin-stitch": 0.12, anastomosis: 0.2 }; // share of the film, where half is not the best
const shrink = async ([picture, size]: readonly [string, typeof SMALL]): Promise<string> => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = size.width;
    canvas.height = size.height;
    const g = canvas.getContext("2d")!;
    g.imageSmoothingQuality = "high";
    g.drawImage(image, 0, 0, size.width, size.height);
    return canvas.toDataURL("image/webp", 0.55).split(",")[1]!;
};

async function taskPictures(trainer: Trainer, browser: Browser): Promise<void> {
    const to = join(pageDir, "src/pictures");
    await mkdir(to, { recursive: true });
    const { page, context } = await visit(browser, trainer, { picture: true });
    await page.addStyleTag({
        content: ".shell, .markers, .needle-tags { display: none !important }",
    });
    await page.setViewportSize({ width: 2 * SMALL.width, height: 2 * SMALL.height });
    await page.evaluate(() => window.sutura!.state.set({ marks: false, lens: false }));
    const tasks = await page.evaluate(() =>
        window.sutura!.state.catalogue.value.tasks.map(({ id, demo }) => ({ id, demo })),
    );
    for (const { id, demo } of tasks) {
        if (!only.test(id)) {
            continue;
        }
        await begin(page, id, demo);
        if (demo) {
            await page.waitForFunction(() => window.sutura!.state.film.value?.complete === true);
            await page.evaluate(async (share) => {
                const { actions, state } = window.sutura!;
                await actions.pause(true);
                await actions.seek(share * state.film.value!.length);
            }, MOMENT[id] ?? 0.55);
        }
        await page.waitForTimeout(6000); // the eye goes near
        const shot = await page.screenshot();
        const small = await page.evaluate(shrink, [shot.toString("base64"), SMALL] as const);
        await writeFile(join(to, `${id}.webp`), Buffer.from(small, "base64"));
        console.log(`${id}.webp ${small.length * 0.75} bytes`);
    }
    await page.evaluate(() => window.sutura!.actions.release());
    await context.close();
}

await mkdir(folder, { recursive: true });
const trainer = await startTrainer(true);
const browser = await startBrowser();
try {
    if (args.includes("--tasks")) {
        await taskPictures(trainer, browser);
    }
    for (const [name, set] of Object.entries(VIEWS)) {
        if (args.includes("--tasks") || !only.test(name)) {
            continue;
        }
        const { page, context } = await visit(browser, trainer, {
            picture: true,
            novice: true,
            welcome: name === "welcome",
        });
        await set(page);
        for (const [size, [width, height]] of Object.entries(SIZES)) {
            if (!sizes.test(size)) {
                continue;
            }
            await page.setViewportSize({ width, height });
            await page.waitForTimeout(1000);
            if (name !== "class") {
                await settled(page);
            }
            const path = join(folder, `page_${name}_${size}.${png ? "png" : "jpg"}`);
            await page.screenshot(png ? { path } : { path, type: "jpeg", quality: 72 });
            console.log(path);
        }
        await page.evaluate(() => window.sutura?.actions.release());
        await context.close();
    }
} finally {
    await browser.close();
    await stopTrainer(trainer);
}
