// SPDX-License-Identifier: MIT
// Renderer, light and camera. One millimetre is one unit here.
import * as THREE from "three";
import { distanceOf, FIELD_OF_VIEW, positionOf, rotationOf, type Eye } from "./camera_rig";
import { Backdrop, STILL } from "./look/backdrop";
import { PALETTE } from "./materials";
import { isSoftware, type Quality } from "./quality";

export const MM = 1000;

// what must be known before the real context is made
function drawsInSoftware(): boolean {
    const gl = document.createElement("canvas").getContext("webgl2");
    const info = gl?.getExtension("WEBGL_debug_renderer_info") ?? null;
    if (gl === null || info === null) {
        return false;
    }
    const name = String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL));
    gl.getExtension("WEBGL_lose_context")?.loseContext();
    return isSoftware(name);
}

export class Stage {
    readonly renderer: THREE.WebGLRenderer;
    readonly scene = new THREE.Scene();
    readonly root = new THREE.Group(); // in metres
    private readonly world = new THREE.Group(); // z up; moved and scaled as a whole for a headset
    readonly software: boolean;
    readonly camera = new THREE.PerspectiveCamera((FIELD_OF_VIEW * 180) / Math.PI, 1, 1, 5000);
    stereo = false;
    private readonly pair = new THREE.StereoCamera();
    private readonly backdrop: Backdrop;
    onFine: (fine: boolean) => void = () => undefined; // how what stands still is to be drawn from now on
    private fresh = true;
    private width = 1;
    private height = 1;
    private ratio = 1;

    constructor(canvas: HTMLCanvasElement, smooth: boolean) {
        this.software = drawsInSoftware();
        this.backdrop = new Backdrop((fine) => this.onFine(fine || !this.software), this.software);
        // opaque: the browser need not blend it with what is behind; smooth edges by samples cost a
        // processor four times the work
        const context = canvas.getContext("webgl2", {
            alpha: false,
            antialias: smooth || !this.software,
            powerPreference: "high-performance",
            preserveDrawingBuffer: this.software, // only what was drawn on is put back
        });
        if (context === null) {
            throw new Error("no WebGL 2");
        }
        this.renderer = new THREE.WebGLRenderer({ canvas, context });
        this.renderer.outputColorSpace = THREE.SRGBColorSpace;
        this.renderer.xr.enabled = true;
        this.renderer.setClearColor(PALETTE.background);
        this.root.scale.setScalar(MM);
        this.world.add(this.root);
        this.scene.add(this.world);
        this.camera.up.set(0, 0, 1);
    }

    // the next picture is drawn from the ground, not over the one before
    refresh(): void {
        this.backdrop.lost();
    }

    // what stands still is another thing
    newScene(): void {
        this.backdrop.changed();
        this.fresh = true;
    }

    setQuality(quality: Quality): void {
        const ratio = Math.min(
            quality.pixelRatio,
            Math.max(1, window.devicePixelRatio) * Math.min(1, quality.pixelRatio),
        );
        this.ratio = ratio;
        this.backdrop.lost();
        this.renderer.setPixelRatio(ratio);
        this.renderer.setSize(this.width, this.height, false);
    }

    resize(width: number, height: number): void {
        this.width = Math.max(1, width);
        this.height = Math.max(1, height);
        this.backdrop.lost();
        this.renderer.setPixelRatio(this.ratio);
        this.renderer.setSize(this.width, this.height, false);
    }

    get pixelsHigh(): number {
        return this.height;
    }

    get aspect(): number {
        return this.width / this.height;
    }

    place(eye: Eye): void {
        const [x, y, z] = positionOf(eye);
        this.camera.position.set(x * MM, y * MM, z * MM);
        this.camera.quaternion.set(...rotationOf(eye));
        const distance = distanceOf(eye) * MM;
        this.camera.aspect = this.width / this.height;
        this.camera.near = 0.05 * distance;
        this.camera.far = 20 * distance;
        this.camera.focus = distance;
        this.camera.updateProjectionMatrix();
        this.pair.eyeSep = distance / 28; // what eyes take without effort
        this.pair.aspect = 0.5;
    }

    // In a headset the field stands on a table before the user, this many times its size.
    enterRoom(magnification: number): void {
        this.world.scale.setScalar(magnification / MM);
        this.world.rotation.x = -Math.PI / 2; // rooms have y up
        this.world.position.set(0, 1.05, -0.45);
    }

    leaveRoom(): void {
        this.world.scale.setScalar(1);
        this.world.rotation.x = 0;
        this.world.position.set(0, 0, 0);
    }

    draw(now: number): void {
        const { renderer, camera } = this;
        camera.layers.enable(STILL);
        if (this.stereo || renderer.xr.isPresenting) {
            this.backdrop.lost();
        }
        if (this.fresh) {
            this.fresh = false;
            this.onFine(!this.software);
        }
        if (renderer.xr.isPresenting) {
            renderer.render(this.scene, camera);
        } else if (this.stereo) {
            this.drawPair();
        } else if (this.backdrop.restore(renderer, this.scene, camera, now)) {
            camera.layers.disable(STILL);
            renderer.autoClear = false;
            renderer.render(this.scene, camera);
            renderer.autoClear = true;
            this.backdrop.drawn(this.scene, camera);
        } else {
            renderer.render(this.scene, camera);
        }
    }

    // something else lies over the picture: pixels of the page, from its top left
    drawnOver(x: number, y: number, radius: number): void {
        const ratio = this.renderer.domElement.height / this.height;
        const [cx, cy, r] = [x * ratio, (this.height - y) * ratio, (radius + 4) * ratio + 2];
        this.backdrop.drawnOn(cx - r, cy - r, cx + r, cy + r);
    }

    private drawPair(): void {
        const { renderer, camera } = this;
        camera.updateMatrixWorld();
        this.pair.update(camera);
        const half = this.width / 2;
        renderer.setScissorTest(true);
        for (const [x, eye] of [
            [0, this.pair.cameraL],
            [half, this.pair.cameraR],
        ] as const) {
            eye.layers.enable(STILL);
            renderer.setScissor(x, 0, half, this.height);
            renderer.setViewport(x, 0, half, this.height);
            renderer.render(this.scene, eye);
        }
        renderer.setScissorTest(false);
        renderer.setViewport(0, 0, this.width, this.height);
    }
}
