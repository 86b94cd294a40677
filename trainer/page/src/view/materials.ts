// SPDX-License-Identifier: MIT
// Colours and materials of the field. Metal is a picture of a lit ball (matcap): it looks like polished
// steel under the ring light of a microscope and costs next to nothing on a machine without a GPU.
import * as THREE from "three";
import { markStrand, TRUE_DEPTH } from "./crossings";

export const PALETTE = {
    background: 0x0e1518,
    board: 0xd5e0dc,
    boardLine: 0x8fa8a3,
    post: 0xd9694f,
    ring: 0xe0a431,
    sphere: 0x6f8fb0,
    box: 0xb9c4c9,
    target: 0x12a594,
    done: 0x3fbf6f,
    left: 0x3aa3ff,
    right: 0xff9f43,
    force: 0xff4d6d,
    contact: 0xffd166,
};

// colours as the dyed sutures have in the shops
const THREAD_COLOURS: [RegExp, number][] = [
    [/silk/i, 0x2a2624],
    [/polyprop|prolene/i, 0x2f6fe0],
    [/polyglac|vicryl|pds|polydiox/i, 0x6b3fa0],
    [/poliglec|monocryl/i, 0xa98b5f],
    [/polyester|ethibond/i, 0x1f7a4d],
    [/steel/i, 0x9aa3ab],
    [/nylon/i, 0x1c3f94],
];
const SECOND_THREAD = 0xa3355c;

export function threadColour(material: string | null, index: number): number {
    if (index % 2 === 1) {
        return SECOND_THREAD; // two threads must be told apart
    }
    return THREAD_COLOURS.find(([pattern]) => pattern.test(material ?? ""))?.[1] ?? 0x1c3f94;
}

function canvasTexture(size: number, draw: (g: CanvasRenderingContext2D) => void): THREE.Texture {
    const canvas = document.createElement("canvas");
    canvas.width = size;
    canvas.height = size;
    const g = canvas.getContext("2d");
    if (g !== null) {
        draw(g);
    }
    const texture = new THREE.CanvasTexture(canvas);
    texture.colorSpace = THREE.SRGBColorSpace;
    return texture;
}

// a ball of brushed steel: dark horizon, bright sky, a soft key light, a rim
export function steelTexture(tint: [number, number, number]): THREE.Texture {
    const size = 256;
    return canvasTexture(size, (g) => {
        const shade = (v: number): string =>
            `rgb(${tint.map((t) => Math.round(Math.min(255, v * t))).join(",")})`;
        const sky = g.createLinearGradient(0, 0, 0, size);
        const stops: [number, number][] = [
            [0, 250],
            [0.16, 226],
            [0.34, 178],
            [0.47, 120],
            [0.53, 62],
            [0.6, 92],
            [0.78, 140],
            [1, 90],
        ];
        for (const [at, v] of stops) {
            sky.addColorStop(at, shade(v));
        }
        g.fillStyle = sky;
        g.fillRect(0, 0, size, size);
        const light = (x: number, y: number, r: number, alpha: number): void => {
            const spot = g.createRadialGradient(
                x * size,
                y * size,
                0,
                x * size,
                y * size,
                r * size,
            );
            spot.addColorStop(0, `rgba(255,255,255,${alpha})`);
            spot.addColorStop(0.4, `rgba(255,255,255,${alpha * 0.45})`);
            spot.addColorStop(1, "rgba(255,255,255,0)");
            g.fillStyle = spot;
            g.fillRect(0, 0, size, size);
        };
        light(0.36, 0.24, 0.26, 0.95);
        light(0.74, 0.36, 0.2, 0.45);
        light(0.5, 0.86, 0.3, 0.16);
        const rim = g.createRadialGradient(
            size / 2,
            size / 2,
            size * 0.38,
            size / 2,
            size / 2,
            size / 2,
        );
        rim.addColorStop(0, "rgba(10,16,20,0)");
        rim.addColorStop(1, "rgba(10,16,20,0.55)");
        g.fillStyle = rim;
        g.fillRect(0, 0, size, size);
    });
}

export const steel = (): THREE.MeshMatcapMaterial =>
    new THREE.MeshMatcapMaterial({ matcap: steelTexture([1, 1.02, 1.05]) });

