// SPDX-License-Identifier: MIT
// JSON messages and answers of the server (docs/protocol.md), as types.
import type { Pose, Quat, Vec3 } from "../core/vec";

export const PROTOCOL = 1;

export interface Task {
    id: string;
    title: string;
    level: number;
    group: string;
    goal: string;
    hints: string[];
    success: string;
    demo: boolean;
    hands: number;
    materials: string[];
    material: string | null;
    metrics: string[];
    needs?: string[]; // tasks that open it
    proficiency?: { row: number; all: number } | null; // null: as elsewhere
    version?: number; // edition
    quiet?: boolean; // the knot is not named while one works: to find it out is the task
}

export interface Metric {
    id: string;
    label: string;
    unit: string;
    better: "lower" | "higher" | "none";
    meaning: string;
    reference: { text: string; value: number | null; source: string } | null;
}

export interface Material {
    name: string;
    diameter: number;
    knot_pull: number;
}

export interface Catalogue {
    tasks: Task[];
    metrics: Metric[];
    materials: Material[];
}

export interface MetricValue {
    id: string;
    value: number | string | null;
    unit: string;
}

export interface RecordRow {
    id: number;
    trainee: string;
    task: string;
    title: string;
    material: string | null;
    started: string;
    seconds: number;
    success: boolean;
    state: "done" | "stopped" | "running" | "lost";
    bytes: number;
    metrics: MetricValue[];
    conditions: Conditions | null;
    version?: number; // of the task
}

export interface Comment {
    t: number;
    author: string;
    text: string;
}

// what was not as the task has it; such an attempt is not compared with others
export interface Conditions {
    speed?: number; // asked for
    speed_share?: number; // of the simulated time
    realtime?: number; // what a machine that was too slow achieved
    pauses?: number;
    paused?: number; // s
    gravity?: number;
    friction?: number;
    material?: string;
    undos?: number;
    level?: "beginner" | "guided" | "exam"; // with the assists of that level
    clip?: boolean; // an assistant held an end
}

export interface CurvePoint {
    attempt: number;
    n: number;
    started: string;
    value: number;
    success: boolean;
}

export interface Curve {
    trainee: string;
    metric: string;
    points: CurvePoint[];
}

export type Mode = "free" | "play" | "demo" | "replay";

export interface ThreadInfo {
    name: string;
    vertices: number;
    radius: number;
    length: number;
    material: string | null;
    friction: number;
}

export type ObstacleKind = "plane" | "sphere" | "cylinder" | "capsule" | "box";

export interface ObstacleInfo {
    name: string;
    kind: ObstacleKind;
    center: Vec3;
    axis: Vec3;
    rotation: Vec3;
    radius: number;
    length: number | null;
    size: Vec3;
    friction: number;
    moving: boolean;
}

export interface ToolInfo {
    name: string;
    kind: "point" | "forceps" | "needle-driver" | "scissors" | "blade";
    hand: "left" | "right" | null;
    tip_radius: number;
    base_radius: number;
    length: number;
    opening: number;
    grip_length: number;
    reach: number;
    handle_length: number;
    handle_radius: number;
    incline: number;
    max_force?: number | null; // N, of its coupling; null: as much as it has to
    home?: Pose; // where it lies before somebody takes it
}

export interface MarkInfo {
    name: string;
    kind: "target" | "ring" | "line" | "tray" | "dot";
    position: Vec3;
    axis: Vec3;
    radius: number;
    vanishes?: boolean; // seen only while its rule is due and not done
    tool?: number; // in the colour of this hand; -1: of none
}

// A tissue that is to be drawn: x, y, z of its nodes at first, and its surface.
export interface TissueInfo {
    name: string;
    model: string;
    nodes: number[];
    triangles: number[];
    thickness: number;
}

export interface NeedleInfo {
    name: string;
    length: number; // m, along the arc
    arc: number; // share of a circle
    diameter: number;
    radius: number; // of the arc, 0: straight
    thread: number; // that is swaged to it, -1: none
}

export interface Parameter {
    name: string;
    label: string;
    unit: string;
    min: number;
    max: number;
    value: number;
    own?: number; // as the task has it
    live: boolean;
}

// A step of the demonstration for a trainee (docs/protocol.md, "scene").
export interface GuideStep {
    do: "take" | "move" | "open" | "close" | "wind" | "drive" | "turn" | "pull" | "cut" | "change";
    tool: number;
    stage: number;
    say: string;
    to?: Vec3;
    by?: Vec3;
    spin?: number;
    hold?: number; // s simulated, to stay there
    thread?: number;
    vertex?: number;
    needle?: number; // to be taken, instead of a thread
    along?: number; // share of its arc from the tip; of a drive: m
    center?: Vec3;
    axis?: Vec3; // also of a turn; of a pull its direction
    angle?: number;
    force?: number; // N, of a pull
    pointing?: Vec3; // of the tips, at its end
    turns?: boolean;
    from?: number; // s of the demonstration
    until?: number;
}

