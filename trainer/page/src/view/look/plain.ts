// SPDX-License-Identifier: MIT
// A dull body in one colour under the light of the room: marks, finger tips. `color` is that of a basic material.
import * as THREE from "three";
import { DULL_GLSL } from "./light";

export function plainMaterial(color: number, opacity = 1): THREE.MeshBasicMaterial {
    const material = new THREE.MeshBasicMaterial({ color, transparent: opacity < 1, opacity });
    material.onBeforeCompile = (shader) => {
        shader.vertexShader = shader.vertexShader
            .replace("void main() {", "varying vec3 vWorldNormal;\nvoid main() {")
            .replace(
                "#include <begin_vertex>",
                "vWorldNormal = mat3(modelMatrix) * normal;\n#include <begin_vertex>",
            );
        shader.fragmentShader = shader.fragmentShader
            .replace("void main() {", `varying vec3 vWorldNormal;\n${DULL_GLSL}\nvoid main() {`)
            .replace(
                "#include <opaque_fragment>",
                "outgoingLight *= 0.3 + 0.38 * dull(normalize(vWorldNormal), 0.45);\n#include <opaque_fragment>",
            );
    };
    return material;
}
