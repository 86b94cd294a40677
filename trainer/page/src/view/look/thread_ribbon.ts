// SPDX-License-Identifier: MIT
// A thread as a ribbon that faces the eye, shaded as the round thing it stands for: smooth without samples,
// and two triangles per piece. First its core, which hides what is behind; then its edges, blended, with a
// dark fringe that parts it from what it crosses and from a pale board.
import * as THREE from "three";
import { TONE_GLSL, KEY } from "./light";
import type { Strand } from "./strand";

export interface RibbonUniforms {
    uRadius: THREE.IUniform<number>; // m
    uLeast: THREE.IUniform<number>; // half width in pixels that it is drawn with at least
    uHigh: THREE.IUniform<number>; // pixels of the picture's height
    uLight: THREE.IUniform<THREE.Vector3>; // towards the key, as the eye sees it
    uColour: THREE.IUniform<THREE.Color>;
    uStripe: THREE.IUniform<number>;
    uTension: THREE.IUniform<number>; // 0: own colour, 1: by tension
    uScale: THREE.IUniform<number>; // N that is full red
    uDye: THREE.IUniform<number>; // 0: the colour of the material, 1: of the hands
    uSplit: THREE.IUniform<number>; // m along the thread where that changes
    uFirst: THREE.IUniform<THREE.Color>;
    uSecond: THREE.IUniform<THREE.Color>;
    uBraid: THREE.IUniform<number>;
}

const FRINGE = 1.2; // pixels

const VERTEX = /* glsl */ `
    attribute vec3 aTangent;
    attribute vec3 aFrame;
    attribute vec3 aThread;
    attribute float aSide;
    uniform float uRadius;
    uniform float uLeast;
    uniform float uHigh;
    varying vec3 vSide;
    varying vec3 vFacing;
    varying vec3 vAcross; // place across in half widths, half width in pixels, true radius in pixels
    varying vec4 vThread; // cosine and sine of the material's turn, m along, N
    void main() {
        vec4 centre = modelViewMatrix * vec4(position, 1.0);
        float size = length(modelViewMatrix[0].xyz);
        vec3 away = normalize(centre.xyz);
        vec3 along = normalize((modelViewMatrix * vec4(aTangent, 0.0)).xyz);
        vec3 side = cross(away, along);
        side /= max(length(side), 1e-3); // a strand that runs towards the eye has no sides
        float pixel = -2.0 * centre.z / (projectionMatrix[1][1] * uHigh);
        float width = max(size * uRadius, uLeast * pixel);
        float whole = width + ${FRINGE.toFixed(1)} * pixel;
        vAcross = vec3(aSide * whole / width, width / pixel, size * uRadius / pixel);
        vSide = side;
        vFacing = cross(along, side);
        vFacing *= dot(vFacing, away) > 0.0 ? -1.0 : 1.0;
        // where the side that faces the eye lies in the frame of the material
        vec3 n = normalize((modelViewMatrix * vec4(aFrame, 0.0)).xyz);
        vec3 b = cross(along, n);
        float turn = 6.2831853 * aThread.x;
        vec2 f = vec2(dot(vFacing, n), dot(vFacing, b));
        vThread = vec4(f.x * cos(turn) + f.y * sin(turn), f.y * cos(turn) - f.x * sin(turn), aThread.yz);
        centre.xyz += (aSide * whole) * side;
        gl_Position = projectionMatrix * centre;
        // as deep as the near side of the strand: what it touches does not hide half of it
        vec4 near = projectionMatrix * vec4(centre.xyz - width * away, 1.0);
        gl_Position.z = near.z / near.w * gl_Position.w;
    }
`;

const COMMON = /* glsl */ `
    uniform vec3 uLight;
    uniform vec3 uColour;
    uniform float uStripe;
    uniform float uTension;
    uniform float uScale;
    uniform float uDye;
    uniform float uSplit;
    uniform vec3 uFirst;
    uniform vec3 uSecond;
    uniform float uBraid;
    varying vec3 vSide;
    varying vec3 vFacing;
    varying vec3 vAcross;
    varying vec4 vThread;
    ${TONE_GLSL}
    vec3 byTension(float force) {
        float x = clamp(force / uScale, -1.0, 1.0);
        float a = sqrt(abs(x));
        vec3 calm = vec3(0.04, 0.20, 0.32);
        vec3 warm = vec3(0.95, 0.50, 0.03);
        vec3 hot = vec3(0.72, 0.02, 0.05);
        vec3 pulled = a < 0.5 ? mix(calm, warm, a * 2.0) : mix(warm, hot, a * 2.0 - 1.0);
        return x < 0.0 ? mix(calm, vec3(0.20, 0.10, 0.90), a) : pulled;
    }
    vec3 strand(float x) {
        float s = sqrt(max(0.0, 1.0 - x * x));
        vec3 base = mix(uColour, vThread.z < uSplit ? uFirst : uSecond, uDye);
        base = mix(base, byTension(vThread.w), uTension);
        vec3 n = normalize(vSide) * x + normalize(vFacing) * s;
        float gloss = 1.0;
        if (vAcross.z > 2.5) {
            // twist and braid can be seen from here on
            float a = atan(vThread.y, vThread.x) + asin(clamp(x, -1.0, 1.0));
            float seen = smoothstep(2.5, 5.0, vAcross.z);
            float stripe = smoothstep(0.55, 0.75, cos(2.0 * a)) * uStripe * seen * (1.0 - uBraid);
            base = mix(base, base * 0.4 + 0.55, stripe * 0.6);
            float weave = max(sin(26000.0 * vThread.z + 3.0 * a), sin(26000.0 * vThread.z - 3.0 * a));
            base *= mix(1.0, 0.8 + 0.25 * weave, uBraid * seen);
            gloss = 1.0 - 0.85 * uBraid;
        }
        float c = dot(n, uLight);
        float w = max(0.0, (c + 0.5) / 1.5);
        float back = max(0.0, -c);
        vec3 h = normalize(uLight + vec3(0.0, 0.0, 1.0));
        float k = max(0.0, dot(n, h));
        float k2 = k * k;
        float k8 = k2 * k2 * k2 * k2;
        float k16 = k8 * k8;
        float line = k16 * k16 * k16 * k16;
        vec3 lit = base * (0.26 + 0.95 * w * w + 0.18 * (0.5 + 0.5 * n.y)) + base * 1.1 * back * back * s * s;
        return tone(lit * (1.0 - 0.45 * x * x * x * x) + gloss * (0.9 * line + 0.1 * k8));
    }
`;
const CORE = /* glsl */ `
    ${COMMON}
    void main() {
        if ((1.0 - abs(vAcross.x)) * vAcross.y < 0.5) {
            discard;
        }
        gl_FragColor = vec4(strand(vAcross.x), 1.0);
    }
`;
const EDGE = /* glsl */ `
    ${COMMON}
    void main() {
        float inside = (1.0 - abs(vAcross.x)) * vAcross.y; // pixels
        if (inside >= 0.5) {
            discard;
        }
        float cover = clamp(inside + 0.5, 0.0, 1.0);
        float dark = 0.5 * clamp(1.0 + inside / ${FRINGE.toFixed(1)}, 0.0, 1.0);
        float alpha = max(cover, dark);
        vec3 c = cover > 0.0 ? strand(clamp(vAcross.x, -1.0, 1.0)) : vec3(0.0);
        gl_FragColor = vec4(c * cover / max(alpha, 1e-3), alpha);
    }
`;

