// SPDX-License-Identifier: MIT
// Frames as a person reads them.
import { norm } from "./core/vec";
import type { Hands } from "./input/hands";
import { FrameFlag, ToolFlag, type Frame, type ToolState } from "./net/frame";
import type { HandReading, Readings } from "./state";
import { largestTension } from "./view/field";

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
        tension: largestTension(frame.threads),
        late: frame.statistics?.late ?? 0,
        steps: frame.statistics?.steps ?? 0,
        realtime: frame.statistics?.realtime ?? 1,
        hands: [tool(0), tool(1)],
    };
}
