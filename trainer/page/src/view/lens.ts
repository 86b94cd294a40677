// SPDX-License-Identifier: MIT
// The lens: the knot 6 to 10 times larger in a circle at the edge of the field, lit from the eye, ends in
// two colours, dark outlines so that one sees which strand is on top. Drawn into a picture of its own a
// few times a second and shown with every picture.
import * as THREE from "three";
import type { Vec3 } from "../core/vec";
import type { Frame, ThreadState } from "../net/frame";
import { basisOf, type Eye } from "./camera_rig";
import { knotPlace, runsNear, splitOf, type KnotPlace, type Run } from "./knot_place";
import { buildTube, tubeArrays, tubeLayout } from "./tube";

export const LENS_COLOURS = { left: 0x3d8ff2, right: 0xf5902f };
const GROUND = 0x243235;
export const LENS_PIXELS = 320;
const PIXELS = LENS_PIXELS;
const SUBDIVISIONS = 2;
const SIDES = 8;

const VERTEX = /* glsl */ `
    attribute vec3 aColour;
    uniform float uOut; // m outwards, for the outline
    uniform float uBack; // m away from the eye
    varying vec3 vNormal;
    varying vec3 vColour;
    void main() {
        vNormal = normalize(normalMatrix * normal);
        vColour = aColour;
        vec4 at = modelViewMatrix * vec4(position + uOut * normal, 1.0);
        at.z -= uBack;
        gl_Position = projectionMatrix * at;
    }
`;
const FRAGMENT = /* glsl */ `
    varying vec3 vNormal;
    varying vec3 vColour;
    void main() {
        float facing = max(0.0, normalize(vNormal).z);
        float gloss = pow(max(0.0, dot(normalize(vNormal), normalize(vec3(-0.25, 0.45, 0.86)))), 24.0);
        gl_FragColor = vec4(vColour * (0.28 + 0.78 * facing) + 0.42 * gloss, 1.0);
    }
`;
const DARK = /* glsl */ `
    void main() {
        gl_FragColor = vec4(0.03, 0.05, 0.06, 1.0);
    }
`;

const look = (
    fragment: string,
    side: THREE.Side,
    out: number,
    back: number,
): THREE.ShaderMaterial =>
    new THREE.ShaderMaterial({
        vertexShader: VERTEX,
        fragmentShader: fragment,
        side,
        uniforms: { uOut: { value: out }, uBack: { value: back } },
    });

const rgb = (hex: number): [number, number, number] => [
    ((hex >> 16) & 255) / 255,
    ((hex >> 8) & 255) / 255,
    (hex & 255) / 255,
];

export interface LensView {
    place: KnotPlace;
    magnification: number; // against the main view
}

