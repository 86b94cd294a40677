// SPDX-License-Identifier: MIT
// A value that tells when it changes.

export type Listener<T> = (value: T, before: T) => void;

export class Signal<T> {
    private listeners = new Set<Listener<T>>();

    constructor(private current: T) {}

    get value(): T {
        return this.current;
    }

    set value(next: T) {
        const before = this.current;
        if (Object.is(before, next)) {
            return;
        }
        this.current = next;
        for (const listener of [...this.listeners]) {
            listener(next, before);
        }
    }

    // called at once with the present value, and on every change until the answer is called
    watch(listener: Listener<T>): () => void {
        this.listeners.add(listener);
        listener(this.current, this.current);
        return () => this.listeners.delete(listener);
    }
}
