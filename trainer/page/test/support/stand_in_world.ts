// SPDX-License-Identifier: MIT
// A rope of beads and two forceps, just good enough to look at and to grasp: what the page is tried with
// when there is no server. It is no model of a thread.
import {
    add,
    clamp,
    norm,
    qaxis,
    qmul,
    qrotate,
    scale,
    sub,
    type Pose,
    type Quat,
    type Vec3,
} from "../../src/core/vec";
import { Bytes, frameBytes, threadSection, toolSection } from "./encode";

const N = 180;
const LENGTH = 0.12;
const EDGE = LENGTH / (N - 1);
const RADIUS = 0.00015;
const ARM = { tip: 0.0003, base: 0.0012, length: 0.03, opening: 0.004 };

export interface StandInTool {
    target: Pose;
    jawTarget: number;
    jaw: number;
    grip: number; // vertex, -1: nothing
    force: Vec3;
}

export class StandInWorld {
    points: Vec3[] = [];
    before: Vec3[] = [];
    tools: StandInTool[] = [];
    time = 0;
    steps = 0;

    constructor() {
        this.reset();
    }

    reset(): void {
        this.time = 0;
        this.points = Array.from({ length: N }, (_, i) => {
            const s = i / (N - 1) - 0.5;
            return [0.085 * s, 0.011 * Math.sin(7 * s) - 0.004, RADIUS + 0.0002] as Vec3;
        });
        this.before = this.points.map((p) => [...p]);
        const lean = (side: number): Quat =>
            qmul(
                qaxis([0, 1, 0], side * 0.75),
                qmul(qaxis([1, 0, 0], 0.35), qaxis([0, 0, 1], Math.PI / 2)),
            );
        this.tools = [-1, 1].map((side) => ({
            target: { position: [side * 0.018, -0.002, 0.008], rotation: lean(side) },
            jawTarget: 1,
            jaw: 1,
            grip: -1,
            force: [0, 0, 0],
        }));
    }

    private tip(tool: StandInTool): Vec3 {
        return tool.target.position;
    }

    candidate(tool: StandInTool): { vertex: number; where: Vec3 } | null {
        let best = -1;
        let gap = 0.003;
        this.points.forEach((p, i) => {
            const d = norm(sub(p, this.tip(tool)));
            if (d < gap) {
                gap = d;
                best = i;
            }
        });
        return best < 0 ? null : { vertex: best, where: this.points[best] as Vec3 };
    }

    step(dt: number): void {
        this.time += dt;
        this.steps++;
        for (const tool of this.tools) {
            tool.jaw += clamp(tool.jawTarget - tool.jaw, -dt / 0.08, dt / 0.08);
            if (tool.jaw > 0.4) {
                tool.grip = -1;
            } else if (tool.grip < 0 && tool.jaw < 0.1) {
                tool.grip = this.candidate(tool)?.vertex ?? -1;
            }
        }
        this.points = this.points.map((p, i) => {
            const v = scale(sub(p, this.before[i] as Vec3), 0.96);
            this.before[i] = p;
            return add(add(p, v), [0, 0, -9.81 * dt * dt]);
        });
        for (let k = 0; k < 24; k++) {
            this.relax();
        }
    }

    private relax(): void {
        for (const tool of this.tools) {
            if (tool.grip >= 0) {
                tool.force = scale(sub(this.points[tool.grip] as Vec3, this.tip(tool)), 40);
                this.points[tool.grip] = [...this.tip(tool)];
            } else {
                tool.force = [0, 0, 0];
            }
        }
        for (let i = 0; i + 1 < N; i++) {
            this.pull(i, i + 1, EDGE);
            if (i + 3 < N) {
                this.pull(i, i + 3, 2.94 * EDGE, 0.25); // some stiffness
            }
        }
        for (const p of this.points) {
            p[2] = Math.max(p[2], RADIUS);
            const [x, y] = [p[0], p[1] - 0.012];
            const d = Math.hypot(x, y);
            if (d < 0.0042 && p[2] < 0.012 && d > 1e-9) {
                p[0] = (x / d) * 0.0042;
                p[1] = 0.012 + (y / d) * 0.0042;
            }
        }
    }

    private pull(i: number, j: number, rest: number, stiffness = 1): void {
        const a = this.points[i] as Vec3;
        const b = this.points[j] as Vec3;
        const d = sub(b, a);
        const length = norm(d);
        const fix = scale(d, (stiffness * 0.5 * (length - rest)) / Math.max(length, 1e-12));
        this.points[i] = add(a, fix);
        this.points[j] = sub(b, fix);
    }

    frame(header: {
        number: number;
        scene: number;
        seq: number;
        flags: number;
        speed: number;
    }): ArrayBuffer {
        const sections = new Bytes();
        const tension = this.points.map((p, i) => {
            const q = this.points[i + 1];
            return q === undefined ? 0 : Math.max(0, (norm(sub(q, p)) / EDGE - 1) * 40);
        });
        const twist = this.points.map((_, i) => 0.15 * i);
        sections.section(1, 0, threadSection(this.points, RADIUS, tension, twist));
        this.tools.forEach((tool, i) => {
            sections.section(2, i, this.toolBytes(tool));
            sections.section(3, i, this.partBytes(tool));
        });
        sections.section(
            8,
            0,
            new Bytes()
                .f32(120, 340, 1000)
                .u32(this.steps)
                .u32(0)
                .u32(3)
                .u32(1)
                .u32(0)
                .u32(0)
                .f32(1),
        );
        return frameBytes({ ...header, time: this.time, clock: this.time }, sections, 6).buffer();
    }

    private toolBytes(tool: StandInTool): Bytes {
        const candidate = tool.grip >= 0 ? null : this.candidate(tool);
        const where = tool.grip >= 0 ? (this.points[tool.grip] as Vec3) : ([0, 0, 0] as Vec3);
        return toolSection({
            flags: (tool.grip >= 0 ? 2 : 0) | (candidate === null ? 0 : 4) | 16,
            proxy: tool.target,
            jaw: tool.jaw,
            target: tool.target,
            targetJaw: tool.jawTarget,
            force: tool.force,
            handForce: tool.force,
            candidate,
            grip: tool.grip < 0 ? null : { vertex: tool.grip, where, force: tool.force },
            tail: tool.grip < 0 ? 0 : Math.min(tool.grip, N - 1 - tool.grip) * EDGE,
        });
    }

    private partBytes(tool: StandInTool): Bytes {
        const { position, rotation } = tool.target;
        const world = (v: Vec3): Vec3 => add(position, qrotate(rotation, v));
        const open = (tool.jaw * ARM.opening) / 2;
        const bytes = new Bytes().u32(2);
        for (const side of [-1, 1]) {
            const tip = world([side * open, 0, 0]);
            const base = world([side * 0.0002, 0, ARM.length]);
            bytes.f32(...tip, ...base, ...qrotate(rotation, [-side, 0, 0]), ARM.tip, ARM.base);
        }
        return bytes;
    }
}

export const STAND_IN = { vertices: N, length: LENGTH, radius: RADIUS, arm: ARM };
