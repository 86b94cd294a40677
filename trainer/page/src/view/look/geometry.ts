// SPDX-License-Identifier: MIT
// Shapes as three.js takes them.
import * as THREE from "three";
import type { Shape } from "../half_cone";

export function geometryOf(shape: Shape): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(shape.position, 3));
    geometry.setAttribute("normal", new THREE.BufferAttribute(shape.normal, 3));
    geometry.setIndex(new THREE.BufferAttribute(shape.indices, 1));
    return geometry;
}
