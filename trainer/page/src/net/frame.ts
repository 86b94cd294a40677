// SPDX-License-Identifier: MIT
// State frames: the binary messages of the server (docs/protocol.md). Decoding copies nothing large:
// positions, tensions and twists are views into the message.
import type { Pose, Vec3 } from "../core/vec";

export const FRAME_MAGIC = 0x46545553; // "SUTF"
export const FRAME_VERSION = 1;
export const HEADER_BYTES = 40;

export const enum Section {
    Thread = 1,
    Tool = 2,
    Parts = 3,
    Obstacle = 4,
    Holds = 5,
    Contacts = 6,
    Events = 7,
    Statistics = 8,
    Tissue = 16,
    Needle = 17,
    Holes = 18,
}

export const enum FrameFlag {
    Paused = 1,
    Demo = 2,
    Replay = 4,
    Running = 8,
    Succeeded = 16,
    Slow = 32,
    Jammed = 64,
}

export const enum ToolFlag {
    Blocked = 1,
    Holds = 2,
    Candidate = 4,
    Slips = 8,
    ByPage = 16,
    ByScript = 32,
}

export interface ThreadState {
    index: number;
    count: number;
    radius: number; // m
    tensionUnit: number; // N
    twistUnit: number; // rad
    positions: Float32Array; // 3 count, m
    tension: Int16Array;
    twist: Int16Array;
    cuts?: number[]; // edges that were cut
}

export interface Grip {
    thread: number;
    vertex: number;
    where: Vec3;
    force: Vec3;
    slips: boolean;
}

export interface ToolState {
    index: number;
    flags: number;
    proxy: Pose;
    jaw: number;
    target: Pose;
    targetJaw: number;
    force: Vec3;
    torque: Vec3;
    handForce: Vec3;
    handTorque: Vec3;
    candidate: { thread: number; vertex: number; where: Vec3 } | null;
    grips: Grip[];
    tail: number; // m, from the jaws to the nearer end of the thread
}

export interface Part {
    tip: Vec3;
    base: Vec3;
    face: Vec3;
    tipRadius: number;
    baseRadius: number;
}

export interface Hold {
    thread: number;
    vertex: number;
    lags: boolean;
    parked: boolean; // an end that a beginner let go
    clip: boolean; // of the assistant
    where: Vec3;
    force: Vec3;
}

export interface Contact {
    where: Vec3;
    force: Vec3;
    thread: number;
    edge: number;
    other: number | null;
    flags: number;
}

export interface TissueState {
    index: number;
    count: number;
    changes: number; // of its mesh, so far
    middle: Vec3; // m
    unit: number; // m
    places: Int16Array; // 3 count, from the middle
    strain: Int16Array; // thousandths
}

export interface NeedleState {
    index: number;
    lags: boolean;
    tool: number; // that holds it, -1: none
    at: number; // m behind the tip, where it is held
    pose: Pose; // the tip, x forward, y towards the centre of the arc
    force: Vec3; // N, of all that touches it
    resistance: number; // N, against the forward tangent at the tip
}

// where a needle or a thread goes through tissue
export interface Hole {
    needle: number; // -1: it is on a thread
    thread: number;
    tissue: number;
    slides: boolean;
    where: Vec3;
    rest: Vec3; // where that was at the start
    force: Vec3;
    along: number; // m behind the tip, or of the thread from its first end
    angle: number; // rad between needle and surface as it went through, negative: not known
    torn: number; // m
}

export interface WorldEvent {
    type: number;
    object: number;
    thread: number;
    where: Vec3;
    amount: number;
    time: number;
}

export interface Statistics {
    medianUs: number;
    maxUs: number;
    periodUs: number;
    steps: number;
    late: number;
    contacts: number;
    substeps: number;
    guardHits: number;
    dropped: number;
    realtime: number;
    undos: number; // how often the world went back
}

export interface Frame {
    number: number;
    scene: number;
    time: number;
    clock: number;
    seq: number;
    flags: number;
    speed: number; // of real time
    threads: ThreadState[];
    tools: ToolState[];
    parts: { tool: number; parts: Part[] }[];
    obstacles: { index: number; position: Vec3; rotation: Vec3 }[];
    holds: Hold[];
    tissues: TissueState[];
    needles: NeedleState[];
    holes: Hole[];
    contacts: Contact[];
    events: WorldEvent[];
    statistics: Statistics | null;
    bytes: number;
}

