/**
 * WebLLM's files in the browser's cache: download, list, delete.
 *
 * The engine could download by itself, but it reports a shard at a time, checks no shard and does not ask for room. So
 * the weights are put where it looks for them (the Cache API, scope `webllm/model`, under their own addresses) before it
 * is started. Files that are there already are kept: a download that broke off goes on where it was.
 *
 * Each shard is held to the size and, where the manifest has one (all that MLC publishes do), the MD5 that its manifest
 * says. That finds what broke on the way. It does not find a host that serves other weights with a manifest to match:
 * there the connection (HTTPS) and the host are trusted, for no list of hashes is published apart from the files.
 */

import { createMD5 } from "../vendor/hash-wasm.js";
import { EngineError, throwIfAborted } from "./engine.js";
import { checkBuffer } from "./webllm-machine.js";

const SCOPES = { weights: "webllm/model", config: "webllm/config", library: "webllm/wasm" };
const AT_ONCE = 3;
const SPARE = 1.05; // a cached file takes a little more than its bytes
const MB = 1_000_000;

/**
 * @typedef {object} Shard
 * @property {string} url
 * @property {number} bytes
 * @property {number} largest  bytes of its largest tensor
 * @property {string} [md5sum]  hexadecimal, where the manifest has it
 *
 * @typedef {object} Place  Where one model's files are.
 * @property {string} base  address of the folder that holds the manifest, with a slash at the end
 * @property {string} library  address of the compiled library
 */

/**
 * The folder of a model's files, from its address as WebLLM's configuration has it.
 * @param {string} model
 */
