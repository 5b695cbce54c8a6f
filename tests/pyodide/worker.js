// Runs pytest inside Pyodide, from the very archives that the site ships. The page tells it where they are.
onmessage = async ({ data: { assets, wheels, tests, code } }) => {
  try {
    const { loadPyodide } = await import(`${assets.pyodide}pyodide.mjs`);
    const pyodide = await loadPyodide({
      indexURL: assets.pyodide,
      stdLibURL: assets.stdlib,
      lockFileURL: `${assets.pyodide}pyodide-lock.json`,
      packageBaseUrl: assets.pyodide,
    });
    globalThis.running = (/** @type {string} */ test) => postMessage({ running: test });
    const extractDir = "/lib/python3.14/site-packages";
    const bytes = async (url) => (await fetch(url)).arrayBuffer();
    for (const url of [assets.core, assets.http, assets.keyhole]) {
      pyodide.unpackArchive(await bytes(url), "gztar", { extractDir });
    }
    for (const url of wheels) pyodide.unpackArchive(await bytes(url), "zip", { extractDir });
    pyodide.unpackArchive(await bytes(tests), "zip", { extractDir: "/checkout" });
    postMessage({ result: await pyodide.runPythonAsync(code) });
  } catch (error) {
    postMessage({ error: String(error?.message ?? error) });
  }
};