export class ThreadRibbon {
    readonly group = new THREE.Group();
    readonly uniforms: RibbonUniforms = {
        uRadius: { value: 1e-4 },
        uLeast: { value: 1.3 },
        uHigh: { value: 700 },
        uLight: { value: new THREE.Vector3(0, 0, 1) },
        uColour: { value: new THREE.Color() },
        uStripe: { value: 0.75 },
        uTension: { value: 0 },
        uScale: { value: 1 },
        uDye: { value: 0 },
        uSplit: { value: 0 },
        uFirst: { value: new THREE.Color() },
        uSecond: { value: new THREE.Color() },
        uBraid: { value: 0 },
    };
    private readonly geometry = new THREE.BufferGeometry();
    private readonly materials: THREE.ShaderMaterial[];
    private room = 0;

    constructor(order: number) {
        const uniforms = this.uniforms as unknown as Record<string, THREE.IUniform>;
        const common = { vertexShader: VERTEX, uniforms, side: THREE.DoubleSide };
        this.materials = [
            new THREE.ShaderMaterial({ ...common, fragmentShader: CORE }),
            new THREE.ShaderMaterial({
                ...common,
                fragmentShader: EDGE,
                transparent: true,
                depthWrite: false,
            }),
        ];
        const light = new THREE.Vector3(...KEY);
        this.materials.forEach((material, i) => {
            const mesh = new THREE.Mesh(this.geometry, material);
            mesh.frustumCulled = false;
            mesh.renderOrder = order + i;
            mesh.onBeforeRender = (renderer, _scene, camera): void => {
                this.uniforms.uLight.value
                    .copy(light)
                    .transformDirection(camera.matrixWorldInverse);
                const target = renderer.getRenderTarget();
                this.uniforms.uHigh.value = target?.height ?? renderer.domElement.height;
            };
            this.group.add(mesh);
        });
    }

    fit(strand: Strand): void {
        const rings = strand.place.length / 3;
        if (rings > this.room) {
            this.make(rings);
        }
        const write = (name: string, from: Float32Array): void => {
            const attribute = this.geometry.getAttribute(name) as THREE.BufferAttribute;
            const to = attribute.array;
            for (let r = 0; r < strand.count; r++) {
                for (let k = 0; k < 3; k++) {
                    to[6 * r + k] = to[6 * r + 3 + k] = from[3 * r + k]!;
                }
            }
            attribute.clearUpdateRanges();
            attribute.addUpdateRange(0, 6 * strand.count);
            attribute.needsUpdate = true;
        };
        write("position", strand.place);
        write("aTangent", strand.tangent);
        write("aFrame", strand.frame);
        write("aThread", strand.thread);
        this.geometry.setDrawRange(0, 6 * Math.max(0, strand.count - 1));
    }

    private make(rings: number): void {
        this.room = rings;
        for (const name of ["position", "aTangent", "aFrame", "aThread"]) {
            this.geometry.setAttribute(
                name,
                new THREE.BufferAttribute(new Float32Array(6 * rings), 3).setUsage(
                    THREE.DynamicDrawUsage,
                ),
            );
        }
        const sides = Float32Array.from({ length: 2 * rings }, (_, i) => 2 * (i % 2) - 1);
        this.geometry.setAttribute("aSide", new THREE.BufferAttribute(sides, 1));
        const indices = new Uint32Array(6 * Math.max(0, rings - 1));
        for (let r = 0; r + 1 < rings; r++) {
            const a = 2 * r;
            indices.set([a, a + 1, a + 2, a + 2, a + 1, a + 3], 6 * r);
        }
        this.geometry.setIndex(new THREE.BufferAttribute(indices, 1));
    }

    dispose(): void {
        this.geometry.dispose();
        this.materials.forEach((m) => m.dispose());
    }
}
