// SPDX-License-Identifier: MIT
// A picture for every task, taken from its demonstration (tools/page.sh shots --tasks); a thread for a task that has none.
import { h, svg } from "./dom";

const PICTURES: Record<string, string> = import.meta.glob("../pictures/*.webp", {
    eager: true,
    query: "?url",
    import: "default",
});

export const picturePath = (id: string): string | undefined => PICTURES[`../pictures/${id}.webp`];

export function taskPicture(id: string): Element {
    const src = picturePath(id);
    return src === undefined
        ? svg(
              "svg",
              { viewBox: "0 0 160 90", class: "task-picture", "aria-hidden": "true" },
              svg("path", { d: "M8 54C50 14 64 78 88 46S128 20 152 50" }),
          )
        : h("img", {
              class: "task-picture",
              src,
              alt: "",
              loading: "lazy",
              width: 272,
              height: 153,
          });
}
