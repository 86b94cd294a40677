// SPDX-License-Identifier: MIT
// The layers of skin, by how deep below the surface each begins.
export const LAYERS = [
    { name: "skin", from: 0 }, // m
    { name: "dermis", from: 0.3e-3 },
    { name: "fat", from: 2.0e-3 },
    { name: "fascia", from: 5.6e-3 },
] as const;
