// Bundle each npm package that the page needs into one ES module, and copy what is not JavaScript.
// Usage: node vendor.mjs OUT_DIR. Types come along: beside each bundle stands a .d.ts that names the npm package.

import { build } from "esbuild";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const out = process.argv[2];
const packages = {
  lit: "lit",
  marked: "marked",
  dompurify: "dompurify",
  uplot: "uplot",
  wllama: "@wllama/wllama",
  "web-llm": "@mlc-ai/web-llm",
  "hash-wasm": "hash-wasm",
};
const only = { "hash-wasm": "createMD5" }; // what is used of a package that has much more

// One module for Lit and the directives in use, so that they share one copy of lit-html.
const litDirectives = ["repeat", "live"];

async function bundle(name, contents) {
  await build({
    stdin: { contents, resolveDir: process.cwd(), sourcefile: `${name}.entry.js` },
    bundle: true,
    format: "esm",
    target: "es2022",
    minify: true,
    legalComments: "none", // licences are collected in THIRD-PARTY-NOTICES.txt
    outfile: join(out, `${name}.js`),
    platform: "browser",
    // WebLLM's bundle asks for Node's modules behind a test for Node.
    external: ["url", "fs", "path", "ws", "perf_hooks", "crypto", "module", "node:*"],
    logLevel: "warning",
  });
}

await mkdir(out, { recursive: true });
for (const [name, specifier] of Object.entries(packages)) {
  const lines = [`export ${only[name] ? `{ ${only[name]} }` : "*"} from ${JSON.stringify(specifier)};`];
  if (name === "lit") for (const d of litDirectives) lines.push(`export * from "lit/directives/${d}.js";`);
  if (name === "dompurify" || name === "uplot") lines.push(`export { default } from ${JSON.stringify(specifier)};`);
  const source = lines.join("\n") + "\n";
  await bundle(name, source);
  await writeFile(join(out, `${name}.d.ts`), source);
}
await copyFile("node_modules/uplot/dist/uPlot.min.css", join(out, "uplot.css"));
await copyFile("node_modules/@wllama/wllama/esm/wasm/wllama.wasm", join(out, "wllama.wasm"));
await mkdir(join(out, "pyodide"), { recursive: true });
for (const file of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"])
  await copyFile(`node_modules/pyodide/${file}`, join(out, "pyodide", file));
await writeFile(join(out, "pyodide", "pyodide.d.mts"), 'export * from "pyodide";\n');

// The lock of an installation without packages: what it needs to know of itself, and nothing to fetch.
const lock = JSON.parse(await readFile("node_modules/pyodide/pyodide-lock.json", "utf8"));
await writeFile(join(out, "pyodide", "pyodide-lock.json"), JSON.stringify({ info: lock.info, packages: {} }));
