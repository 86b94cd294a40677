// SPDX-License-Identifier: MIT
// Work of a few millimetres is seen through a microscope: a round picture with a field stop, on a mint mat with a grid.
import * as THREE from "three";
import type { SceneMessage } from "../../net/messages";
import { linear, material, type Room } from "./theatre";

const HIGHEST = 0.025; // m of view, above which one looks without a microscope

export const underMicroscope = (scene: Pick<SceneMessage, "camera">): boolean =>
    scene.camera.height < HIGHEST;

const MAT = /* glsl */ `
    float grid(vec2 p, float width, float soft) {
        vec2 off = abs(p - floor(p + 0.5));
        vec2 line = 1.0 - smoothstep(width, width + soft, off);
        return max(line.x, line.y);
    }
    float cloud(vec2 p) { return sin(p.x + 1.7 * sin(0.7 * p.y)) * sin(0.9 * p.y + 1.4 * sin(0.6 * p.x)); }
    void main() {
        vec2 mm = 1000.0 * (vPlace.xy - uBoard.xy);
        float px = fwidth(mm.x) + fwidth(mm.y);
        // a film of saline lies on it: its ripples move the light
        float e = 0.05;
        float h = cloud(1.1 * mm) + 0.3 * cloud(3.3 * mm.yx);
        vec2 slope = vec2(cloud(1.1 * mm + vec2(e, 0.0)) - cloud(1.1 * mm), cloud(1.1 * mm + vec2(0.0, e)) - cloud(1.1 * mm));
        vec3 n = normalize(vec3(-1.4 * slope, 1.0));
        vec3 c = uColour * dull(vec3(0.0, 0.0, 1.0), 0.45) * (0.42 + 0.62 * pool()) * (1.0 + 0.03 * h);
        float lines = max(0.22 * grid(mm, 0.02, px), 0.5 * grid(mm / 5.0, 0.005, 0.2 * px));
        c = mix(c, c * vec3(0.22, 0.4, 0.36), lines);
        c += 0.22 * gloss(n, 180.0) + 0.10 * gloss(n, 16.0);
        vec2 away = mm / (1000.0 * uReach);
        c = mix(c, vec3(0.003, 0.007, 0.009), smoothstep(0.4, 0.95, length(away)));
        gl_FragColor = vec4(tone(c), 1.0);
    }
`;

// in the place of board and drape
export function matMesh(room: Room): THREE.Mesh {
    const { middle, half, ground } = room.board;
    const reach = 5 * half[0];
    const mesh = new THREE.Mesh(
        new THREE.PlaneGeometry(2 * reach, 2 * reach),
        material(MAT, room, { uColour: linear(0x86bfae), uReach: reach }),
    );
    mesh.position.set(middle[0], middle[1], ground);
    return mesh;
}

const WIDEST_BAR = 58; // pixels of the page that lie over the picture, where it is measured
const STOP = 0.97; // radius of the field stop, of half the free height
const DARKENS_FROM = 0.8;

// Where the round picture lies: clip coordinates of its middle, and its radius in those of the height, or of the width where
// the window is narrow.
export function stopOf(height: number, pixels = WIDEST_BAR): { y: number; radius: number } {
    const bar = pixels / Math.max(1, height);
    return { y: -bar, radius: STOP * (1 - bar) };
}

const VERTEX = /* glsl */ `
    varying float vOff;
    void main() {
        vOff = length(position.xy);
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    }
`;
const FRAGMENT = /* glsl */ `
    varying float vOff;
    void main() {
        gl_FragColor = vec4(0.043, 0.071, 0.078, smoothstep(${DARKENS_FROM.toFixed(2)}, 1.06, vOff) + step(1.0, vOff));
    }
`;

// Hangs right before the eye. What lies outside of the circle hides all that moves by its depth; the rim only darkens.
export function fieldStop(): { stop: THREE.Mesh; rim: THREE.Mesh } {
    const ring = (inner: number, outer: number, transparent: boolean): THREE.Mesh => {
        const mesh = new THREE.Mesh(
            new THREE.RingGeometry(inner, outer, 128, 1),
            new THREE.ShaderMaterial({
                vertexShader: VERTEX,
                fragmentShader: FRAGMENT,
                transparent,
                depthWrite: !transparent,
                depthFunc: THREE.AlwaysDepth,
            }),
        );
        mesh.frustumCulled = false;
        mesh.renderOrder = 5;
        mesh.onBeforeRender = (renderer, _scene, camera) => hang(mesh, renderer, camera);
        return mesh;
    };
    return { stop: ring(1, 9, false), rim: ring(DARKENS_FROM, 1.001, true) };
}

// pixels of the picture that the page covers; measured when the window changes
export const covered = { top: WIDEST_BAR };

const BEFORE = 1.02; // of the nearest distance that is drawn

function hang(mesh: THREE.Mesh, renderer: THREE.WebGLRenderer, camera: THREE.Camera): void {
    const near = camera instanceof THREE.PerspectiveCamera ? camera.near : 0;
    const [wide, high] = [
        camera.projectionMatrix.elements[0]!,
        camera.projectionMatrix.elements[5]!,
    ];
    const { clientHeight, height } = renderer.domElement;
    const { y, radius } = stopOf(clientHeight || height, covered.top);
    const away = BEFORE * near;
    const size = renderer.xr.isPresenting ? 0 : away * Math.min(radius / high, STOP / wide);
    mesh.matrixWorld
        .makeTranslation(0, (y * away) / high, -away)
        .premultiply(camera.matrixWorld)
        .scale(new THREE.Vector3(size, size, size));
}
