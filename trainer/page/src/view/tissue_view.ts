// SPDX-License-Identifier: MIT
// A tissue on the screen: its skin in the colours of the layers, by how deep a node lay at first, paler
// where it is strained.
import * as THREE from "three";
import type { TissueState } from "../net/frame";
import type { MarkInfo, TissueInfo } from "../net/messages";
import { DULL_GLSL, TONE_GLSL } from "./look/light";
import { padOf } from "./solids_view";

export type Rgb = [number, number, number];

// linear light; depths in m
const LAYERS: readonly { from: number; colour: Rgb }[] = [
    { from: 0, colour: [0.553, 0.254, 0.159] }, // skin
    { from: 0.3e-3, colour: [0.716, 0.367, 0.296] }, // dermis
    { from: 2.0e-3, colour: [0.768, 0.456, 0.091] }, // fat
    { from: 5.6e-3, colour: [0.27, 0.028, 0.025] }, // fascia
];
const PALE: Rgb = [0.8, 0.62, 0.52];
const FULLY_PALE = 0.3; // strain
const MOST_PALE = 0.85;

// The colour of a node that lay so deep below the highest one, with this strain.
export function tissueColour(depth: number, strain: number): Rgb {
    const layer = LAYERS.filter((l) => depth >= l.from - 1e-9).at(-1) ?? LAYERS[0]!;
    const pale = share(strain);
    return layer.colour.map((c, i) => c + pale * (PALE[i]! - c)) as Rgb;
}

const share = (strain: number): number => MOST_PALE * Math.min(1, Math.max(0, strain) / FULLY_PALE);

const vec = (c: Rgb): string => `vec3(${c.map((x) => x.toFixed(4)).join(", ")})`;
const at = (i: number): string => ((LAYERS[i]?.from ?? 1) * 1000).toFixed(3);

const VERTEX = /* glsl */ `
    attribute vec3 aRest; // m: x, y and the depth below the highest node
    attribute float aPale;
    varying vec3 vRest;
    varying float vPale;
    varying vec3 vNormal;
    varying vec3 vAway;
    void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        vNormal = mat3(modelMatrix) * normal;
        vAway = world.xyz - cameraPosition;
        vRest = 1000.0 * aRest;
        vPale = aPale;
        gl_Position = projectionMatrix * viewMatrix * world;
    }
`;
const FRAGMENT = /* glsl */ `
    uniform vec4 uBox; // mm: low and high corner of the rest shape
    uniform float uDeep; // mm
    varying vec3 vRest;
    varying float vPale;
    varying vec3 vNormal;
    varying vec3 vAway;
    ${DULL_GLSL}
    ${TONE_GLSL}
    uniform vec4 uDots[DOTS]; // mm: place, radius; whether it is the entry
    uniform sampler2D uMottle;
    void main() {
        vec3 n = normalize(vNormal);
        n *= dot(n, vAway) > 0.0 ? -1.0 : 1.0;
        vec2 mottle = 2.0 * texture2D(uMottle, vRest.xy / 14.0 + 0.07 * vRest.z).rg - 1.0;
        float d = vRest.z + 0.12 * mottle.y;
        vec3 c = ${vec(LAYERS[0]!.colour)};
        c = mix(c, ${vec(LAYERS[1]!.colour)}, smoothstep(${at(1)} - 0.05, ${at(1)} + 0.05, d));
        c = mix(c, ${vec(LAYERS[2]!.colour)}, smoothstep(${at(2)} - 0.1, ${at(2)} + 0.1, d));
        c = mix(c, ${vec(LAYERS[3]!.colour)}, smoothstep(${at(3)} - 0.1, ${at(3)} + 0.1, d));
        c *= 0.93 + 0.09 * mottle.x + 0.06 * mottle.y;
        c = mix(c, ${vec(PALE)}, vPale);
        float soft = 0.03 + 0.4 * (abs(dFdx(vRest.x)) + abs(dFdy(vRest.y)));
        for (int i = 0; i < DOTS; i++) {
            vec4 dot4 = uDots[i];
            float off = length(vRest.xy - dot4.xy);
            float ring = 1.0 - smoothstep(0.1, 0.1 + soft, abs(off - dot4.z));
            float spot = 1.0 - smoothstep(0.16, 0.16 + soft, off);
            vec3 ink = dot4.w > 0.5 ? vec3(0.02, 0.42, 0.13) : vec3(0.05, 0.28, 0.85);
            c = mix(c, ink, max(ring, spot) * step(1e-6, dot4.z) * step(vRest.z, 0.3));
        }
        // walls of a wound lie deep inside of the box; they are darker, red for longest, and wet
        float inside = min(min(vRest.x - uBox.x, uBox.z - vRest.x), min(vRest.y - uBox.y, uBox.w - vRest.y));
        float wound = smoothstep(0.5, 2.0, inside) * smoothstep(0.05, 0.5, vRest.z);
        float deep = sqrt(clamp(vRest.z / uDeep, 0.0, 1.0));
        float open = max(0.16, 1.0 - 0.86 * wound * deep * sqrt(deep)); // to the power of 3/4
        vec3 lit = c * dull(n, 0.75) * 0.62 * vec3(open, open * open, open * open);
        vec3 h = normalize(KEY - normalize(vAway));
        float k = max(0.0, dot(n, h));
        float k2 = k * k;
        float k8 = k2 * k2 * k2 * k2;
        float k32 = k8 * k8 * k8 * k8;
        lit += mix(0.26, 0.55, wound) * (0.30 * k32 * k32 + 0.12 * k8) * open;
        gl_FragColor = vec4(tone(lit), 1.0);
    }
`;

