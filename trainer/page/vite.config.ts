// SPDX-License-Identifier: MIT
import { defineConfig, type Plugin } from "vite";

// Shaders of three.js that the page uses; its own bring what they need. ShaderMaterial and the renderer ask for the last three.
const USED = ["meshbasic", "linedashed", "sprite"].flatMap((m) => [`${m}_vert`, `${m}_frag`]);
const ALWAYS = ["colorspace_pars_fragment", "colorspace_fragment", "tonemapping_pars_fragment"];

// Parts of three.js that nothing here reaches, and what answers in their place. A class or function ends where a brace stands
// at the beginning of a line.
const UNUSED: readonly (readonly [RegExp, string])[] = [
    [
        /^class PMREMGenerator \{[\s\S]*?^\}/m,
        "class PMREMGenerator { constructor() { throw new Error('left out of this page'); } }",
    ],
    [
        /^function WebGLShadowMap\([\s\S]*?^\}/m,
        "function WebGLShadowMap() { this.enabled = false; this.type = PCFShadowMap; this.render = () => {}; }",
    ],
];

// What stands in for a shader that is left out: using it fails to compile, and says why.
const LEFT_OUT = JSON.stringify("#error left out of this page: see vite.config.ts");

// three.js brings shaders for every material as one object, which no bundler can take apart: a fifth of its size.
function leaveOutShaders(): Plugin {
    return {
        name: "leave-out-shaders",
        apply: "build",
        transform(code, id) {
            if (!id.endsWith("three.module.js")) {
                return null;
            }
            const from = code.indexOf("const ShaderChunk = {");
            const table = new Map<string, string>();
            for (const [, key, name] of code
                .slice(from, code.indexOf("};", from))
                .matchAll(/(\w+): ([\w$]+)/g)) {
                table.set(key!, name!);
            }
            const text = new Map<string, string>();
            for (const [, name, value] of code.matchAll(
                /^(?:var|const) ([\w$]+) = ("(?:[^"\\]|\\.)*");$/gm,
            )) {
                text.set(name!, value!);
            }
            const kept = new Set<string>();
            const keep = (key: string): void => {
                const name = table.get(key);
                const body = name === undefined ? undefined : text.get(name);
                if (name === undefined || body === undefined) {
                    throw new Error(`three.js has no shader ${key} any more`);
                }
                if (!kept.has(name)) {
                    kept.add(name);
                    for (const [, included] of body.matchAll(/#include <(\w+)>/g)) {
                        keep(included!);
                    }
                }
            };
            [...USED, ...ALWAYS].forEach(keep);
            let out = code;
            for (const name of new Set(table.values())) {
                const body = text.get(name);
                if (!kept.has(name) && body !== undefined && body.length > LEFT_OUT.length) {
                    out = out.replace(` ${name} = ${body};`, () => ` ${name} = ${LEFT_OUT};`);
                }
            }
            // lamps that throw shadows and light from pictures of a room: there are none
            for (const [from, to] of UNUSED) {
                if (!from.test(out)) {
                    throw new Error(`three.js has no ${from.source} any more`);
                }
                out = out.replace(from, to);
            }
            // a table for physical light
            out = out.replace(
                /const DATA = new Uint16Array\( \[[^\]]*\] \);/,
                "const DATA = new Uint16Array( 512 );",
            );
            return { code: out, map: null };
        },
    };
}

// What GLSL says to people, and how it is indented, is not for the browser.
function shortenShaders(): Plugin {
    return {
        name: "shorten-shaders",
        apply: "build",
        transform(code, id) {
            if (!/\/src\/.*\.ts$/.test(id)) {
                return null;
            }
            const shorter = (text: string): string =>
                text.replace(/\s+\/\/.*$/gm, "").replace(/\n\s*/g, "\n");
            return { code: code.replace(/\/\* glsl \*\/ `[^`]*`/g, shorter), map: null };
        },
        enforce: "pre",
    };
}

export default defineConfig({
    // relative: the page works below any address
    base: "./",
    plugins: [leaveOutShaders(), shortenShaders()],
    build: {
        target: "es2022",
        outDir: "dist",
        // three.js is one file of this size; it is served from the same machine
        chunkSizeWarningLimit: 900,
        // pictures of tasks are fetched when the list is opened
        assetsInlineLimit: 0,
        reportCompressedSize: false,
        rollupOptions: {
            input: ["index.html", "class.html"],
            output: { manualChunks: { three: ["three"] } },
        },
    },
    server: {
        proxy: {
            "/api": "http://127.0.0.1:8642",
            "/ws": { target: "ws://127.0.0.1:8642", ws: true },
        },
    },
});
