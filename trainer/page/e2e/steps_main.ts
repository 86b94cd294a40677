// SPDX-License-Identifier: MIT
// One who does what the steps say, with the hands of the page but without a picture: whether a task can be done
// step by step, and where it cannot. Faster than a browser, and no judge of what is seen.
//   node_modules/.bin/vite-node e2e/steps_main.ts TASK [LEVEL] [SECONDS]
import WebSocket from "ws";
import { limit, norm, sub } from "../src/core/vec";
import { Assist } from "../src/guide/assist";
import { Guide } from "../src/guide/guide";
import { still, type HandInput, type InputContext, type Side } from "../src/input/device";
import { Hands } from "../src/input/hands";
import { decodeFrame, type Frame } from "../src/net/frame";
import type { SceneMessage, ServerMessage } from "../src/net/messages";
import { startTrainer, stopTrainer } from "./harness";

const [task = "skin-stitch", level = "guided", seconds = "900"] = process.argv.slice(2);
const SPEED = Number(process.env.SPEED ?? 0.06); // m/s
const TICK_MS = 16;

const trainer = await startTrainer(true);
const socket = new WebSocket(`ws://127.0.0.1:${trainer.port}/ws`, "sutura");
socket.binaryType = "arraybuffer";
const hands = new Hands();
const guide = new Guide();
const context: InputContext = {
    dt: TICK_MS / 1000,
    eye: { target: [0, 0, 0], yaw: 0, pitch: 0.8, height: 0.06 },
    pixel: 1e-4,
};
const assist = new Assist(
    guide,
    hands,
    () => ({ width: 1366, height: 768 }),
    () => share,
);
// amounts: thousandths, of a needle mm behind its tip
const EVENTS: Record<number, string> = {
    2: "released",
    4: "blocked",
    9: "pulled out of the jaws",
    10: "needle grasped",
    11: "needle released",
    12: "needle dropped",
    13: "pierced",
    14: "backed out",
    15: "a hole passed to the thread",
};
let share = 1; // of real time
let frame: Frame | null = null;
let scene: SceneMessage | null = null;
let said = "";
let before = { stage: -1, at: 0, time: 0 };
let ids = 0;
const ask = (message: object): void => socket.send(JSON.stringify({ id: ++ids, ...message }));

function tell(text: string): void {
    const at = frame === null ? "" : `${frame.time.toFixed(2)} s`;
    console.log(`${at.padStart(9)}  step ${guide.stage + 1}/${guide.count}  ${text}`);
}

function follow(side: Side): HandInput | null {
    const e = guide.errands[side];
    if (e === null || e.done || hands.state(side) === null) {
        return null;
    }
    const input = still(side);
    const open = (hands.state(side)?.jaw ?? 1) > 0.9; // jaws that were just told to open are not
    const { jaw } = hands.hands[side];
    const way = e.goal === null ? null : sub(e.goal, hands.aim(side));
    const most = SPEED * context.dt * Math.min(1, share);
    switch (e.step.do) {
        case "change":
            hands.change(side, e.step.tool);
            assist.reset();
            return null;
        case "take":
        case "cut":
            if (e.missed) {
                input.jaw = 1;
            } else if (e.ready && jaw > 0 && open) {
                input.jaw = 0;
            } else if (!e.ready && jaw === 0 && !e.closing) {
                input.jaw = 1;
            }
            input.move = way === null || jaw === 0 ? [0, 0, 0] : limit(way, most);
            break;
        case "move":
        case "pull":
            input.move = way === null ? [0, 0, 0] : limit(way, most);
            break;
        case "open":
            input.jaw = 1;
            break;
        case "close":
            input.jaw = 0;
            break;
        case "wind":
            input.wind = true;
            input.screen = [assist.toTheRight(side) ? 4 : -4, 0];
            break;
        case "drive":
            input.notches = -0.4 * Math.min(1, share);
            break;
        default:
            break;
    }
    return input;
}

