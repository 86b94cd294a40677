// SPDX-License-Identifier: MIT
// The WebSocket to the trainer: says hello, answers questions by id, comes back after a loss.
import { decodeFrame, FrameError, type Frame } from "./frame";
import {
    parseMessage,
    PROTOCOL,
    type ErrorMessage,
    type OkMessage,
    type ServerMessage,
} from "./messages";

export type LinkState = "connecting" | "open" | "lost" | "closed";

// what of a WebSocket is used, so that a test can stand in for it
export interface SocketLike {
    binaryType: string;
    readyState: number;
    onopen: ((event: never) => void) | null;
    onclose: ((event: never) => void) | null;
    onmessage: ((event: never) => void) | null;
    onerror: ((event: never) => void) | null;
    send(data: string): void;
    close(code?: number): void;
}

export interface ConnectionOptions {
    url: string;
    client: string;
    role: Role;
    key?: string; // of an instructor
    open?: (url: string) => SocketLike;
    later?: (action: () => void, ms: number) => unknown;
}

export interface ConnectionEvents {
    frame(frame: Frame): void;
    message(message: ServerMessage): void;
    state(state: LinkState, reason: string): void;
}

export class RequestError extends Error {
    constructor(
        readonly code: string,
        message: string,
    ) {
        super(message);
    }
}

const FINAL: Record<number, string> = {
    1008: "The server does not let this page in. Open the address that it printed, with its token.",
    4000: "The trainer was opened in another tab with the same name.",
    4001: "The server is of another version. Please reload the page.",
    4002: "The server closed the connection after too many wrong messages.",
    4003: "Too many pages are connected to this server.",
};

const LOST = "The connection was lost. Trying again …";
const SILENT =
    "The trainer does not answer. If it has ended, start it again (./run); this page then goes on by itself.";
const PATIENT_TRIES = 3; // about two seconds

// the first tries come quickly: a server that restarts is back within a second
export const retryDelay = (attempt: number): number =>
    Math.min(5000, 250 * 2 ** Math.min(attempt, 5));

export type Role = "control" | "watch" | "instructor";

// as the address says: ?watch only watches, ?instructor=KEY may take control from others
export const roleOf = (asked: URLSearchParams): Role =>
    asked.has("watch") ? "watch" : asked.has("instructor") ? "instructor" : "control";

export class Connection {
    private socket: SocketLike | null = null;
    private nextId = 1;
    private waiting = new Map<number, { done: (m: OkMessage) => void; fail: (e: Error) => void }>();
    private attempt = 0;
    private ended = false;
    state: LinkState = "connecting";

    constructor(
        private readonly options: ConnectionOptions,
        private readonly events: ConnectionEvents,
    ) {}

    start(): void {
        const open =
            this.options.open ?? ((url): SocketLike => new WebSocket(url, "sutura") as SocketLike);
        const socket = open(this.options.url);
        socket.binaryType = "arraybuffer";
        this.socket = socket;
        socket.onopen = (): void => this.sayHello();
        socket.onmessage = (event: MessageEvent): void => this.receive(socket, event.data);
        socket.onclose = (event: CloseEvent): void => this.lost(socket, event.code);
        socket.onerror = (): void => undefined; // a close follows
    }

    stop(): void {
        this.ended = true;
        this.socket?.close(1000);
        this.change("closed", "");
    }

    // try at once, for instance when the network is back or the user asks
    retryNow(): void {
        if (this.state === "lost" && !this.ended) {
            this.attempt = 0;
            this.start();
        }
    }

    send(message: Record<string, unknown>): boolean {
        if (this.state !== "open" || this.socket === null || this.socket.readyState !== 1) {
            return false;
        }
        this.socket.send(JSON.stringify(message));
        return true;
    }

    request(message: Record<string, unknown>): Promise<OkMessage> {
        const id = this.nextId++;
        return new Promise((done, fail) => {
            if (!this.send({ ...message, id })) {
                fail(new RequestError("offline", "There is no connection to the trainer."));
                return;
            }
            this.waiting.set(id, { done, fail });
        });
    }

    private sayHello(): void {
        const { client, role, key } = this.options;
        this.socket?.send(
            JSON.stringify({
                type: "hello",
                id: this.nextId++,
                protocol: PROTOCOL,
                client,
                role,
                ...(key === undefined ? {} : { key }),
            }),
        );
    }

    private receive(from: SocketLike, data: unknown): void {
        if (from !== this.socket) {
            return;
        }
        if (data instanceof ArrayBuffer) {
            this.receiveFrame(data);
        } else if (typeof data === "string") {
            const message = parseMessage(data);
            if (message !== null) {
                this.receiveMessage(message);
            }
        }
    }

    private receiveFrame(data: ArrayBuffer): void {
        try {
            this.events.frame(decodeFrame(data));
        } catch (error) {
            if (!(error instanceof FrameError)) {
                throw error;
            }
            // one bad frame is not the end: the next one is a whole state again
            if (error.newerVersion) {
                this.finish(FINAL[4001] ?? "");
            }
        }
    }

    private receiveMessage(message: ServerMessage): void {
        if (message.type === "welcome") {
            this.attempt = 0;
            this.change("open", "");
        }
        if (message.type === "ok" || message.type === "error") {
            this.answer(message);
        }
        this.events.message(message);
    }

    private answer(message: OkMessage | ErrorMessage): void {
        const waiting = message.id === undefined ? undefined : this.waiting.get(message.id);
        if (message.id === undefined || waiting === undefined) {
            return;
        }
        this.waiting.delete(message.id);
        if (message.type === "ok") {
            waiting.done(message);
        } else {
            waiting.fail(new RequestError(message.code, message.message));
        }
    }

    private lost(from: SocketLike, code: number): void {
        if (from !== this.socket) {
            return;
        }
        this.socket = null;
        for (const { fail } of this.waiting.values()) {
            fail(new RequestError("offline", "The connection to the trainer was lost."));
        }
        this.waiting.clear();
        const final = FINAL[code];
        if (this.ended || final !== undefined) {
            this.finish(final ?? "");
            return;
        }
        this.change("lost", this.attempt < PATIENT_TRIES ? LOST : SILENT);
        const later = this.options.later ?? ((action, ms): unknown => setTimeout(action, ms));
        later(() => {
            if (!this.ended && this.socket === null) {
                this.start();
            }
        }, retryDelay(this.attempt++));
    }

    private finish(reason: string): void {
        this.ended = true;
        this.socket?.close(1000);
        this.change("closed", reason);
    }

    private change(state: LinkState, reason: string): void {
        this.state = state;
        this.events.state(state, reason);
    }
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

// the same for a reloaded tab, another one for every other tab
export function clientId(
    storage: Pick<Storage, "getItem" | "setItem">,
    random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count)),
): string {
    const kept = storage.getItem("sutura-client");
    if (kept !== null && /^[A-Za-z0-9_-]{8,64}$/.test(kept)) {
        return kept;
    }
    const id = Array.from(random(16), (b) => LETTERS[b % LETTERS.length]).join("");
    storage.setItem("sutura-client", id);
    return id;
}
