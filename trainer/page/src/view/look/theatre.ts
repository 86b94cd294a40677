// SPDX-License-Identifier: MIT
// What stands still: a silicone board on a drape, bars on their feet, posts. Drawn rarely (backdrop.ts), so that their
// shaders need not be cheap.
import * as THREE from "three";
import { geometryOf } from "./geometry";
import { DULL_GLSL, TONE_GLSL } from "./light";
import { loft } from "./loft";
import type { Pad } from "./shadow";
import { metalGeometry, metalMaterial } from "./metal";
import { slab } from "./slab";

// colours are squared on the way in, as the tone curve takes the root on the way out
export const linear = (hex: number): THREE.Vector3 =>
    new THREE.Vector3((hex >> 16) & 255, (hex >> 8) & 255, hex & 255)
        .divideScalar(255)
        .multiply(
            new THREE.Vector3((hex >> 16) & 255, (hex >> 8) & 255, hex & 255).divideScalar(255),
        );

export const RUBBER = 0x3b4549;

const VERTEX = /* glsl */ `
    varying vec3 vNormal;
    varying vec3 vPlace; // m, in the world of the scene
    varying vec3 vAway;
    uniform float uUnit; // of the stage per m
    void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        vNormal = normalize(mat3(modelMatrix) * normal);
        vPlace = world.xyz / uUnit;
        vAway = world.xyz - cameraPosition;
        gl_Position = projectionMatrix * viewMatrix * world;
    }
`;
const HEAD = /* glsl */ `
    varying vec3 vNormal;
    varying vec3 vPlace;
    varying vec3 vAway;
    uniform vec3 uColour;
    uniform vec3 uPool; // middle of the light, radius
    uniform vec4 uBoard; // middle, half sizes
    uniform float uReach; // m, where it fades into the dark of the room
    ${DULL_GLSL}
    ${TONE_GLSL}
    float pool() {
        vec2 d = (vPlace.xy - uPool.xy) / uPool.z;
        return exp(-dot(d, d));
    }
    float gloss(vec3 n, float power) {
        vec3 h = normalize(KEY - normalize(vAway));
        return pow(max(0.0, dot(n, h)), power);
    }
`;

const SOLID = /* glsl */ `
    uniform float uGloss;
    void main() {
        vec3 n = normalize(vNormal);
        float edge = pow(1.0 - abs(dot(n, normalize(vAway))), 2.5);
        vec3 c = uColour * dull(n, 0.45) * (0.45 + 0.6 * pool());
        c += uGloss * (0.35 * gloss(n, 60.0) + 0.10 * gloss(n, 9.0) + 0.05 * edge);
        gl_FragColor = vec4(tone(c), 1.0);
    }
`;

const BOARD = /* glsl */ `
    uniform float uScale; // m, where the engraved scale lies
    uniform vec4 uPad; // middle, half sizes of what lies on it; none: half sizes below 0
    float line(float x, float width, float soft) {
        return 1.0 - smoothstep(width, width + soft, abs(x));
    }
    void main() {
        vec3 n = normalize(vNormal);
        vec2 d = vPlace.xy - uBoard.xy;
        float rim = min(uBoard.z - abs(d.x), uBoard.w - abs(d.y));
        vec3 c = uColour * dull(n, 0.45) * (0.30 + 0.72 * pool());
        c *= 1.0 - 0.10 * exp(-max(0.0, rim) / 0.004);
        vec2 q = abs(vPlace.xy - uPad.xy - vec2(0.0008, 0.0006)) - uPad.zw;
        float beside = length(max(q, 0.0));
        c *= 1.0 - 0.55 * step(0.0, uPad.z) * exp(-beside / 0.0035);
        // under a pad it is wet and red, as the bed of a wound that goes through
        vec2 within = smoothstep(vec2(0.0), vec2(0.0012), uPad.zw - abs(vPlace.xy - uPad.xy));
        vec2 grain = 1000.0 * vPlace.xy;
        float cloud = sin(1.3 * grain.x + 1.9 * sin(0.8 * grain.y)) * sin(1.1 * grain.y + 1.6 * sin(0.9 * grain.x));
        vec3 bed = vec3(0.30, 0.045, 0.035) * (0.8 + 0.25 * cloud) * dull(n, 0.75);
        vec3 ripple = normalize(n + vec3(0.25 * cloud, 0.2 * cloud, 0.0));
        bed += 0.30 * gloss(ripple, 60.0) + 0.06 * gloss(ripple, 8.0);
        c = mix(c, bed, within.x * within.y);
        // a scale in millimetres, engraved along the near side
        float mm = 1000.0 * d.x;
        float soft = max(fwidth(mm), 1e-3);
        float nearest = floor(mm + 0.5);
        float size = mod(nearest, 10.0) == 0.0 ? 4.2 : mod(nearest, 5.0) == 0.0 ? 3.0 : 1.7;
        float up = 1000.0 * (vPlace.y - uScale);
        float mark = line(mm - nearest, 0.07, soft) * step(0.0, up) * step(up, size) * step(abs(mm), 50.5);
        c = mix(c, c * vec3(0.18, 0.27, 0.29), 0.75 * mark * smoothstep(0.9, 0.35, soft) * step(0.5, n.z));
        gl_FragColor = vec4(tone(c), 1.0);
    }
`;

