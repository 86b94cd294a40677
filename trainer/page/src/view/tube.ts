// SPDX-License-Identifier: MIT
// The thread as a tube. Its centre line goes through the vertices as a Catmull-Rom curve; every ring
// stands on a frame that is carried along without twisting, and the twist of the material turns
// only the stripe, so that the stripe shows the torsion that is really there.

export interface TubeLayout {
    rings: number; // of the body
    sides: number;
    cap: number; // rings of each rounded end
    vertexCount: number;
    indices: Uint32Array;
}

export interface TubeArrays {
    position: Float32Array; // 3 per vertex, m
    normal: Float32Array;
    thread: Float32Array; // turns of the material, arc length over radius, tension in N
}

export interface TubeInput {
    count: number;
    positions: Float32Array;
    tension: Int16Array;
    twist: Int16Array;
    tensionUnit: number;
    twistUnit: number;
}

// kept from frame to frame: the frame of the first ring follows its edge without spinning
export interface TubeMemory {
    tangent: [number, number, number] | null;
    normal: [number, number, number];
}

const CAP = 3;

export function tubeLayout(count: number, subdivisions: number, sides: number): TubeLayout {
    const body = (count - 1) * subdivisions + 1;
    const rings = body + 2 * CAP;
    const columns = sides + 1;
    const indices = new Uint32Array((rings - 1) * sides * 6);
    let at = 0;
    for (let r = 0; r + 1 < rings; r++) {
        for (let s = 0; s < sides; s++) {
            const a = r * columns + s;
            const b = a + columns;
            indices.set([a, a + 1, b, b, a + 1, b + 1], at);
            at += 6;
        }
    }
    return { rings: body, sides, cap: CAP, vertexCount: rings * columns, indices };
}

export function tubeArrays(layout: TubeLayout): TubeArrays {
    return {
        position: new Float32Array(3 * layout.vertexCount),
        normal: new Float32Array(3 * layout.vertexCount),
        thread: new Float32Array(3 * layout.vertexCount),
    };
}

// Catmull-Rom through p1 (t = 0) and p2 (t = 1): value and derivative of one coordinate
function spline(p0: number, p1: number, p2: number, p3: number, t: number): [number, number] {
    const a = 2 * p1;
    const b = p2 - p0;
    const c = 2 * p0 - 5 * p1 + 4 * p2 - p3;
    const d = -p0 + 3 * p1 - 3 * p2 + p3;
    return [0.5 * (a + t * (b + t * (c + t * d))), 0.5 * (b + t * (2 * c + t * 3 * d))];
}

// Centre line: positions and unit tangents of all rings of the body, 6 numbers each.
export function centreLine(input: TubeInput, subdivisions: number, out: Float32Array): void {
    const { positions: p, count } = input;
    const rings = (count - 1) * subdivisions + 1;
    for (let r = 0; r < rings; r++) {
        const i = Math.min(Math.floor(r / subdivisions), count - 2);
        const t = r / subdivisions - i;
        const at = 6 * r;
        let length = 0;
        for (let k = 0; k < 3; k++) {
            const p1 = p[3 * i + k] as number;
            const p2 = p[3 * i + 3 + k] as number;
            // beyond the ends the line goes on straight
            const p0 = i > 0 ? (p[3 * i - 3 + k] as number) : 2 * p1 - p2;
            const p3 = i + 2 < count ? (p[3 * i + 6 + k] as number) : 2 * p2 - p1;
            const [value, slope] = spline(p0, p1, p2, p3, t);
            out[at + k] = value;
            out[at + 3 + k] = slope;
            length += slope * slope;
        }
        const inverse = length > 0 ? 1 / Math.sqrt(length) : 0;
        for (let k = 3; k < 6; k++) {
            out[at + k] = (out[at + k] as number) * inverse;
        }
    }
}

// carry n from the direction t to the direction u by the shortest rotation
export function carry(n: number[], t: ArrayLike<number>, u: ArrayLike<number>): void {
    const [tx = 0, ty = 0, tz = 0] = [t[0], t[1], t[2]];
    const [ux = 0, uy = 0, uz = 0] = [u[0], u[1], u[2]];
    const [nx = 0, ny = 0, nz = 0] = n;
    const c = 1 + tx * ux + ty * uy + tz * uz;
    if (c < 1e-6) {
        return; // turned back on itself: any answer is as good
    }
    const f = (nx * ux + ny * uy + nz * uz) / c;
    n[0] = nx - f * (tx + ux);
    n[1] = ny - f * (ty + uy);
    n[2] = nz - f * (tz + uz);
    // rounding must not add up over hundreds of rings
    const along = n[0] * ux + n[1] * uy + n[2] * uz;
    n[0] -= along * ux;
    n[1] -= along * uy;
    n[2] -= along * uz;
    const length = Math.hypot(n[0], n[1], n[2]);
    if (length > 1e-9) {
        n[0] /= length;
        n[1] /= length;
        n[2] /= length;
    }
}

