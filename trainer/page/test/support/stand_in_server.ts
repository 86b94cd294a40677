// SPDX-License-Identifier: MIT
// A stand-in for sutura trainer that speaks the protocol: for tests of the page alone.
//   npx vite-node test/support/stand_in_server.ts [PORT]
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer, type WebSocket } from "ws";
import type { Vec3 } from "../../src/core/vec";
import { CATALOGUE, recordsOf } from "./stand_in_data";
import { STAND_IN, StandInWorld } from "./stand_in_world";

const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
const TYPES: Record<string, string> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
};

interface Page {
    socket: WebSocket;
    client: string;
    control: boolean;
}

class Server {
    readonly world = new StandInWorld();
    readonly pages = new Set<Page>();
    scene = 1;
    mode = "free";
    task: string | null = null;
    trainee: string | null = null;
    paused = false;
    speed = 1;
    seq = 0;
    frames = 0;
    first = 0;
    records = recordsOf(14);

    sceneMessage(): object {
        const { arm } = STAND_IN;
        const tool = (hand: string): object => ({
            name: hand,
            kind: "forceps",
            hand,
            tip_radius: arm.tip,
            base_radius: arm.base,
            length: arm.length,
            opening: arm.opening,
            grip_length: 0.003,
            reach: 0,
            handle_length: 0.05,
            handle_radius: arm.base,
            incline: 0,
        });
        const solid = (name: string, kind: string, center: Vec3, more: object): object => ({
            name,
            kind,
            center,
            axis: [0, 0, 1],
            rotation: [0, 0, 0],
            radius: 0,
            length: null,
            size: [0, 0, 0],
            friction: 0.3,
            moving: false,
            ...more,
        });
        return {
            type: "scene",
            scene: this.scene,
            mode: this.mode,
            task: this.task,
            title: CATALOGUE.tasks.find((t) => t.id === this.task)?.title ?? "Free play",
            attempt: this.mode === "play" ? 17 : null,
            trainee: this.trainee,
            dt: 0.001,
            gravity: [0, 0, -9.81],
            threads: [
                {
                    name: "t",
                    vertices: STAND_IN.vertices,
                    radius: STAND_IN.radius,
                    length: STAND_IN.length,
                    material: "nylon 2-0",
                    friction: 0.3,
                },
            ],
            obstacles: [
                solid("board", "plane", [0, 0, 0], {}),
                solid("post", "cylinder", [0, 0.012, 0.006], { radius: 0.004, length: 0.012 }),
            ],
            tools: [tool("left"), tool("right")],
            marks: [
                {
                    name: "a",
                    kind: "target",
                    position: [0.02, 0.014, 0.006],
                    axis: [0, 0, 1],
                    radius: 0.0015,
                },
            ],
            parameters: [
                {
                    name: "gravity",
                    label: "Gravity",
                    unit: "m/s^2",
                    min: 0,
                    max: 20,
                    value: 9.81,
                    live: true,
                },
                {
                    name: "friction",
                    label: "Friction",
                    unit: "",
                    min: 0,
                    max: 1,
                    value: 0.3,
                    live: true,
                },
                {
                    name: "young",
                    label: "Stiffness",
                    unit: "Pa",
                    min: 1e8,
                    max: 1e11,
                    value: 2e9,
                    live: false,
                },
            ],
            limits: { low: [-0.06, -0.05, 0], high: [0.06, 0.05, 0.06], speed: 0.5, turn: 15 },
            camera: { target: [0, 0.002, 0.004], from: [0.0, -0.05, 0.07], height: 0.062 },
        };
    }

    all(message: object): void {
        for (const page of this.pages) {
            page.socket.send(JSON.stringify(message));
        }
    }

    newScene(): void {
        this.scene++;
        this.seq = 0;
        this.first = 0;
        this.world.reset();
        this.all(this.sceneMessage());
    }

    tellControl(): void {
        const held = [...this.pages].some((p) => p.control);
        for (const page of this.pages) {
            page.socket.send(
                JSON.stringify({
                    type: "control",
                    you: page.control,
                    held,
                    pages: this.pages.size,
                    holder: "",
                    asking: null,
                    asked: false,
                    instructor: false,
                }),
            );
        }
    }

