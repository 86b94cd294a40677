// SPDX-License-Identifier: MIT
// Where one strand passes over another the lower one is interrupted beside it, as in drawings of knots:
// a thread of two pixels has no shading that could tell which one is on top. A ribbon behind each
// thread, a little wider than it and turned to the eye, is drawn only where a strand has been drawn
// further back.
import * as THREE from "three";

const STRAND = 1; // in the stencil, where a thread is seen
export const STRAND_ORDER = 1; // after tools and posts, so that the stencil has what is seen
const RIBBON_ORDER = 2;
const GAP_PIXELS = 1.5;
const GAP_RADII = 0.22; // of threads that are drawn wide

// A thread that is drawn wider than it is lies as deep as it is: else wide strands would run into each
// other, and which one is seen would depend on their slant.
export const TRUE_DEPTH = /* glsl */ `
    vec4 trueClip = projectionMatrix * modelViewMatrix * vec4(position - uWidened * normal, 1.0);
    gl_Position.z = trueClip.z / trueClip.w * gl_Position.w;
`;

const VERTEX = /* glsl */ `
    attribute vec3 aTangent;
    attribute float aSide; // -1 or 1
    uniform float uWidth; // half of it, m
    uniform float uBehind; // m behind the centre line
    void main() {
        vec4 centre = modelViewMatrix * vec4(position, 1.0);
        float size = length(modelViewMatrix[0].xyz);
        vec3 away = normalize(centre.xyz);
        vec3 across = cross(away, (modelViewMatrix * vec4(aTangent, 0.0)).xyz);
        // a strand that runs towards the eye has no sides
        across /= max(length(across), 1e-3 * size);
        gl_Position = projectionMatrix
            * vec4(centre.xyz + size * (uBehind * away + aSide * uWidth * across), 1.0);
    }
`;
const FRAGMENT = /* glsl */ `
    uniform vec3 uColour;
    void main() {
        gl_FragColor = vec4(uColour, 1.0);
    }
`;

export function markStrand(material: THREE.Material): void {
    material.stencilWrite = true;
    material.stencilRef = STRAND;
    material.stencilFunc = THREE.AlwaysStencilFunc;
    material.stencilZPass = THREE.ReplaceStencilOp;
}

export class Ribbon {
    readonly mesh: THREE.Mesh;
    private place = new THREE.BufferAttribute(new Float32Array(0), 3);
    private tangent = this.place;
    private readonly material = new THREE.ShaderMaterial({
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        uniforms: {
            uWidth: { value: 0 },
            uBehind: { value: 0 },
            uColour: { value: new THREE.Color() },
        },
        side: THREE.DoubleSide,
        depthWrite: false,
        stencilWrite: true, // three.js tests only where it may write
        stencilRef: STRAND,
        stencilFunc: THREE.EqualStencilFunc,
    });

    // as what lies behind the threads
    constructor(colour: number) {
        (this.material.uniforms.uColour?.value as THREE.Color)
            .set(colour)
            .convertLinearToSRGB()
            .multiplyScalar(0.93);
        this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), this.material);
        this.mesh.frustumCulled = false;
        this.mesh.renderOrder = RIBBON_ORDER;
        // a picture without a stencil would show whole ribbons
        this.mesh.onBeforeRender = (renderer): void => {
            this.material.colorWrite = !renderer.xr.isPresenting;
        };
    }

    // `line`: 3 numbers of the place and 3 of the tangent for each of the rings; radius: the true one
    fit(line: Float32Array, radius: number, drawn: number, pixel: number): void {
        const rings = line.length / 6;
        if (this.place.count !== 2 * rings) {
            this.make(rings);
        }
        for (let r = 0, from = 0, to = 0; r < rings; r++, from += 6) {
            for (let side = 0; side < 2; side++, to += 3) {
                for (let k = 0; k < 3; k++) {
                    this.place.array[to + k] = line[from + k]!;
                    this.tangent.array[to + k] = line[from + 3 + k]!;
                }
            }
        }
        this.place.needsUpdate = this.tangent.needsUpdate = true;
        const set = (name: string, value: number): void => {
            (this.material.uniforms[name] as THREE.IUniform<number>).value = value;
        };
        set("uWidth", drawn + Math.max(GAP_PIXELS * pixel, GAP_RADII * drawn));
        set("uBehind", 0.15 * radius); // strands that touch are two radii apart, or a little less
    }

    private make(rings: number): void {
        const dynamic = (): THREE.BufferAttribute =>
            new THREE.BufferAttribute(new Float32Array(6 * rings), 3).setUsage(
                THREE.DynamicDrawUsage,
            );
        this.place = dynamic();
        this.tangent = dynamic();
        const sides = Float32Array.from({ length: 2 * rings }, (_, i) => 2 * (i % 2) - 1);
        const indices: number[] = [];
        for (let a = 0; a + 2 < 2 * rings; a += 2) {
            indices.push(a, a + 1, a + 2, a + 2, a + 1, a + 3);
        }
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", this.place);
        geometry.setAttribute("aTangent", this.tangent);
        geometry.setAttribute("aSide", new THREE.BufferAttribute(sides, 1));
        geometry.setIndex(indices);
        this.mesh.geometry.dispose();
        this.mesh.geometry = geometry;
    }

    dispose(): void {
        this.mesh.geometry.dispose();
        this.material.dispose();
    }
}
