// SPDX-License-Identifier: MIT
// Time from an input that was sent to the frame that answers it.

export class LatencyMeter {
    private sent: { seq: number; at: number }[] = [];
    value = 0; // ms, smoothed
    last = 0; // ms

    send(seq: number, at: number): void {
        if (this.sent.length > 0 && seq <= (this.sent[this.sent.length - 1]?.seq ?? 0)) {
            this.sent = []; // numbers began anew with a scene
        }
        this.sent.push({ seq, at });
        if (this.sent.length > 240) {
            this.sent.shift();
        }
    }

    // the last one is not answered yet
    get waits(): boolean {
        return this.sent.length > 0;
    }

    // frames that have no newer input say nothing
    frame(seq: number, at: number): boolean {
        let newest: number | null = null;
        while (this.sent.length > 0 && (this.sent[0]?.seq ?? Infinity) <= seq) {
            newest = this.sent.shift()?.at ?? null;
        }
        if (newest === null) {
            return false;
        }
        this.last = at - newest;
        this.value = this.value === 0 ? this.last : this.value + 0.1 * (this.last - this.value);
        return true;
    }
}
