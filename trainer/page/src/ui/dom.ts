// SPDX-License-Identifier: MIT
// Elements in one line each. Texts are looked up in the language of the page.
import { word } from "../text";

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, unknown>;

const READ = ["title", "aria-label", "placeholder"]; // attributes that people read

// attributes that begin with "on" are listeners, "class" and "text" are what they say; false and null
// leave an attribute out
function apply(element: Element, attributes: Attributes): void {
    for (const [key, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) {
            continue;
        }
        if (key.startsWith("on") && typeof value === "function") {
            element.addEventListener(key.slice(2), value as EventListener);
        } else if (key === "text") {
            element.textContent = word(String(value));
        } else if (READ.includes(key)) {
            element.setAttribute(key, word(String(value)));
        } else {
            element.setAttribute(key, value === true ? "" : String(value));
        }
    }
}

const shown = (children: Child[]): (Node | string)[] =>
    children
        .filter((c): c is Node | string => c != null && c !== false)
        .map((c) => (typeof c === "string" ? word(c) : c));

export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    apply(element, attributes);
    element.append(...shown(children));
    return element;
}

export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    apply(element, attributes);
    element.append(...shown(children));
    return element;
}

// strokes on a square of 24
const ICONS: Record<string, string> = {
    play: "M8 5.5v13l10-6.5z",
    pause: "M8.5 5.5v13M15.5 5.5v13",
    step: "M7 5.5v13l8-6.5zM18 5.5v13",
    reset: "M5 12a7 7 0 1 0 2.2-5.1M5 4v4h4",
    undo: "M9 6L5 10l4 4M5 10h9a5 5 0 0 1 0 10h-3",
    stop: "M7 7h10v10H7z",
    eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6",
    list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
    chart: "M4 4v16h16M8 15l4-5 3 3 5-7",
    sliders: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h5M13 12h7M11 10v4",
    help: "M9.2 9.2a2.9 2.9 0 1 1 4.2 2.6c-.9.5-1.4 1-1.4 2.1M12 17.2h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",
    close: "M6 6l12 12M18 6L6 18",
    check: "M5 12.5l4.5 4.5L19 7.5",
    film: "M4 5h16v14H4zM8 5v14M16 5v14M4 9.5h4M4 14.5h4M16 9.5h4M16 14.5h4",
    trash: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 11v5M13.5 11v5",
    save: "M12 4v11M7.5 10.5L12 15l4.5-4.5M4.5 19.5h15",
    user: "M12 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M5 20c.6-4 3.3-6 7-6s6.400 2 7 6",
    arrow: "M5 19L19 5M11 5h8v8",
    glasses:
        "M2.500 12a4 4 0 1 0 8 0 4 4 0 0 0-8 0zM13.500 12a4 4 0 1 0 8 0 4 4 0 0 0-8 0zM10.500 11q1.500-1 3 0",
    palette: "M4 17c5-1 3-9 8-9s3 8 8 7",
    camera: "M4 8h3l1.500-2.500h7L17 8h3v11H4zM12 10a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7",
    headset: "M4 9h16v8h-5l-1.500-2.500h-3L9 17H4z",
    slow: "M12 7v5l3 2M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17",
    chevron: "M9 6l6 6-6 6",
    release: "M14 5h5v14h-5M4 12h10M10.500 8.500L14 12l-3.500 3.500",
    gauge: "M4 17a8 8 0 1 1 16 0M12 17l4-6",
};

export function icon(name: string): SVGElement {
    return svg(
        "svg",
        { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
        svg("path", { d: ICONS[name] ?? "" }),
    );
}

export interface ButtonOptions {
    icon?: string;
    label: string; // always there for those who do not see
    title?: string;
    quiet?: boolean; // only the icon is shown
    kind?: "primary" | "danger" | "plain";
    keys?: string;
    onclick: () => void;
}

export function button(options: ButtonOptions): HTMLButtonElement {
    const { label, quiet, kind = "plain" } = options;
    const hint = [word(options.title ?? label), options.keys].filter(Boolean).join(" · ");
    return h(
        "button",
        {
            type: "button",
            class: `button ${kind}${quiet === true ? " quiet" : ""}`,
            title: hint,
            "aria-label": quiet === true ? label : null,
            onclick: options.onclick,
        },
        options.icon !== undefined && icon(options.icon),
        quiet !== true && h("span", { text: label }),
    );
}

export function toggle(options: ButtonOptions & { on: boolean }): HTMLButtonElement {
    const element = button(options);
    element.setAttribute("aria-pressed", String(options.on));
    return element;
}

export function setPressed(element: HTMLElement, on: boolean): void {
    element.setAttribute("aria-pressed", String(on));
}

// text only when it is another one: screen readers and layout are not bothered for nothing
export function setText(element: Element, english: string): void {
    const text = word(english);
    if (element.textContent !== text) {
        element.textContent = text;
    }
}

export function keycap(key: string): HTMLElement {
    return h("kbd", { text: key });
}

// a dialog with a title and a way out; the browser keeps the focus inside and Escape closes
export function dialog(title: string, className: string, ...children: Child[]): HTMLDialogElement {
    const id = `title-${Math.random().toString(36).slice(2, 9)}`;
    const element = h("dialog", { class: `dialog ${className}`, "aria-labelledby": id });
    element.append(
        h(
            "header",
            { class: "dialog-head" },
            h("h2", { id, text: title, tabindex: -1, autofocus: true }),
            button({ icon: "close", label: "Close", quiet: true, onclick: () => element.close() }),
        ),
        h("div", { class: "dialog-body" }, ...children),
    );
    element.addEventListener("click", (event) => {
        if (event.target === element) {
            element.close(); // beside it
        }
    });
    return element;
}