    // one answer per message, as docs/protocol.md says
    answer(page: Page, m: Record<string, unknown>): object | null {
        const ok = { type: "ok", id: m.id };
        switch (m.type) {
            case "hello":
                page.client = String(m.client);
                page.control = m.role === "control" && ![...this.pages].some((p) => p.control);
                return null;
            case "control":
                for (const p of this.pages) {
                    p.control = p === page && m.action === "take";
                }
                this.tellControl();
                return ok;
            case "start":
                this.mode = m.demo === true ? "demo" : "play";
                this.task = String(m.task);
                this.trainee = m.trainee === undefined ? null : String(m.trainee);
                this.newScene();
                return ok;
            case "reset":
                this.newScene();
                return ok;
            case "stop":
                this.end(false);
                return ok;
            case "input":
                this.input(m);
                return null;
            case "pause":
                this.paused = m.on === true;
                return ok;
            case "step":
                this.world.step(0.004);
                return ok;
            case "speed":
                this.speed = Number(m.factor);
                return ok;
            case "set":
                return { ...ok, value: m.value };
            case "replay":
                this.mode = "replay";
                this.newScene();
                return ok;
            case "save":
                return { ...ok, scene: { sutura: 1, name: "stand-in" } };
            case "ping":
                return { type: "pong", id: m.id, t: m.t, server: this.world.time };
            case "view":
            case "seek":
            case "name":
                return ok;
            default:
                return {
                    type: "error",
                    id: m.id,
                    code: "unknown-type",
                    message: `no messages of type ${String(m.type)}`,
                };
        }
    }

    private input(m: Record<string, unknown>): void {
        if (this.mode !== "free" && this.mode !== "play") {
            return;
        }
        this.first = this.first === 0 ? this.world.time : this.first;
        this.seq = Math.max(this.seq, Number(m.seq));
        for (const hand of m.hands as {
            tool: number;
            p?: Vec3;
            q?: [number, number, number, number];
            jaw?: number;
        }[]) {
            const tool = this.world.tools[hand.tool];
            if (tool !== undefined) {
                tool.target = {
                    position: hand.p ?? tool.target.position,
                    rotation: hand.q ?? tool.target.rotation,
                };
                tool.jawTarget = hand.jaw ?? tool.jawTarget;
            }
        }
    }

    end(success: boolean): void {
        this.all({
            type: "ended",
            scene: this.scene,
            attempt: this.trainee === null ? null : 17,
            mode: this.mode,
            success,
            reason: success ? "done" : "stopped",
            task: this.task,
            title: CATALOGUE.tasks.find((t) => t.id === this.task)?.title ?? "",
            trainee: this.trainee,
            seconds: 38.4,
            unmeasured: 0,
            progress: [],
            conditions: null,
            metrics: [
                { id: "time", value: 38.4, unit: "s" },
                { id: "path_left", value: 0.412, unit: "m" },
                { id: "path_right", value: 0.683, unit: "m" },
                { id: "sparc", value: -2.31, unit: "" },
                { id: "force_max", value: 0.62, unit: "N" },
                { id: "knot", value: "reef", unit: "" },
            ],
        });
        this.mode = "free";
    }

    tick(): void {
        if (!this.paused) {
            for (let i = 0; i < 4; i++) {
                this.world.step(0.004 * this.speed);
            }
        }
        const flags =
            (this.paused ? 1 : 0) |
            (this.mode === "demo" ? 2 : 0) |
            (this.mode === "replay" ? 4 : 0);
        const frame = this.world.frame({
            number: ++this.frames,
            scene: this.scene,
            seq: this.seq,
            flags,
            speed: this.speed,
        });
        for (const page of this.pages) {
            page.socket.send(frame);
        }
        if (this.frames % 6 === 0) {
            this.all(this.live());
        }
        if (this.frames % 60 === 0) {
            this.all({
                type: "status",
                uptime: this.world.time,
                pages: this.pages.size,
                held: true,
                physics: {
                    hz: 1000,
                    steps: this.world.steps,
                    late: 0,
                    skipped: 0,
                    step_us: { median: 120, p99: 310, max: 900 },
                    realtime: 1,
                },
                frames: { sent: this.frames, dropped: 0, bytes_per_second: frame.byteLength * 60 },
                records: { ok: true, message: "" },
            });
            if (this.mode === "replay") {
                this.all({
                    type: "film",
                    attempt: 17,
                    ready: 20,
                    length: 38.4,
                    complete: true,
                    same: true,
                });
            }
        }
    }