export function baseAddress(model) {
  const folder = model.endsWith("/") ? model : `${model}/`;
  return new URL(/\/resolve\/.+\//.test(folder) ? folder : `${folder}resolve/main/`, location.href).href;
}

/**
 * Fetch what is missing of a model's weights, unless one of its tensors is larger than the GPU takes.
 * @param {Place} place
 * @param {number} largestBuffer  bytes
 * @param {(loaded: number, total: number) => void} onBytes  bytes that are here, bytes in all
 * @param {AbortSignal} signal
 * @returns {Promise<number>} bytes of all weights
 */
export async function fetchWeights(place, largestBuffer, onBytes, signal) {
  const cache = await caches.open(SCOPES.weights);
  const shards = await readManifest(cache, place, signal);
  checkBuffer(Math.max(...shards.map((shard) => shard.largest)), largestBuffer);
  const total = sum(shards);
  const missing = [];
  for (const shard of shards) if (!(await cache.match(shard.url))) missing.push(shard);
  let loaded = total - sum(missing);
  onBytes(loaded, total);
  await checkRoom(sum(missing));
  const stop = new AbortController(); // the first failure ends the other downloads too
  const either = AbortSignal.any([signal, stop.signal]);
  const queue = missing[Symbol.iterator]();
  const worker = async () => {
    for (const shard of queue) {
      await fetchShard(cache, shard, (bytes) => onBytes((loaded += bytes), total), either);
    }
  };
  const workers = Array.from({ length: AT_ONCE }, worker);
  try {
    await Promise.all(workers);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(workers); // so that no file comes in after the failure was told
    throw error;
  }
  return total;
}

/**
 * A model's `tokenizer.json`, kept where the engine looks for it.
 * @param {Place} place
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function fetchTokenizer({ base }, signal) {
  const cache = await caches.open(SCOPES.weights);
  const url = new URL("tokenizer.json", base).href;
  if (!(await cache.match(url))) await cache.put(url, await request(url, signal));
  return (await cache.match(url))?.json();
}

/**
 * Of which of these models every file of weights is here, and how many bytes that is.
 * @param {Record<string, Place>} places
 * @returns {Promise<import("./engine.js").CachedModel[]>}
 */
export async function listCached(places) {
  const cache = await caches.open(SCOPES.weights);
  const held = new Set((await cache.keys()).map((request) => request.url));
  const found = [];
  for (const [id, place] of Object.entries(places)) {
    const manifest = await cache.match(manifestOf(place));
    if (!manifest) continue;
    const shards = shardsOf(await manifest.json(), place);
    if (shards.every((shard) => held.has(shard.url))) found.push({ id, bytes: sum(shards) });
  }
  return found;
}

/**
 * Delete all of a model's files, half a download too.
 * @param {Place} place
 */
export async function removeModel({ base, library }) {
  for (const scope of [SCOPES.weights, SCOPES.config]) {
    const cache = await caches.open(scope);
    for (const request of await cache.keys()) if (request.url.startsWith(base)) await cache.delete(request);
  }
  await removeLibrary(library);
}

/**
 * Delete a compiled library, so that it is fetched anew.
 * @param {string} library
 */
export async function removeLibrary(library) {
  await (await caches.open(SCOPES.library)).delete(new URL(library, location.href).href);
}

/** @param {Place} place */
function manifestOf({ base }) {
  return new URL("tensor-cache.json", base).href;
}

/**
 * @param {Cache} cache
 * @param {Place} place
 * @param {AbortSignal} signal
 */
async function readManifest(cache, place, signal) {
  const url = manifestOf(place);
  let response = await cache.match(url);
  if (!response) {
    const fresh = await request(url, signal);
    await cache.put(url, fresh.clone());
    response = fresh;
  }
  try {
    return shardsOf(await response.json(), place);
  } catch {
    await cache.delete(url);
    throw new EngineError("integrity", "The model's list of files is broken.");
  }
}

/**
 * @param {any} manifest
 * @param {Place} place
 * @returns {Shard[]}
 */
function shardsOf({ records }, { base }) {
  return records.map((/** @type {any} */ record) => {
    if (typeof record.dataPath !== "string" || !Number.isSafeInteger(record.nbytes)) throw new TypeError("no shard");
    const largest = Math.max(0, ...record.records.map((/** @type {any} */ tensor) => Number(tensor.nbytes)));
    return { url: new URL(record.dataPath, base).href, bytes: record.nbytes, largest, md5sum: record.md5sum };
  });
}

/**
 * Some browsers tell every site of the same large quota; then it is the write that fails.
 * @param {number} bytes
 */
async function checkRoom(bytes) {
  const { quota, usage = 0 } = await navigator.storage.estimate();
  if (bytes === 0 || quota === undefined || bytes * SPARE <= quota - usage) return;
  const megabytes = (/** @type {number} */ n) => Math.ceil(n / MB).toLocaleString("en");
  throw new EngineError(
    "quota",
    `The model needs ${megabytes(bytes)} MB of storage and this site may use ${megabytes(quota - usage)} MB more.`,
  );
}

/**
 * @param {Cache} cache
 * @param {Shard} shard
 * @param {(bytes: number) => void} onBytes
 * @param {AbortSignal} signal
 */
async function fetchShard(cache, shard, onBytes, signal) {
  throwIfAborted(signal);
  const response = await request(shard.url, signal);
  const hash = await createMD5();
  let bytes = 0;
  const count = new TransformStream({
    transform(/** @type {Uint8Array} */ part, controller) {
      bytes += part.byteLength;
      hash.update(part);
      onBytes(part.byteLength);
      controller.enqueue(part);
    },
  });
  const counted = /** @type {ReadableStream} */ (response.body).pipeThrough(count);
  const headers = { "Content-Type": "application/octet-stream" };
  try {
    await cache.put(shard.url, new Response(counted, { headers }));
  } catch (error) {
    throw asDownloadError(error, signal);
  }
  if (bytes !== shard.bytes || (shard.md5sum && hash.digest() !== shard.md5sum)) {
    await cache.delete(shard.url);
    throw new EngineError("integrity", `${shard.url.split("/").pop()} is not the file that was published.`);
  }
}

/**
 * @param {string} url
 * @param {AbortSignal} signal
 */
async function request(url, signal) {
  let response;
  try {
    response = await fetch(url, { signal, cache: "no-store" }); // the copy in the Cache API is the one to keep
  } catch (error) {
    throw asDownloadError(error, signal);
  }
  if (!response.ok || !response.body) {
    throw new EngineError("network", `${new URL(url).host} answered ${response.status} for a file of the model.`);
  }
  return response;
}

/**
 * @param {unknown} error
 * @param {AbortSignal} signal
 */
function asDownloadError(error, signal) {
  if (error instanceof EngineError) return error;
  if (signal.aborted) return new EngineError("aborted", "The download was stopped; what is here is kept.");
  const { name, message } = error instanceof Error ? error : { name: "", message: String(error) };
  if (name === "QuotaExceededError") return new EngineError("quota", "The browser has no room left for the model.");
  return new EngineError("network", `The download broke off (${message}); loading again goes on from there.`);
}

/** @param {Shard[]} shards */
function sum(shards) {
  return shards.reduce((total, shard) => total + shard.bytes, 0);
}
