// SPDX-License-Identifier: MIT
// The steps of the demonstration, one after the other, each until it has been done. Knows nothing of
// devices and pictures.
import {
    add,
    dot,
    norm,
    qangle,
    qaxis,
    qmul,
    qrotate,
    scale,
    sub,
    type Pose,
    type Quat,
    type Vec3,
} from "../core/vec";
import type { Slot } from "../input/device";
import type { Hands } from "../input/hands";
import type { Frame, ThreadState, ToolState } from "../net/frame";
import type { GuideStep, NeedleInfo, SceneMessage } from "../net/messages";
import { onArc } from "../core/arc";
import { across, ALIGNED, misaligned } from "./helper";
import { needleOf, turnedBy } from "./needle_steps";

const THERE = 0.0022; // m from a goal that counts as there
const STAYS = 0.0012; // m, where one has to stay
const NEAR_END = 0.012; // m along the thread: taken there is taken as meant
const BEFORE = 0.0015; // m: open jaws stop so far before a thread, the rest is for closing ones
const AT_REST = 2e-4; // m that a tool may tremble
const REST = 0.15; // s simulated
const FURTHER = 0.008; // m beyond the last place, where a knot is still to be pulled tight
const FULL = 0.3; // rad that a turn may lack
const MISSED = 0.25; // s simulated that jaws are shut on nothing: a grip comes some steps after they have met
const SETTLES = 0.6; // s simulated that jaws take on a needle which another hand holds: it was grasped after 0.25 s
const STUCK = 1.5; // s simulated that closing jaws neither meet nor hold a needle: something else is between them
const PULLED = 0.2; // N: a thread that pulls back so hard lets the hand go no further
const PULLS = 1; // s simulated, that it does
const LOST = 0.25; // s simulated that a hand is without the thread it should have
const SHORT = 0.06; // rad that a drive may lack
const BETWEEN = 0.0012; // m: the thread lies between the blades
const TURNED = 0.06; // rad from the orientation that a step asks for
const AHEAD = 0.004; // m: what is to be pulled is led so far ahead of the tip
const TIGHT = 0.6; // of the demonstration's force
const SLOTS = [0, 1, 2] as const;

export interface Errand {
    step: GuideStep;
    goal: Vec3 | null; // where the tip is to go
    ready: boolean; // it is there: close
    since: number | null; // s simulated, when it came there, or when its jaws were shut
    missed: boolean; // closed, but nothing is held
    closing: boolean; // jaws are on their way to a needle
    closes?: number; // s simulated, when they set out
    lost: boolean; // the thread has slipped out: to be taken again before it goes on
    done: boolean;
    rotation?: Quat; // that the tool is to have
    cuts?: number; // of the thread, as the step began
}

// what hands have is not changed by these
const ON_THE_WAY: GuideStep["do"][] = ["move", "wind", "turn", "pull", "change"];

export const vertexOf = (thread: ThreadState | undefined, vertex: number): Vec3 | null => {
    if (thread === undefined) {
        return null;
    }
    const i = 3 * (vertex < 0 ? thread.count + vertex : vertex);
    const [x, y, z] = [thread.positions[i], thread.positions[i + 1], thread.positions[i + 2]];
    return x === undefined || y === undefined || z === undefined ? null : [x, y, z];
};

export class Guide {
    private steps: GuideStep[] = [];
    private edges: number[] = []; // m, of each thread
    private needles: NeedleInfo[] = [];
    private grips: number[] = []; // m, of the jaws of each tool
    private frame: Frame | null = null;
    private turns: [Quat | null, Quat | null, Quat | null] = [null, null, null]; // of needle or tool, as the step began
    stage = 0;
    private stages = 0;
    errands: [Errand | null, Errand | null, Errand | null] = [null, null, null];
    wound: [number, number] = [0, 0]; // rad, of the winding under way
    private readonly tips: [Vec3, Vec3, Vec3] = [
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
    ];
    private readonly rested: [number, number, number] = [0, 0, 0]; // s simulated, since when they rest
    private readonly pierced: [number, number, number] = [0, 0, 0]; // holes of the needle, as the step began
    private places: [Vec3 | null, Vec3 | null, Vec3 | null] = [null, null, null]; // where the moves of this step lead
    private without: [number | null, number | null, number | null] = [null, null, null]; // s simulated, since when the thread is lost
    private began: number[] = []; // s simulated, when each step began last
    private time = 0; // s simulated, of the last frame
    helps = false; // says what to do and shows where; else it only knows where one is
    leads = false; // hands too, on their way there
    tight = true; // nothing is to be pulled
    missing: string | null = null; // what else the task asks for that is not there
    onStage: (stage: number, said: string) => void = () => undefined; // the one before is done

