/**
 * WebLLM: larger models, and the embedded one, on WebGPU. Runs in the worker that `workers/engine.js` is.
 *
 * `LoadOptions.extra` may have `librarySha256` (hexadecimal), which the library is held to, and `completes`: the model's
 * template adds nothing to a message and `complete` shall work.
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./engine.js").Chunk} Chunk
 * @typedef {import("./engine.js").ChatRequest} ChatRequest
 * @typedef {import("./engine.js").LoadOptions} LoadOptions
 * @typedef {import("../vendor/web-llm.js").ModelRecord} ModelRecord
 */

import { asset, hasAsset } from "../assets.js";
import { MLCEngine, prebuiltAppConfig } from "../vendor/web-llm.js";
import { EngineError, throwIfAborted } from "./engine.js";
import { Alternatives, tokenTexts } from "./webllm-alternatives.js";
import { baseAddress, fetchTokenizer, fetchWeights, listCached, removeLibrary, removeModel } from "./webllm-store.js";

const MB = 1_000_000;
/** Not every 16-bit build in the package's list says that it needs `shader-f16`; without it its shaders do not compile. */
const F16_BUILD = /-q\df16/;
/** The embedded model on WebGPU: the one that the site itself brings. */
const SITE_MODEL = "embedded-gpu";
/** Models with a switch for thinking in their chat template. */
const THINKING = /^Qwen3-/;

/** @returns {Engine} */
export function createEngine() {
  return new WebLLMEngine();
}

/** @implements {Engine} */
class WebLLMEngine {
  /** @type {MLCEngine | undefined} */
  #engine;
  /** The model that is loaded or was lost. @type {ModelRecord | undefined} */
  #record;
  /** Of a model that was loaded for completions. @type {Alternatives | undefined} */
  #alternatives;
  /** Models by id that are not in the package's own list. @type {Map<string, ModelRecord>} */
  #own = new Map();
  /** Resolves when the device in use is lost other than by `unload`. @type {Promise<"lost"> | undefined} */
  #lost;
  #isLost = false;

  /** @type {Engine["load"]} */
  async load(options, { onProgress, signal }) {
    await this.unload();
    const record = this.#recordOf(options);
    const warnings = await checkMachine(record);
    const report = (/** @type {string} */ phase, /** @type {string} */ text, loaded = 0, total = 0) =>
      onProgress({ phase, text, loaded, total });
    for (const warning of warnings) report("check", warning);
    const place = placeOf(record);
    const bytes = await fetchWeights(place, (done, total) => report("download", "Downloading", done, total), signal);
    this.#record = record;
    if (options.extra?.completes) this.#alternatives = new Alternatives(tokenTexts(await fetchTokenizer(place, signal)));
    await this.#start(report, signal);
    const contextWindow = record.overrides?.context_window_size ?? options.contextWindow ?? 4096;
    return { contextWindow, bytes, detail: { ...(await describeAdapter()), warnings } };
  }

