// SPDX-License-Identifier: MIT
// A knot as it is read: one small drawing per throw.
import type { Knot, Throw } from "../net/messages";
import { TEXT } from "../text";
import { h, svg } from "./dom";

// one crossing; the strand on top goes from lower left to upper right for a right-handed one
function crossing(x: number, right: boolean): SVGElement {
    const up = `M${x} 20L${x + 12} 4`;
    const down = `M${x} 4L${x + 12} 20`;
    return svg(
        "g",
        {},
        svg("path", { d: right ? down : up, class: "strand b" }),
        svg("path", { d: right ? up : down, class: "strand gap" }),
        svg("path", { d: right ? up : down, class: "strand a" }),
    );
}

export function throwGlyph(item: Throw): SVGElement {
    const count = Math.max(1, Math.min(4, Math.abs(item.turns)));
    const width = 12 * count + 8;
    return svg(
        "svg",
        { viewBox: `-4 0 ${width} 24`, class: "throw-glyph", "aria-hidden": "true" },
        ...Array.from({ length: count }, (_, i) => crossing(12 * i, item.hand === "right")),
    );
}

export const throwText = (item: Throw): string =>
    TEXT.throwOf(Math.min(4, Math.abs(item.turns)), item.hand);

// the everyday name first, then what a table of knots calls it
export function knotTitle(knot: Knot | null): string {
    if (knot === null || knot.name === "0_1" || knot.name === "") {
        return "No knot yet";
    }
    if (knot.surgical === "surgeon") {
        return "Surgeon's knot";
    }
    const surgical =
        knot.surgical === ""
            ? ""
            : `${knot.surgical.charAt(0).toUpperCase()}${knot.surgical.slice(1)}`;
    if (surgical !== "") {
        return /knot|hitch/i.test(surgical) ? surgical : `${surgical} knot`;
    }
    return knot.name === "unknown" ? "An unnamed knot" : TEXT.knotOf(knot.name.replace(/_/g, "."));
}

export function throwList(knot: Knot | null): HTMLElement[] {
    return (knot?.throws ?? []).map((item, i) =>
        h(
            "li",
            { class: `throw ${item.hand}`, title: throwText(item) },
            throwGlyph(item),
            h("span", { class: "sr", text: TEXT.throwSaid(i + 1, throwText(item)) }),
            h("span", { class: "throw-count", "aria-hidden": "true", text: `${item.turns}` }),
        ),
    );
}
