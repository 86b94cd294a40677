// SPDX-License-Identifier: MIT
// Two figures at the needle: the angle at which it went in, and the way from its tip to the dot where it is to come out.
import type { Vec3 } from "../core/vec";
import { norm, sub } from "../core/vec";
import type { Frame } from "../net/frame";
import type { SceneMessage } from "../net/messages";
import { TEXT } from "../text";
import type { Eye } from "../view/camera_rig";
import { project, type Window } from "../view/project";
import { h, setText } from "./dom";

interface Tag {
    element: HTMLElement;
    text: string;
    at: Vec3 | null;
}

// what is said at the needle: null: nothing
export function needleSays(
    scene: SceneMessage,
    frame: Frame,
): { entry: { at: Vec3; angle: number } | null; exit: { at: Vec3; left: number } | null } {
    const needle = frame.needles[0];
    const mark = (name: string): Vec3 | null =>
        scene.marks.find((m) => m.kind === "dot" && m.name === name)?.position ?? null;
    const [into, out] = [mark("entry"), mark("exit")];
    if (needle === undefined || into === null || out === null) {
        return { entry: null, exit: null };
    }
    const holes = frame.holes.filter((x) => x.needle === needle.index);
    const far = (p: Vec3, q: Vec3): number => norm(sub(p, q));
    const first = holes.find((x) => far(x.rest, into) < far(x.rest, out) && x.angle >= 0);
    const through = holes.some((x) => far(x.rest, out) < far(x.rest, into));
    return {
        entry: first === undefined ? null : { at: into, angle: first.angle },
        exit:
            first === undefined || through
                ? null
                : { at: out, left: far(needle.pose.position, out) },
    };
}

export class NeedleTags {
    private readonly tags: [Tag, Tag] = [this.tag(), this.tag()];
    readonly element = h("div", { class: "needle-tags" }, ...this.tags.map((t) => t.element));

    private tag(): Tag {
        return { element: h("span", { class: "needle-tag", hidden: true }), text: "", at: null };
    }

    show(scene: SceneMessage | null, frame: Frame | null, eye: Eye, view: Window): void {
        const said =
            scene === null || frame === null || scene.level === "exam"
                ? { entry: null, exit: null }
                : needleSays(scene, frame);
        const texts = [
            said.entry === null ? "" : TEXT.entryAngle((said.entry.angle * 180) / Math.PI),
            said.exit === null ? "" : TEXT.exitIn(1000 * said.exit.left),
        ];
        [said.entry, said.exit].forEach((what, i) => {
            const { element } = this.tags[i]!;
            element.hidden = what === null;
            if (what !== null) {
                setText(element, texts[i]!);
                const p = project(eye, what.at, view);
                element.style.transform = `translate(${Math.round(p.x - (i === 0 ? 0 : 110))}px, ${Math.round(p.y + (i === 0 ? 42 : -58))}px)`;
            }
        });
    }
}
