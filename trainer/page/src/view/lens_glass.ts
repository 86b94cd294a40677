// SPDX-License-Identifier: MIT
// The round glass through which the lens is seen: a disc with a rim, over the finished picture.
import * as THREE from "three";

export interface GlassPlace {
    x: number; // pixels of the centre, from the left
    y: number; // from the top
    radius: number; // pixels
}

export class LensGlass {
    private readonly scene = new THREE.Scene();
    private readonly camera = new THREE.OrthographicCamera(0, 1, 0, 1, -1, 1);
    private readonly disc: THREE.Mesh;
    private readonly rim: THREE.Mesh;

    constructor(texture: THREE.Texture) {
        const circle = new THREE.CircleGeometry(1, 56);
        const common = { depthTest: false, depthWrite: false };
        this.rim = new THREE.Mesh(
            circle,
            new THREE.MeshBasicMaterial({ color: 0x9fb5b2, ...common }),
        );
        // colours in the texture are as they are to be seen
        this.disc = new THREE.Mesh(
            circle,
            new THREE.ShaderMaterial({
                ...common,
                uniforms: { uPicture: { value: texture } },
                vertexShader: /* glsl */ `
                    varying vec2 vUv;
                    void main() {
                        vUv = uv;
                        gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
                    }
                `,
                fragmentShader: /* glsl */ `
                    uniform sampler2D uPicture;
                    varying vec2 vUv;
                    void main() {
                        vec2 d = vUv - 0.5;
                        gl_FragColor = vec4(texture2D(uPicture, vUv).rgb * (1.0 - 0.9 * dot(d, d)), 1.0);
                    }
                `,
            }),
        );
        this.rim.renderOrder = 0;
        this.disc.renderOrder = 1;
        this.scene.add(this.rim, this.disc);
    }

    draw(
        renderer: THREE.WebGLRenderer,
        view: { width: number; height: number },
        at: GlassPlace,
    ): void {
        Object.assign(this.camera, { left: 0, right: view.width, top: view.height, bottom: 0 });
        this.camera.updateProjectionMatrix();
        const y = view.height - at.y;
        this.rim.position.set(at.x, y, 0);
        this.disc.position.set(at.x, y, 0);
        // at least as wide as a pixel of the picture, which may be larger than one of the screen
        const pixel = view.height / Math.max(1, renderer.domElement.height);
        this.rim.scale.setScalar(at.radius + Math.max(2, 1.5 * pixel));
        this.disc.scale.setScalar(at.radius);
        const auto = renderer.autoClear;
        renderer.autoClear = false;
        renderer.render(this.scene, this.camera);
        renderer.autoClear = auto;
    }
}

// what cards leave of the window, px from its edges
export interface FreeRoom {
    left: number;
    right: number;
    top: number;
}

// A third of the height, in the upper corner of what cards leave that is farther from both tips.
export function glassPlace(
    view: { width: number; height: number },
    tips: readonly { x: number; y: number }[],
    free: FreeRoom,
): GlassPlace {
    const room = view.width - free.left - free.right;
    const radius = Math.round(Math.min(0.17 * view.height, 0.2 * view.width, room / 2));
    const corner = (left: boolean): GlassPlace => ({
        x: left ? free.left + radius : view.width - free.right - radius,
        y: free.top + radius,
        radius,
    });
    const away = (p: GlassPlace): number =>
        Math.min(...tips.map((t) => Math.hypot(t.x - p.x, t.y - p.y)), Infinity);
    const [l, r] = [corner(true), corner(false)];
    return away(l) > away(r) + 40 ? l : r;
}
