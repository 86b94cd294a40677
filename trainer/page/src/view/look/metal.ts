// SPDX-License-Identifier: MIT
// Polished and painted metal: what a vertex mirrors of the room, looked up per pixel in the baked ball.
import * as THREE from "three";
import { geometryOf } from "./geometry";
import { ballPixels, BALL_SIZE, OCTA_GLSL } from "./light";
import type { Loft } from "./loft";

let ball: THREE.DataTexture | null = null;

export function ballTexture(): THREE.DataTexture {
    if (ball === null) {
        ball = new THREE.DataTexture(ballPixels(BALL_SIZE), 2 * BALL_SIZE, 2 * BALL_SIZE);
        ball.minFilter = ball.magFilter = THREE.LinearFilter;
        ball.needsUpdate = true;
    }
    return ball;
}

const VERTEX = /* glsl */ `
    attribute vec3 aColour;
    attribute vec3 aFinish;
    varying vec3 vMirrored;
    varying vec3 vColour;
    varying vec4 vFinish; // metal, ridged, z, seen edge on
    void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        vec3 n = normalize(mat3(modelMatrix) * normal);
        vec3 away = normalize(world.xyz - cameraPosition);
        vMirrored = reflect(away, n);
        vColour = aColour;
        float facing = 1.0 - abs(dot(away, n));
        vFinish = vec4(aFinish, 0.4 * facing * facing * facing * facing);
        gl_Position = projectionMatrix * viewMatrix * world;
    }
`;
const FRAGMENT = /* glsl */ `
    uniform sampler2D uBall;
    varying vec3 vMirrored;
    varying vec3 vColour;
    varying vec4 vFinish;
    ${OCTA_GLSL}
    void main() {
        float metal = floor(vFinish.x + 0.5);
        vec2 quarter = vec2(mod(metal, 2.0), floor(0.5 * metal));
        vec2 uv = (octa(normalize(vMirrored)) * ${(BALL_SIZE - 2).toFixed(1)} + 1.0) / ${BALL_SIZE.toFixed(1)};
        vec3 c = texture2D(uBall, 0.5 * (quarter + uv)).rgb * vColour + vFinish.w;
        if (vFinish.y > 0.5) {
            // ridges that are finer than pixels are one grey
            float apart = smoothstep(2.6, 1.0, 9.0 * fwidth(vFinish.z));
            c *= 1.0 - mix(0.15, clamp(0.12 + 0.26 * sin(vFinish.z * 9.0), 0.0, 0.4), apart);
        }
        gl_FragColor = vec4(c, 1.0);
    }
`;

export function metalMaterial(): THREE.ShaderMaterial {
    return new THREE.ShaderMaterial({
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        uniforms: { uBall: { value: ballTexture() } },
        side: THREE.DoubleSide,
    });
}

export function metalGeometry(l: Loft): THREE.BufferGeometry {
    const geometry = geometryOf(l);
    geometry.setAttribute("aColour", new THREE.BufferAttribute(l.colour, 3));
    geometry.setAttribute("aFinish", new THREE.BufferAttribute(l.finish, 3));
    return geometry;
}