export class FrameError extends Error {
    constructor(
        message: string,
        readonly newerVersion = false,
    ) {
        super(message);
    }
}

// Reads one after the other; what does not fit is a FrameError, never a value from elsewhere.
class Reader {
    constructor(
        readonly view: DataView,
        public at: number,
        readonly end: number,
    ) {}

    private take(bytes: number): number {
        const from = this.at;
        if (from + bytes > this.end) {
            throw new FrameError(`a frame ends early: ${bytes} bytes wanted at ${from}`);
        }
        this.at += bytes;
        return from;
    }
    get left(): number {
        return this.end - this.at;
    }
    u16(): number {
        return this.view.getUint16(this.take(2), true);
    }
    u32(): number {
        return this.view.getUint32(this.take(4), true);
    }
    i32(): number {
        return this.view.getInt32(this.take(4), true);
    }
    f32(): number {
        return this.view.getFloat32(this.take(4), true);
    }
    f64(): number {
        return this.view.getFloat64(this.take(8), true);
    }
    vec3(): Vec3 {
        return [this.f32(), this.f32(), this.f32()];
    }
    pose(): Pose {
        return {
            position: this.vec3(),
            rotation: [this.f32(), this.f32(), this.f32(), this.f32()],
        };
    }
    floats(count: number): Float32Array {
        const from = this.take(4 * count);
        return new Float32Array(this.view.buffer, this.view.byteOffset + from, count);
    }
    shorts(count: number): Int16Array {
        const from = this.take(2 * count);
        return new Int16Array(this.view.buffer, this.view.byteOffset + from, count);
    }
    list<T>(most: number, read: () => T): T[] {
        const count = this.u32();
        if (count > most) {
            throw new FrameError(`a list of ${count}, at most ${most} are allowed`);
        }
        return Array.from({ length: count }, read);
    }
}

function readThread(r: Reader, index: number): ThreadState {
    const count = r.u32();
    const thread: ThreadState = {
        index,
        count,
        radius: r.f32(),
        tensionUnit: r.f32(),
        twistUnit: r.f32(),
        positions: r.floats(3 * count),
        tension: r.shorts(count),
        twist: r.shorts(count),
    };
    thread.cuts = r.left >= 4 ? r.list(count, () => r.u32()) : [];
    return thread;
}

function readGrip(r: Reader): Grip {
    return {
        thread: r.i32(),
        vertex: r.i32(),
        where: r.vec3(),
        force: r.vec3(),
        slips: (r.u32() & 1) !== 0,
    };
}

function readTool(r: Reader, index: number): ToolState {
    const flags = r.u32();
    const proxy = r.pose();
    const jaw = r.f32();
    const target = r.pose();
    const targetJaw = r.f32();
    const force = r.vec3();
    const torque = r.vec3();
    const handForce = r.vec3();
    const handTorque = r.vec3();
    const thread = r.i32();
    const vertex = r.i32();
    const where = r.vec3();
    const gripCount = Math.min(r.u32(), 2);
    const grips = [readGrip(r), readGrip(r)].slice(0, gripCount);
    return {
        index,
        flags,
        proxy,
        jaw,
        target,
        targetJaw,
        force,
        torque,
        handForce,
        handTorque,
        candidate: thread < 0 ? null : { thread, vertex, where },
        grips,
        tail: r.f32(),
    };
}

function readPart(r: Reader): Part {
    return {
        tip: r.vec3(),
        base: r.vec3(),
        face: r.vec3(),
        tipRadius: r.f32(),
        baseRadius: r.f32(),
    };
}

function readTissue(r: Reader, index: number): TissueState {
    const count = r.u32();
    return {
        index,
        count,
        changes: r.u32(),
        middle: r.vec3(),
        unit: r.f32(),
        places: r.shorts(3 * count),
        strain: r.shorts(count),
    };
}

function readNeedle(r: Reader, index: number): NeedleState {
    const flags = r.u32();
    const tool = r.i32();
    const at = r.f32();
    const { position, rotation } = r.pose();
    return {
        index,
        lags: (flags & 1) !== 0,
        tool,
        at,
        pose: { position, rotation },
        force: r.vec3(),
        resistance: r.f32(),
    };
}

