// SPDX-License-Identifier: MIT
// Pictures of the screen as bytes: just what Chromium writes, 8 bits, RGB or RGBA, not interlaced.
import { inflateSync } from "node:zlib";

export interface Picture {
    width: number;
    height: number;
    channels: number;
    data: Uint8Array;
}

function paeth(a: number, b: number, c: number): number {
    const p = a + b - c;
    const pa = Math.abs(p - a);
    const pb = Math.abs(p - b);
    const pc = Math.abs(p - c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

function unfilter(raw: Uint8Array, width: number, height: number, n: number): Uint8Array {
    const row = width * n;
    const out = new Uint8Array(row * height);
    for (let y = 0; y < height; y++) {
        const filter = raw[y * (row + 1)]!;
        const from = y * (row + 1) + 1;
        const to = y * row;
        for (let i = 0; i < row; i++) {
            const left = i >= n ? out[to + i - n]! : 0;
            const up = y > 0 ? out[to + i - row]! : 0;
            let add = filter === 1 ? left : filter === 2 ? up : 0;
            if (filter === 3) {
                add = (left + up) >> 1;
            } else if (filter === 4) {
                add = paeth(left, up, i >= n && y > 0 ? out[to + i - row - n]! : 0);
            }
            out[to + i] = raw[from + i]! + add;
        }
    }
    return out;
}

export function decodePng(file: Buffer): Picture {
    let at = 8;
    let width = 0;
    let height = 0;
    let channels = 4;
    const parts: Buffer[] = [];
    while (at < file.length) {
        const size = file.readUInt32BE(at);
        const type = file.toString("latin1", at + 4, at + 8);
        const body = file.subarray(at + 8, at + 8 + size);
        if (type === "IHDR") {
            width = body.readUInt32BE(0);
            height = body.readUInt32BE(4);
            channels = body[9] === 2 ? 3 : 4;
        } else if (type === "IDAT") {
            parts.push(body);
        }
        at += 12 + size;
    }
    const data = unfilter(inflateSync(Buffer.concat(parts)), width, height, channels);
    return { width, height, channels, data };
}

export interface Spot {
    x: number;
    y: number;
    pixels: number;
}

// The middle of the box around all pixels of a colour, within so much of each channel; null: there are
// not enough of them.
export function findColour(p: Picture, colour: number, within = 40, least = 8): Spot | null {
    const [r, g, b] = [colour >> 16, (colour >> 8) & 255, colour & 255];
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    let pixels = 0;
    for (let y = 0, i = 0; y < p.height; y++) {
        for (let x = 0; x < p.width; x++, i += p.channels) {
            if (
                Math.abs(p.data[i]! - r) < within &&
                Math.abs(p.data[i + 1]! - g) < within &&
                Math.abs(p.data[i + 2]! - b) < within
            ) {
                pixels++;
                box[0] = Math.min(box[0]!, x);
                box[1] = Math.min(box[1]!, y);
                box[2] = Math.max(box[2]!, x);
                box[3] = Math.max(box[3]!, y);
            }
        }
    }
    return pixels < least
        ? null
        : { x: (box[0]! + box[2]!) / 2, y: (box[1]! + box[3]!) / 2, pixels };
}