  /** @type {NonNullable<Engine["complete"]>} */
  async *complete({ prompt, grammar, maxTokens, nProbs = 0, stop }, hooks) {
    if (!this.#alternatives) throw new EngineError("model", "This model was not loaded for completions.");
    this.#alternatives.begin(nProbs);
    // The engine's own completion takes no grammar. A chat whose template adds nothing to the message is the same thing.
    const request = {
      messages: [{ role: "user", content: prompt }],
      max_tokens: maxTokens,
      temperature: 0,
      ...(grammar ? { response_format: { type: "grammar", grammar } } : {}),
      ...(stop?.length ? { stop } : {}),
    };
    for await (const chunk of this.#answer(request, hooks.signal)) {
      const { tokens } = this.#alternatives;
      if (chunk.finish && nProbs > 0) chunk.tokens = chunk.finish === "stop" ? tokens.slice(0, -1) : tokens;
      yield chunk;
    }
  }

  /** @type {NonNullable<Engine["chat"]>} */
  async *chat(request, { signal }) {
    const { messages, maxTokens, temperature = 0, seed, stop, grammar, schema, think = true, extra = {} } = request;
    const format = grammar
      ? { type: "grammar", grammar }
      : schema
        ? { type: "json_object", schema }
        : undefined;
    const quiet = !think && THINKING.test(this.#record?.model_id ?? "");
    yield* this.#answer(
      {
        messages,
        max_tokens: maxTokens,
        temperature,
        ...(seed === undefined ? {} : { seed }),
        ...(stop?.length ? { stop } : {}),
        ...(format ? { response_format: format } : {}),
        ...(quiet ? { extra_body: { enable_thinking: false } } : {}),
        ...extra,
      },
      signal,
    );
  }

  /** @type {Engine["unload"]} */
  async unload() {
    const engine = this.#engine;
    const lost = this.#isLost; // then it unloaded itself
    this.#engine = this.#lost = this.#record = this.#alternatives = undefined;
    this.#isLost = false;
    if (!lost) await engine?.unload();
  }

  /** @type {NonNullable<Engine["cached"]>} */
  async cached(ids) {
    const known = ids.map((id) => this.#find(id)).filter((record) => record !== undefined);
    return listCached(Object.fromEntries(known.map((record) => [record.model_id, placeOf(record)])));
  }

  /** @type {NonNullable<Engine["remove"]>} */
  async remove(id) {
    const record = this.#find(id);
    if (!record) throw new EngineError("config", `There is no WebLLM model ${id}.`);
    if (this.#record?.model_id === id) await this.unload();
    await removeModel(placeOf(record));
  }

  /** @type {NonNullable<Engine["adapter"]>} */
  async adapter() {
    try {
      return { available: true, reason: "", ...(await describeAdapter()) };
    } catch (error) {
      const { code, message } = asEngineError(error);
      return { available: false, f16: false, code, reason: message };
    }
  }

  /** @param {string} id */
  #find(id) {
    if (id === SITE_MODEL) return siteRecord();
    return this.#own.get(id) ?? prebuiltAppConfig.model_list.find((record) => record.model_id === id);
  }

  /**
   * @param {LoadOptions} options
   * @returns {ModelRecord}
   */
  #recordOf({ id, url, library, contextWindow, extra }) {
    const known = this.#find(id);
    const model = url ?? known?.model;
    const model_lib = library ?? known?.model_lib;
    if (!model || !model_lib) throw new EngineError("config", `${id} is no prebuilt model: give its url and library.`);
    const window = contextWindow ?? known?.overrides?.context_window_size;
    /** @type {ModelRecord} */
    const record = {
      ...known,
      model_id: id,
      model: new URL(model, location.href).href,
      model_lib: new URL(model_lib, location.href).href,
      overrides: { ...known?.overrides, ...(window ? { context_window_size: window } : {}) },
    };
    if (typeof extra?.librarySha256 === "string") record.integrity = { model_lib: asSRI(extra.librarySha256) };
    if (url ?? library) this.#own.set(id, record);
    return record;
  }

  /**
   * Start the engine on weights that are in the cache.
   * @param {(phase: string, text: string, loaded?: number, total?: number) => void} report
   * @param {AbortSignal} signal
   */
  async #start(report, signal) {
    const record = /** @type {ModelRecord} */ (this.#record);
    throwIfAborted(signal);
    const engine = new MLCEngine({
      appConfig: { model_list: [record] },
      logLevel: "WARN",
      ...(this.#alternatives ? { logitProcessorRegistry: new Map([[record.model_id, this.#alternatives]]) } : {}),
    });
    engine.setInitProgressCallback(({ text, progress }) => {
      const shaders = text.startsWith("Loading GPU shader");
      report(shaders ? "shaders" : "cache", `${shaders ? "Preparing the GPU" : "Loading"}: ${Math.round(progress * 100)}%`);
    });
    const stop = () => void engine.unload(); // the engine's own way to end a load
    signal.addEventListener("abort", stop, { once: true });
    const watch = watchDevices();
    try {
      await engine.reload(record.model_id);
      throwIfAborted(signal);
    } catch (error) {
      if (signal.aborted) throw new EngineError("aborted", "Loading was stopped.");
      const failure = asEngineError(error);
      if (failure.code === "integrity") await removeLibrary(record.model_lib);
      throw failure.code === "device_lost" ? new EngineError("out_of_memory", NO_MEMORY) : failure;
    } finally {
      signal.removeEventListener("abort", stop);
      watch.end();
    }
    this.#engine = engine;
    this.#isLost = false;
    this.#lost = watch.lost.then(() => {
      if (this.#engine === engine) this.#isLost = true;
      return "lost";
    });
  }

  /**
   * One answer. When the device is lost before anything was said, the model is loaded again and asked once more; later
   * the loss is an error, because what was streamed cannot be taken back.
   * @param {Record<string, unknown>} request
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<Chunk>}
   */
  async *#answer(request, signal) {
    for (let attempt = 0; ; attempt++) {
      let said = false;
      try {
        if (this.#isLost) await this.#start(() => {}, signal);
        for await (const chunk of this.#stream(request, signal)) {
          said = true;
          yield chunk;
        }
        return;
      } catch (error) {
        const failure = (await this.#wasLost()) ? new EngineError("device_lost", "The GPU was lost.") : asEngineError(error);
        if (failure.code !== "device_lost" || said || attempt > 0 || signal.aborted) throw failure;
        this.#alternatives?.restart();
      }
    }
  }

  /** Whether the device is gone. What the engine was doing may fail a moment before the browser says so. */
  async #wasLost() {
    const moment = new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.race([this.#lost, moment]);
    return this.#isLost;
  }

  /**
   * @param {Record<string, unknown>} request
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<Chunk>}
   */
  async *#stream(request, signal) {
    const engine = this.#engine;
    if (!engine) throw new EngineError("model", "No model is loaded.");
    throwIfAborted(signal);
    const interrupt = () => void engine.interruptGenerate(); // seen between tokens
    signal.addEventListener("abort", interrupt);
    try {
      /** @type {any} what it returns depends on `stream`, which its types cannot see here */
      const parts = await engine.chat.completions.create(
        /** @type {any} */ ({ ...request, stream: true, stream_options: { include_usage: true } }),
      );
      yield* this.#chunks(this.#untilLost(parts), signal);
    } catch (error) {
      if (!(await this.#wasLost())) await engine.resetChat(); // half a turn in its history would spoil the next one
      throw error;
    } finally {
      signal.removeEventListener("abort", interrupt);
    }
  }

  /**
   * A lost device leaves the engine waiting for ever: stop waiting with it.
   * @param {AsyncIterable<any>} parts
   */
  async *#untilLost(parts) {
    const iterator = parts[Symbol.asyncIterator]();
    let over = false;
    try {
      for (;;) {
        const next = await Promise.race([iterator.next(), /** @type {Promise<"lost">} */ (this.#lost)]);
        if (next === "lost") throw new EngineError("device_lost", "The GPU was lost.");
        if (next.done) {
          over = true;
          return;
        }
        yield next.value;
      }
    } finally {
      if (!over && !this.#isLost) await iterator.return?.();
    }
  }

  /**
   * @param {AsyncIterable<any>} parts
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<Chunk>}
   */
  async *#chunks(parts, signal) {
    /** @type {Chunk["finish"]} */
    let finish;
    for await (const { choices, usage } of parts) {
      const [choice] = choices;
      if (choice) {
        if (choice.finish_reason) finish = signal.aborted ? "abort" : choice.finish_reason;
        const tokens = choice.logprobs?.content?.map(asTokenChoice);
        const text = choice.delta?.content;
        if (text || tokens?.length) yield { ...(text ? { text } : {}), ...(tokens?.length ? { tokens } : {}) };
      }
      if (usage) yield { finish, usage: this.#usage(usage), timing: timingOf(usage.extra) };
    }
  }

  /**
   * The engine counts the tokens that it prefilled anew. What it reused is what its KV cache holds beside those and the
   * reply, less the last token of the reply, which is never fed.
   * @param {any} usage
   */
  #usage({ prompt_tokens, completion_tokens }) {
    const pipelines = /** @type {any} */ (this.#engine).loadedModelIdToPipeline; // not public: the tests hold it to this
    const filled = pipelines?.get(this.#record?.model_id)?.filledKVCacheLength ?? 0;
    const cached_tokens = Math.max(0, filled - prompt_tokens - Math.max(0, completion_tokens - 1));
    return { prompt_tokens: prompt_tokens + cached_tokens, completion_tokens, cached_tokens };
  }
}

const NO_MEMORY = "The GPU gave up while loading, most likely because its memory is too small for this model.";

/**
 * What is known before a byte is fetched. Throws where the model cannot run; says what may go wrong.
 * @param {ModelRecord} record
 * @returns {Promise<string[]>}
 */
async function checkMachine(record) {
  const gpu = await describeAdapter();
  const wantsF16 = record.required_features?.includes("shader-f16") || F16_BUILD.test(record.model_id);
  if (wantsF16 && !gpu.f16) {
    throw new EngineError("no_f16", "This GPU has no 16-bit arithmetic, which this build of the model needs.");
  }
  const needed = record.buffer_size_required_bytes ?? 0;
  if (needed > gpu.maxBinding) {
    throw new EngineError(
      "out_of_memory",
      `The model needs a buffer of ${Math.ceil(needed / MB)} MB and this GPU allows ${Math.floor(gpu.maxBinding / MB)} MB.`,
    );
  }
  const warnings = [];
  const memory = (/** @type {any} */ (navigator).deviceMemory ?? 0) * 1024; // in MB, rounded and at most 8192 by the browser
  const wants = Math.ceil(record.vram_required_MB ?? 0);
  if (memory && wants > memory / 2 && memory < 8192) {
    warnings.push(`The model takes ${wants.toLocaleString("en")} MB and this device has about ${memory.toLocaleString("en")}.`);
  }
  if (gpu.software) warnings.push("This browser has no GPU and computes in software: expect it to be very slow.");
  return warnings;
}

/** Throws `no_webgpu` or `no_adapter`. */
async function describeAdapter() {
  const gpu = navigator.gpu;
  if (!gpu) throw new EngineError("no_webgpu", "This browser has no WebGPU.");
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter) throw new EngineError("no_adapter", "WebGPU finds no usable GPU.");
  const { vendor, architecture, description } = adapter.info;
  return {
    f16: adapter.features.has("shader-f16"),
    name: description || [vendor, architecture].filter(Boolean).join(" "),
    software: adapter.info.isFallbackAdapter || /swiftshader|llvmpipe/i.test(`${vendor} ${architecture} ${description}`),
    maxBuffer: adapter.limits.maxBufferSize,
    maxBinding: adapter.limits.maxStorageBufferBindingSize,
  };
}

/** The engine keeps its device to itself: while it loads, take note of the devices that are made in this worker. */
function watchDevices() {
  const { prototype } = GPUAdapter;
  const original = prototype.requestDevice;
  /** @type {(reason: unknown) => void} */
  let tell;
  const lost = new Promise((resolve) => (tell = resolve));
  prototype.requestDevice = async function (...parameters) {
    const device = await original.apply(this, parameters);
    void device.lost.then(tell);
    return device;
  };
  return {
    lost,
    end() {
      prototype.requestDevice = original;
    },
  };
}

/** @returns {ModelRecord | undefined} */
function siteRecord() {
  if (!hasAsset("models/webllm/")) return undefined;
  return {
    model_id: SITE_MODEL,
    model: asset("models/webllm/"),
    model_lib: asset("models/webllm/model.wasm"),
    vram_required_MB: 60,
  };
}

/** @param {ModelRecord} record */
function placeOf(record) {
  return { base: baseAddress(record.model), library: record.model_lib };
}

/** @param {any} token */
function asTokenChoice({ token, top_logprobs = [] }) {
  return {
    text: token,
    top: Object.fromEntries(top_logprobs.map((/** @type {any} */ other) => [other.token, other.logprob])),
  };
}

/**
 * What the engine measured, numbers only.
 * @param {Record<string, unknown>} [extra]
 * @returns {Record<string, number>}
 */
function timingOf(extra = {}) {
  const numbers = Object.entries(extra).filter(([, value]) => Number.isFinite(value));
  return /** @type {Record<string, number>} */ (Object.fromEntries(numbers));
}

/** @param {string} hex */
function asSRI(hex) {
  const bytes = hex.match(/../g)?.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))) ?? [];
  return `sha256-${btoa(bytes.join(""))}`;
}

/** What the engine's errors mean. Tried from the top; they are told apart by their names and texts alone. */
const MEANINGS = /** @type {[RegExp, string][]} */ ([
  [/^WebGPUNot(Available|Found)Error/, "no_webgpu"],
  [/Unable to find a compatible GPU/, "no_adapter"],
  [/^ShaderF16SupportError/, "no_f16"],
  [/^ContextWindowSizeExceededError/, "context_overflow"],
  [/^DeviceLostError|device (is|was) lost|Instance reference no longer exists/i, "device_lost"],
  [/out of memory|allocation failed|exceeds limit|exceeds the max buffer size/i, "out_of_memory"],
  [/^IntegrityError|^(CompileError|LinkError)|WebAssembly|wasm validation/, "integrity"],
  [/^QuotaExceededError/, "quota"],
  [/^AbortError/, "aborted"],
  [/Failed to fetch|network ?error|NetworkError|Request failed/i, "network"],
]);

/**
 * @param {unknown} error
 * @returns {EngineError}
 */
function asEngineError(error) {
  if (error instanceof EngineError) return error;
  const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
  const [, code = "model"] = MEANINGS.find(([meaning]) => meaning.test(`${name}: ${message}`)) ?? [];
  return new EngineError(code, message);
}
