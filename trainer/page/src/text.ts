// SPDX-License-Identifier: MIT
// What the page says, in the language of its reader. `TEXT` are sentences that are put together; `word` looks
// a label up that stands in English where it is shown, or comes from the server (titles of tasks, rules).
// The language is chosen once, when the page is opened: ?lang=de, the setting, the browser's.
import { CONTROLS_DE } from "./text/controls_de";
import { DE } from "./text/de";
import { EN, type Text } from "./text/en";
import { FIGURES_DE } from "./text/figures_de";
import { SAID_DE } from "./text/said_de";
import { WORDS_DE } from "./text/words_de";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_KEY = "sutura-language";

// the first of these that is spoken here; English otherwise
export function chooseLanguage(asked: readonly (string | null | undefined)[]): Language {
    for (const one of asked) {
        const short = (one ?? "").slice(0, 2).toLowerCase();
        if (short in LANGUAGES) {
            return short as Language;
        }
    }
    return "en";
}

function kept(): string | null {
    try {
        return localStorage.getItem(LANGUAGE_KEY);
    } catch {
        return null; // forbidden, or no browser
    }
}

export const LANGUAGE: Language =
    typeof document === "undefined"
        ? "en"
        : chooseLanguage([
              new URL(location.href).searchParams.get("lang"),
              kept(),
              navigator.language,
          ]);

export const TEXT: Text = LANGUAGE === "de" ? DE : EN;

const TABLE: Readonly<Record<string, string>> | null =
    LANGUAGE === "de" ? { ...WORDS_DE, ...SAID_DE, ...FIGURES_DE, ...CONTROLS_DE } : null;

// Remarks that the server has joined are looked up one by one; as it is where one of them is not known.
export function phraseIn(table: Readonly<Record<string, string>>, english: string): string | null {
    const whole = table[english];
    if (whole !== undefined) {
        return whole;
    }
    for (let at = english.lastIndexOf(" "); at > 0; at = english.lastIndexOf(" ", at - 1)) {
        const first = table[english.slice(0, at)];
        const rest = first === undefined ? null : phraseIn(table, english.slice(at + 1));
        if (first !== undefined && rest !== null) {
            return `${first} ${rest}`;
        }
    }
    return null;
}

export const word = (english: string): string =>
    TABLE === null ? english : (phraseIn(TABLE, english) ?? english);
