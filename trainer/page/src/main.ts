// SPDX-License-Identifier: MIT
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/cards.css";
import "./styles/dialogs.css";
import { App } from "./app";
import { LANGUAGE, TEXT } from "./text";

declare global {
    interface Window {
        sutura?: App; // for tests and for the curious
    }
}

document.documentElement.lang = LANGUAGE;
const canvas = document.querySelector<HTMLCanvasElement>("canvas#field");
const mount = document.querySelector<HTMLElement>("#page");
if (canvas !== null && mount !== null) {
    try {
        const app = new App(canvas, mount);
        window.sutura = app;
        app.start();
    } catch (error) {
        const text = document.createElement("p");
        text.className = "fatal";
        text.textContent = TEXT.noWebgl(String(error));
        mount.append(text);
    }
}
