/**
 * Hosts one engine. The first message names it (`wllama`, `webllm`); the others are those of
 * `py/keyhole/page/engines.py`. Requests are carried out one after the other, in the order in which they came; `abort`
 * reaches the running one at once and takes a waiting one out of the queue. Chunks of text are put together for as long
 * as a frame lasts, so that a fast model does not cost Python a message a token.
 *
 * @typedef {import("../engines/engine.js").Engine} Engine
 * @typedef {import("../engines/engine.js").Chunk} Chunk
 */

import { describeError, EngineError, throwIfAborted } from "../engines/engine.js";

const COALESCE_MS = 16;

let kind = "";
/** @type {Promise<Engine> | undefined} */
let engine;
let tries = 0;
/** @type {Map<number, AbortController>} */
const running = new Map();
/** The end of the queue. */
let tail = Promise.resolve();
/** The model that is loaded, or being loaded: a second request for it joins the first. */
let model = { key: "", loading: /** @type {Promise<unknown> | undefined} */ (undefined) };
/** @type {Set<(progress: object) => void>} */
const watchers = new Set();

/**
 * The engine, its module fetched again where that has failed: a page that was offline for a moment is not to be loaded
 * anew. Some browsers keep a failure by the module's address, so that another try has another one.
 * @returns {Promise<Engine>}
 */
function theEngine() {
  engine ??= importEngine(tries++ ? `?try=${tries}` : "").catch((error) => {
    engine = undefined;
    throw error;
  });
  return engine;
}

/** @param {string} again */
async function importEngine(again) {
  const name = kind === "webllm" ? "webllm" : "wllama";
  const module = await import(`../engines/${name}.js${again}`);
  return /** @type {Engine} */ (module.createEngine());
}

onmessage = ({ data }) => {
  if (!kind) {
    kind = data;
    theEngine().catch(() => {}); // every request that needs it reports the failure
    return;
  }
  const message = JSON.parse(data);
  if (message.op === "abort") running.get(message.id)?.abort();
  else void serve(message);
};

/** @param {any} message */
async function serve(message) {
  const { id } = message;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const done = await inTurn(() => perform(message, controller.signal), controller.signal);
    post({ id, done: done ?? null });
  } catch (error) {
    post({ id, error: describeError(error) });
  } finally {
    running.delete(id);
  }
}

/**
 * @template T
 * @param {() => Promise<T>} work
 * @param {AbortSignal} signal
 * @returns {Promise<T>}
 */
function inTurn(work, signal) {
  const result = tail.then(() => {
    throwIfAborted(signal);
    return work();
  });
  tail = result.then(
    () => {},
    () => {}, // its own caller is told; the next one's turn comes all the same
  );
  return result;
}

/**
 * @param {any} message
 * @param {AbortSignal} signal
 */
async function perform({ id, op, options, request, ids, model: name }, signal) {
  const it = await theEngine();
  switch (op) {
    case "load":
      return load(it, id, options, signal);
    case "complete":
      return stream(id, it.complete?.(request, { signal }), op);
    case "chat":
      return stream(id, it.chat?.(request, { signal }), op);
    case "cached":
      return (await it.cached?.(ids)) ?? [];
    case "remove":
      return it.remove?.(name);
    default:
      throw new EngineError("model", `The engine has no operation ${op}.`);
  }
}

/**
 * @param {Engine} it
 * @param {number} id
 * @param {import("../engines/engine.js").LoadOptions} options
 * @param {AbortSignal} signal
 */
async function load(it, id, options, signal) {
  const key = JSON.stringify(options);
  const watch = (/** @type {object} */ progress) => post({ id, progress });
  watchers.add(watch);
  try {
    if (model.key !== key || !model.loading) {
      const onProgress = (/** @type {object} */ progress) => watchers.forEach((watcher) => watcher(progress));
      model = { key, loading: it.load(options, { onProgress, signal }) };
    }
    return await model.loading;
  } catch (error) {
    model = { key: "", loading: undefined };
    throw error;
  } finally {
    watchers.delete(watch);
  }
}

/**
 * @param {number} id
 * @param {AsyncIterable<Chunk> | undefined} chunks
 * @param {string} op
 */
async function stream(id, chunks, op) {
  if (!chunks) throw new EngineError("model", `This engine cannot ${op}.`);
  let text = "";
  let since = performance.now();
  for await (const chunk of chunks) {
    const { text: more = "", ...rest } = chunk;
    text += more;
    if (Object.keys(rest).length === 0 && performance.now() - since < COALESCE_MS) continue;
    post({ id, chunk: { ...rest, text } });
    text = "";
    since = performance.now();
  }
  if (text) post({ id, chunk: { text } });
}

/** @param {object} message */
function post(message) {
  postMessage(JSON.stringify(message));
}