export function firstNormal(memory: TubeMemory, t: [number, number, number]): number[] {
    if (memory.tangent === null) {
        const least = [0, 1, 2].reduce((a, b) => (Math.abs(t[b]!) < Math.abs(t[a]!) ? b : a));
        const axis: [number, number, number] = [0, 0, 0];
        axis[least] = 1;
        const along = t[least] as number;
        const n = axis.map((x, k) => x - along * (t[k] as number));
        const length = Math.hypot(...n);
        memory.normal = n.map((x) => x / length) as [number, number, number];
    } else {
        carry(memory.normal, memory.tangent, t);
    }
    memory.tangent = t;
    return [...memory.normal];
}

// radius of the drawn tube in m; `line` is scratch of 6 numbers per ring of the body
export function buildTube(
    input: TubeInput,
    layout: TubeLayout,
    subdivisions: number,
    radius: number,
    memory: TubeMemory,
    line: Float32Array,
    out: TubeArrays,
): void {
    centreLine(input, subdivisions, line);
    const { sides, rings } = layout;
    const cosines = new Float64Array(sides + 1);
    const sines = new Float64Array(sides + 1);
    for (let s = 0; s <= sides; s++) {
        cosines[s] = Math.cos((2 * Math.PI * s) / sides);
        sines[s] = Math.sin((2 * Math.PI * s) / sides);
    }
    const n = firstNormal(memory, [line[3] as number, line[4] as number, line[5] as number]);
    const b = [0, 0, 0];
    let arc = 0;
    let ring = 0;

    // one ring at `at` of the line, moved by `shift` radii along the tangent, of `width` radii
    const put = (
        at: number,
        shift: number,
        width: number,
        lean: number,
        turns: number,
        force: number,
    ): void => {
        const [tx, ty, tz] = [
            line[at + 3] as number,
            line[at + 4] as number,
            line[at + 5] as number,
        ];
        const x = (line[at] as number) + shift * radius * tx;
        const y = (line[at + 1] as number) + shift * radius * ty;
        const z = (line[at + 2] as number) + shift * radius * tz;
        const side = Math.sqrt(Math.max(0, 1 - lean * lean));
        let v = 3 * ring * (sides + 1);
        for (let s = 0; s <= sides; s++, v += 3) {
            const c = cosines[s] as number;
            const d = sines[s] as number;
            const rx = c * n[0]! + d * b[0]!;
            const ry = c * n[1]! + d * b[1]!;
            const rz = c * n[2]! + d * b[2]!;
            out.position[v] = x + width * radius * rx;
            out.position[v + 1] = y + width * radius * ry;
            out.position[v + 2] = z + width * radius * rz;
            out.normal[v] = side * rx + lean * tx;
            out.normal[v + 1] = side * ry + lean * ty;
            out.normal[v + 2] = side * rz + lean * tz;
            out.thread[v] = s / sides - turns;
            out.thread[v + 1] = arc / radius + shift;
            out.thread[v + 2] = force;
        }
        ring++;
    };

    for (let r = 0; r < rings; r++) {
        const at = 6 * r;
        if (r > 0) {
            carry(n, line.subarray(at - 3, at), line.subarray(at + 3, at + 6));
            arc += Math.hypot(
                (line[at] as number) - (line[at - 6] as number),
                (line[at + 1] as number) - (line[at - 5] as number),
                (line[at + 2] as number) - (line[at - 4] as number),
            );
        }
        const [tx, ty, tz] = [
            line[at + 3] as number,
            line[at + 4] as number,
            line[at + 5] as number,
        ];
        b[0] = ty * n[2]! - tz * n[1]!;
        b[1] = tz * n[0]! - tx * n[2]!;
        b[2] = tx * n[1]! - ty * n[0]!;
        const [turns, force] = alongThread(input, r / subdivisions);
        if (r === 0) {
            for (let c = 0; c < CAP; c++) {
                const angle = (Math.PI / 2) * (1 - c / CAP);
                put(at, -Math.sin(angle), Math.cos(angle), -Math.sin(angle), turns, force);
            }
        }
        put(at, 0, 1, 0, turns, force);
        if (r === rings - 1) {
            for (let c = 1; c <= CAP; c++) {
                const angle = (Math.PI / 2) * (c / CAP);
                put(at, Math.sin(angle), Math.cos(angle), Math.sin(angle), turns, force);
            }
        }
    }
}

// Turns and tension at a place counted in vertices; values of edges belong to their middles.
export function alongThread(input: TubeInput, place: number): [number, number] {
    const last = Math.max(0, input.count - 2);
    const x = Math.min(Math.max(place - 0.5, 0), last);
    const i = Math.min(Math.floor(x), last);
    const j = Math.min(i + 1, last);
    const f = x - i;
    const twist = (1 - f) * (input.twist[i] as number) + f * (input.twist[j] as number);
    const tension = (1 - f) * (input.tension[i] as number) + f * (input.tension[j] as number);
    return [(twist * input.twistUnit) / (2 * Math.PI), tension * input.tensionUnit];
}
