// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import {
    clientId,
    Connection,
    retryDelay,
    type LinkState,
    type SocketLike,
} from "../../src/net/connection";
import type { ServerMessage } from "../../src/net/messages";
import { Bytes, frameBytes } from "../support/encode";

class FakeSocket implements SocketLike {
    binaryType = "";
    readyState = 1;
    onopen: ((event: never) => void) | null = null;
    onclose: ((event: never) => void) | null = null;
    onmessage: ((event: never) => void) | null = null;
    onerror: ((event: never) => void) | null = null;
    sent: Record<string, unknown>[] = [];
    send(data: string): void {
        this.sent.push(JSON.parse(data) as Record<string, unknown>);
    }
    close(): void {
        this.readyState = 3;
    }
    open(): void {
        this.onopen?.({} as never);
        this.get({ type: "welcome", protocol: 1, version: "0", you: "control", pages: 1 });
    }
    get(message: object | ArrayBuffer): void {
        this.onmessage?.({
            data: message instanceof ArrayBuffer ? message : JSON.stringify(message),
        } as never);
    }
    drop(code: number): void {
        this.readyState = 3;
        this.onclose?.({ code } as never);
    }
}

function start(): {
    connection: Connection;
    sockets: FakeSocket[];
    states: [LinkState, string][];
    timers: [() => void, number][];
    messages: ServerMessage[];
    frames: number[];
} {
    const sockets: FakeSocket[] = [];
    const states: [LinkState, string][] = [];
    const timers: [() => void, number][] = [];
    const messages: ServerMessage[] = [];
    const frames: number[] = [];
    const connection = new Connection(
        {
            url: "ws://x/ws",
            client: "abcdefgh",
            role: "control",
            open: () => {
                sockets.push(new FakeSocket());
                return sockets[sockets.length - 1]!;
            },
            later: (action, ms) => timers.push([action, ms]),
        },
        {
            frame: (f) => frames.push(f.number),
            message: (m) => messages.push(m),
            state: (s, reason) => states.push([s, reason]),
        },
    );
    connection.start();
    return { connection, sockets, states, timers, messages, frames };
}

describe("the connection", () => {
    it("says hello first and is open after the welcome", () => {
        const { connection, sockets, states } = start();
        expect(connection.send({ type: "pause", on: true })).toBe(false);
        sockets[0]!.open();
        expect(sockets[0]!.sent[0]).toMatchObject({
            type: "hello",
            protocol: 1,
            client: "abcdefgh",
            role: "control",
        });
        expect(states).toEqual([["open", ""]]);
        expect(connection.send({ type: "pause", on: true })).toBe(true);
    });

    it("answers questions by their id, whatever the order", async () => {
        const { connection, sockets } = start();
        sockets[0]!.open();
        const a = connection.request({ type: "set", name: "gravity", value: 1 });
        const b = connection.request({ type: "seek", t: 2 });
        const [, idA, idB] = sockets[0]!.sent.map((m) => m.id as number);
        sockets[0]!.get({ type: "error", id: idB, code: "not-now", message: "not in a replay" });
        sockets[0]!.get({ type: "ok", id: idA, value: 0.5 });
        expect((await a).value).toBe(0.5);
        await expect(b).rejects.toMatchObject({ code: "not-now" });
    });

    it("comes back after a loss, with open questions refused and growing pauses", async () => {
        const { connection, sockets, states, timers } = start();
        sockets[0]!.open();
        const question = connection.request({ type: "reset" });
        sockets[0]!.drop(1006);
        await expect(question).rejects.toMatchObject({ code: "offline" });
        expect(states[states.length - 1]![0]).toBe("lost");
        timers[0]![0]();
        sockets[1]!.drop(1006);
        timers[1]![0]();
        expect(timers.map(([, ms]) => ms)).toEqual([retryDelay(0), retryDelay(1)]);
        sockets[2]!.open();
        expect(states[states.length - 1]![0]).toBe("open");
        expect(sockets[2]!.sent[0]).toMatchObject({ type: "hello", client: "abcdefgh" });
    });

    it("says what to do when the trainer stays away", () => {
        const { sockets, states, timers } = start();
        sockets[0]!.open();
        for (let i = 0; i < 3; i++) {
            sockets[i]!.drop(1006);
            expect(states[states.length - 1]![1]).toContain("Trying again");
            timers[i]![0]();
        }
        sockets[3]!.drop(1006);
        expect(states[states.length - 1]![1]).toContain("start it again");
    });

    it("does not come back where the server said no", () => {
        for (const code of [1008, 4000, 4001, 4002, 4003]) {
            const { sockets, states, timers } = start();
            sockets[0]!.open();
            sockets[0]!.drop(code);
            expect(states[states.length - 1]![0], `${code}`).toBe("closed");
            expect(states[states.length - 1]![1]).not.toBe("");
            expect(timers).toEqual([]);
        }
    });

    it("drops bad frames and text that is no message, and goes on", () => {
        const { sockets, frames, messages } = start();
        sockets[0]!.open();
        sockets[0]!.get(new ArrayBuffer(12));
        sockets[0]!.onmessage?.({ data: "{" } as never);
        sockets[0]!.onmessage?.({ data: "[1]" } as never);
        sockets[0]!.get(frameBytes({ number: 9 }, new Bytes(), 0).buffer());
        expect(frames).toEqual([9]);
        expect(messages.map((m) => m.type)).toEqual(["welcome"]);
    });

    it("asks for a reload when frames are of a newer version", () => {
        const { sockets, states } = start();
        sockets[0]!.open();
        const frame = new Uint8Array(frameBytes({}, new Bytes(), 0).buffer());
        frame[4] = 2;
        sockets[0]!.get(frame.buffer);
        expect(states[states.length - 1]).toEqual(["closed", expect.stringContaining("reload")]);
    });

    it("never waits longer than five seconds", () => {
        expect(retryDelay(0)).toBeLessThan(500);
        expect(retryDelay(50)).toBe(5000);
    });

    it("keeps a name per tab and replaces one that the server would refuse", () => {
        const kept = new Map<string, string>();
        const storage = {
            getItem: (k: string) => kept.get(k) ?? null,
            setItem: (k: string, v: string) => void kept.set(k, v),
        };
        let seed = 1;
        const random = (count: number): Uint8Array =>
            Uint8Array.from({ length: count }, () => (seed = (seed * 73 + 41) % 251));
        const id = clientId(storage, random);
        expect(id).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
        expect(clientId(storage, random)).toBe(id);
        kept.set("sutura-client", "a b");
        expect(clientId(storage, random)).toMatch(/^[a-z0-9]{16}$/);
    });
});