    setScene(scene: SceneMessage): void {
        this.steps = scene.mode === "play" ? (scene.guide ?? []) : [];
        this.helps = scene.level !== undefined;
        this.leads = scene.level === "beginner";
        this.stages = Math.max(0, ...this.steps.map((s) => s.stage + 1));
        this.needles = scene.needles ?? [];
        this.frame = null;
        this.grips = scene.tools.map((t) => t.grip_length);
        this.edges = scene.threads.map((t) => t.length / Math.max(1, t.vertices - 1));
        this.began = [];
        this.time = 0;
        this.go(0);
        this.tight = true;
        this.missing = null;
    }

    // s simulated, since the last step was done
    get overFor(): number {
        return this.active ? 0 : this.time - (this.began[this.stages] ?? this.time);
    }

    get active(): boolean {
        return this.stage < this.stages;
    }

    // what a hand is led to
    helped(side: Slot): Errand | null {
        return this.helps ? this.errands[side] : null;
    }

    get stageSteps(): GuideStep[] {
        return this.steps.filter((s) => s.stage === this.stage);
    }

    get count(): number {
        return this.stages;
    }

    get said(): string {
        return this.steps.find((s) => s.stage === this.stage)?.say ?? "";
    }

    go(stage: number): void {
        this.stage = stage;
        this.errands = [null, null, null];
        this.wound = [0, 0];
        this.places = [null, null, null];
        this.turns = [null, null, null];
        this.without = [null, null, null];
        this.began.length = stage;
        this.began.push(this.time);
    }

    // which step was under way at a time that is over
    stageAt(time: number): number {
        const after = this.began.findIndex((t) => t > time);
        return Math.max(0, (after < 0 ? this.began.length : after) - 1);
    }

    // What the demonstration has in a hand when the present step begins; null: nothing.
    private inHand(tool: number): GuideStep | null {
        const grip = this.steps
            .filter((s) => s.tool === tool && s.stage < this.stage)
            .filter((s) => !ON_THE_WAY.includes(s.do))
            .at(-1);
        return grip?.do === "take" ? grip : null;
    }

    // with every frame
    update(frame: Frame, hands: Hands): void {
        this.time = frame.time;
        this.frame = frame;
        if (!this.active) {
            return;
        }
        for (const side of SLOTS) {
            this.errands[side] = this.errand(side, frame, hands);
        }
        const open = this.errands.filter((e) => e !== null);
        const held = this.without.every((since) => since === null);
        if (held && open.length > 0 && open.every((e) => e.done)) {
            const { said } = this;
            this.go(this.stage + 1);
            this.onStage(this.stage, said);
        }
    }

    // The step of this hand; with another instrument it has to take that first.
    private ownStep(side: Slot, hands: Hands): GuideStep | undefined {
        const { tool, tools } = hands.hands[side];
        const mine = this.steps.filter((s) => s.stage === this.stage && tools.includes(s.tool));
        const now = this.steps.find((s) => s.stage === this.stage && s.tool === tool);
        const other = mine[0];
        return now ?? (other === undefined ? undefined : { ...other, do: "change" });
    }

    private errand(side: Slot, frame: Frame, hands: Hands): Errand | null {
        const tool = hands.state(side);
        const own = this.ownStep(side, hands);
        if (tool === null) {
            return null;
        }
        if (own?.do === "change") {
            return {
                step: own,
                goal: null,
                ready: false,
                since: null,
                missed: false,
                closing: false,
                lost: false,
                done: false,
            };
        }
        const lost = this.lost(side, tool, own, frame.time);
        const step = lost ?? own;
        if (step === undefined) {
            return null;
        }
        const last = this.errands[side];
        const before = last?.step === step ? last : null;
        // what was taken may be let go again before the other hand is there
        if (before?.done === true && step.do !== "take") {
            return before;
        }
        const now: Errand = {
            step,
            goal: null,
            ready: false,
            since: null,
            missed: false,
            closing: false,
            lost: lost !== null,
            done: false,
        };
        if (step.do === "take" && step.needle !== undefined) {
            this.takeNeedle(now, before, tool, frame, hands.hands[side].jaw);
        } else if (step.do === "drive") {
            this.drive(now, side, tool, frame);
        } else if (step.do === "take") {
            this.take(now, before, tool, frame, hands.hands[side].jaw);
        } else if (step.do === "move") {
            now.goal = this.places[side] ??= this.further(this.placeOf(step, tool));
            now.ready =
                now.goal !== null &&
                this.arrived(side, tool, now, hands, frame.time) &&
                misaligned(tool.proxy.rotation, step.pointing) < ALIGNED;
            now.since = now.ready ? (before?.since ?? frame.time) : null;
            now.done = now.since !== null && frame.time - now.since >= (step.hold ?? 0);
        } else if (step.do === "turn") {
            // of its own hand, which the server may have rolled about its axis besides
            this.turn(now, side, tool, hands);
        } else if (step.do === "pull") {
            this.pulls(now, tool);
        } else if (step.do === "cut") {
            this.cut(now, before, tool, frame, hands.hands[side]);
        } else if (step.do === "wind" && side !== 2) {
            now.done = Math.abs(this.wound[side]) > Math.abs(step.angle ?? 0) - FULL;
        } else {
            const open = step.do === "open";
            now.done =
                tool.grips.length === 0 && (open ? tool.targetJaw > 0.4 : tool.targetJaw < 0.2);
        }
        return now;
    }

