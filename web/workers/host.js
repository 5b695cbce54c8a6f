/**
 * What Python asks of the browser (`py/keyhole/page/host.py`): messages out, engines, archives, the database, the GPU.
 */

import { asset, hasAsset } from "../assets.js";
import { describeError, EngineError } from "../engines/engine.js";
import { describeAdapter } from "../engines/webllm-machine.js";
import { fetchArchive, unpack } from "./archive.js";
import { Watched } from "../watchdog.js";
import { openDatabase, readDatabase, writeDatabase } from "./database.js";

/** The same as in `py/keyhole/page/model_loader.py`: what is prepared here is what Python will ask for. */
const EMBEDDED = { id: "embedded", asset: "models/keyhole-embedded.gguf", contextWindow: 1024 };
const EMBEDDED_ASSETS = "models/keyhole-embedded.json";

/** @typedef {import("../vendor/pyodide/pyodide.mjs").PyodideInterface} Pyodide */

export class Host {
  #send;
  /** @type {Pyodide | undefined} */
  #pyodide;
  /** What lets the page interrupt Python; undefined where nothing can. @type {Watched | undefined} */
  #watched;
  /** @type {Map<string, Worker>} */
  #engines = new Map();
  /** @type {Map<string, Promise<void>>} */
  #packs = new Map();
  /** @type {(kind: string, text: string) => void} */
  onEngine = () => {}; // until Python is up only the prepared load answers, and it is asked again
  /** @type {(kind: string, message: string) => void} */
  onEngineLost = () => {};

  /** @param {(text: string) => void} send */
  constructor(send) {
    this.#send = send;
  }

  /** @param {Pyodide} pyodide */
  attach(pyodide) {
    this.#pyodide = pyodide;
    if (!crossOriginIsolated) return;
    this.#watched = new Watched();
    postMessage(this.#watched.shared);
  }

  /**
   * Python begins something that it may be interrupted in.
   * @param {number} seconds  how long it may take
   */
  beginBlocking(seconds) {
    if (!this.#watched) return;
    this.#pyodide?.setInterruptBuffer(this.#watched.memory); // only now: looking out for interrupts costs Python time
    this.#send(JSON.stringify({ kind: "watch", id: this.#watched.begin(), value: seconds * 1000 }));
  }

  /** @param {boolean} interrupted */
  endBlocking(interrupted) {
    if (!this.#watched) return;
    this.#watched.end(interrupted);
    this.#pyodide?.setInterruptBuffer(/** @type {any} */ (undefined));
  }

  /** @param {string} text */
  send(text) {
    this.#send(text);
  }

  /** @param {Partial<import("../types.js").Status>} status */
  status(status) {
    this.#send(JSON.stringify({ kind: "status", value: { loaded: 0, total: 0, ...status } }));
  }

  /** @param {string} name */
  asset(name) {
    return hasAsset(name) ? asset(name) : "";
  }

  /** Begin to load the embedded model before Python can ask for it. */
  prepareEmbedded() {
    if (!hasAsset(EMBEDDED.asset)) return;
    const { id, contextWindow } = EMBEDDED;
    const options = { id, url: asset(EMBEDDED.asset), contextWindow };
    this.sendToEngine("wllama", JSON.stringify({ id: 0, op: "load", options }));
    this.#fetch(EMBEDDED_ASSETS).catch(() => {}); // fetched again when Python asks, which is told what fails
  }

  /**
   * @param {string} kind
   * @param {string} text
   */
  sendToEngine(kind, text) {
    let worker = this.#engines.get(kind);
    if (!worker) {
      worker = new Worker(new URL("./engine.js", import.meta.url), { type: "module", name: kind });
      worker.onmessage = ({ data }) => this.onEngine(kind, data);
      worker.onerror = (event) => {
        event.preventDefault();
        this.stopEngine(kind);
        this.onEngineLost(kind, event.message || `The ${kind} engine could not start.`);
      };
      worker.postMessage(kind);
      this.#engines.set(kind, worker);
    }
    worker.postMessage(text);
  }

  /** @param {string} kind */
  stopEngine(kind) {
    this.#engines.get(kind)?.terminate();
    this.#engines.delete(kind);
  }

  /** @param {string} name */
  loadPack(name) {
    let loading = this.#packs.get(name);
    if (!loading) {
      loading = this.#unpack(name);
      this.#packs.set(name, loading);
      loading.catch(() => this.#packs.delete(name)); // the next call tries again; this one's caller is told
    }
    return loading;
  }

  /** @param {string} name */
  async #unpack(name) {
    let tar;
    try {
      tar = await fetchArchive(asset(`python/${name}.pack`));
    } catch (error) {
      throw missing(name, error);
    }
    unpack(this.#pyodide?.FS, tar);
    this.#pyodide?.runPython("import importlib; importlib.invalidate_caches()"); // new files in folders that it knows
  }

  /** @param {string} name */
  async readAsset(name) {
    return (await this.#fetch(name)).text();
  }

  /** @param {string} name */
  async #fetch(name) {
    let response;
    try {
      response = await fetch(asset(name));
    } catch (error) {
      throw missing(name, error);
    }
    if (!response.ok) throw missing(name, `the site answered ${response.status}`);
    return response;
  }

  /** What the GPU can do, and whether a model was ever downloaded, as JSON. */
  async gpu() {
    const cachedModels = "caches" in self && (await caches.has("webllm/model").catch(() => false));
    try {
      return JSON.stringify({ available: true, reason: "", ...(await describeAdapter()), cachedModels });
    } catch (error) {
      return JSON.stringify({ available: false, reason: describeError(error).message, f16: false, cachedModels });
    }
  }

  /** @param {string} name */
  openDatabase(name) {
    return openDatabase(name);
  }

  /** @param {string} name */
  readDatabase(name) {
    return readDatabase(name);
  }

  /**
   * @param {string} name
   * @param {Uint8Array} data
   */
  async writeDatabase(name, data) {
    try {
      await writeDatabase(name, data);
    } catch (error) {
      const { code, message } = describeError(error);
      throw new EngineError(code === "model" ? "quota" : code, message);
    }
  }
}

/**
 * @param {string} name
 * @param {unknown} why
 */
function missing(name, why) {
  return new EngineError("network", `A part of Keyhole (${name}) could not be fetched: ${describeError(why).message}`);
}