export const flatSteel = (): THREE.MeshMatcapMaterial =>
    new THREE.MeshMatcapMaterial({ matcap: steelTexture([0.78, 0.81, 0.85]) });

export interface ThreadUniforms {
    uStripe: THREE.IUniform<number>; // strength, 0 .. 1
    uTension: THREE.IUniform<number>; // 0: own colour, 1: by tension
    uScale: THREE.IUniform<number>; // N that is full red
    uFlat: THREE.IUniform<number>; // 0: lit, 1: without light, for very thin ones
    uDye: THREE.IUniform<number>; // 0: the colour of the material, 1: of the hands
    uSplit: THREE.IUniform<number>; // arc length over radius, where that changes
    uFirst: THREE.IUniform<THREE.Color>;
    uSecond: THREE.IUniform<THREE.Color>;
    uWidened: THREE.IUniform<number>; // m, by which the radius is drawn larger than it is
}

const STRIPE_SHADER = /* glsl */ `
    diffuseColor.rgb = mix(diffuseColor.rgb, vThread.y < uSplit ? uFirst : uSecond, uDye);
    float turn = vThread.x;
    // two stripes around the thread, as wide as a fifth of it, blurred away when too fine to see
    float wave = abs(fract(2.0 * turn) - 0.5) * 2.0;
    float soft = clamp(fwidth(2.0 * turn) * 2.0, 0.02, 1.0);
    float stripe = smoothstep(0.62 - soft, 0.62 + soft, wave) * (1.0 - smoothstep(0.5, 1.0, soft));
    diffuseColor.rgb = mix(diffuseColor.rgb, mix(diffuseColor.rgb, vec3(0.86, 0.93, 1.0), 0.62),
                           stripe * uStripe * (1.0 - uFlat));
    if (uTension > 0.0) {
        float x = clamp(vThread.z / uScale, -1.0, 1.0);
        float a = sqrt(abs(x));
        vec3 calm = vec3(0.10, 0.30, 0.42);
        vec3 warm = vec3(0.98, 0.72, 0.10);
        vec3 hot = vec3(0.86, 0.06, 0.12);
        vec3 pulled = a < 0.5 ? mix(calm, warm, a * 2.0) : mix(warm, hot, a * 2.0 - 1.0);
        vec3 pushed = mix(calm, vec3(0.35, 0.25, 0.95), a);
        diffuseColor.rgb = mix(diffuseColor.rgb, x < 0.0 ? pushed : pulled, uTension);
        diffuseColor.rgb *= 1.0 - 0.18 * stripe;
    }
`;

export function threadMaterial(colour: number): {
    material: THREE.Material;
    uniforms: ThreadUniforms;
} {
    const uniforms: ThreadUniforms = {
        uStripe: { value: 0.75 },
        uTension: { value: 0 },
        uScale: { value: 1 },
        uFlat: { value: 0 },
        uDye: { value: 0 },
        uSplit: { value: 0 },
        uFirst: { value: new THREE.Color() },
        uSecond: { value: new THREE.Color() },
        uWidened: { value: 0 },
    };
    const material = new THREE.MeshPhongMaterial({
        color: colour,
        specular: 0x9fb4c8,
        shininess: 48,
        emissive: colour,
        emissiveIntensity: 0.14,
    });
    markStrand(material);
    material.onBeforeCompile = (shader): void => {
        Object.assign(shader.uniforms, uniforms);
        shader.vertexShader = shader.vertexShader
            .replace(
                "#include <common>",
                "#include <common>\nattribute vec3 aThread;\nvarying vec3 vThread;\nuniform float uWidened;",
            )
            .replace("#include <begin_vertex>", "#include <begin_vertex>\nvThread = aThread;")
            .replace("#include <project_vertex>", `#include <project_vertex>\n${TRUE_DEPTH}`);
        shader.fragmentShader = shader.fragmentShader
            .replace(
                "#include <common>",
                "#include <common>\nvarying vec3 vThread;\n" +
                    "uniform float uStripe;\nuniform float uTension;\nuniform float uScale;\nuniform float uFlat;\n" +
                    "uniform float uDye;\nuniform float uSplit;\nuniform vec3 uFirst;\nuniform vec3 uSecond;",
            )
            .replace("#include <color_fragment>", `#include <color_fragment>\n${STRIPE_SHADER}`)
            .replace(
                "#include <opaque_fragment>",
                "outgoingLight = mix(outgoingLight, 1.2 * diffuseColor.rgb, uFlat);\n#include <opaque_fragment>",
            );
    };
    return { material, uniforms };
}