function readHole(r: Reader): Hole {
    const needle = r.i32();
    const thread = r.i32();
    const tissue = r.i32();
    return {
        needle,
        thread,
        tissue,
        slides: (r.u32() & 1) !== 0,
        where: r.vec3(),
        rest: r.vec3(),
        force: r.vec3(),
        along: r.f32(),
        angle: r.f32(),
        torn: r.f32(),
    };
}

function readHold(r: Reader): Hold {
    const thread = r.i32();
    const vertex = r.i32();
    const flags = r.u32();
    return {
        thread,
        vertex,
        lags: (flags & 1) !== 0,
        parked: (flags & 2) !== 0,
        clip: (flags & 4) !== 0,
        where: r.vec3(),
        force: r.vec3(),
    };
}

function readContact(r: Reader): Contact {
    const where = r.vec3();
    const force = r.vec3();
    const thread = r.u16();
    const edge = r.u16();
    const other = r.u16();
    return { where, force, thread, edge, other: other === 65535 ? null : other, flags: r.u16() };
}

function readEvent(r: Reader): WorldEvent {
    return {
        type: r.u16(),
        object: r.u16(),
        thread: r.u32(),
        where: r.vec3(),
        amount: r.f32(),
        time: r.f64(),
    };
}

function readStatistics(r: Reader): Statistics {
    return {
        medianUs: r.f32(),
        maxUs: r.f32(),
        periodUs: r.f32(),
        steps: r.u32(),
        late: r.u32(),
        contacts: r.u32(),
        substeps: r.u32(),
        guardHits: r.u32(),
        dropped: r.u32(),
        realtime: r.f32(),
        undos: r.left >= 4 ? r.u32() : 0, // servers before it was there
    };
}

function readSection(frame: Frame, type: number, index: number, r: Reader): void {
    switch (type) {
        case Section.Thread:
            frame.threads.push(readThread(r, index));
            break;
        case Section.Tool:
            frame.tools.push(readTool(r, index));
            break;
        case Section.Parts:
            frame.parts.push({ tool: index, parts: r.list(16, () => readPart(r)) });
            break;
        case Section.Obstacle:
            frame.obstacles.push({ index, position: r.vec3(), rotation: r.vec3() });
            break;
        case Section.Holds:
            frame.holds = r.list(65536, () => readHold(r));
            break;
        case Section.Contacts:
            frame.contacts = r.list(512, () => readContact(r));
            break;
        case Section.Events:
            frame.events = r.list(64, () => readEvent(r));
            break;
        case Section.Statistics:
            frame.statistics = readStatistics(r);
            break;
        case Section.Tissue:
            frame.tissues.push(readTissue(r, index));
            break;
        case Section.Needle:
            frame.needles.push(readNeedle(r, index));
            break;
        case Section.Holes:
            frame.holes = r.list(64, () => readHole(r));
            break;
        default: // of a later server
            break;
    }
}

export function decodeFrame(buffer: ArrayBuffer): Frame {
    const view = new DataView(buffer);
    const header = new Reader(view, 0, buffer.byteLength);
    if (header.u32() !== FRAME_MAGIC) {
        throw new FrameError("not a state frame");
    }
    const version = header.u16();
    if (version !== FRAME_VERSION) {
        throw new FrameError(`frames of version ${version}; this page reads 1`, true);
    }
    let left = header.u16();
    const frame: Frame = {
        number: header.u32(),
        scene: header.u32(),
        time: header.f64(),
        clock: header.f64(),
        seq: header.u32(),
        flags: header.u16(),
        speed: header.u16() / 1000,
        threads: [],
        tools: [],
        parts: [],
        obstacles: [],
        holds: [],
        tissues: [],
        needles: [],
        holes: [],
        contacts: [],
        events: [],
        statistics: null,
        bytes: buffer.byteLength,
    };
    for (; left > 0; left--) {
        const type = header.u16();
        const index = header.u16();
        const size = header.u32();
        const end = header.at + size;
        if (end > buffer.byteLength || size % 4 !== 0) {
            throw new FrameError(`section ${type} has a wrong size: ${size}`);
        }
        readSection(frame, type, index, new Reader(view, header.at, end));
        header.at = end;
    }
    return frame;
}