const DRAPE = /* glsl */ `
    float wave(vec2 p) {
        return sin(p.x + 1.7 * sin(0.61 * p.y)) * sin(0.83 * p.y + 1.3 * sin(0.47 * p.x + 1.0));
    }
    float folds(vec2 p) {
        return wave(p / 0.021) + 0.4 * wave(p.yx / 0.0083 + 2.0) + 0.16 * wave(p / 0.0031);
    }
    void main() {
        float h = folds(vPlace.xy);
        float e = 0.0012;
        vec2 slope = vec2(folds(vPlace.xy + vec2(e, 0.0)) - h, folds(vPlace.xy + vec2(0.0, e)) - h);
        vec3 n = normalize(vec3(-0.55 * slope, 1.0));
        vec2 q = abs(vPlace.xy - uBoard.xy) - uBoard.zw + 0.007;
        float d = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - 0.007;
        vec2 threads = sin(vPlace.xy * 6283.0);
        float px = 1000.0 * fwidth(vPlace.x);
        float weave = 1.0 + 0.10 * threads.x * threads.y * smoothstep(0.5, 0.15, px);
        vec3 c = uColour * dull(n, 0.45) * (0.22 + 0.95 * pool()) * weave;
        c *= 1.0 - 0.62 * exp(-max(0.0, d) / 0.005);
        vec2 away = (vPlace.xy - uPool.xy) / uReach;
        c = mix(c, vec3(0.003, 0.007, 0.009), smoothstep(0.1, 0.9, dot(away, away)));
        gl_FragColor = vec4(tone(c), 1.0);
    }
`;

export interface Board {
    middle: [number, number];
    half: [number, number];
    ground: number; // m, of its top
}

export interface Room {
    board: Board;
    unit: number; // of the stage per m
    pad: Pad | null; // a tissue that lies on the board
}

// a board for a view so high, that reaches beyond what the hands do
export function boardFor(target: readonly number[], height: number, ground: number): Board {
    const whole = (x: number): number => Math.round(1000 * x) / 1000;
    return {
        middle: [whole(target[0]!), whole(target[1]! + 0.1 * height)],
        half: [whole(0.78 * height), whole(0.62 * height)],
        ground,
    };
}

// a fragment shader, behind what all of them know
export function material(
    fragment: string,
    room: Room,
    more: Record<string, unknown>,
): THREE.ShaderMaterial {
    const { middle, half } = room.board;
    const uniforms: Record<string, THREE.IUniform> = {
        uUnit: { value: room.unit },
        uPool: { value: new THREE.Vector3(middle[0], middle[1], 1.05 * half[0]) },
        uBoard: { value: new THREE.Vector4(...middle, ...half) },
    };
    for (const [name, value] of Object.entries(more)) {
        uniforms[name] = { value };
    }
    return new THREE.ShaderMaterial({
        vertexShader: VERTEX,
        fragmentShader: HEAD + fragment,
        uniforms,
    });
}

export const solidMaterial = (room: Room, colour: number, gloss = 1): THREE.ShaderMaterial =>
    material(SOLID, room, { uColour: linear(colour), uGloss: gloss });

function padOf(pad: Pad | null): THREE.Vector4 {
    if (pad === null) {
        return new THREE.Vector4(0, 0, -1, -1);
    }
    const [l, h] = [pad.low, pad.high];
    return new THREE.Vector4(
        (l[0] + h[0]) / 2,
        (l[1] + h[1]) / 2,
        (h[0] - l[0]) / 2,
        (h[1] - l[1]) / 2,
    );
}

const THICKNESS = 0.08; // of the half width

export function boardMesh(room: Room): THREE.Mesh {
    const { middle, half, ground } = room.board;
    const [a, b] = half;
    const r = 0.1 * a;
    const bevel = 0.012 * a;
    const depth = THICKNESS * a;
    const geometry = geometryOf(slab(half, r, depth, bevel));
    const mesh = new THREE.Mesh(
        geometry,
        material(BOARD, room, {
            uColour: linear(0xb4bbb6),
            uScale: middle[1] - 0.86 * b,
            uPad: padOf(room.pad),
        }),
    );
    mesh.position.set(middle[0], middle[1], ground - depth - bevel);
    return mesh;
}

