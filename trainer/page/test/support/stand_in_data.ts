// SPDX-License-Identifier: MIT
// Tasks, metrics and records of the stand-in.
import type { Catalogue, RecordRow, Task } from "../../src/net/messages";

const task = (
    id: string,
    title: string,
    group: string,
    level: number,
    goal: string,
    materials: string[] = [],
): Task => ({
    id,
    title,
    group,
    level,
    goal,
    demo: group !== "free",
    hands: 2,
    materials,
    material: materials[0] ?? null,
    hints: [
        "Pick up the short end with the right forceps.",
        "Lay the long end over it and through the loop.",
        "Pull both ends apart, evenly.",
    ],
    success: "A reef knot lies flat around the post.",
    metrics: ["time", "path_left", "path_right", "sparc", "force_max", "knot"],
});

export const CATALOGUE: Catalogue = {
    tasks: [
        task("free", "Free play", "free", 1, "Try any thread, without a goal.", [
            "nylon 2-0",
            "nylon 6-0",
            "nylon 10-0",
            "silk 2-0",
        ]),
        task(
            "touch",
            "Touch the targets",
            "basics",
            1,
            "Bring the tips of each hand to five targets in turn.",
        ),
        task(
            "rings",
            "Through the rings",
            "basics",
            1,
            "Lead the end of the thread through three rings.",
        ),
        task("overhand-post", "Overhand knot", "knots", 1, "Tie a single throw around the post."),
        task(
            "reef-post",
            "Reef knot around a post",
            "knots",
            2,
            "Tie a reef knot around the post: two throws of opposite hand.",
            ["nylon 6-0", "silk 2-0"],
        ),
        task(
            "surgeon-post",
            "Surgeon's knot",
            "knots",
            3,
            "A double throw, then a single one of the opposite hand.",
        ),
        task(
            "granny",
            "Spot the granny",
            "repair",
            2,
            "One of two knots is a granny. Undo it and tie a reef.",
        ),
        task(
            "plectoneme",
            "Twist a thread",
            "physics",
            1,
            "Turn one end until the thread coils up on itself.",
        ),
    ],
    metrics: [
        {
            id: "time",
            label: "Time",
            unit: "s",
            better: "lower",
            meaning: "From the first movement until the goal was reached.",
            reference: {
                text: "112 s for an intracorporeal suture",
                value: 112,
                source: "FLS proficiency level, SAGES",
            },
        },
        {
            id: "path_left",
            label: "Path, left hand",
            unit: "m",
            better: "lower",
            meaning: "How far the tips travelled.",
            reference: null,
        },
        {
            id: "path_right",
            label: "Path, right hand",
            unit: "m",
            better: "lower",
            meaning: "How far the tips travelled.",
            reference: null,
        },
        {
            id: "sparc",
            label: "Smoothness (SPARC)",
            unit: "",
            better: "higher",
            meaning: "Length of the spectrum of the speed: closer to zero is smoother.",
            reference: {
                text: "-1.4 for one ideal movement",
                value: null,
                source: "Balasubramanian 2015",
            },
        },
        {
            id: "force_max",
            label: "Largest force",
            unit: "N",
            better: "lower",
            meaning: "The hardest pull at either hand.",
            reference: null,
        },
        {
            id: "knot",
            label: "Knot",
            unit: "",
            better: "none",
            meaning: "Named from the shape of the thread.",
            reference: null,
        },
    ],
    materials: [{ name: "nylon 6-0", diameter: 8.5e-5, knot_pull: 1.9 }],
};

export function recordsOf(count: number): RecordRow[] {
    return Array.from({ length: count }, (_, i) => {
        const seconds = 40 + 110 * Math.exp(-i / 4) + 14 * Math.sin(2.7 * i);
        return {
            id: i + 1,
            trainee: "Ada",
            task: "reef-post",
            title: "Reef knot around a post",
            material: "nylon 6-0",
            started: new Date(Date.UTC(2026, 10, 2 + i, 8, 15)).toISOString(),
            seconds,
            success: i % 4 !== 1,
            state: i % 4 !== 1 ? "done" : "stopped",
            bytes: 120000,
            metrics: [
                { id: "time", value: seconds, unit: "s" },
                { id: "knot", value: i % 4 !== 1 ? "reef" : "granny", unit: "" },
            ],
            conditions: i % 5 === 3 ? { speed: 0.5, speed_share: 1, pauses: 1, paused: 4 } : null,
        };
    });
}
