// SPDX-License-Identifier: MIT
// A tissue on the screen: its skin in the colours of the layers, by how deep a node lay at first, paler
// where it is strained. A wall has a cut edge as thick as it is.
import * as THREE from "three";
import { LAYERS } from "../core/layers";
import { facesOutwards, lipNodes, openEdges } from "../core/mesh";
import type { TissueState } from "../net/frame";
import type { MarkInfo, TissueInfo } from "../net/messages";
import { COLOURS, fleshMaterial, PALE, type Rgb } from "./look/flesh";
import { padOf } from "./solids_view";

const FULLY_PALE = 0.3; // strain
const MOST_PALE = 0.85;
const MOST_DOTS = 4;

// The colour of a node that lay so deep below the highest one, with this strain.
export function tissueColour(depth: number, strain: number): Rgb {
    const layer = Math.max(0, LAYERS.filter((l) => depth >= l.from - 1e-9).length - 1);
    const pale = share(strain);
    return COLOURS[layer]!.map((c, i) => c + pale * (PALE[i]! - c)) as Rgb;
}

const share = (strain: number): number => MOST_PALE * Math.min(1, Math.max(0, strain) / FULLY_PALE);

const rubberLike = (name: string): boolean => /drain|penrose|rubber|latex/i.test(name);

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
    private readonly count: number; // of nodes; those of cut edges come after them
    private readonly edge: number[]; // per vertex of a cut edge the node, the inner one second
    private readonly outwards: boolean;
    private readonly thickness: number;
    private readonly position: THREE.BufferAttribute;
    private readonly shade: THREE.BufferAttribute;

    // dots: printed on it
    constructor(info: TissueInfo, dots: readonly MarkInfo[] = []) {
        const count = info.nodes.length / 3;
        const box = padOf(info);
        const vessel = info.model !== "solid";
        this.count = count;
        this.thickness = info.thickness;
        this.outwards = facesOutwards(info.nodes, info.triangles);
        const open = vessel && info.thickness > 0 ? openEdges(info.triangles) : [];
        this.edge = open.flatMap(([a, b]) => [a, a, b, b]);
        const all = count + this.edge.length;
        const source = (i: number): number => (i < count ? i : this.edge[i - count]!);
        const place = new Float32Array(3 * all);
        const rest = new Float32Array(3 * all);
        const shade = new Float32Array(2 * all);
        const lips = vessel ? null : lipNodes(restOf(info, box.top), info.triangles, box);
        for (let i = 0; i < all; i++) {
            const from = 3 * source(i);
            place.set(info.nodes.slice(from, from + 3), 3 * i);
            rest.set([place[3 * i]!, place[3 * i + 1]!, box.top - place[3 * i + 2]!], 3 * i);
            shade[2 * i + 1] = i >= count || lips?.has(i) === true ? 1 : 0;
        }
        this.position = new THREE.BufferAttribute(place, 3);
        this.shade = new THREE.BufferAttribute(shade, 2);
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", this.position);
        geometry.setAttribute("aShade", this.shade);
        geometry.setAttribute("aRest", new THREE.BufferAttribute(rest, 3));
        const strips = open.flatMap((_, i) => {
            const a = count + 4 * i;
            return [a, a + 1, a + 2, a + 2, a + 1, a + 3];
        });
        geometry.setIndex([...info.triangles, ...strips]);
        geometry.computeVertexNormals();
        const mm = (x: number): number => 1000 * x;
        this.mesh = new THREE.Mesh(
            geometry,
            fleshMaterial({
                wall: vessel ? (rubberLike(info.name) ? "rubber" : "vessel") : null,
                dots: dotsOf(dots),
                box: new THREE.Vector4(...box.low.map(mm), ...box.high.map(mm)),
                deep: Math.max(mm(box.top - box.bottom), 0.5),
                outwards: this.outwards,
            }),
        );
        this.mesh.frustumCulled = false;
        this.cutEdges();
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
            this.shade.setX(i, share(state.strain[i]! / 1000));
        }
        this.mesh.geometry.computeVertexNormals();
        this.cutEdges();
        this.position.needsUpdate = true;
        this.shade.needsUpdate = true;
    }

    // from the outer surface inwards by the thickness of the wall
    private cutEdges(): void {
        const { position } = this;
        const normal = this.mesh.geometry.getAttribute("normal");
        const inwards = (this.outwards ? -1 : 1) * this.thickness;
        this.edge.forEach((node, k) => {
            const by = k % 2 === 0 ? 0 : inwards;
            position.setXYZ(
                this.count + k,
                position.getX(node) + by * normal.getX(node),
                position.getY(node) + by * normal.getY(node),
                position.getZ(node) + by * normal.getZ(node),
            );
        });
    }

    dispose(): void {
        this.mesh.geometry.dispose();
        (this.mesh.material as THREE.Material).dispose();
    }
}

// x, y and the depth of each node
function restOf(info: TissueInfo, top: number): number[] {
    return info.nodes.map((v, i) => (i % 3 === 2 ? top - v : v));
}