function tick(): void {
    if (frame === null || scene?.mode !== "play") {
        return;
    }
    for (const side of [0, 1] as const) {
        const input = follow(side);
        if (input !== null) {
            const led = assist.lead(input, context);
            // a beginner's hand is not led here: the goal is reached by itself
            hands.apply(input.wind || input.notches !== 0 ? led : input);
        }
    }
    for (const input of assist.tick(context)) {
        hands.apply(input);
    }
    const message = hands.message();
    if (message !== null) {
        socket.send(JSON.stringify(message));
    }
    if (guide.stage !== before.stage) {
        before = { stage: guide.stage, at: Date.now(), time: frame.time };
        tell(
            `${guide.stageSteps.map((s) => `${scene?.tools[s.tool]?.name} ${s.do}`).join(", ")}   (${guide.said})`,
        );
    } else if (Date.now() - before.at > 20_000) {
        before.at = Date.now();
        for (const [i, e] of guide.errands.entries()) {
            const tool = hands.state(i as 0 | 1 | 2);
            if (e !== null && tool !== null && !e.done) {
                const far = e.goal === null ? NaN : norm(sub(e.goal, tool.proxy.position));
                tell(
                    `  waits: ${e.step.do} ready ${e.ready} missed ${e.missed} lost ${e.lost} jaw ${tool.jaw.toFixed(2)} ${(1000 * far).toFixed(1)} mm off, force ${norm(tool.force).toFixed(3)} N, flags ${tool.flags}, grips ${JSON.stringify(tool.grips.map((g) => g.vertex))} at ${tool.proxy.position.map((x) => (1000 * x).toFixed(1)).join(" ")}; real ${share.toFixed(2)}; needle at ${frame.needles.map((n) => `${n.pose.position.map((x) => (1000 * x).toFixed(1)).join(" ")} of ${n.tool}`)}, ${frame.holes.length} holes`,
                );
            }
        }
    }
}

async function finish(code: number): Promise<void> {
    clearInterval(ticking);
    socket.close();
    await stopTrainer(trainer);
    process.exit(code);
}

function onMessage(message: ServerMessage): void {
    if (message.type === "welcome") {
        ask({ type: "start", task, level });
    } else if (message.type === "scene") {
        scene = message;
        frame = null;
        hands.setScene(message);
        guide.setScene(message);
        assist.reset();
        assist.driving.setScene(message);
    } else if (message.type === "live") {
        guide.tight = message.progress.every((p) => p.id !== "taut" || p.done);
        const now = message.progress.map((p) => `${p.id}${p.done ? "+" : "-"}`).join(" ");
        if (now !== said) {
            said = now;
            tell(`${now}  knot ${message.knot?.word ?? ""}`);
        }
    } else if (message.type === "status") {
        share = Math.max(0.05, message.physics.realtime);
    } else if (message.type === "ended" && message.mode === "play") {
        tell(`ended: ${message.success}`);
        for (const m of message.metrics) {
            console.log(`           ${m.id} ${m.value}`);
        }
        void finish(message.success ? 0 : 1);
    } else if (message.type === "error" || message.type === "notice") {
        console.log(JSON.stringify(message));
    }
}

socket.on("open", () =>
    ask({ type: "hello", protocol: 1, client: "steps-of-a-task", role: "control" }),
);
socket.on("message", (data, binary) => {
    if (!binary) {
        onMessage(JSON.parse(String(data)) as ServerMessage);
        return;
    }
    const next = decodeFrame(data as ArrayBuffer);
    if (next.scene !== scene?.scene) {
        return;
    }
    frame = next;
    for (const event of next.events) {
        const what = EVENTS[event.type];
        if (what !== undefined) {
            const tool = scene?.tools[event.object]?.name ?? event.object;
            tell(`    ${what}, ${tool}, ${(1000 * event.amount).toFixed(2)}`);
        }
    }
    hands.sync(next);
    assist.driving.follow(next);
    guide.update(next, hands);
});
const ticking = setInterval(tick, TICK_MS);
setTimeout(
    () => {
        tell("not done in time");
        void finish(1);
    },
    1000 * Number(seconds),
);
