// SPDX-License-Identifier: MIT
import { defineConfig } from "vite";

export default defineConfig({
    // relative: the page works below any address
    base: "./",
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
