// SPDX-License-Identifier: MIT
import { describe, expect, it } from "vitest";
import { LatencyMeter } from "../../src/latency";
import { Turn } from "../../src/view/turn";

// messages that were posted before have been looked at
const messages = (): Promise<void> =>
    new Promise((done) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = (): void => {
            channel.port1.close();
            done();
        };
        channel.port2.postMessage(null);
    });

async function until(good: () => boolean): Promise<void> {
    while (!good()) {
        await messages();
    }
}

describe("a turn to draw", () => {
    it("comes after what arrived before it, once for each time it is asked for", async () => {
        const drawn: number[] = [];
        const turn = new Turn(
            (now) => drawn.push(now),
            () => false,
        );
        turn.ask(1);
        turn.ask(2);
        expect(drawn).toEqual([]);
        await until(() => drawn.length > 0);
        await messages();
        expect(drawn).toEqual([2]);
        turn.ask(3);
        await until(() => drawn.length > 1);
        expect(drawn).toEqual([2, 3]);
    });

    it("waits for the answer to an input and no longer", async () => {
        const meter = new LatencyMeter();
        const drawn: number[] = [];
        const turn = new Turn(
            (now) => drawn.push(now),
            () => meter.waits,
        );
        meter.send(7, 0);
        turn.ask(1);
        // the answer may come before the turn or in its wait; nobody draws without one of them
        meter.frame(6, 1);
        turn.news();
        expect(drawn).toEqual([]);
        meter.frame(7, 2);
        turn.news();
        await until(() => drawn.length > 0);
        await messages();
        expect(drawn).toEqual([1]);
    });

    it("does not wait for ever", async () => {
        const drawn: number[] = [];
        const turn = new Turn(
            (now) => drawn.push(now),
            () => true,
        );
        turn.ask(1);
        await until(() => drawn.length > 0);
        expect(drawn).toEqual([1]);
    });
});
