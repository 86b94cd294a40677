// SPDX-License-Identifier: MIT
// What a mesh of triangles tells about itself. No three.js.

// Edges that only one triangle has, as pairs of nodes in its sense.
export function openEdges(triangles: readonly number[]): [number, number][] {
    const seen = new Map<string, [number, number] | null>();
    for (let t = 0; t + 2 < triangles.length; t += 3) {
        for (let k = 0; k < 3; k++) {
            const a = triangles[t + k]!;
            const b = triangles[t + ((k + 1) % 3)]!;
            const key = a < b ? `${a} ${b}` : `${b} ${a}`;
            seen.set(key, seen.has(key) ? null : [a, b]);
        }
    }
    return [...seen.values()].filter((edge) => edge !== null);
}

// Whether the normals of the triangles point away from the middle, on the whole.
export function facesOutwards(nodes: readonly number[], triangles: readonly number[]): boolean {
    const count = nodes.length / 3;
    const middle = [0, 0, 0];
    nodes.forEach((v, i) => (middle[i % 3]! += v / count));
    let volume = 0;
    for (let t = 0; t + 2 < triangles.length; t += 3) {
        const [a, b, c] = [0, 1, 2].map((k) =>
            [0, 1, 2].map((i) => nodes[3 * triangles[t + k]! + i]! - middle[i]!),
        ) as [number[], number[], number[]];
        volume +=
            a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
            a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
            a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
    }
    return volume > 0;
}

// Nodes of the level top of a pad that a triangle joins to the wall of a wound: one that lies deeper, and farther inside of
// the pad than its sides.
export function lipNodes(
    rest: ArrayLike<number>, // x, y, depth of each node
    triangles: readonly number[],
    box: { low: readonly [number, number]; high: readonly [number, number] },
): Set<number> {
    const DEEP = 5e-5;
    const ASIDE = 5e-4;
    const deep = (i: number): boolean => rest[3 * i + 2]! > DEEP;
    const inside = (i: number): boolean =>
        [0, 1].every(
            (k) =>
                rest[3 * i + k]! > box.low[k as 0 | 1] + ASIDE &&
                rest[3 * i + k]! < box.high[k as 0 | 1] - ASIDE,
        );
    const lips = new Set<number>();
    for (let t = 0; t + 2 < triangles.length; t += 3) {
        const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
        if (corners.some((i) => deep(i) && inside(i))) {
            corners.filter((i) => !deep(i)).forEach((i) => lips.add(i));
        }
    }
    return lips;
}
