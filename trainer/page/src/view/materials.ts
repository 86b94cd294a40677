// SPDX-License-Identifier: MIT
// Colours of the field. What surfaces look like is in look/.

export const PALETTE = {
    background: 0x0e1518,
    post: 0x3b4549,
    ring: 0xe0a431,
    sphere: 0x6f8fb0,
    box: 0xb9c4c9,
    target: 0x12a594,
    done: 0x3fbf6f,
    left: 0x3aa3ff,
    right: 0xff9f43,
    force: 0xff4d6d,
    contact: 0xffd166,
};

// colours as the dyed sutures have in the shops
const THREAD_COLOURS: [RegExp, number][] = [
    [/silk/i, 0x2a2624],
    [/polyprop|prolene/i, 0x2f6fe0],
    [/polyglac|vicryl|pds|polydiox/i, 0x6b3fa0],
    [/poliglec|monocryl/i, 0xa98b5f],
    [/polyester|ethibond/i, 0x1f7a4d],
    [/steel/i, 0x9aa3ab],
    [/nylon/i, 0x1c3f94],
];
const SECOND_THREAD = 0xa3355c;

export function threadColour(material: string | null, index: number): number {
    if (index % 2 === 1) {
        return SECOND_THREAD; // two threads must be told apart
    }
    return THREAD_COLOURS.find(([pattern]) => pattern.test(material ?? ""))?.[1] ?? 0x1c3f94;
}

export const isBraid = (material: string | null): boolean =>
    /silk|polyglac|vicryl|polyester|ethibond/i.test(material ?? "");
