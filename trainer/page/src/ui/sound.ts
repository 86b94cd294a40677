// SPDX-License-Identifier: MIT
// What one would hear: a click when jaws close on a thread, a rasp when it slips, a tone that rises with
// the tension. Made by the browser; nothing is loaded.
import type { Frame } from "../net/frame";
import type { AppState } from "../state";
import { TEXT } from "../text";
import { h, setText } from "./dom";

const GRASPED = 1;
const SLIPS = 3;
const LOST = 9;
const HEARD = 0.15; // N: what is pulled less makes no tone
const LOUD = 0.6; // N: full pitch

// Hz of the tone; null: silence
export const toneOf = (tension: number): number | null =>
    tension < HEARD ? null : 180 + 420 * Math.min(1, (tension - HEARD) / (LOUD - HEARD));

export class Sound {
    private context: AudioContext | null = null;
    private tone: { oscillator: OscillatorNode; gain: GainNode } | null = null;
    private rasped = 0; // s of the audio clock

    constructor(private readonly state: AppState) {
        // browsers let a page sound only after somebody has touched it
        const wake = (): void => {
            if (state.settings.value.sound && this.context === null) {
                this.context = new AudioContext();
            }
        };
        addEventListener("pointerdown", wake);
        addEventListener("keydown", wake);
        state.readings.watch((r) => this.pull(r?.paused === true ? 0 : (r?.tension ?? 0)));
        state.settings.watch(({ sound }) => {
            if (!sound) {
                this.pull(0);
            }
        });
    }

    private get on(): AudioContext | null {
        return this.state.settings.value.sound ? this.context : null;
    }

    frame(frame: Frame): void {
        for (const event of frame.events) {
            if (event.type === GRASPED) {
                this.burst(0.03, 2400, 0.12);
            } else if (event.type === SLIPS) {
                this.burst(0.09, 900, 0.06);
            } else if (event.type === LOST) {
                this.burst(0.12, 500, 0.1);
            }
        }
    }

    // noise of so many seconds around a pitch
    private burst(seconds: number, hz: number, loudness: number): void {
        const { on } = this;
        if (on === null || on.currentTime < this.rasped) {
            return;
        }
        this.rasped = on.currentTime + 0.5 * seconds;
        const buffer = on.createBuffer(1, Math.ceil(seconds * on.sampleRate), on.sampleRate);
        const data = buffer.getChannelData(0);
        for (let i = 0; i < data.length; i++) {
            data[i] = (2 * Math.random() - 1) * (1 - i / data.length);
        }
        const source = new AudioBufferSourceNode(on, { buffer });
        const filter = new BiquadFilterNode(on, { type: "bandpass", frequency: hz, Q: 1.5 });
        const gain = new GainNode(on, { gain: loudness });
        source.connect(filter).connect(gain).connect(on.destination);
        source.start();
    }

    private pull(tension: number): void {
        const { on } = this;
        const hz = toneOf(tension);
        if (on === null || hz === null) {
            this.tone?.oscillator.stop();
            this.tone = null;
            return;
        }
        if (this.tone === null) {
            const oscillator = new OscillatorNode(on, { type: "sine", frequency: hz });
            const gain = new GainNode(on, { gain: 0.03 });
            oscillator.connect(gain).connect(on.destination);
            oscillator.start();
            this.tone = { oscillator, gain };
        }
        this.tone.oscillator.frequency.setTargetAtTime(hz, on.currentTime, 0.05);
    }
}

// Throws, for those who do not look at the card: told to screen readers, and spoken where that is on.
export function speaker(state: AppState): HTMLElement {
    const element = h("p", { class: "unseen", "aria-live": "polite" });
    let throws = 0;
    let said = "";
    const say = (text: string, aloud: boolean): void => {
        setText(element, text);
        if (aloud && "speechSynthesis" in window) {
            speechSynthesis.cancel();
            speechSynthesis.speak(new SpeechSynthesisUtterance(text));
        }
    };
    state.scene.watch(() => (throws = 0));
    state.live.watch((live) => {
        const scene = state.scene.value;
        const quiet = scene?.mode === "play" && state.taskOf(scene.task)?.quiet === true;
        const list = live?.knot?.throws ?? [];
        if (list.length > throws && live?.knot?.certain === true && !quiet) {
            const text = TEXT.throwNamed(list.length, list.at(-1)?.hand ?? "");
            say(text, state.settings.value.speech);
        }
        throws = list.length;
    });
    state.guide.watch(({ said: now }) => {
        if (now !== said && now !== "" && state.settings.value.speech) {
            say(now, true);
        }
        said = now;
    });
    return element;
}
