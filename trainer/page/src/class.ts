// SPDX-License-Identifier: MIT
// The instructor's page.
import "./styles/base.css";
import "./styles/dialogs.css";
import "./styles/class.css";
import { Api } from "./net/api";
import { LANGUAGE } from "./text";
import { ClassView } from "./ui/class_view";

document.documentElement.lang = LANGUAGE;
const mount = document.querySelector<HTMLElement>("#page");
if (mount !== null) {
    const here = new URL(location.href);
    const key = here.searchParams.get("instructor") ?? "";
    const view = new ClassView(new Api(here), localStorage, key);
    mount.append(view.element);
    void view.start();
}
