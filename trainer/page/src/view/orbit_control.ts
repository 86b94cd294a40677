// SPDX-License-Identifier: MIT
// Moves the eye: right button or one finger walks around, middle button or two fingers shift, Ctrl and
// the wheel or a pinch zoom. The wheel alone zooms while no hand is taken. While fingers lead a hand, three of
// them walk around.
import type { CameraRig } from "./camera_rig";

const TURN = 0.006; // rad per pixel

export class OrbitControl {
    onLook: (angle: number) => void = () => undefined;
    private readonly fingers = new Map<number, { x: number; y: number }>();
    private dragged: number | null = null;
    private last = { x: 0, y: 0 };

    constructor(
        private readonly rig: CameraRig,
        private readonly element: HTMLElement,
        private readonly handTaken: () => boolean,
    ) {
        element.addEventListener("pointerdown", (e) => this.down(e));
        element.addEventListener("pointermove", (e) => this.move(e));
        element.addEventListener("pointerup", (e) => this.up(e));
        element.addEventListener("pointercancel", (e) => this.up(e));
        element.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
        element.addEventListener("contextmenu", (e) => e.preventDefault());
    }

    private down(event: PointerEvent): void {
        if (event.pointerType === "touch") {
            this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
            this.element.setPointerCapture(event.pointerId);
        } else if (event.button === 1 || event.button === 2) {
            event.preventDefault();
            this.dragged = event.button;
            this.last = { x: event.clientX, y: event.clientY };
            this.element.setPointerCapture(event.pointerId);
        }
    }

    private up(event: PointerEvent): void {
        this.fingers.delete(event.pointerId);
        if (event.button === this.dragged) {
            this.dragged = null;
        }
    }

    private move(event: PointerEvent): void {
        if (event.pointerType === "touch") {
            this.touch(event);
            return;
        }
        if (this.dragged === null) {
            return;
        }
        const dx = event.clientX - this.last.x;
        const dy = event.clientY - this.last.y;
        this.last = { x: event.clientX, y: event.clientY };
        this.drag(dx, dy, this.dragged === 1);
    }

    private drag(dx: number, dy: number, shift: boolean): void {
        if (shift) {
            const high = Math.max(1, this.element.clientHeight);
            this.rig.pan(-dx / high, dy / high);
        } else {
            this.rig.orbit(dx * TURN, dy * TURN);
            this.onLook(Math.hypot(dx, dy) * TURN);
        }
    }

    private touch(event: PointerEvent): void {
        const finger = this.fingers.get(event.pointerId);
        if (finger === undefined) {
            return;
        }
        const before = [...this.fingers.values()].map((f) => ({ ...f }));
        const dx = event.clientX - finger.x;
        const dy = event.clientY - finger.y;
        finger.x = event.clientX;
        finger.y = event.clientY;
        if (this.handTaken()) {
            if (this.fingers.size > 2) {
                this.drag(dx / this.fingers.size, dy / this.fingers.size, false);
            }
            return; // fewer of them work the hand
        }
        if (this.fingers.size === 1) {
            this.drag(dx, dy, false);
            return;
        }
        const after = [...this.fingers.values()];
        const gap = (f: { x: number; y: number }[]): number =>
            Math.hypot((f[0]?.x ?? 0) - (f[1]?.x ?? 0), (f[0]?.y ?? 0) - (f[1]?.y ?? 0));
        this.rig.zoom(gap(before) / Math.max(1, gap(after)));
        this.drag(dx / 2, dy / 2, true);
    }

    private wheel(event: WheelEvent): void {
        if (this.handTaken() && !event.ctrlKey) {
            return; // it lifts the hand
        }
        event.preventDefault();
        const lines = event.deltaMode === 0 ? event.deltaY / 100 : Math.sign(event.deltaY);
        // a pinch on a touchpad comes as many small steps
        this.rig.zoom(
            Math.exp(0.16 * Math.max(-3, Math.min(3, lines * (Math.abs(lines) < 0.3 ? 4 : 1)))),
        );
    }
}
