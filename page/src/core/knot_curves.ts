// SPDX-License-Identifier: MIT
// Ideal knots as curves in space: what a drawing shows, and what the engine names when it is given the
// same points. Lengths are in thicknesses of the drawn thread; z is towards the eye.

export type Point = readonly [number, number, number];

export interface KnotCurve {
    strands: Point[][]; // first the left hand's, then the right hand's
}

const O = 0.5; // over
const U = -0.5; // under

// Two bights through each other. `legs`: how the right bight passes the tip of the left one, the left legs
// and its own tip over the left legs: upper and lower half.
function bights(
    tipUpper: number,
    midUpper: number,
    ownUpper: number,
    ownLower: number,
    midLower: number,
    tipLower: number,
): KnotCurve {
    // the left bight lies in the plane; only the right one goes up and down
    const left: Point[] = [
        [-7, 0.75, 0],
        [-4.2, 0.75, 0],
        [-2.6, 0.8, 0],
        [0, 1.6, 0],
        [2, 2.3, 0],
        [3.6, 1.4, 0],
        [4, 0, 0],
        [3.6, -1.4, 0],
        [2, -2.3, 0],
        [0, -1.6, 0],
        [-2.6, -0.8, 0],
        [-4.2, -0.75, 0],
        [-7, -0.75, 0],
    ];
    const right: Point[] = [
        [7, 0.75, tipUpper],
        [4.2, 0.75, tipUpper],
        [3, 0.78, tipUpper],
        [0, 1.6, midUpper],
        [-2, 2.3, 0],
        [-3.6, 1.1, ownUpper],
        [-4, 0, (ownUpper + ownLower) / 2],
        [-3.6, -1.1, ownLower],
        [-2, -2.3, 0],
        [0, -1.6, midLower],
        [3, -0.78, tipLower],
        [4.2, -0.75, tipLower],
        [7, -0.75, tipLower],
    ];
    return { strands: [left, right] };
}

export const CURVES: Record<string, KnotCurve> = {
    reef: bights(O, U, O, O, U, O),
    granny: bights(O, U, O, U, O, U),
};
