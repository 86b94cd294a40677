// SPDX-License-Identifier: MIT
// The line of a thread for drawing: its smooth centre line, thinned to what can be seen, with a frame that is
// carried along without twisting. The twist of the material turns only the stripe.
import {
    alongThread,
    carry,
    centreLine,
    firstNormal,
    type TubeInput,
    type TubeMemory,
} from "../tube";

export interface Strand {
    count: number; // rings kept
    place: Float32Array; // 3 each, m
    tangent: Float32Array;
    frame: Float32Array; // a unit vector across
    thread: Float32Array; // turns of the material, m from the first vertex, tension in N
}

const MOST_TURN = Math.cos((8 * Math.PI) / 180);

export function strandRoom(rings: number): Strand {
    const three = (): Float32Array => new Float32Array(3 * rings);
    return { count: 0, place: three(), tangent: three(), frame: three(), thread: three() };
}

// A ring is kept where the line has turned by 8 degrees since the last one, and after `reach` m. `line` is scratch of
// 6 numbers per ring of the smooth line.
export function buildStrand(
    input: TubeInput,
    subdivisions: number,
    reach: number,
    memory: TubeMemory,
    line: Float32Array,
    out: Strand,
): void {
    centreLine(input, subdivisions, line);
    const rings = (input.count - 1) * subdivisions + 1;
    const n = firstNormal(memory, [line[3]!, line[4]!, line[5]!]);
    let arc = 0;
    let kept = -1; // the ring that was kept last
    let since = 0;
    out.count = 0;
    for (let r = 0; r < rings; r++) {
        const at = 6 * r;
        if (r > 0) {
            carry(n, line.subarray(at - 3, at), line.subarray(at + 3, at + 6));
            const step = Math.hypot(
                line[at]! - line[at - 6]!,
                line[at + 1]! - line[at - 5]!,
                line[at + 2]! - line[at - 4]!,
            );
            arc += step;
            since += step;
        }
        const next = r + 1 < rings ? at + 6 : at;
        const k = 6 * Math.max(kept, 0);
        const straight =
            line[k + 3]! * line[next + 3]! +
            line[k + 4]! * line[next + 4]! +
            line[k + 5]! * line[next + 5]!;
        if (r > 0 && r < rings - 1 && straight > MOST_TURN && since < reach) {
            continue;
        }
        kept = r;
        since = 0;
        const to = 3 * out.count++;
        for (let i = 0; i < 3; i++) {
            out.place[to + i] = line[at + i]!;
            out.tangent[to + i] = line[at + 3 + i]!;
            out.frame[to + i] = n[i]!;
        }
        const [turns, force] = alongThread(input, r / subdivisions);
        out.thread[to] = turns;
        out.thread[to + 1] = arc;
        out.thread[to + 2] = force;
    }
}
