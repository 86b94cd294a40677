// SPDX-License-Identifier: MIT
// Rods that touch end to end, one after the other, are one bent rod, or a ring: for its shadow and its colour. No three.js.
import { add, norm, scale, sub, type Vec3 } from "../../core/vec";

export interface Rod {
    from: Vec3;
    to: Vec3;
    radius: number;
}

export interface Chain {
    points: Vec3[]; // of a ring the first one is the last one again
    radius: number;
    closed: boolean;
    rods: number[]; // indices
}

const touch = (a: Vec3, b: Vec3, radius: number): boolean => norm(sub(a, b)) < 0.5 * radius;

// null: something that is no rod, which ends a chain
export function chainsOf(rods: readonly (Rod | null)[]): Chain[] {
    const out: Chain[] = [];
    let open: Chain | null = null;
    rods.forEach((rod, i) => {
        if (rod === null) {
            open = null;
            return;
        }
        const end = open?.points.at(-1);
        if (
            open !== null &&
            end !== undefined &&
            !open.closed &&
            touch(end, rod.from, rod.radius)
        ) {
            open.points.push(rod.to);
            open.rods.push(i);
            open.closed = touch(open.points[0]!, rod.to, rod.radius);
            return;
        }
        open = { points: [rod.from, rod.to], radius: rod.radius, closed: false, rods: [i] };
        out.push(open);
    });
    return out;
}

// the same with its corners cut off, twice: ribbons along it turn gently
export function rounded({ points, closed }: Chain): Vec3[] {
    let line = points;
    for (let round = 0; round < 2 && line.length > 2; round++) {
        const next: Vec3[] = closed ? [] : [line[0]!];
        for (let i = 0; i + 1 < line.length; i++) {
            const way = sub(line[i + 1]!, line[i]!);
            next.push(add(line[i]!, scale(way, 0.25)), add(line[i]!, scale(way, 0.75)));
        }
        next.push(closed ? next[0]! : line.at(-1)!);
        line = next;
    }
    return line;
}
