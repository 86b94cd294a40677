// SPDX-License-Identifier: MIT
// Where the knot is: where strands of threads lie closest to each other. Plain numbers, no three.js.
import type { Vec3 } from "../core/vec";
import type { ThreadState, ToolState } from "../net/frame";

export interface KnotPlace {
    centre: Vec3; // m
    size: number; // m, that shows all of it
    radius: number; // m, of the thread
}

export interface Run {
    thread: number;
    first: number; // vertex
    count: number;
}

const TOUCH = 3.2; // radii between centre lines of strands that belong to a knot
const APART = 14; // radii along the thread: nearer ones are neighbours, not strands
const TIGHT = 30; // radii, the least that is shown: 2.6 mm of a 6-0
const OPEN = 130;

// The thread of all crossings: each is where a stretch of thread is nearer than `TOUCH` radii to another.
export function knotPlace(threads: readonly ThreadState[]): KnotPlace | null {
    const points: Vec3[] = [];
    threads.forEach((a, i) => {
        threads.slice(i).forEach((b, k) => crossings(a, b, k === 0, points));
    });
    const radius = threads[0]?.radius ?? 0;
    if (points.length < 2 || radius === 0) {
        return null;
    }
    const centre = denseMiddle(points, 20 * radius);
    const away = points
        .map((p) => Math.hypot(p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]))
        .sort((x, y) => x - y);
    const most = away[Math.floor(0.9 * (away.length - 1))] ?? 0;
    const size = Math.min(OPEN, Math.max(TIGHT, (2.6 * most) / radius + 14)) * radius;
    return { centre, size, radius };
}

function crossings(a: ThreadState, b: ThreadState, same: boolean, out: Vec3[]): void {
    const reach = TOUCH * Math.max(a.radius, b.radius);
    const edge = edgeOf(a);
    const skip = Math.max(2, Math.ceil((APART * a.radius) / Math.max(edge, 1e-9)));
    const near = reach + edge; // vertices of edges that touch may be an edge apart
    const p = a.positions;
    const q = b.positions;
    for (let i = 0; i < a.count; i++) {
        const [x, y, z] = [p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!];
        for (let j = same ? i + skip : 0; j < b.count; j++) {
            const dx = q[3 * j]! - x;
            if (dx > near || dx < -near) {
                continue;
            }
            const dy = q[3 * j + 1]! - y;
            const dz = q[3 * j + 2]! - z;
            if (dx * dx + dy * dy + dz * dz < near * near) {
                out.push([x + dx / 2, y + dy / 2, z + dz / 2]);
            }
        }
    }
}

function edgeOf(t: ThreadState): number {
    const p = t.positions;
    return t.count < 2 ? 0 : Math.hypot(p[3]! - p[0]!, p[4]! - p[1]!, p[5]! - p[2]!);
}

const mean = (points: Vec3[]): Vec3 => {
    const sum: Vec3 = [0, 0, 0];
    for (const p of points) {
        sum[0] += p[0];
        sum[1] += p[1];
        sum[2] += p[2];
    }
    return sum.map((x) => x / points.length) as Vec3;
};

// the mean of those that lie close together: one crossing far off does not pull it away
function denseMiddle(points: Vec3[], reach: number): Vec3 {
    let best: Vec3[] = points;
    let most = 0;
    const every = Math.max(1, Math.floor(points.length / 24));
    for (let i = 0; i < points.length; i += every) {
        const c = points[i]!;
        const near = points.filter(
            (p) => Math.hypot(p[0] - c[0], p[1] - c[1], p[2] - c[2]) < reach,
        );
        if (near.length > most) {
            most = near.length;
            best = near;
        }
    }
    return mean(best);
}

// stretches of thread within a distance, one vertex longer at both ends
export function runsNear(threads: readonly ThreadState[], centre: Vec3, reach: number): Run[] {
    const runs: Run[] = [];
    threads.forEach((t, thread) => {
        let first = -1;
        for (let i = 0; i <= t.count; i++) {
            const p = t.positions;
            const inside =
                i < t.count &&
                Math.hypot(
                    p[3 * i]! - centre[0],
                    p[3 * i + 1]! - centre[1],
                    p[3 * i + 2]! - centre[2],
                ) < reach;
            if (inside && first < 0) {
                first = Math.max(0, i - 1);
            } else if (!inside && first >= 0) {
                const last = Math.min(t.count - 1, i);
                runs.push({ thread, first, count: last - first + 1 });
                first = -1;
            }
        }
    });
    return runs.filter((r) => r.count >= 2);
}

// Where a thread changes its colour: at its lowest vertex between both ends, which lies under the post.
export function splitOf(t: ThreadState): number {
    let lowest = Math.floor(t.count / 2);
    const from = Math.floor(0.15 * t.count);
    for (let i = from; i < t.count - from; i++) {
        if (t.positions[3 * i + 2]! < t.positions[3 * lowest + 2]! - t.radius) {
            lowest = i;
        }
    }
    return lowest;
}

// Is the first end the left hand's? Told by what the hands hold; as before where they hold nothing.
export function leftFirst(
    t: ThreadState,
    tools: readonly ToolState[],
    isLeft: (tool: number) => boolean | null,
    before: boolean,
): boolean {
    for (const tool of tools) {
        const left = isLeft(tool.index);
        const grip = tool.grips.find((g) => g.thread === t.index);
        const nearEnd = grip === undefined ? 0.5 : grip.vertex / Math.max(1, t.count - 1);
        if (left !== null && Math.abs(nearEnd - 0.5) > 0.3) {
            return nearEnd < 0.5 === left;
        }
    }
    return before;
}
