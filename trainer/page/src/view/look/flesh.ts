// SPDX-License-Identifier: MIT
// How tissue looks: a pad of skin in layers with a wet wound, and walls of vessels, dull pink outside, dark and wet within.
import * as THREE from "three";
import { LAYERS } from "../../core/layers";
import { DULL_GLSL, TONE_GLSL } from "./light";

export type Rgb = [number, number, number];

// linear light, one per layer
export const COLOURS: readonly Rgb[] = [
    [0.553, 0.254, 0.159],
    [0.716, 0.367, 0.296],
    [0.768, 0.456, 0.091],
    [0.27, 0.028, 0.025],
];
export const PALE: Rgb = [0.8, 0.62, 0.52];
const LIP: Rgb = [0.5, 0.12, 0.08];
const BLOOD: Rgb = [0.2, 0.013, 0.011];
const VASA: Rgb = [0.5, 0.09, 0.08];
// a wall outside, within, at a cut edge; whether it has small vessels of its own
interface Wall {
    outside: Rgb;
    within: Rgb;
    cut: Rgb;
    vasa: number;
}
const ARTERY: Wall = {
    outside: [0.69, 0.29, 0.234],
    within: [0.33, 0.035, 0.03],
    cut: [0.78, 0.47, 0.4],
    vasa: 0.42,
};
const RUBBER: Wall = {
    outside: [0.74, 0.47, 0.2],
    within: [0.4, 0.2, 0.07],
    cut: [0.8, 0.56, 0.28],
    vasa: 0,
};

const vec = (c: Rgb): string => `vec3(${c.map((x) => x.toFixed(4)).join(", ")})`;
const at = (i: number): string => ((LAYERS[i]?.from ?? 1) * 1000).toFixed(3);

const VERTEX = /* glsl */ `
    attribute vec3 aRest; // m: x, y and the depth below the highest node
    attribute vec2 aShade; // how pale; of a pad how near to the lip of a wound, of a wall: its cut edge
    varying vec3 vRest;
    varying vec2 vShade;
    varying vec3 vNormal;
    varying vec3 vAway;
    void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        vNormal = mat3(modelMatrix) * normal;
        vAway = world.xyz - cameraPosition;
        vRest = 1000.0 * aRest;
        vShade = aShade;
        gl_Position = projectionMatrix * viewMatrix * world;
    }
`;
const HEAD = /* glsl */ `
    varying vec3 vRest;
    varying vec2 vShade;
    varying vec3 vNormal;
    varying vec3 vAway;
    uniform vec4 uDots[DOTS]; // mm: place, radius; whether it is the entry
    uniform sampler2D uMottle;
    ${DULL_GLSL}
    ${TONE_GLSL}
    float square(float x) { return x * x; }
    // two lobes of gloss, a sharp and a broad one
    float gloss(vec3 n) {
        float k = square(square(max(0.0, dot(n, normalize(KEY - normalize(vAway))))));
        float k16 = square(square(k));
        return 0.30 * square(square(k16)) + 0.12 * square(k);
    }
    // printed dots, as thick as suits their size; deep: mm below the top where there are none any more, in radii
    vec3 inked(vec3 c, float deep) {
        float soft = 0.4 * (abs(dFdx(vRest.x)) + abs(dFdy(vRest.y)));
        for (int i = 0; i < DOTS; i++) {
            vec4 dot4 = uDots[i];
            float size = min(1.0, dot4.z);
            float off = length(vRest.xy - dot4.xy);
            float blur = 0.03 * size + soft;
            float ring = 1.0 - smoothstep(0.1 * size, 0.1 * size + blur, abs(off - dot4.z));
            float spot = 1.0 - smoothstep(0.16 * size, 0.16 * size + blur, off);
            vec3 ink = dot4.w > 0.5 ? vec3(0.02, 0.42, 0.13) : vec3(0.05, 0.28, 0.85);
            c = mix(c, ink, max(ring, spot) * step(1e-6, dot4.z) * step(vRest.z, deep * dot4.z));
        }
        return c;
    }
`;