    private live(): object {
        const t = this.first === 0 ? 0 : this.world.time - this.first;
        const knotted = this.task !== null && this.task.includes("reef");
        return {
            type: "live",
            scene: this.scene,
            t: this.world.time,
            elapsed: t,
            knot: knotted
                ? {
                      name: "3_1#m3_1",
                      surgical: "reef",
                      word: "2=1",
                      certain: true,
                      throws: [
                          { turns: 2, hand: "right" },
                          { turns: 1, hand: "left" },
                      ],
                  }
                : { name: "0_1", surgical: "", word: "", certain: true, throws: [] },
            progress:
                this.task === null
                    ? []
                    : [
                          { id: "first", text: "First throw", done: true, value: 1 },
                          {
                              id: "knot",
                              text: "Reef knot around the post",
                              done: false,
                              value: 0.5,
                          },
                      ],
            hint: this.task === null ? null : 1,
            metrics: { time: t },
        };
    }
}

const server = new Server();

async function file(path: string, response: ServerResponse): Promise<void> {
    const name = normalize(path === "/" ? "/index.html" : path);
    try {
        const body = await readFile(join(dist, name));
        response
            .writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" })
            .end(body);
    } catch {
        response.writeHead(404).end();
    }
}

function api(request: IncomingMessage, url: URL): unknown {
    const { records } = server;
    if (request.method === "DELETE") {
        const id = Number(url.pathname.split("/").pop());
        server.records = records.filter((r) => r.id !== id);
        return { deleted: 1 };
    }
    switch (url.pathname) {
        case "/api/health":
            return { ok: true, version: "stand-in", protocol: 1 };
        case "/api/tasks":
            return CATALOGUE;
        case "/api/trainees":
            return {
                trainees: [{ name: "Ada", attempts: records.length, last: "2026-11-16T08:00:00Z" }],
            };
        case "/api/curves": {
            const points = records.map((r, i) => ({
                attempt: r.id,
                n: i + 1,
                started: r.started,
                value: r.seconds,
                success: r.success,
            }));
            return { task: "reef-post", curves: [{ trainee: "Ada", metric: "time", points }] };
        }
        default:
            return { total: records.length, records: [...records].reverse() };
    }
}

const http = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname.startsWith("/api/")) {
        response
            .writeHead(200, { "content-type": "application/json" })
            .end(JSON.stringify(api(request, url)));
        return;
    }
    void file(url.pathname, response);
});

new WebSocketServer({ server: http, path: "/ws" }).on("connection", (socket) => {
    const page: Page = { socket, client: "", control: false };
    socket.on("message", (data) => {
        const message = JSON.parse(String(data)) as Record<string, unknown>;
        const reply = server.answer(page, message);
        if (message.type === "hello") {
            server.pages.add(page);
            socket.send(
                JSON.stringify({
                    type: "welcome",
                    protocol: 1,
                    version: "stand-in",
                    you: page.control ? "control" : "watch",
                    pages: server.pages.size,
                }),
            );
            socket.send(JSON.stringify(server.sceneMessage()));
            server.tellControl();
        }
        if (reply !== null) {
            socket.send(JSON.stringify(reply));
        }
        if (message.type === "test-end") {
            server.end(true);
        }
    });
    socket.on("close", () => {
        server.pages.delete(page);
        server.tellControl();
    });
});

http.listen(Number(process.argv[2] ?? 8642), "127.0.0.1", () => {
    const address = http.address();
    console.log(
        `stand-in on http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`,
    );
});
setInterval(() => server.tick(), 1000 / 60);