const MOST_DOTS = 4;

let mottle: THREE.DataTexture | null = null;

// Coarse and fine clouds that repeat without a seam: waves with whole numbers of periods.
function mottleTexture(): THREE.DataTexture {
    if (mottle === null) {
        const size = 128;
        const pixels = new Uint8Array(4 * size * size);
        const clouds = (x: number, y: number, n: number): number =>
            Math.sin(n * x + 1.9 * Math.sin((n - 1) * y)) *
            Math.sin((n + 1) * y + 1.6 * Math.sin(n * x + 1));
        for (let i = 0; i < size * size; i++) {
            const x = (2 * Math.PI * (i % size)) / size;
            const y = (2 * Math.PI * Math.floor(i / size)) / size;
            pixels[4 * i] = 128 + 127 * clouds(x, y, 2);
            pixels[4 * i + 1] = 128 + 127 * clouds(y, x, 6);
        }
        mottle = new THREE.DataTexture(pixels, size, size);
        mottle.wrapS = mottle.wrapT = THREE.RepeatWrapping;
        mottle.minFilter = mottle.magFilter = THREE.LinearFilter;
        mottle.needsUpdate = true;
    }
    return mottle;
}

function dotsOf(marks: readonly MarkInfo[]): THREE.Vector4[] {
    return Array.from({ length: Math.max(1, Math.min(MOST_DOTS, marks.length)) }, (_, i) => {
        const m = marks[i];
        return m === undefined
            ? new THREE.Vector4(0, 0, 0, 0)
            : new THREE.Vector4(
                  1000 * m.position[0],
                  1000 * m.position[1],
                  1000 * m.radius,
                  m.name.startsWith("entry") ? 1 : 0,
              );
    });
}

export class TissueView {
    readonly mesh: THREE.Mesh;
    private readonly count: number;
    private readonly position: THREE.BufferAttribute;
    private readonly pale: THREE.BufferAttribute;

    // dots: printed on it
    constructor(info: TissueInfo, dots: readonly MarkInfo[] = []) {
        const count = info.nodes.length / 3;
        const box = padOf(info);
        this.count = count;
        const rest = new Float32Array(info.nodes);
        for (let i = 0; i < count; i++) {
            rest[3 * i + 2] = box.top - info.nodes[3 * i + 2]!;
        }
        this.position = new THREE.BufferAttribute(Float32Array.from(info.nodes), 3);
        this.pale = new THREE.BufferAttribute(new Float32Array(count), 1);
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", this.position);
        geometry.setAttribute("aPale", this.pale);
        geometry.setAttribute("aRest", new THREE.BufferAttribute(rest, 3));
        geometry.setIndex(info.triangles);
        const mm = (x: number): number => 1000 * x;
        this.mesh = new THREE.Mesh(
            geometry,
            new THREE.ShaderMaterial({
                vertexShader: VERTEX,
                fragmentShader: FRAGMENT,
                side: THREE.DoubleSide,
                defines: { DOTS: Math.max(1, Math.min(MOST_DOTS, dots.length)) },
                uniforms: {
                    uMottle: { value: mottleTexture() },
                    uDots: { value: dotsOf(dots) },
                    uBox: { value: new THREE.Vector4(...box.low.map(mm), ...box.high.map(mm)) },
                    uDeep: { value: Math.max(mm(box.top - box.bottom), 0.5) },
                },
            }),
        );
        this.mesh.frustumCulled = false;
    }

    // a mesh that has changed since it was described is left as it was
    update(state: TissueState): void {
        if (state.count !== this.count) {
            return;
        }
        const [x, y, z] = state.middle;
        for (let i = 0; i < state.count; i++) {
            this.position.setXYZ(
                i,
                x + state.unit * state.places[3 * i]!,
                y + state.unit * state.places[3 * i + 1]!,
                z + state.unit * state.places[3 * i + 2]!,
            );
            this.pale.setX(i, share(state.strain[i]! / 1000));
        }
        this.position.needsUpdate = true;
        this.pale.needsUpdate = true;
        this.mesh.geometry.computeVertexNormals();
    }

    dispose(): void {
        this.mesh.geometry.dispose();
        (this.mesh.material as THREE.Material).dispose();
    }
}