const PAD = /* glsl */ `
    uniform vec4 uBox; // mm: low and high corner of the rest shape
    uniform float uDeep; // mm
    void main() {
        vec3 n = normalize(vNormal);
        n *= dot(n, vAway) > 0.0 ? -1.0 : 1.0;
        vec2 mottle = 2.0 * texture2D(uMottle, vRest.xy / 14.0 + 0.07 * vRest.z).rg - 1.0;
        float d = vRest.z + 0.12 * mottle.y;
        vec3 c = ${vec(COLOURS[0]!)};
        float lip = square(vShade.y);
        c = mix(c, ${vec(LIP)}, 0.55 * lip);
        c = mix(c, ${vec(COLOURS[1]!)}, smoothstep(${at(1)} - 0.05, ${at(1)} + 0.05, d));
        c = mix(c, ${vec(COLOURS[2]!)}, smoothstep(${at(2)} - 0.1, ${at(2)} + 0.1, d));
        c = mix(c, ${vec(COLOURS[3]!)}, smoothstep(${at(3)} - 0.1, ${at(3)} + 0.1, d));
        c *= 0.93 + 0.09 * mottle.x + 0.06 * mottle.y;
        c = mix(c, ${vec(PALE)}, vShade.x);
        c = inked(c, 0.3);
        // walls of a wound lie deep inside of the box; they are darker, red for longest, and wet
        float inside = min(min(vRest.x - uBox.x, uBox.z - vRest.x), min(vRest.y - uBox.y, uBox.w - vRest.y));
        float wound = smoothstep(0.5, 2.0, inside) * smoothstep(0.05, 0.5, vRest.z);
        float deep = sqrt(clamp(vRest.z / uDeep, 0.0, 1.0));
        float shut = wound * deep * sqrt(deep); // to the power of 3/4
        c = mix(c, ${vec(BLOOD)}, 0.45 * shut * shut);
        float open = max(0.2, 1.0 - 0.62 * shut);
        vec3 lit = c * dull(n, 0.75) * 0.62 * vec3(open, open * open, open * open);
        // wet walls catch the light in streaks
        vec3 wet = normalize(n + 0.22 * wound * vec3(mottle.x, mottle.y, 0.0));
        lit += mix(0.26, 0.8, wound) * gloss(wet) * open;
        gl_FragColor = vec4(tone(lit), 1.0);
    }
`;

const WALLS = /* glsl */ `
    uniform float uOut; // 1: triangles face outwards
    uniform vec3 uOutside, uWithin, uCut;
    uniform float uVasa;
    void main() {
        vec3 n = normalize(vNormal);
        bool within = gl_FrontFacing != (uOut > 0.0);
        n *= dot(n, vAway) > 0.0 ? -1.0 : 1.0;
        vec4 fine = texture2D(uMottle, 0.16 * vRest.xy + 0.05 * vRest.z);
        vec4 coarse = texture2D(uMottle, 0.07 * vRest.yx + vec2(0.03, 0.05) * vRest.z);
        vec2 mottle = 2.0 * fine.rg - 1.0;
        // small vessels of the wall are contour lines of the clouds
        float vasa = 1.0 - smoothstep(0.03, 0.09, abs(coarse.r + 0.12 * mottle.y - 0.62));
        vec3 c = uOutside * (0.95 + 0.08 * mottle.x + 0.04 * mottle.y);
        c = mix(c, ${vec(VASA)}, uVasa * vasa * (0.6 + 0.4 * mottle.x));
        c = mix(c, ${vec(PALE)}, vShade.x);
        float wet = 0.75;
        float open = 1.0;
        if (vShade.y > 0.5) {
            c = uCut;
            wet = 0.5;
        } else if (within) {
            c = uWithin * (0.9 + 0.2 * mottle.x);
            open = 0.55;
        } else {
            c = inked(c, 1.0);
        }
        vec3 lit = c * dull(n, 0.75) * 0.62 * open;
        vec3 moist = normalize(n + 0.10 * vec3(mottle.x, mottle.y, 0.0));
        float edge = 1.0 - abs(dot(n, normalize(vAway)));
        // long lamps on both sides of the microscope leave a light along a wall, whatever way it runs
        vec3 back = reflect(normalize(vAway), normalize(mix(n, moist, 0.4)));
        float lamps = exp(-square((back.x + 0.28) / 0.11)) + exp(-square((back.y - 0.42) / 0.11));
        float film = 0.35 * min(1.0, lamps) * smoothstep(0.1, 0.5, back.z) * (within ? 0.12 : 1.0);
        lit += wet * (gloss(moist) + film * (0.75 + 0.25 * mottle.y)) + vec3(0.10, 0.035, 0.03) * edge * edge;
        gl_FragColor = vec4(tone(lit), 1.0);
    }
`;

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

export interface FleshOptions {
    wall: "vessel" | "rubber" | null; // null: a pad
    dots: THREE.Vector4[]; // at least one
    box: THREE.Vector4; // mm
    deep: number; // mm
    outwards: boolean;
}

export function fleshMaterial(o: FleshOptions): THREE.ShaderMaterial {
    const wall = o.wall === "rubber" ? RUBBER : ARTERY;
    const colour = (c: Rgb): THREE.IUniform => ({ value: new THREE.Vector3(...c) });
    return new THREE.ShaderMaterial({
        vertexShader: VERTEX,
        fragmentShader: HEAD + (o.wall === null ? PAD : WALLS),
        side: THREE.DoubleSide,
        defines: { DOTS: o.dots.length },
        uniforms: {
            uMottle: { value: mottleTexture() },
            uDots: { value: o.dots },
            uBox: { value: o.box },
            uDeep: { value: o.deep },
            uOut: { value: o.outwards ? 1 : -1 },
            uOutside: colour(wall.outside),
            uWithin: colour(wall.within),
            uCut: colour(wall.cut),
            uVasa: { value: wall.vasa },
        },
    });
}