const BOARD_LINES = /* glsl */ `
    // lines every millimetre and every centimetre, about a pixel wide at any zoom
    vec3 boardLines(vec3 colour, vec2 place, vec2 px, vec3 lineColour) {
        vec2 mm = place * 1000.0;
        vec2 fine = abs(fract(mm - 0.5) - 0.5) / px;
        vec2 wide = abs(fract(mm * 0.1 - 0.5) - 0.5) * 10.0 / px;
        float coarse = max(px.x, px.y);
        float fineLine = (1.0 - min(min(fine.x, fine.y), 1.0)) * 0.26 * (1.0 - smoothstep(0.1, 0.28, coarse));
        float wideLine = (1.0 - min(min(wide.x, wide.y), 1.0)) * 0.55 * (1.0 - smoothstep(1.5, 4.0, coarse));
        return mix(colour, lineColour, max(fineLine, wideLine));
    }
`;
const BOARD_FADE = /* glsl */ `
    vec2 boardAway = vBoard / uRadius;
    gl_FragColor.rgb = mix(gl_FragColor.rgb, uBack, smoothstep(0.06, 0.75, dot(boardAway, boardAway)));
`;

function boardUniforms(radius: number): Record<string, THREE.IUniform> {
    return {
        uLine: { value: new THREE.Color(PALETTE.boardLine) },
        uBack: { value: new THREE.Color(PALETTE.background).convertLinearToSRGB() },
        uRadius: { value: radius },
        uPixel: { value: 0.1 },
    };
}

// the board fades into the dark of the room around the lit field
export function boardMaterial(radius: number): THREE.Material {
    const material = new THREE.MeshLambertMaterial({ color: PALETTE.board });
    material.onBeforeCompile = (shader): void => {
        Object.assign(shader.uniforms, boardUniforms(radius));
        shader.vertexShader = shader.vertexShader
            .replace("#include <common>", "#include <common>\nvarying vec2 vBoard;")
            .replace("#include <begin_vertex>", "#include <begin_vertex>\nvBoard = position.xy;");
        shader.fragmentShader = shader.fragmentShader
            .replace(
                "#include <common>",
                "#include <common>\nvarying vec2 vBoard;\nuniform vec3 uLine;\nuniform vec3 uBack;\n" +
                    `uniform float uRadius;\n${BOARD_LINES}`,
            )
            .replace(
                "#include <color_fragment>",
                "#include <color_fragment>\n" +
                    "vec2 boardPx = max(fwidth(vBoard * 1000.0), vec2(1e-4));\n" +
                    "diffuseColor.rgb = boardLines(diffuseColor.rgb, vBoard, boardPx, uLine);",
            )
            .replace(
                "#include <dithering_fragment>",
                `${BOARD_FADE}\n#include <dithering_fragment>`,
            );
    };
    return material;
}

// The same without light and shadows, for machines that draw on the processor: the board fills the
// window, so it is what drawing costs.
export function plainBoardMaterial(radius: number): THREE.ShaderMaterial {
    return new THREE.ShaderMaterial({
        uniforms: {
            ...boardUniforms(radius),
            uLine: { value: new THREE.Color(PALETTE.boardLine).convertLinearToSRGB() },
            uBoard: {
                value: new THREE.Color(PALETTE.board).convertLinearToSRGB().multiplyScalar(0.93),
            },
        },
        vertexShader: /* glsl */ `
            varying vec2 vBoard;
            void main() {
                vBoard = position.xy;
                gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
            }
        `,
        fragmentShader: /* glsl */ `
            varying vec2 vBoard;
            uniform vec3 uLine;
            uniform vec3 uBack;
            uniform vec3 uBoard;
            uniform float uRadius;
            uniform float uPixel; // mm
            ${BOARD_LINES}
            void main() {
                gl_FragColor = vec4(boardLines(uBoard, vBoard, vec2(uPixel), uLine), 1.0);
                ${BOARD_FADE}
            }
        `,
    });
}
