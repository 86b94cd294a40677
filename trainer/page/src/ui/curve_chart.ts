// SPDX-License-Identifier: MIT
// A learning curve as SVG: one dot per attempt, filled when it succeeded, and the mean of the last five.
import { linePath, referenceIn, runningMean, scaleOf, type Box } from "../core/chart";
import { metricText, tickText, when } from "../core/format";
import type { CurvePoint, Metric } from "../net/messages";
import { TEXT, word } from "../text";
import { svg } from "./dom";

const WIDTH = 640;
const HEIGHT = 260;
const BOX: Box = { left: 66, top: 16, width: WIDTH - 66 - 18, height: HEIGHT - 16 - 40 };

export function curveChart(
    points: CurvePoint[],
    metric: Metric,
    open: (attempt: number) => void,
): SVGElement {
    const values = points.map((p) => p.value);
    const reference = referenceIn(values, metric.reference?.value ?? null);
    const y = scaleOf(reference === null ? values : [...values, reference]);
    const most = Math.max(5, points.length);
    const place = (n: number, value: number): [number, number] => [
        BOX.left + (BOX.width * (n - 0.5)) / most,
        BOX.top + BOX.height * (1 - y.place(value)),
    ];
    const chart = svg("svg", {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        class: "curve",
        role: "img",
        "aria-label": TEXT.curveOf(word(metric.label), points.length),
    });
    for (const tick of y.ticks) {
        const at = place(1, tick)[1];
        chart.append(
            svg("path", { d: `M${BOX.left} ${at}H${BOX.left + BOX.width}`, class: "grid" }),
            svg("text", {
                x: BOX.left - 8,
                y: at + 4,
                class: "tick end",
                text: tickText(tick, metric.unit),
            }),
        );
    }
    if (reference !== null) {
        const at = place(1, reference)[1];
        chart.append(
            svg("path", { d: `M${BOX.left} ${at}H${BOX.left + BOX.width}`, class: "reference" }),
            svg("text", {
                x: BOX.left + BOX.width,
                y: at - 5,
                class: "tick end ref",
                text: "published",
            }),
        );
    }
    const every = Math.max(1, Math.ceil(most / 10));
    for (let n = 1; n <= most; n += every) {
        const x = place(n, y.low)[0];
        chart.append(svg("text", { x, y: BOX.top + BOX.height + 18, class: "tick", text: `${n}` }));
    }
    chart.append(
        svg("text", { x: BOX.left + BOX.width / 2, y: HEIGHT - 6, class: "tick", text: "attempt" }),
    );
    if (points.length > 1) {
        const mean = runningMean(values, 5);
        chart.append(
            svg("path", { d: linePath(mean.map((v, i) => place(i + 1, v))), class: "mean" }),
        );
    }
    points.forEach((point, i) => {
        const [cx, cy] = place(i + 1, point.value);
        const text = TEXT.attemptWas(
            i + 1,
            when(point.started),
            metricText(point.value, metric.unit),
        );
        chart.append(
            svg(
                "circle",
                {
                    cx,
                    cy,
                    r: 5,
                    class: point.success ? "dot" : "dot miss",
                    tabindex: 0,
                    role: "button",
                    "aria-label": TEXT.replayOf(text),
                    onclick: () => open(point.attempt),
                    onkeydown: (e: KeyboardEvent) =>
                        e.key === "Enter" ? open(point.attempt) : undefined,
                },
                svg("title", { text }),
            ),
        );
    });
    return chart;
}
