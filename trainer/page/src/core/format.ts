// SPDX-License-Identifier: MIT
// Numbers as people read them.

const PREFIXES: [number, string][] = [
    [1, ""],
    [1e-3, "m"],
    [1e-6, "µ"],
    [1e-9, "n"],
];

// three significant digits with a prefix that fits: 0.0123 N is "12.3 mN"
export function withUnit(value: number, unit: string, digits = 3): string {
    if (!Number.isFinite(value)) {
        return "–";
    }
    const size = Math.abs(value);
    if (size < 1e-9) {
        return `0 ${pretty(unit)}`.trim(); // nothing that could be measured
    }
    if (unit === "" || unit.includes("^") || unit.includes("/")) {
        return `${plain(value, digits)}${unit === "" ? "" : ` ${pretty(unit)}`}`;
    }
    const [factor, prefix] = PREFIXES.find(([f]) => size >= f) ?? [1e-9, "n"];
    return `${plain(value / factor, digits)} ${prefix}${unit}`;
}

export function plain(value: number, digits = 3): string {
    if (!Number.isFinite(value)) {
        return "–";
    }
    if (value === 0) {
        return "0";
    }
    const power = Math.floor(Math.log10(Math.abs(value)));
    if (power >= 6) {
        return value.toExponential(digits - 1);
    }
    if (power < -6) {
        return "0"; // of the last digits of a sum
    }
    const text = value.toFixed(Math.max(0, digits - 1 - power));
    return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

// no hand feels a thousandth of a newton
export const forceText = (newton: number): string =>
    withUnit(Math.abs(newton) < 1e-3 ? 0 : newton, "N", 2);

export const pretty = (unit: string): string =>
    unit.replace("^2", "²").replace("^3", "³").replace("deg", "°");

// m:ss.t below an hour, h:mm:ss from there on
export function clock(seconds: number): string {
    if (!Number.isFinite(seconds) || seconds < 0) {
        return "0:00.0";
    }
    const tenths = Math.floor(seconds * 10 + 1e-6);
    const whole = Math.floor(tenths / 10);
    const two = (n: number): string => String(n).padStart(2, "0");
    if (whole >= 3600) {
        return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
    }
    return `${Math.floor(whole / 60)}:${two(whole % 60)}.${tenths % 10}`;
}

// so many decimals at most, without zeros at the end
const rounded = (value: number, decimals: number): string => {
    const text = value.toFixed(decimals);
    const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
    return short === "-0" ? "0" : short;
};

// tenths of a millimetre below 10 mm, millimetres below a metre
function lengthText(metres: number): string {
    const mm = 1000 * metres;
    if (Math.abs(mm) >= 1000) {
        return `${rounded(metres, 2)} m`;
    }
    return `${rounded(mm, Math.abs(mm) < 10 ? 1 : 0)} mm`;
}

// cubic centimetres, or millimetres where there are not many
function volumeText(cubicMetres: number): string {
    const cc = 1e6 * cubicMetres;
    return Math.abs(cc) >= 1 ? `${rounded(cc, 1)} cm³` : `${rounded(1000 * cc, 0)} mm³`;
}

// a metric: times as m:ss, lengths, forces and volumes in units of the workbench, the rest plain
export function metricText(value: number | string | null | undefined, unit: string): string {
    if (value === null || value === undefined) {
        return "–";
    }
    if (typeof value === "string") {
        return value === "" ? "–" : value;
    }
    if (unit === "s") {
        return value < 60 ? `${value.toFixed(1)} s` : `${clock(value)} min`;
    }
    if (unit === "m") {
        return lengthText(value);
    }
    if (unit === "m^3") {
        return volumeText(value);
    }
    if (unit === "N") {
        return forceText(value);
    }
    if (unit === "rad") {
        return `${rounded((180 * value) / Math.PI, 0)}°`;
    }
    if (unit === "1" || unit === "") {
        return rounded(value, 2);
    }
    return withUnit(value, unit);
}

// on the axis of a chart
export const tickText = (value: number, unit: string): string =>
    unit === "s" ? `${plain(value)} s` : metricText(value, unit);

export function when(iso: string): string {
    const date = new Date(iso);
    return Number.isNaN(date.getTime())
        ? iso
        : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
