/**
 * llama.cpp in WebAssembly, on the CPU: the engine of the embedded model. wllama runs it in a worker of its own.
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./engine.js").Chunk} Chunk
 * @typedef {import("./engine.js").TokenChoice} TokenChoice
 */

import { asset } from "../assets.js";
import { LogLevel, Wllama } from "../vendor/wllama.js";
import { EngineError, throwIfAborted } from "./engine.js";
import { expanded } from "./gguf.js";

/** The weights are given to it. Its own cache of files, which stays unused, cannot be made at every address. */
const NO_CACHE = /** @type {any} */ ({});

const quiet = { debug() {}, log() {}, warn: console.warn, error() {} }; // what fails is thrown as well

/** A first request makes the browser compile what requests run, for 0.1 s: better while Python still starts. */
const WARM_UP = /** @type {any} */ ({ prompt: "a", stream: false, max_tokens: 1, n_probs: 2, grammar: 'root ::= "a"' });

/** Files up to this many bytes are run from f32 weights: up to four times the memory, a prompt in half the time. */
const SMALL = 8e6;

/** @returns {Engine} */
export function createEngine() {
  return new WllamaEngine();
}

/** @implements {Engine} */
class WllamaEngine {
  /** @type {Wllama | undefined} */
  #wllama;
  /** What the last load was given: a crash of the runtime is answered by loading it again. */
  #reload = async () => {};

  /** @type {Engine["load"]} */
  async load(options, { onProgress, signal }) {
    await this.unload();
    if (!options.url) throw new EngineError("config", "wllama needs the address of a GGUF file.");
    const file = await download(options.url, onProgress, signal);
    await checkMagic(file);
    const weights = file.size <= SMALL ? expanded(await file.arrayBuffer()) : file;
    this.#reload = () => this.#start(weights, options);
    await this.#start(weights, options);
    throwIfAborted(signal);
    const info = this.#model().getLoadedContextInfo();
    return { contextWindow: info.n_ctx, bytes: file.size, detail: { threads: this.#model().getNumThreads() } };
  }

  /**
   * @param {Blob} weights
   * @param {import("./engine.js").LoadOptions} options
   */
  async #start(weights, { contextWindow = 2048, threads = 1 }) {
    const wllama = new Wllama({ default: asset("vendor/wllama.wasm") }, { logger: quiet, suppressNativeLog: true, cacheManager: NO_CACHE });
    wllama.setCompat(null); // its default is an address on a CDN
    try {
      await wllama.loadModel([weights], {
        n_ctx: contextWindow,
        n_batch: contextWindow,
        n_threads: threads,
        n_gpu_layers: 0,
        n_parallel: 1,
        log_level: LogLevel.ERROR,
        warmup: false, // a token or two; WARM_UP is a whole request
      });
      await wllama.createCompletion(WARM_UP);
    } catch (error) {
      await wllama.exit();
      throw asEngineError(error, "The model's file cannot be loaded");
    }
    this.#wllama = wllama;
  }

  #model() {
    if (!this.#wllama) throw new EngineError("model", "No model is loaded.");
    return this.#wllama;
  }

  /** @type {NonNullable<Engine["complete"]>} */
  async *complete({ prompt, grammar, maxTokens, nProbs = 0, stop }, { signal }) {
    if (!this.#wllama) await this.#reload();
    const started = performance.now();
    let response;
    try {
      response = /** @type {any} */ (
        await this.#model().createCompletion(
          /** @type {any} */ ({
            prompt,
            stream: false,
            max_tokens: maxTokens,
            temperature: 0,
            top_k: 1,
            n_probs: nProbs,
            cache_prompt: true,
            abortSignal: signal,
            ...(grammar ? { grammar } : {}),
            ...(stop?.length ? { stop } : {}),
          }),
        )
      );
    } catch (error) {
      const failure = asEngineError(error, "The model failed");
      if (isCrash(error)) await this.unload(); // the next request starts it anew
      throw failure;
    }
    const [choice] = response.choices;
    const usage = response.usage ?? {};
    /** @type {Chunk} */
    const chunk = {
      text: choice.text,
      finish: choice.finish_reason === "length" ? "length" : "stop",
      usage: {
        prompt_tokens: usage.prompt_tokens ?? 0,
        completion_tokens: usage.completion_tokens ?? 0,
        cached_tokens: usage.prompt_tokens_details?.cached_tokens ?? response.timings?.cache_n ?? 0,
      },
      timing: { ms: performance.now() - started, ...response.timings },
    };
    if (nProbs > 0) chunk.tokens = tokenChoices(choice.logprobs);
    yield chunk;
  }

  /** Frees memory; does nothing when no model is loaded. */
  async unload() {
    const wllama = this.#wllama;
    this.#wllama = undefined;
    await wllama?.exit();
  }
}

/**
 * Fetch with progress. Weights come from the page's own site, where the browser's cache keeps them.
 * @param {string} url
 * @param {(progress: import("./engine.js").Progress) => void} onProgress
 * @param {AbortSignal} signal
 * @returns {Promise<Blob>}
 */
async function download(url, onProgress, signal) {
  let response;
  try {
    response = await fetch(url, { signal });
  } catch (error) {
    if (signal.aborted) throw new EngineError("aborted", "Loading was stopped.");
    throw new EngineError("network", `The model could not be fetched: ${error instanceof Error ? error.message : error}`);
  }
  if (!response.ok || !response.body) throw new EngineError("network", `The model's address answered ${response.status}.`);
  const compressed = response.headers.has("Content-Encoding"); // then the length is not that of what is read
  const total = compressed ? 0 : Number(response.headers.get("Content-Length") ?? 0);
  const parts = [];
  let loaded = 0;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      loaded += value.byteLength;
      onProgress({ text: "Loading the model", loaded, total });
    }
  } catch (error) {
    if (signal.aborted) throw new EngineError("aborted", "Loading was stopped.");
    throw new EngineError("network", `The download broke off: ${error instanceof Error ? error.message : error}`);
  }
  return new Blob(parts);
}

/** @param {Blob} weights */
async function checkMagic(weights) {
  const magic = new TextDecoder().decode(await weights.slice(0, 4).arrayBuffer());
  if (magic !== "GGUF") throw new EngineError("integrity", "The model's file is not a GGUF file.");
}

/**
 * The tokens and their alternatives, from either form in which llama.cpp reports them.
 * @param {any} logprobs
 * @returns {TokenChoice[]}
 */
function tokenChoices(logprobs) {
  const content = logprobs?.content;
  if (Array.isArray(content)) {
    return content.map((token) => ({
      text: token.token,
      top: Object.fromEntries(
        (token.top_logprobs ?? []).map((/** @type {any} */ other) => [other.token, other.logprob ?? 0]),
      ),
    }));
  }
  const tokens = logprobs?.tokens ?? [];
  return tokens.map((/** @type {string} */ text, /** @type {number} */ index) => ({
    text,
    top: logprobs.top_logprobs?.[index] ?? {},
  }));
}

/** @param {unknown} error */
function isCrash(error) {
  return error instanceof Error && error.name === "RuntimeError";
}

/**
 * @param {unknown} error
 * @param {string} what
 * @returns {EngineError}
 */
function asEngineError(error, what) {
  if (error instanceof EngineError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Error && error.name === "AbortError") return new EngineError("aborted", "Stopped.");
  if (/exceed.*context|context.*(size|full)|kv.?cache/i.test(message)) return new EngineError("context_overflow", message);
  if (/memory|allocat/i.test(message)) return new EngineError("out_of_memory", `${what}: ${message}`);
  return new EngineError("model", `${what}: ${message}`);
}
