// SPDX-License-Identifier: MIT
// What stands still is drawn once, finely, and put back under everything that moves. Without a graphics card the theatre
// would take most of every picture. While the eye moves it is drawn directly; after a moment of rest twice as wide and high,
// and from then on copied.
import * as THREE from "three";

export const STILL = 2; // layer of what stands still
export const SOLID = 3; // of that, what may hide things that move

const REST_MS = 160;

const FULL = /* glsl */ `
    void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }
`;

const screen = (fragment: string, texture: THREE.Texture): THREE.ShaderMaterial =>
    new THREE.ShaderMaterial({
        vertexShader: FULL,
        fragmentShader: fragment,
        uniforms: { uPicture: { value: texture } },
        depthTest: false,
        depthWrite: false,
    });

export class Backdrop {
    private readonly fine = new THREE.WebGLRenderTarget(2, 2, { generateMipmaps: false });
    private readonly kept = new THREE.WebGLRenderTarget(1, 1, {
        depthBuffer: false,
        minFilter: THREE.NearestFilter,
        magFilter: THREE.NearestFilter,
    });
    private readonly scene = new THREE.Scene();
    private readonly quad: THREE.Mesh;
    private readonly average = screen(
        /* glsl */ `
            uniform sampler2D uPicture;
            void main() {
                ivec2 at = 2 * ivec2(gl_FragCoord.xy);
                gl_FragColor = 0.25 * (texelFetch(uPicture, at, 0) + texelFetch(uPicture, at + ivec2(1, 0), 0)
                    + texelFetch(uPicture, at + ivec2(0, 1), 0) + texelFetch(uPicture, at + ivec2(1, 1), 0));
            }
        `,
        this.fine.texture,
    );
    private readonly copy = screen(
        /* glsl */ `
            uniform sampler2D uPicture;
            void main() { gl_FragColor = texelFetch(uPicture, ivec2(gl_FragCoord.xy), 0); }
        `,
        this.kept.texture,
    );
    private readonly depthOnly = new THREE.MeshBasicMaterial({
        colorWrite: false,
        side: THREE.DoubleSide,
    });
    private readonly view = new THREE.Matrix4();
    private readonly seen = new THREE.Matrix4();
    private restedSince = Infinity;
    private ready = false;

    // fine: draws what stands still as well as it can, or in a hurry
    constructor(private readonly drawFine: (fine: boolean) => void) {
        const triangle = new THREE.BufferGeometry();
        triangle.setAttribute(
            "position",
            new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3),
        );
        this.quad = new THREE.Mesh(triangle, this.copy);
        this.quad.frustumCulled = false;
        this.scene.add(this.quad);
    }

    // something in it is another thing
    changed(): void {
        this.ready = false;
        this.restedSince = Infinity;
    }

    // true: the picture and the depth of what stands still are there; the rest is to be drawn over it
    restore(
        renderer: THREE.WebGLRenderer,
        scene: THREE.Scene,
        camera: THREE.PerspectiveCamera,
        now: number,
    ): boolean {
        const { width, height } = renderer.domElement;
        camera.updateMatrixWorld();
        this.view.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
        const same =
            this.view.elements.every((x, i) => x === this.seen.elements[i]) &&
            this.kept.width === width &&
            this.kept.height === height;
        if (!same) {
            this.seen.copy(this.view);
            this.kept.setSize(width, height);
            this.ready = false;
            this.restedSince = now;
        } else if (this.restedSince === Infinity) {
            this.restedSince = now;
        }
        if (!this.ready) {
            if (now - this.restedSince < REST_MS) {
                return false;
            }
            this.take(renderer, scene, camera);
        }
        const layers = camera.layers.mask;
        renderer.autoClear = false;
        renderer.clear(false, true, true);
        this.show(renderer, this.copy, null);
        camera.layers.set(SOLID);
        scene.overrideMaterial = this.depthOnly;
        renderer.render(scene, camera);
        scene.overrideMaterial = null;
        camera.layers.mask = layers;
        renderer.autoClear = true;
        return true;
    }

    private take(renderer: THREE.WebGLRenderer, scene: THREE.Scene, camera: THREE.Camera): void {
        const { width, height } = renderer.domElement;
        const layers = camera.layers.mask;
        this.drawFine(true);
        this.fine.setSize(2 * width, 2 * height);
        camera.layers.set(STILL);
        renderer.setRenderTarget(this.fine);
        renderer.render(scene, camera);
        camera.layers.mask = layers;
        this.show(renderer, this.average, this.kept);
        renderer.setRenderTarget(null);
        this.drawFine(false);
        this.fine.setSize(2, 2); // its memory is needed rarely
        this.ready = true;
    }

    private show(
        renderer: THREE.WebGLRenderer,
        material: THREE.ShaderMaterial,
        to: THREE.WebGLRenderTarget | null,
    ): void {
        this.quad.material = material;
        renderer.setRenderTarget(to);
        const auto = renderer.autoClear;
        renderer.autoClear = false;
        renderer.render(this.scene, this.eye);
        renderer.autoClear = auto;
    }

    private readonly eye = new THREE.Camera();
}
