// SPDX-License-Identifier: MIT
// Which tiles of the picture have been drawn on: only they are put back before the next picture. What is in doubt counts as drawn
// on. No three.js.

export const TILE = 64; // pixels

export interface Drawn {
    position: ArrayLike<number>; // 3 per vertex
    corners: ArrayLike<number> | null; // indices; null: in order
    from: number; // of the corners, or of the vertices
    count: number;
    per: 2 | 3; // corners of a piece: of a line, of a triangle
    step: number; // corners from piece to piece: 1 in a strip of lines, else `per`
    pad: number; // pixels around it
}

export class Tiles {
    columns = 0;
    rows = 0;
    private marks = new Uint8Array(0);
    private place = new Float32Array(0); // of vertices, in the clip space
    private readonly box = [0, 0, 0, 0]; // of a piece, pixels
    all = true;

    constructor(
        private width = 0,
        private height = 0,
    ) {
        this.resize(width, height);
    }

    resize(width: number, height: number): void {
        this.width = width;
        this.height = height;
        this.columns = Math.ceil(width / TILE);
        this.rows = Math.ceil(height / TILE);
        this.marks = new Uint8Array(this.columns * this.rows);
        this.all = true;
    }

    clear(): void {
        this.marks.fill(0);
        this.all = false;
    }

    has(column: number, row: number): boolean {
        return this.all || this.marks[row * this.columns + column] === 1;
    }

    // pixels, from the bottom left
    mark(left: number, bottom: number, right: number, top: number): void {
        if (right < 0 || top < 0 || left > this.width || bottom > this.height) {
            return;
        }
        const c0 = Math.max(0, Math.floor(left / TILE));
        const c1 = Math.min(this.columns - 1, Math.floor(right / TILE));
        const r0 = Math.max(0, Math.floor(bottom / TILE));
        const r1 = Math.min(this.rows - 1, Math.floor(top / TILE));
        for (let r = r0; r <= r1; r++) {
            this.marks.fill(1, r * this.columns + c0, r * this.columns + c1 + 1);
        }
    }

    // matrix: from the places to the clip space, by columns; near: depth that is the nearest to be seen
    add(drawn: Drawn, matrix: ArrayLike<number>, near = 1e-6): void {
        const { position, corners, from, count, per, step, pad } = drawn;
        this.project(position, matrix);
        const p = this.place;
        const box = this.box;
        for (let i = from; i + per <= from + count; i += step) {
            box[0] = box[1] = Infinity;
            box[2] = box[3] = -Infinity;
            for (let k = 0; k < per; k++) {
                const a = 3 * (corners === null ? i + k : corners[i + k]!);
                const b =
                    3 * (corners === null ? i + ((k + 1) % per) : corners[i + ((k + 1) % per)]!);
                const [da, db] = [p[a + 2]!, p[b + 2]!];
                if (da > near) {
                    this.widen(p[a]!, p[a + 1]!, da);
                }
                // what reaches behind the eye ends where it can no longer be seen
                if (da > near !== db > near) {
                    const f = (near - da) / (db - da);
                    this.widen(
                        p[a]! + f * (p[b]! - p[a]!),
                        p[a + 1]! + f * (p[b + 1]! - p[a + 1]!),
                        near,
                    );
                }
            }
            if (box[0]! <= box[2]!) {
                this.mark(box[0]! - pad, box[1]! - pad, box[2]! + pad, box[3]! + pad);
            }
        }
    }

    private widen(x: number, y: number, depth: number): void {
        const { box } = this;
        const px = 0.5 * this.width * (1 + x / depth);
        const py = 0.5 * this.height * (1 + y / depth);
        box[0] = px < box[0]! ? px : box[0]!;
        box[1] = py < box[1]! ? py : box[1]!;
        box[2] = px > box[2]! ? px : box[2]!;
        box[3] = py > box[3]! ? py : box[3]!;
    }

    // into the clip space: x, y and the depth that divides them
    private project(position: ArrayLike<number>, m: ArrayLike<number>): void {
        if (this.place.length < position.length) {
            this.place = new Float32Array(position.length);
        }
        for (let i = 0; i + 2 < position.length; i += 3) {
            const [x, y, z] = [position[i]!, position[i + 1]!, position[i + 2]!];
            this.place[i] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
            this.place[i + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
            this.place[i + 2] = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!;
        }
    }
}
