// SPDX-License-Identifier: MIT
// Writes state frames byte by byte, independently of the decoder: for fixtures and for the stand-in
// of the server.
import type { Pose, Vec3 } from "../../src/core/vec";

export class Bytes {
    private readonly parts: Uint8Array[] = [];
    length = 0;

    private put(size: number, write: (view: DataView) => void): this {
        const part = new Uint8Array(size);
        write(new DataView(part.buffer));
        this.parts.push(part);
        this.length += size;
        return this;
    }
    u16(v: number): this {
        return this.put(2, (d) => d.setUint16(0, v, true));
    }
    i16(v: number): this {
        return this.put(2, (d) => d.setInt16(0, v, true));
    }
    u32(v: number): this {
        return this.put(4, (d) => d.setUint32(0, v, true));
    }
    i32(v: number): this {
        return this.put(4, (d) => d.setInt32(0, v, true));
    }
    f32(...values: number[]): this {
        return this.put(4 * values.length, (d) =>
            values.forEach((v, i) => d.setFloat32(4 * i, v, true)),
        );
    }
    f64(v: number): this {
        return this.put(8, (d) => d.setFloat64(0, v, true));
    }
    bytes(other: Bytes): this {
        this.parts.push(...other.parts);
        this.length += other.length;
        return this;
    }
    section(type: number, index: number, payload: Bytes): this {
        return this.u16(type).u16(index).u32(payload.length).bytes(payload);
    }
    buffer(): ArrayBuffer {
        const all = new Uint8Array(this.length);
        let at = 0;
        for (const part of this.parts) {
            all.set(part, at);
            at += part.length;
        }
        return all.buffer;
    }
}

export interface HeaderInput {
    number?: number;
    scene?: number;
    time?: number;
    clock?: number;
    seq?: number;
    flags?: number;
    speed?: number;
}

export function frameBytes(header: HeaderInput, sections: Bytes, count: number): Bytes {
    return new Bytes()
        .u32(0x46545553)
        .u16(1)
        .u16(count)
        .u32(header.number ?? 1)
        .u32(header.scene ?? 1)
        .f64(header.time ?? 0)
        .f64(header.clock ?? 0)
        .u32(header.seq ?? 0)
        .u16(header.flags ?? 0)
        .u16(1000 * (header.speed ?? 1))
        .bytes(sections);
}

export function threadSection(
    points: Vec3[],
    radius: number,
    tension: number[],
    twist: number[],
): Bytes {
    const most = Math.max(1e-9, ...tension.map(Math.abs));
    const turns = Math.max(1e-9, ...twist.map(Math.abs));
    const payload = new Bytes().u32(points.length).f32(radius, most / 32767, turns / 32767);
    payload.f32(...points.flat());
    const shorts = new Bytes();
    for (const t of tension) {
        shorts.i16(Math.round((t / most) * 32767));
    }
    for (const t of twist) {
        shorts.i16(Math.round((t / turns) * 32767));
    }
    return payload.bytes(shorts).u32(0);
}

export interface ToolInput {
    flags: number;
    proxy: Pose;
    jaw: number;
    target: Pose;
    targetJaw: number;
    force: Vec3;
    handForce: Vec3;
    candidate: { vertex: number; where: Vec3 } | null;
    grip: { vertex: number; where: Vec3; force: Vec3 } | null;
    tail: number;
}

export function toolSection(t: ToolInput): Bytes {
    const payload = new Bytes()
        .u32(t.flags)
        .f32(...t.proxy.position, ...t.proxy.rotation, t.jaw)
        .f32(...t.target.position, ...t.target.rotation, t.targetJaw)
        .f32(...t.force, 0, 0, 0, ...t.handForce, 0, 0, 0);
    payload.i32(t.candidate === null ? -1 : 0).i32(t.candidate?.vertex ?? -1);
    payload.f32(...(t.candidate?.where ?? [0, 0, 0]));
    payload.u32(t.grip === null ? 0 : 1);
    for (const grip of [t.grip, null]) {
        payload.i32(grip === null ? -1 : 0).i32(grip?.vertex ?? -1);
        payload.f32(...(grip?.where ?? [0, 0, 0]), ...(grip?.force ?? [0, 0, 0])).u32(0);
    }
    return payload.f32(t.tail);
}
