// SPDX-License-Identifier: MIT
// What a person can do besides moving the hands. Every refusal of the server is shown.
import type { Api } from "./net/api";
import type { Connection } from "./net/connection";
import type { OkMessage } from "./net/messages";
import type { AppState } from "./state";

// the server takes names of up to 64 characters and keeps 63 bytes of them
const cut = (name: string): string => [...name].slice(0, 40).join("");

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2] as const;

export class Actions {
    constructor(
        private readonly state: AppState,
        private readonly connection: Connection,
        readonly api: Api,
    ) {
        state.trainee.watch(() => this.sayName());
    }

    private async ask(message: Record<string, unknown>): Promise<OkMessage | null> {
        try {
            return await this.connection.request(message);
        } catch (error) {
            this.complain(error);
            return null;
        }
    }

    complain(error: unknown): void {
        const text = error instanceof Error ? error.message : String(error);
        this.state.notice.value = { level: "error", text };
    }

    tell(text: string): void {
        this.state.notice.value = { level: "info", text };
    }

    start(
        task: string,
        options: { demo?: boolean; material?: string } = {},
    ): Promise<OkMessage | null> {
        const trainee = this.state.trainee.value.trim();
        this.state.ended.value = null;
        return this.ask({
            type: "start",
            task,
            ...(trainee !== "" && options.demo !== true ? { trainee } : {}),
            ...(options.material === undefined ? {} : { material: options.material }),
            ...(options.demo === true
                ? { demo: true }
                : { level: this.state.settings.value.level }),
        });
    }

    undo = (): Promise<OkMessage | null> => this.ask({ type: "undo" });
    mark = (name: string): boolean => this.connection.send({ type: "mark", name: cut(name) });
    clip = (tool: number): Promise<OkMessage | null> => this.ask({ type: "clip", tool });
    stop = (): Promise<OkMessage | null> => this.ask({ type: "stop" });
    reset = (): Promise<OkMessage | null> => {
        this.state.ended.value = null;
        return this.ask({ type: "reset" });
    };
    pause = (on: boolean): Promise<OkMessage | null> => this.ask({ type: "pause", on });
    togglePause = (): Promise<OkMessage | null> =>
        this.pause(!(this.state.readings.value?.paused ?? false));
    step = (count = 1): Promise<OkMessage | null> => this.ask({ type: "step", count });
    speed = (factor: number): Promise<OkMessage | null> => this.ask({ type: "speed", factor });
    take = (): Promise<OkMessage | null> => this.ask({ type: "control", action: "take" });
    release = (): Promise<OkMessage | null> => this.ask({ type: "control", action: "release" });
    askForControl = (): Promise<OkMessage | null> => this.ask({ type: "control", action: "ask" });
    handOver = (): Promise<OkMessage | null> => this.ask({ type: "control", action: "give" });
    // who sits here, for those at other pages
    sayName(): void {
        this.connection.send({ type: "name", name: this.state.trainee.value.trim() });
    }
    seek = (t: number): Promise<OkMessage | null> => this.ask({ type: "seek", t });
    replay = (attempt: number): Promise<OkMessage | null> => {
        this.state.film.value = null;
        this.state.ended.value = null;
        return this.ask({ type: "replay", attempt });
    };
    // of an instructor, about a time of an attempt
    comment = (attempt: number, t: number, text: string): Promise<OkMessage | null> =>
        this.ask({ type: "comment", attempt, t, text });
    async loadComments(attempt: number): Promise<void> {
        try {
            const { comments } = await this.api.comments(attempt);
            if (this.state.scene.value?.attempt === attempt) {
                this.state.comments.value = comments;
            }
        } catch (error) {
            this.complain(error);
        }
    }
    setView = (contacts: boolean): boolean =>
        this.connection.send({ type: "view", contacts, hz: 60 });

    // one step of the row of speeds, up or down
    changeSpeed(direction: 1 | -1): void {
        const now = this.state.readings.value?.speed ?? 1;
        const at = SPEEDS.findIndex((s) => s >= now - 1e-6);
        const next =
            SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, (at < 0 ? 3 : at) + direction))];
        void this.speed(next ?? 1);
    }

    async setParameter(name: string, value: number): Promise<number> {
        const answer = await this.ask({ type: "set", name, value });
        return answer?.value ?? value;
    }

    async saveScene(): Promise<void> {
        const answer = await this.ask({ type: "save" });
        if (answer?.scene !== undefined) {
            const name = this.state.scene.value?.task ?? "scene";
            download(`${name}.json`, `${JSON.stringify(answer.scene, null, 2)}\n`);
            this.tell("Saved as a scene file; sutura run reads it.");
        }
    }
}

export function download(name: string, text: string): void {
    const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
