// SPDX-License-Identifier: MIT
// Parts of the score: the sentence, the bars, the attempts as a line, the two pictures of the knot.
import type { Advice } from "../core/advice";
import { ENOUGH, type Bar } from "../core/bars";
import { linePath } from "../core/chart";
import { metricText } from "../core/format";
import type { Knot, RecordRow } from "../net/messages";
import { TEXT } from "../text";
import { h, svg } from "./dom";
import { idealKnot } from "./knot_diagram";

export function sentence(advice: Advice): HTMLElement {
    return h(
        "h3",
        { class: "sentence" },
        advice.said,
        " ",
        h("em", { text: advice.todo }),
        advice.why === "" ? "" : ` ${advice.why}`,
    );
}

const tone = (share: number): string => (share >= 0.75 ? "good" : share >= 0.35 ? "fair" : "poor");

export function barRow(bar: Bar, awaited: boolean): HTMLElement {
    const [title, meaning] = TEXT.bars[bar.name];
    const { share } = bar;
    const percent = (x: number): string => `${(100 * Math.min(1, Math.max(0.015, x))).toFixed(1)}%`;
    const value = awaited ? "…" : metricText(bar.value, bar.unit);
    return h(
        "div",
        { class: `bar ${share === null ? "unknown" : tone(share)}` },
        h("strong", { text: title }),
        h("span", {
            class: "bar-meaning",
            text:
                share === null && bar.count < ENOUGH
                    ? `${meaning}; ${TEXT.notKnown(bar.count, ENOUGH)}`
                    : meaning,
        }),
        h("span", { class: "bar-value", text: value }),
        h(
            "div",
            {
                class: "bar-track",
                role: "img",
                "aria-label":
                    share === null
                        ? `${title}: ${TEXT.notKnown(bar.count, ENOUGH)}`
                        : `${title}: ${Math.round(100 * share)} %`,
            },
            h("div", { class: "bar-quarter" }),
            share !== null && h("div", { class: "bar-fill", style: `width:${percent(share)}` }),
            bar.best !== null &&
                h("div", { class: "bar-best", style: `left:${percent(bar.best)}` }),
        ),
    );
}

// times of the attempts so far, the newest at the right
export function attemptLine(records: readonly RecordRow[]): HTMLElement | null {
    const times = [...records]
        .reverse()
        .filter((r) => r.success)
        .map((r) => r.seconds)
        .slice(-12);
    if (times.length < 2) {
        return null;
    }
    const [low, high] = [Math.min(...times), Math.max(...times)];
    const place = (t: number, i: number): [number, number] => [
        4 + (i * 292) / (times.length - 1),
        8 + (36 * (t - low)) / Math.max(1e-9, high - low),
    ];
    return h(
        "div",
        { class: "attempt-line" },
        h("span", { text: TEXT.attemptsLine(times.length) }),
        svg(
            "svg",
            {
                viewBox: "0 0 300 52",
                role: "img",
                "aria-label": times.map((t) => metricText(t, "s")).join(", "),
            },
            svg("path", { d: linePath(times.map((t, i) => place(high + low - t, i))) }),
        ) as unknown as HTMLElement,
        h("span", { class: "num", text: metricText(times.at(-1) ?? null, "s") }),
    );
}

export interface KnotPicture {
    canvas: HTMLCanvasElement;
    magnification: number;
}

// what was tied, large, over what it should look like
export function knotPictures(picture: KnotPicture | null, knot: Knot | null): HTMLElement | null {
    const ideal = idealKnot(knot);
    if (picture === null && ideal === null) {
        return null;
    }
    if (picture !== null) {
        picture.canvas.className = "knot-photo";
    }
    return h(
        "div",
        { class: "score-pictures" },
        picture !== null &&
            h(
                "figure",
                {},
                picture.canvas,
                h("figcaption", {
                    text: [TEXT.yours(picture.magnification), knot?.word ?? ""].join(" · "),
                }),
            ),
        ideal,
    );
}
