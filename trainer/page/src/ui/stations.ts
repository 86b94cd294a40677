// SPDX-License-Identifier: MIT
// The trainers of a class: this one and others by their addresses, each with a way to watch it.
import type { Api } from "../net/api";
import { TEXT } from "../text";
import { button, h, setText } from "./dom";

const KEPT = "sutura-stations";
const MOST = 32;

// an address that a page can be opened at; null: it is none
export function stationOf(text: string): string | null {
    try {
        const url = new URL(/^https?:\/\//i.test(text) ? text : `http://${text}`);
        url.hash = "";
        return url.hostname === "" ? null : url.href;
    } catch {
        return null;
    }
}

// the address of a page of a station, with what its own address says (a token)
export function doorOf(station: string, role: "watch" | "instructor", key = ""): string {
    const url = new URL(station);
    url.searchParams.set(role, key);
    return url.href;
}

function read(storage: Storage): string[] {
    try {
        const kept: unknown = JSON.parse(storage.getItem(KEPT) ?? "[]");
        return Array.isArray(kept)
            ? kept.filter((s): s is string => typeof s === "string" && stationOf(s) !== null)
            : [];
    } catch {
        return [];
    }
}

export class Stations {
    readonly element = h("section", { class: "stations" });
    private readonly list = h("ul", { class: "station-list" });
    private readonly busy = h("span", { class: "note" });
    private known: string[];

    constructor(
        private readonly api: Api,
        private readonly storage: Storage,
        private readonly key: string, // of the instructor, at this trainer
    ) {
        this.known = read(storage);
        const field = h("input", { class: "input", "aria-label": TEXT.addStation });
        field.placeholder = TEXT.addStation;
        const form = h(
            "form",
            {
                class: "row",
                onsubmit: (event: Event) => {
                    event.preventDefault();
                    const station = stationOf(field.value.trim());
                    field.setCustomValidity(station === null ? TEXT.addStation : "");
                    if (station !== null && !this.known.includes(station)) {
                        this.keep([...this.known, station].slice(0, MOST));
                        field.value = "";
                    }
                },
            },
            field,
            h("button", { class: "button plain", type: "submit", text: TEXT.add }),
        );
        this.element.append(h("h2", { text: TEXT.stations }), this.list, form);
        this.render();
    }

    // how many pages there are and whether somebody practises
    async look(): Promise<void> {
        const status = await this.api.status();
        setText(this.busy, TEXT.busy(status.pages, status.held));
    }

    private keep(stations: string[]): void {
        this.known = stations;
        try {
            this.storage.setItem(KEPT, JSON.stringify(stations));
        } catch {
            // for this visit only
        }
        this.render();
    }

    private render(): void {
        const doors = (station: string, key = ""): HTMLElement[] => [
            h("a", {
                class: "button plain",
                href: doorOf(station, "watch"),
                target: "_blank",
                rel: "noopener",
                text: TEXT.watchLive,
            }),
            h("a", {
                class: "button plain",
                href: doorOf(station, "instructor", key),
                target: "_blank",
                rel: "noopener",
                text: TEXT.takeOver,
            }),
        ];
        this.list.replaceChildren(
            h(
                "li",
                { class: "row" },
                h("strong", { text: TEXT.thisStation }),
                this.busy,
                ...doors(this.api.address("./"), this.key),
            ),
            ...this.known.map((station) =>
                h(
                    "li",
                    { class: "row" },
                    h("strong", { text: new URL(station).host }),
                    ...doors(station),
                    button({
                        icon: "close",
                        label: TEXT.remove,
                        quiet: true,
                        onclick: () => this.keep(this.known.filter((s) => s !== station)),
                    }),
                ),
            ),
        );
    }
}
