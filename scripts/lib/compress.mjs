// Compress files ahead, as a host sends them.
// Usage: node compress.mjs JOB.json   where JOB is [[source, target without ending], ...]
//
// Writes target.br and target.gz. Brotli's best quality would save a twentieth more and take ten times as long.

import { readFile, writeFile } from "node:fs/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const QUALITY = 9;
const WINDOW = 24; // bits: 16 MB, all of what is large here

for (const [source, target] of JSON.parse(await readFile(process.argv[2], "utf8"))) {
  const data = await readFile(source);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
  };
  await writeFile(`${target}.br`, brotliCompressSync(data, { params }));
  await writeFile(`${target}.gz`, gzipSync(data, { level: 9 }));
}
