/**
 * The agent's worker: Pyodide and keyhole. JavaScript here only boots Python and passes messages on.
 * Messages that come before Python is up wait for it.
 */

import { asset } from "../assets.js";
import { fetchArchive, unpack } from "./archive.js";
import { Host } from "./host.js";

/**
 * @typedef {object} Entrances  what `keyhole.page.start.main` returns
 * @property {(options: string) => void} start
 * @property {(text: string) => void} receive
 * @property {(kind: string, text: string) => void} receive_from_engine
 * @property {(kind: string, message: string) => void} engine_lost
 */

const began = performance.now();
const home = asset("pyodide/");
/** Both of Pyodide's modules at once, before anyone asks: the first would ask for the second only after much else. */
const pyodideModules = Promise.all(["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(`${home}${name}`)));
pyodideModules.catch(() => {}); // thrown where they are awaited
const host = new Host((text) => postMessage(text));
/** @type {string[]} */
const early = [];
/** @type {Entrances | undefined} */
let python;

onmessage = ({ data: text }) => {
  if (python) python.receive(text);
  else if (text.startsWith('{"kind":"start"')) boot(JSON.parse(text).params).catch(failed);
  else early.push(text);
};

/** @param {{model: string}} options */
async function boot(options) {
  host.status({ phase: "python", text: "Starting Python", model: options.model });
  const packed = Promise.all(["core", "keyhole"].map((name) => fetchArchive(asset(`python/${name}.pack`))));
  packed.catch(() => {}); // thrown below, once Python is there to be given them
  const [{ loadPyodide }] = await pyodideModules;
  const broken = wasmFailure();
  const loading = loadPyodide({
    indexURL: home,
    stdLibURL: asset("python/stdlib.zip"),
    lockFileURL: `${home}pyodide-lock.json`,
    packageBaseUrl: home,
    env: { PYDANTIC_DISABLE_PLUGINS: "__all__" }, // there are none here; to look for them, all metadata would be read
  });
  if (options.model === "embedded") host.prepareEmbedded(); // beside Python, which is the longer one and goes first
  const pyodide = await Promise.race([loading, broken]);
  for (const tar of await packed) unpack(pyodide.FS, tar);
  host.attach(pyodide);
  // What exhausts WebAssembly's stack or memory ends Python without an exception that anyone could catch.
  /** @type {any} */ (pyodide)._api.on_fatal = (/** @type {unknown} */ error) =>
    failed(error, "Python has ended", "Start it again; chats that this browser keeps are still there.");
  pyodide.pyimport("keyhole.page.precompiled").replay();
  /** @type {Entrances} */
  const entrances = pyodide.pyimport("keyhole.page.start").main(host);
  host.onEngine = (kind, text) => entrances.receive_from_engine(kind, text);
  host.onEngineLost = (kind, message) => entrances.engine_lost(kind, message);
  entrances.start(JSON.stringify(options));
  python = entrances;
  for (const text of early.splice(0)) entrances.receive(text);
  performance.measure("python", { start: began, end: performance.now() });
}

/**
 * Rejects where WebAssembly that is fetched comes to nothing: Pyodide logs that, and would wait for it for ever.
 * @returns {Promise<never>}
 */
function wasmFailure() {
  const { instantiateStreaming } = WebAssembly;
  return new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = (...given) => {
      WebAssembly.instantiateStreaming = instantiateStreaming;
      const instance = instantiateStreaming(...given);
      instance.catch(reject);
      return instance;
    };
  });
}

/**
 * @param {unknown} error
 * @param {string} [what]
 * @param {string} [advice]
 */
function failed(error, what = "Python could not start", advice = "Check the connection, then start it again.") {
  // Emscripten throws plain objects, too
  const message = `${what}: ${/** @type {{message?: string}} */ (Object(error)).message ?? error}`;
  const failure = { code: "python", message, advice };
  host.status({ phase: "error", text: message, model: "", error: failure });
  python = {
    start() {},
    receive(text) {
      const { kind, id } = JSON.parse(text);
      if (kind === "call") postMessage(JSON.stringify({ kind: "fail", id, error: failure }));
    },
    receive_from_engine() {},
    engine_lost() {},
  };
  for (const text of early.splice(0)) python.receive(text);
}