// Where the tools of a demonstration are, frame by frame: micrometres, ten thousandths, hundredths.
export interface GhostMessage {
    complete: boolean;
    period: number; // s
    tools: { p: number[]; q: number[]; jaw: number[] }[];
}

// what one wants to find again in a film
export interface FilmMark {
    t: number;
    kind:
        | "drop"
        | "slip"
        | "force"
        | "granny"
        | "throw"
        | "rule"
        | "undo"
        | "comment"
        | "pierced"
        | "exited"
        | "tear"
        | "lost";
    tool: number | null;
    text: string;
}

export interface SceneMessage {
    type: "scene";
    scene: number;
    mode: Mode;
    task: string | null;
    title: string;
    attempt: number | null;
    trainee: string | null;
    dt: number;
    gravity: Vec3;
    threads: ThreadInfo[];
    obstacles: ObstacleInfo[];
    tools: ToolInfo[];
    marks: MarkInfo[];
    tissues?: TissueInfo[];
    needles?: NeedleInfo[];
    parameters: Parameter[];
    limits: { low: Vec3; high: Vec3; speed: number; turn: number };
    camera: { target: Vec3; from: Vec3; height: number };
    level?: "beginner" | "guided" | "exam";
    guide?: GuideStep[];
}

export interface Throw {
    turns: number;
    hand: "left" | "right";
}

export interface Knot {
    name: string;
    surgical: string;
    word: string;
    certain: boolean;
    throws: Throw[];
}

export interface Progress {
    id: string;
    text: string;
    kind?: string; // of the rule: "touch", "ring", ...
    due?: boolean; // false: another rule comes first
    done: boolean;
    value: number; // 0 .. 1, from where it was at the start
    note?: string; // what is still wrong
}

export interface LiveMessage {
    type: "live";
    scene: number;
    t: number;
    elapsed: number;
    knot: Knot | null;
    progress: Progress[];
    hint: number | null;
    // what going back would lead to; null: nothing
    undo?: { count: number; mark: number; since?: number; at: number; to: string } | null;
    say?: string; // of a demonstration: what the hands are doing
    metrics: Record<string, number | string | null>;
}

export interface EndedMessage {
    type: "ended";
    scene: number;
    attempt: number | null;
    mode: "play" | "demo";
    success: boolean;
    reason: "done" | "stopped";
    metrics: MetricValue[];
    // what it is about: by the time it comes something else may be shown
    task: string;
    title: string;
    trainee: string | null;
    seconds: number;
    unmeasured: number; // s without forces
    progress: Progress[];
    conditions: Conditions | null;
    tested?: boolean; // of the page: the figures of the tensiometer have come
}

// of the tensiometer, seconds after the end
export interface TestedMessage {
    type: "tested";
    scene: number;
    attempt: number | null;
    metrics: MetricValue[];
}

export interface StatusMessage {
    type: "status";
    uptime: number;
    pages: number;
    held: boolean;
    physics: {
        hz: number;
        steps: number;
        late: number;
        skipped: number;
        step_us: { median: number; p99: number; max: number };
        step_cpu_us: { median: number; p99: number; max: number };
        realtime: number;
    };
    frames: { sent: number; dropped: number; bytes_per_second: number };
    records: { ok: boolean; message: string };
}

export interface WelcomeMessage {
    type: "welcome";
    protocol: number;
    version: string;
    you: "control" | "watch";
    pages: number;
}

export interface ControlMessage {
    type: "control";
    you: boolean;
    held: boolean;
    pages: number;
    holder: string; // name of who has it, "": not given, or nobody
    asking: string | null; // name of who asks this page for it; "": without a name
    asked: boolean; // this page has asked for it
    instructor: boolean; // this page may take it from others
}

export interface FilmMessage {
    type: "film";
    scene?: number;
    attempt: number | null; // null: a demonstration
    ready: number;
    length: number;
    complete: boolean;
    same: boolean;
    marks?: FilmMark[];
}

export interface NoticeMessage {
    type: "notice";
    level: "info" | "warning" | "error";
    text: string;
}

export interface ErrorMessage {
    type: "error";
    id?: number;
    code: string;
    message: string;
}

export interface OkMessage {
    type: "ok";
    id?: number;
    value?: number;
    scene?: unknown;
}

export interface PongMessage {
    type: "pong";
    id?: number;
    t: number;
    server: number;
}

export type ServerMessage =
    | WelcomeMessage
    | SceneMessage
    | LiveMessage
    | StatusMessage
    | ControlMessage
    | EndedMessage
    | TestedMessage
    | FilmMessage
    | NoticeMessage
    | OkMessage
    | ErrorMessage
    | PongMessage;

export interface HandMessage {
    tool: number;
    p?: Vec3;
    q?: Quat;
    jaw?: number;
    free?: boolean;
}

// A message as text; null when it is not an object with a type.
export function parseMessage(text: string): ServerMessage | null {
    let value: unknown;
    try {
        value = JSON.parse(text);
    } catch {
        return null;
    }
    if (typeof value !== "object" || value === null || !("type" in value)) {
        return null;
    }
    return typeof value.type === "string" ? (value as ServerMessage) : null;
}
