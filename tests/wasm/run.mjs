// SPDX-License-Identifier: MIT
// node run.mjs MODULE: exit code 1 if the two versions of the band solver differ anywhere.
import { readFileSync } from 'node:fs';

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
let wrong = 0;
for (let n = 2; n <= 64; n++) {
  for (const atOnce of [0, 1]) {
    const count = instance.exports.differences(n, atOnce);
    if (count !== 0) {
      console.log(`${n} vertices: ${count} values differ`);
      wrong++;
    }
  }
}
process.exit(wrong > 0 ? 1 : 0);
