// SPDX-License-Identifier: MIT
// Shadows for machines without a GPU: everything drawn a second time, pressed flat onto the board along
// the light. Costs only the pixels of the shadows; the stencil keeps overlapping ones from adding up.
import * as THREE from "three";

export const CASTERS = 1; // layer of what throws a shadow

const VERTEX = /* glsl */ `
    uniform vec3 uLight; // towards the light
    uniform float uGround;
    varying float vHeight;
    void main() {
        vec4 world = modelMatrix * vec4(position, 1.0);
        vHeight = world.z - uGround;
        world.xyz -= uLight * (vHeight / uLight.z);
        gl_Position = projectionMatrix * viewMatrix * world;
        gl_Position.z -= 1e-4 * gl_Position.w;
    }
`;
const FRAGMENT = /* glsl */ `
    uniform vec4 uColour;
    varying float vHeight;
    void main() {
        if (vHeight < 0.0) {
            discard; // what is under the board throws no shadow on it
        }
        gl_FragColor = uColour;
    }
`;

export class FlatShadows {
    private readonly material = new THREE.ShaderMaterial({
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        uniforms: {
            uLight: { value: new THREE.Vector3(0, 0, 1) },
            uGround: { value: 0 },
            uColour: { value: new THREE.Vector4(0.1, 0.16, 0.17, 0.4) },
        },
        transparent: true,
        depthWrite: false,
        side: THREE.DoubleSide,
        stencilWrite: true,
        stencilFunc: THREE.EqualStencilFunc,
        stencilRef: 0,
        stencilZPass: THREE.IncrementStencilOp,
    });

    // in the units of the stage
    aim(light: THREE.Vector3, ground: number): void {
        (this.material.uniforms.uLight?.value as THREE.Vector3).copy(light).normalize();
        (this.material.uniforms.uGround as THREE.IUniform<number>).value = ground;
    }

    // after the scene, into the same picture
    draw(renderer: THREE.WebGLRenderer, scene: THREE.Scene, camera: THREE.Camera): void {
        const layers = camera.layers.mask;
        const auto = renderer.autoClear;
        renderer.autoClear = false;
        scene.overrideMaterial = this.material;
        camera.layers.set(CASTERS);
        renderer.render(scene, camera);
        camera.layers.mask = layers;
        scene.overrideMaterial = null;
        renderer.autoClear = auto;
    }
}
