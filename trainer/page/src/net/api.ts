// SPDX-License-Identifier: MIT
// Questions over HTTP: tasks, records, curves.
import { TEXT } from "../text";
import type { Catalogue, Comment, Curve, GhostMessage, RecordRow, StatusMessage } from "./messages";

export interface Trainee {
    name: string;
    attempts: number;
    last: string;
}

export class Api {
    // `base` is the address of the page, from which a token is taken along
    constructor(private readonly base: URL) {}

    address(path: string, query: Record<string, string> = {}): string {
        const url = new URL(path, this.base);
        url.hash = "";
        for (const [key, value] of Object.entries(query)) {
            if (value !== "") {
                url.searchParams.set(key, value);
            }
        }
        const token = this.base.searchParams.get("token");
        if (token !== null) {
            url.searchParams.set("token", token);
        }
        return url.toString();
    }

    socketAddress(): string {
        return this.address("ws").replace(/^http/, "ws");
    }

    tasks(): Promise<Catalogue> {
        return this.ask("api/tasks");
    }

    ghost(task: string): Promise<GhostMessage> {
        return this.ask("api/ghost", { task });
    }

    trainees(): Promise<{ trainees: Trainee[] }> {
        return this.ask("api/trainees");
    }

    records(query: { trainee?: string; task?: string; limit?: number } = {}): Promise<{
        total: number;
        records: RecordRow[];
    }> {
        return this.ask("api/records", {
            trainee: query.trainee ?? "",
            task: query.task ?? "",
            limit: query.limit === undefined ? "" : String(query.limit),
        });
    }

    // all of them, page by page
    async allRecords(query: { trainee?: string; task?: string } = {}): Promise<RecordRow[]> {
        const all: RecordRow[] = [];
        for (;;) {
            const { total, records } = await this.ask<{ total: number; records: RecordRow[] }>(
                "api/records",
                {
                    trainee: query.trainee ?? "",
                    task: query.task ?? "",
                    limit: "1000",
                    offset: String(all.length),
                },
            );
            all.push(...records);
            if (records.length === 0 || all.length >= total) {
                return all;
            }
        }
    }

    comments(attempt: number): Promise<{ comments: Comment[] }> {
        return this.ask(`api/records/${attempt}/comments`);
    }

    status(): Promise<StatusMessage> {
        return this.ask("api/status");
    }

    curves(task: string, trainee: string): Promise<{ task: string; curves: Curve[] }> {
        return this.ask("api/curves", { task, trainee });
    }

    deleteRecord(id: number): Promise<{ deleted: number }> {
        return this.ask(`api/records/${id}`, {}, "DELETE");
    }

    deleteTrainee(name: string): Promise<{ deleted: number }> {
        return this.ask(`api/trainees/${encodeURIComponent(name)}`, {}, "DELETE");
    }

    private async ask<T>(
        path: string,
        query: Record<string, string> = {},
        method = "GET",
    ): Promise<T> {
        const response = await fetch(this.address(path, query), { method });
        const body: unknown = await response.json().catch(() => null);
        if (!response.ok) {
            const error = (body as { error?: { message?: string } } | null)?.error;
            throw new Error(error?.message ?? TEXT.answered(response.status));
        }
        return body as T;
    }
}
