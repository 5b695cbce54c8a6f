// Pack Python for the page, with the very Pyodide that will run it.
// Usage: node pack.mjs JOB.json   where JOB is {out, sources: [folder, ...], packs: {name: [wheel, ...]}}
//
// Stock python_stdlib.zip holds sources, compiled anew at every start. Here modules that the start needs are stored as
// .pyc and the rest as .py. What the start needs is found by starting: see pack.py beside this file.

import { readFile, writeFile, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { loadPyodide } from "pyodide";

const job = JSON.parse(await readFile(process.argv[2], "utf8"));
const lock = JSON.parse(await readFile("node_modules/pyodide/pyodide-lock.json", "utf8"));

const py = await loadPyodide({
  indexURL: resolve("node_modules/pyodide"),
  lockFileContents: { info: lock.info, packages: {} },
  packageBaseUrl: "/nowhere/",
});
const packer = py.runPython((await readFile(new URL("pack.py", import.meta.url), "utf8")) + "\nPacker()");

for (const [name, wheels] of Object.entries(job.packs))
  for (const wheel of wheels) packer.add_wheel(name, new Uint8Array(await readFile(wheel)));
for (const [index, folder] of job.sources.entries()) {
  py.mountNodeFS(`/sources${index}`, resolve(folder));
  packer.add_sources(`/sources${index}`);
}
await packer.start(["core", "keyhole"]);

await mkdir(job.out, { recursive: true });
for (const name of ["stdlib", "keyhole", ...Object.keys(job.packs)]) {
  const bytes = packer.archive(name);
  await writeFile(join(job.out, name === "stdlib" ? "stdlib.zip" : `${name}.pack`), bytes.toJs());
  bytes.destroy();
}
console.log(packer.summary());
