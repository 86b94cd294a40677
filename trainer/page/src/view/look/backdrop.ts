// SPDX-License-Identifier: MIT
// What stands still is drawn once, finely, and put back under everything that moves. Without a graphics card the theatre
// would take most of every picture. While the eye moves it is drawn directly; after a moment of rest twice as wide and high,
// and from then on copied.
import * as THREE from "three";
import { Tiles, TILE, type Drawn } from "./tiles";

export const STILL = 2; // layer of what stands still
export const SOLID = 3; // of that, what may hide things that move

const REST_MS = 160;

const FULL = /* glsl */ `
    void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }
`;

const PAD = 5; // pixels: a thin thread is drawn wider than it is
const MOVES = 1; // mask of the layer of what moves

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
    private readonly tiles = new Tiles(); // that have been drawn on since they were put back
    private readonly grid = new THREE.Mesh();
    private readonly clip = new THREE.Matrix4();
    private readonly scaleOf = new THREE.Vector3();
    private readonly view = new THREE.Matrix4();
    private readonly seen = new THREE.Matrix4();
    private restedSince = Infinity;
    private ready = false;

    // drawFine: draws what stands still as well as it can, or in a hurry; keeps: the picture stays in the canvas from one to the
    // next
    constructor(
        private readonly drawFine: (fine: boolean) => void,
        private readonly keeps: boolean,
    ) {
        const triangle = new THREE.BufferGeometry();
        triangle.setAttribute(
            "position",
            new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3),
        );
        this.quad = new THREE.Mesh(triangle, this.copy);
        this.quad.frustumCulled = false;
        this.grid.frustumCulled = false;
        this.grid.material = this.copy;
        this.scene.add(this.quad, this.grid);
    }

    // the picture was drawn on from here to there, pixels from the bottom left
    drawnOn(left: number, bottom: number, right: number, top: number): void {
        this.tiles.mark(left, bottom, right, top);
    }

    // what moves has been drawn over what was put back
    drawn(scene: THREE.Scene, camera: THREE.Camera): void {
        const { tiles } = this;
        tiles.clear();
        scene.traverseVisible((object) => {
            if ((object.layers.mask & MOVES) === 0 || tiles.all) {
                return;
            }
            if (object instanceof THREE.InstancedMesh) {
                tiles.all ||= object.count > 0; // arrows: on demand only
                return;
            }
            this.clip.multiplyMatrices(this.view, object.matrixWorld);
            if (object instanceof THREE.Sprite) {
                this.addSprite(object, camera);
            } else if (object instanceof THREE.Mesh || object instanceof THREE.Line) {
                tiles.add(
                    piecesOf(object, this.widest(object, camera)),
                    this.clip.elements,
                    camera instanceof THREE.PerspectiveCamera ? camera.near : undefined,
                );
            }
        });
    }

    // pixels by which a ribbon is wider than its line, were it twice as near as the middle of the picture
    private widest(object: THREE.Mesh | THREE.Line, camera: THREE.Camera): number {
        const { uRadius } = (object.material as Partial<THREE.ShaderMaterial>).uniforms ?? {};
        if (uRadius === undefined || !(camera instanceof THREE.PerspectiveCamera)) {
            return PAD;
        }
        const size = this.scaleOf.setFromMatrixScale(object.matrixWorld).x;
        const pixels = 0.5 * this.kept.height * (camera.projectionMatrix.elements[5] ?? 1);
        return PAD + (2 * size * Number(uRadius.value) * pixels) / camera.focus;
    }

    // a sprite faces the eye: it is no wider than its scale in every direction
    private addSprite(sprite: THREE.Sprite, camera: THREE.Camera): void {
        const at = new THREE.Vector3().setFromMatrixPosition(sprite.matrixWorld);
        const size = new THREE.Vector3().setFromMatrixScale(sprite.matrixWorld);
        const side = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
        const corner = at.clone().addScaledVector(side, 0.75 * Math.max(size.x, size.y));
        const { width, height } = this.kept;
        at.applyMatrix4(this.view);
        corner.applyMatrix4(this.view);
        const [x, y] = [0.5 * width * (1 + at.x), 0.5 * height * (1 + at.y)];
        const reach = 0.5 * width * Math.abs(corner.x - at.x) + PAD;
        this.tiles.mark(x - reach, y - reach, x + reach, y + reach);
    }

    // corners of all tiles, and of those that are to be put back their indices
    private fitGrid(): void {
        const { columns, rows } = this.tiles;
        const { width, height } = this.kept;
        const place = new Float32Array(3 * (columns + 1) * (rows + 1));
        for (let r = 0, at = 0; r <= rows; r++) {
            for (let c = 0; c <= columns; c++, at += 3) {
                place[at] = (2 * c * TILE) / width - 1;
                place[at + 1] = (2 * r * TILE) / height - 1;
            }
        }
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.BufferAttribute(place, 3));
        geometry.setIndex(
            new THREE.BufferAttribute(new Uint32Array(6 * columns * rows), 1).setUsage(
                THREE.DynamicDrawUsage,
            ),
        );
        this.grid.geometry.dispose();
        this.grid.geometry = geometry;
    }

    private putBack(renderer: THREE.WebGLRenderer): void {
        const { tiles } = this;
        if (tiles.all || !this.keeps) {
            this.show(renderer, this.copy, null);
            return;
        }
        const index = this.grid.geometry.index!;
        let count = 0;
        for (let r = 0; r < tiles.rows; r++) {
            for (let c = 0; c < tiles.columns; c++) {
                if (tiles.has(c, r)) {
                    const a = r * (tiles.columns + 1) + c;
                    const b = a + tiles.columns + 1;
                    index.array.set([a, a + 1, b, b, a + 1, b + 1], count);
                    count += 6;
                }
            }
        }
        index.needsUpdate = true;
        this.grid.geometry.setDrawRange(0, count);
        this.show(renderer, this.copy, null, true);
    }

    // the canvas shows something else by now
    lost(): void {
        this.tiles.all = true;
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
            if (this.kept.width !== width || this.kept.height !== height) {
                this.kept.setSize(width, height);
                this.tiles.resize(width, height);
                this.fitGrid();
            }
            this.ready = false;
            this.restedSince = now;
        } else if (this.restedSince === Infinity) {
            this.restedSince = now;
        }
        if (!this.ready) {
            if (now - this.restedSince < REST_MS) {
                this.tiles.all = true;
                return false;
            }
            this.take(renderer, scene, camera);
        }
        const layers = camera.layers.mask;
        renderer.autoClear = false;
        renderer.clear(false, true, true);
        this.putBack(renderer);
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
        this.tiles.all = true;
    }

    private show(
        renderer: THREE.WebGLRenderer,
        material: THREE.ShaderMaterial,
        to: THREE.WebGLRenderTarget | null,
        tiled = false,
    ): void {
        this.quad.material = material;
        this.quad.visible = !tiled;
        this.grid.visible = tiled;
        renderer.setRenderTarget(to);
        const auto = renderer.autoClear;
        renderer.autoClear = false;
        renderer.render(this.scene, this.eye);
        renderer.autoClear = auto;
    }

    private readonly eye = new THREE.Camera();
}

// what is drawn of it, as pieces with corners
function piecesOf(object: THREE.Mesh | THREE.Line, pad: number): Drawn {
    const { geometry } = object;
    const { index } = geometry;
    const position = geometry.getAttribute("position");
    const per = object instanceof THREE.Mesh ? 3 : 2;
    const whole = index?.count ?? position?.count ?? 0;
    const { start, count } = geometry.drawRange;
    return {
        position: position?.array ?? [],
        corners: index?.array ?? null,
        from: start,
        count: Math.max(0, Math.min(count, whole - start)),
        per,
        step: object instanceof THREE.Line && !(object instanceof THREE.LineSegments) ? 1 : per,
        pad,
    };
}
