// SPDX-License-Identifier: MIT
// Frames as a person reads them.
import { norm, type Vec3 } from "./core/vec";
import type { Hands } from "./input/hands";
import { FrameFlag, ToolFlag, type Frame, type ToolState } from "./net/frame";
import type { HandReading, Readings } from "./state";

export function handReading(tool: ToolState): HandReading {
    const has = (flag: ToolFlag): boolean => (tool.flags & flag) !== 0;
    return {
        force: norm(tool.handForce),
        jaw: tool.jaw,
        holds: has(ToolFlag.Holds),
        slips: has(ToolFlag.Slips),
        near: tool.candidate !== null,
        blocked: has(ToolFlag.Blocked),
        tail: tool.tail,
    };
}

// N. Edges beside a held vertex keep the length that they had when the jaws closed; what they show is no
// pull.
export function largestPull(frame: Frame): number {
    let most = 0;
    frame.threads.forEach((thread, index) => {
        const held = new Set<number>();
        for (const grip of frame.tools.flatMap((t) => t.grips)) {
            if (grip.thread === index) {
                held.add(grip.vertex).add(grip.vertex - 1);
            }
        }
        thread.tension.forEach((value, edge) => {
            if (!held.has(edge)) {
                most = Math.max(most, value * thread.tensionUnit);
            }
        });
    });
    return most;
}

export function readingsOf(frame: Frame, hands: Hands): Readings {
    const tool = (side: 0 | 1): HandReading | null => {
        const state = hands.state(side);
        return state === null ? null : handReading(state);
    };
    return {
        time: frame.time,
        paused: (frame.flags & FrameFlag.Paused) !== 0,
        speed: frame.speed,
        slow: (frame.flags & FrameFlag.Slow) !== 0,
        jammed: (frame.flags & FrameFlag.Jammed) !== 0,
        tension: largestPull(frame),
        late: frame.statistics?.late ?? 0,
        steps: frame.statistics?.steps ?? 0,
        realtime: frame.statistics?.realtime ?? 1,
        hands: [tool(0), tool(1)],
    };
}

// Where the work is: at the hands that hold something; one alone works on the thread as a whole, or on the tissue.
export function workplace(frame: Frame): Vec3[] {
    const needles = new Set(frame.needles.map((n) => n.tool));
    const busy = frame.tools.filter((t) => t.grips.length > 0 || needles.has(t.index));
    if (frame.tissues.length > 0) {
        return [...busy.map((t) => t.proxy.position), ...frame.tissues.map((t) => t.middle)];
    }
    const hands = (busy.length > 0 ? busy : frame.tools).map((t) => t.proxy.position);
    const points = [...hands, ...frame.holds.map((h) => h.where)];
    const thread = frame.threads[0];
    if (points.length === 1 && thread !== undefined) {
        const every = Math.max(1, Math.floor(thread.count / 10));
        for (let i = 0; i < thread.count; i += every) {
            const [x = 0, y = 0, z = 0] = thread.positions.subarray(3 * i, 3 * i + 3);
            points.push([x, y, z]);
        }
    }
    return points;
}