export class Lens {
    readonly target = new THREE.WebGLRenderTarget(PIXELS, PIXELS, { samples: 0 });
    private readonly scene = new THREE.Scene();
    private readonly camera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1);
    private readonly lit = look(FRAGMENT, THREE.FrontSide, 0, 0);
    private readonly dark = look(DARK, THREE.BackSide, 0, 0);
    private drawnAt = -Infinity;
    private place: KnotPlace | null = null;
    private missing = 0; // looks in a row without a knot

    constructor() {
        this.scene.background = new THREE.Color(GROUND).convertLinearToSRGB();
    }

    // leftIsFirst: by thread
    update(
        renderer: THREE.WebGLRenderer,
        frame: Frame,
        eye: Eye,
        pixel: number,
        leftIsFirst: (thread: number) => boolean,
        now: number,
        interval: number, // ms
    ): LensView | null {
        if (now - this.drawnAt >= interval) {
            this.drawnAt = now;
            this.follow(frame.threads);
            if (this.place !== null) {
                this.build(frame.threads, leftIsFirst);
                this.aim(eye, this.place);
                this.draw(renderer);
            }
        }
        return this.place === null
            ? null
            : {
                  place: this.place,
                  magnification: (PIXELS / this.place.size) * pixel,
              };
    }

    // not from one crossing to the next at once, and a knot that is lost for a moment stays in view
    private follow(threads: readonly ThreadState[]): void {
        const found = knotPlace(threads);
        if (found === null) {
            this.missing++;
            this.place = this.missing > 12 ? null : this.place;
            return;
        }
        this.missing = 0;
        const old = this.place;
        if (old === null) {
            this.place = found;
            return;
        }
        const far = Math.hypot(...found.centre.map((x, i) => x - old.centre[i]!)) > old.size;
        const f = far ? 1 : 0.45;
        this.place = {
            centre: found.centre.map((x, i) => old.centre[i]! + f * (x - old.centre[i]!)) as Vec3,
            size: old.size + 0.35 * (found.size - old.size),
            radius: found.radius,
        };
    }

    private build(threads: readonly ThreadState[], leftIsFirst: (thread: number) => boolean): void {
        this.clear();
        const { centre, size, radius } = this.place!;
        (this.dark.uniforms.uOut as THREE.IUniform<number>).value = 0.42 * radius;
        (this.dark.uniforms.uBack as THREE.IUniform<number>).value = 0.8 * radius;
        const single = threads.length === 1;
        for (const run of runsNear(threads, centre, 1.1 * size)) {
            const t = threads[run.thread]!;
            const first = leftIsFirst(run.thread);
            const [a, b] = single ? [first, !first] : [run.thread % 2 === 0, run.thread % 2 === 0];
            const geometry = tubeOf(
                t,
                run,
                single ? splitOf(t) : Infinity,
                colourOf(a),
                colourOf(b),
            );
            for (const material of [this.dark, this.lit]) {
                const mesh = new THREE.Mesh(geometry, material);
                mesh.frustumCulled = false;
                this.scene.add(mesh);
            }
        }
    }

    private aim(eye: Eye, place: KnotPlace): void {
        const { right, up, back } = basisOf(eye);
        const basis = new THREE.Matrix4().makeBasis(
            new THREE.Vector3(...right),
            new THREE.Vector3(...up),
            new THREE.Vector3(...back),
        );
        const half = place.size / 2;
        Object.assign(this.camera, { left: -half, right: half, top: half, bottom: -half });
        this.camera.near = 0;
        this.camera.far = 4 * place.size;
        this.camera.quaternion.setFromRotationMatrix(basis);
        this.camera.position
            .set(...place.centre)
            .addScaledVector(new THREE.Vector3(...back), 2 * place.size);
        this.camera.updateProjectionMatrix();
    }

    private draw(renderer: THREE.WebGLRenderer): void {
        const xr = renderer.xr.enabled;
        renderer.xr.enabled = false;
        renderer.setRenderTarget(this.target);
        renderer.render(this.scene, this.camera);
        renderer.setRenderTarget(null);
        renderer.xr.enabled = xr;
    }

    // the last picture, to be kept: null without a knot
    picture(renderer: THREE.WebGLRenderer): HTMLCanvasElement | null {
        if (this.place === null) {
            return null;
        }
        const bytes = new Uint8Array(4 * PIXELS * PIXELS);
        renderer.readRenderTargetPixels(this.target, 0, 0, PIXELS, PIXELS, bytes);
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = PIXELS;
        const g = canvas.getContext("2d");
        const image = g?.createImageData(PIXELS, PIXELS);
        if (g == null || image === undefined) {
            return null;
        }
        // rows of a texture begin at the bottom
        for (let y = 0; y < PIXELS; y++) {
            const row = bytes.subarray(4 * PIXELS * y, 4 * PIXELS * (y + 1));
            image.data.set(row, 4 * PIXELS * (PIXELS - 1 - y));
        }
        g.putImageData(image, 0, 0);
        return canvas;
    }

    reset(): void {
        this.place = null;
        this.missing = 0;
        this.drawnAt = -Infinity;
    }

    private clear(): void {
        this.scene.children.forEach((o) => (o as THREE.Mesh).geometry.dispose());
        this.scene.clear();
    }
}

const colourOf = (left: boolean): [number, number, number] =>
    rgb(left ? LENS_COLOURS.left : LENS_COLOURS.right);

function tubeOf(
    t: ThreadState,
    run: Run,
    split: number,
    before: [number, number, number],
    after: [number, number, number],
): THREE.BufferGeometry {
    const layout = tubeLayout(run.count, SUBDIVISIONS, SIDES);
    const arrays = tubeArrays(layout);
    const none = new Int16Array(run.count);
    buildTube(
        {
            count: run.count,
            positions: t.positions.subarray(3 * run.first, 3 * (run.first + run.count)),
            tension: none,
            twist: none,
            tensionUnit: 0,
            twistUnit: 0,
        },
        layout,
        SUBDIVISIONS,
        t.radius,
        { tangent: null, normal: [1, 0, 0] },
        new Float32Array(6 * layout.rings),
        arrays,
    );
    const columns = layout.sides + 1;
    const colours = new Float32Array(3 * layout.vertexCount);
    for (let v = 0; v < layout.vertexCount; v++) {
        const ring = Math.floor(v / columns) - layout.cap;
        colours.set(run.first + ring / SUBDIVISIONS < split ? before : after, 3 * v);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(arrays.position, 3));
    geometry.setAttribute("normal", new THREE.BufferAttribute(arrays.normal, 3));
    geometry.setAttribute("aColour", new THREE.BufferAttribute(colours, 3));
    geometry.setIndex(new THREE.BufferAttribute(layout.indices, 1));
    return geometry;
}