    // A thread that has slipped out of the jaws is to be taken again where it was: without it all that follows
    // would be for nothing. Null: all is well.
    private lost(
        side: Slot,
        tool: ToolState,
        own: GuideStep | undefined,
        time: number,
    ): GuideStep | null {
        const grip = own?.do === "open" || own?.do === "take" ? null : this.inHand(tool.index);
        const needle = grip?.needle;
        if (
            grip === null ||
            (needle === undefined
                ? tool.grips.some((g) => g.thread === (grip.thread ?? 0))
                : needleOf(this.frame, needle)?.tool === tool.index)
        ) {
            this.without[side] = null;
            return null;
        }
        const since = (this.without[side] ??= time);
        return time - since > LOST ? grip : null;
    }

    // The tip is there, or its hand is and a thread that is pulled tight keeps it from coming nearer.
    private arrived(side: Slot, tool: ToolState, e: Errand, hands: Hands, time: number): boolean {
        const goal = e.goal ?? tool.proxy.position;
        const near = e.step.hold === undefined ? THERE : STAYS;
        const at = tool.proxy.position;
        if (norm(sub(at, this.tips[side])) > AT_REST) {
            this.rested[side] = time;
            this.tips[side] = at;
        }
        const rests = time - this.rested[side];
        // in the end the knot is tight, or it is none: both are told
        const last = this.stage === this.stages - 1;
        return (
            norm(sub(at, goal)) < near ||
            (norm(sub(hands.aim(side), goal)) < near && rests > REST) ||
            (last && rests > PULLS && norm(tool.force) > PULLED)
        );
    }

    // At the end hands go apart as far as the thread lets them: their last places lie beyond it, away from
    // the knot, which is in the middle of the field.
    private further(place: Vec3 | null): Vec3 | null {
        const last = this.stage === this.stages - 1;
        if (place === null || this.tight || !last) {
            return place;
        }
        return [place[0] + Math.sign(place[0]) * FURTHER, place[1], place[2]];
    }

    private placeOf(step: GuideStep, tool: ToolState): Vec3 | null {
        return step.to ?? (step.by === undefined ? null : add(tool.target.position, step.by));
    }

    // On its arc, as far as the demonstration goes; in the end until the task says that it is enough.
    private drive(e: Errand, side: Slot, tool: ToolState, frame: Frame): void {
        const needle = frame.needles.find((n) => n.tool === tool.index);
        if (needle === undefined) {
            return;
        }
        const inside = frame.holes.filter((h) => h.needle === needle.index).length;
        if (this.turns[side] === null) {
            this.turns[side] = needle.pose.rotation;
            this.pierced[side] = inside;
        }
        const from = this.turns[side] ?? needle.pose.rotation;
        const last = this.stage === this.stages - 1;
        const left = (e.step.angle ?? 0) - turnedBy(from, needle.pose.rotation);
        // One that is led out of the tissue has to be out: what is drawn straight with a part of its arc in it lifts
        // the tissue instead.
        const leaves = this.pierced[side] >= 2;
        e.done = !last && (leaves ? inside === 0 : left < SHORT);
    }

    // About the tool's own place, by so much from where it was as the step began.
    private turn(e: Errand, side: Slot, tool: ToolState, hands: Hands): void {
        const from = (this.turns[side] ??= hands.hands[side].target.rotation);
        e.rotation = qmul(qaxis(e.step.axis ?? [0, 0, 1], e.step.angle ?? 0), from);
        e.done =
            qangle(hands.hands[side].target.rotation, e.rotation) < TURNED &&
            qangle(tool.target.rotation, tool.proxy.rotation) < 2 * TURNED;
    }

