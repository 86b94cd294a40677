// SPDX-License-Identifier: MIT
// When a picture is drawn on a machine without a graphics card. There the browser waits in every picture
// until the processor has drawn it, and nothing that arrives meanwhile is looked at. A picture that is
// begun in the callback for pictures would show the state before that wait. So it is begun after it, when
// messages have been looked at, and one that follows an input waits for the answer to it: that is a
// matter of few milliseconds on the same machine, the next picture would be many later.

const MOST_WAIT_MS = 8;

export class Turn {
    private asked = false;
    private at = 0; // time of the picture
    private timer: ReturnType<typeof setTimeout> | null = null;
    private readonly channel = new MessageChannel();

    // waits: an input is on its way and not answered yet
    constructor(
        private readonly draw: (now: number) => void,
        private readonly waits: () => boolean,
    ) {
        this.channel.port1.onmessage = (): void => this.begin();
    }

    // from the callback for pictures
    ask(now: number): void {
        this.at = now;
        if (!this.asked) {
            this.asked = true;
            this.channel.port2.postMessage(null);
        }
    }

    // the state has changed
    news(): void {
        if (this.timer !== null && !this.waits()) {
            this.go();
        }
    }

    private begin(): void {
        if (this.waits()) {
            this.timer = setTimeout(() => this.go(), MOST_WAIT_MS);
        } else {
            this.go();
        }
    }

    private go(): void {
        if (this.timer !== null) {
            clearTimeout(this.timer);
            this.timer = null;
        }
        this.asked = false;
        this.draw(this.at);
    }
}
