// SPDX-License-Identifier: MIT
// What published check lists ask of a stitch and a knot, as far as the state says it. Ratings are an observer's:
// only items that are a measurement are here, each with its list. No DOM.
import type { EndedMessage, MetricValue } from "../net/messages";

export interface CheckItem {
    list: string; // and where it was published
    text: string; // a key of the words
    held: boolean;
}

const MM = 1e-3;

// Limits are those of the lists; what a list leaves to the eye of a rater is not here.
interface Ask {
    list: string;
    text: string;
    of: string[]; // figures that it needs
    holds: (v: Record<string, number | string>) => boolean;
}

const below = (id: string, most: number) => (v: Record<string, number | string>) =>
    Number(v[id]) <= most;

const FLS = "SAGES FLS, suture exercises";
const GESEA = "GESEA score, BMC Medical Education 2020, table 1";
const ALI = "Anastomosis Lapse Index, Ghanem et al. 2016";
const KNOT = "Knot quality, Trials 2015, table 2";

export const ASKS: readonly Ask[] = [
    {
        list: FLS,
        text: "In and out at most 1 mm beside the marks",
        of: ["entry_off", "exit_off"],
        holds: (v) => Math.max(Number(v.entry_off), Number(v.exit_off)) <= MM,
    },
    { list: FLS, text: "Gap of at most 1 mm", of: ["gap"], holds: below("gap", MM) },
    {
        list: FLS,
        text: "A double throw and two single ones",
        of: ["knot"],
        holds: (v) => v.knot === "2=1=1",
    },
    { list: FLS, text: "Nothing torn out", of: ["tears"], holds: below("tears", 0) },
    {
        list: GESEA,
        text: "The first puncture is in the dot",
        of: ["entries", "entry_off"],
        // a solid is entered once at each lip
        holds: (v) => Number(v.entry_off) <= MM && Number(v.entries) <= 2,
    },
    { list: GESEA, text: "The tissue is whole", of: ["tears"], holds: below("tears", 0) },
    { list: GESEA, text: "The lips are closed", of: ["gap"], holds: below("gap", MM) },
    {
        list: KNOT,
        text: "The knot holds under tension",
        of: ["failure"],
        holds: (v) => v.failure === "thread breaks",
    },
    { list: ALI, text: "No visible tear", of: ["tears"], holds: below("tears", 0) },
];

// lists of surgery on vessels are for vessels
const belongs = (ask: Ask, ended: Pick<EndedMessage, "metrics">): boolean =>
    ask.list !== ALI || ended.metrics.some((m) => m.id === "leak" && m.value !== null);

// Nothing for tasks without a stitch, nor of figures that were not measured.
export function checkLists(ended: Pick<EndedMessage, "metrics">): CheckItem[] {
    const values: Record<string, number | string> = {};
    for (const { id, value } of ended.metrics as MetricValue[]) {
        if (value !== null) {
            values[id] = value;
        }
    }
    if (values.entries === undefined || values.knot === undefined) {
        return [];
    }
    return ASKS.filter(
        (ask) => belongs(ask, ended) && ask.of.every((id) => values[id] !== undefined),
    ).map((ask) => ({ list: ask.list, text: ask.text, held: ask.holds(values) }));
}