    // Until the thread pulls back: where the hand has to go for that depends on how much of it is loose.
    private pulls(e: Errand, tool: ToolState): void {
        const way = e.step.axis ?? [0, 0, 1];
        const pulled = -dot(tool.force, way);
        e.goal = add(tool.proxy.position, scale(way, AHEAD));
        e.done = pulled > TIGHT * (e.step.force ?? PULLED);
    }

    // Blades close across the thread, with it between their middles; without a place that is meant, where the hand is.
    private cut(
        e: Errand,
        before: Errand | null,
        tool: ToolState,
        frame: Frame,
        hand: { target: Pose; jaw: number },
    ): void {
        const index = e.step.thread ?? 0;
        const { vertex } = e.step;
        const thread = frame.threads.find((t) => t.index === index);
        const cuts = thread?.cuts ?? [];
        const within = NEAR_END / Math.max(1e-6, this.edges[index] ?? 1e-3);
        e.cuts = before?.cuts ?? cuts.length;
        e.done =
            vertex === undefined
                ? cuts.length > e.cuts
                : cuts.some((edge) => Math.abs(edge - vertex) <= within);
        e.ready = true;
        const at = vertex === undefined ? null : vertexOf(thread, vertex);
        const next = vertex === undefined ? null : vertexOf(thread, vertex + 1);
        if (at !== null && next !== null) {
            e.rotation = across(hand.target.rotation, e.step.pointing, sub(next, at));
            const depth = 0.5 * (this.grips[tool.index] ?? 0);
            e.goal = add(at, scale(qrotate(e.rotation, [0, 0, 1]), -depth));
            e.ready =
                norm(sub(tool.proxy.position, e.goal)) < BETWEEN &&
                qangle(tool.proxy.rotation, e.rotation) < ALIGNED;
        }
        const shut = hand.jaw < 0.5 && tool.jaw < 0.15 && !e.done;
        e.since = shut ? (before?.since ?? frame.time) : null;
        e.missed = e.since !== null && frame.time - e.since > MISSED;
        e.ready ||= hand.jaw < 0.5;
    }

    private takeNeedle(
        e: Errand,
        before: Errand | null,
        tool: ToolState,
        frame: Frame,
        jaw: number,
    ): void {
        const index = e.step.needle ?? 0;
        const needle = needleOf(frame, index);
        const info = this.needles[index];
        if (needle === undefined || info === undefined) {
            return;
        }
        e.done = needle.tool === tool.index;
        const local = onArc(info, info.length * (e.step.along ?? 0));
        const at = add(needle.pose.position, qrotate(needle.pose.rotation, local));
        const axis = qrotate(tool.proxy.rotation, [0, 0, 1]);
        e.goal = add(at, scale(axis, BEFORE));
        e.ready = norm(sub(tool.proxy.position, e.goal)) < THERE;
        const closes = jaw < 0.5 && !e.done;
        if (closes) {
            e.closes = before?.closes ?? frame.time;
        }
        const shut = closes && tool.jaw < 0.15;
        const stuck = e.closes !== undefined && frame.time - e.closes > STUCK;
        e.since = shut ? (before?.since ?? frame.time) : null;
        e.missed = stuck || (e.since !== null && frame.time - e.since > SETTLES);
        e.closing = closes && !shut && !stuck;
    }

    private take(
        e: Errand,
        before: Errand | null,
        tool: ToolState,
        frame: Frame,
        jaw: number,
    ): void {
        const index = e.step.thread ?? 0;
        const thread = frame.threads.find((t) => t.index === index);
        const wanted = e.step.vertex ?? 0;
        const vertex = wanted < 0 ? (thread?.count ?? 0) + wanted : wanted;
        const within = NEAR_END / Math.max(1e-6, this.edges[index] ?? 1e-3);
        e.done = tool.grips.some(
            (g) => g.thread === index && Math.abs(g.vertex - vertex) <= within,
        );
        const at = vertexOf(thread, vertex);
        if (at !== null) {
            // along the tool, so that its jaws come around the thread
            e.goal = add(at, scale(qrotate(tool.proxy.rotation, [0, 0, 1]), BEFORE));
            // what the ring of the jaws shows they will hold
            const near = tool.candidate;
            e.ready =
                near !== null && near.thread === index && Math.abs(near.vertex - vertex) <= within;
        }
        const shut = jaw < 0.5 && tool.jaw < 0.15 && !e.done;
        e.since = shut ? (before?.since ?? frame.time) : null;
        e.missed = e.since !== null && frame.time - e.since > MISSED;
        // closing jaws are led to the thread; they have not gone astray
        e.ready ||= jaw < 0.5;
    }
}