export function drapeMesh(room: Room): THREE.Mesh {
    const { middle, half, ground } = room.board;
    const reach = 4.5 * half[0];
    const mesh = new THREE.Mesh(
        new THREE.CircleGeometry(reach, 48),
        material(DRAPE, room, {
            uColour: new THREE.Vector3(0.03, 0.118, 0.122),
            uReach: reach,
        }),
    );
    mesh.position.set(middle[0], middle[1], ground - (THICKNESS + 0.024) * half[0]);
    return mesh;
}

// a steel foot under the end of a bar that lies along x in its own frame; z is up
export function footMesh(height: number, radius: number): THREE.Mesh {
    const r = radius;
    const at = (
        z: number,
        thick: number,
        wide: number,
        metal = 1,
    ): Parameters<typeof loft>[0][number] => ({
        z: z - height,
        thick: thick * r,
        wide: wide * r,
        power: 4.5,
        metal,
    });
    const foot = loft(
        [
            at(0, 1.1, 2.0),
            at(0.18 * r, 1.15, 2.1),
            at(0.5 * r, 1.15, 2.1),
            at(0.6 * r, 1.0, 1.7),
            at(0.9 * r, 0.72, 1.1),
            at(Math.max(1.0 * r, height - 1.6 * r), 0.66, 1.0),
            at(Math.max(1.1 * r, height - 1.0 * r), 0.8, 1.35, 0),
            at(height + 0.7 * r, 0.8, 1.4, 0),
            at(height + 1.25 * r, 0.72, 1.15, 0),
            at(height + 1.4 * r, 0.5, 0.8, 0),
        ],
        20,
    );
    return new THREE.Mesh(metalGeometry(foot), metalMaterial());
}

//---- seen while the eye moves ------------------------------------------------------------------------

const CHEAP_VERTEX = /* glsl */ `
    varying vec2 vAt;
    uniform vec4 uFrom; // low corner and size of what the picture shows, in the mesh's own frame
    void main() {
        vAt = (position.xy - uFrom.xy) / uFrom.zw;
        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    }
`;
const CHEAP = /* glsl */ `
    varying vec2 vAt;
    uniform sampler2D uBaked;
    void main() { gl_FragColor = texture2D(uBaked, vAt); }
`;

// A flat thing drawn by its fine shader into a picture once, from above; what comes back shows that picture.
export class Baked {
    readonly cheap: THREE.ShaderMaterial;
    private readonly target: THREE.WebGLRenderTarget;
    private done = false;

    constructor(
        private readonly mesh: THREE.Mesh,
        private readonly fine: THREE.Material,
        size: number,
    ) {
        this.target = new THREE.WebGLRenderTarget(size, size, { depthBuffer: true });
        mesh.geometry.computeBoundingBox();
        const { min, max } = mesh.geometry.boundingBox!;
        this.cheap = new THREE.ShaderMaterial({
            vertexShader: CHEAP_VERTEX,
            fragmentShader: CHEAP,
            uniforms: {
                uFrom: { value: new THREE.Vector4(min.x, min.y, max.x - min.x, max.y - min.y) },
                uBaked: { value: this.target.texture },
            },
        });
    }

    // which of both is drawn from now on
    use(renderer: THREE.WebGLRenderer, fine: boolean): void {
        if (!fine && !this.done) {
            this.bake(renderer);
        }
        this.mesh.material = fine ? this.fine : this.cheap;
    }

    private bake(renderer: THREE.WebGLRenderer): void {
        const { mesh } = this;
        this.done = true;
        this.mesh.material = this.fine;
        mesh.updateWorldMatrix(true, false);
        const { min, max } = mesh.geometry.boundingBox!;
        const box = mesh.geometry.boundingBox!.clone().applyMatrix4(mesh.matrixWorld);
        // a whole square of it: sides and round corners look up what lies at the edge
        const shape = mesh.geometry;
        const flat = new THREE.PlaneGeometry(max.x - min.x, max.y - min.y);
        flat.translate((min.x + max.x) / 2, (min.y + max.y) / 2, max.z);
        mesh.geometry = flat;
        const middle = box.getCenter(new THREE.Vector3());
        const size = box.getSize(new THREE.Vector3());
        const eye = new THREE.OrthographicCamera(
            -size.x / 2,
            size.x / 2,
            size.y / 2,
            -size.y / 2,
            0,
            4 * size.x,
        );
        eye.layers.mask = mesh.layers.mask;
        eye.position.set(middle.x, middle.y, middle.z + 2 * size.x);
        eye.updateMatrixWorld();
        const before = renderer.getRenderTarget();
        renderer.setRenderTarget(this.target);
        renderer.render(mesh, eye);
        renderer.setRenderTarget(before);
        mesh.geometry = shape;
        flat.dispose();
    }

    dispose(): void {
        this.target.dispose();
        this.cheap.dispose();
        this.fine.dispose();
    }
}
