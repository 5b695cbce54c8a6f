/**
 * A model on the GPU: started, answering, lost. The engine's private parts that this leans on are held to it by tests.
 * @typedef {import("./engine.js").Chunk} Chunk
 * @typedef {import("./webllm-alternatives.js").Alternatives} Alternatives
 * @typedef {import("../vendor/web-llm.js").ModelRecord} ModelRecord
 */

import { MLCEngine } from "../vendor/web-llm.js";
import { EngineError, throwIfAborted } from "./engine.js";
import { asEngineError } from "./webllm-errors.js";
import { watchDevices } from "./webllm-machine.js";
import { removeLibrary } from "./webllm-store.js";

const NO_MEMORY = "The GPU gave up while loading, most likely because its memory is too small for this model.";

export class RunningModel {
  #engine;
  #record;
  /** Resolves when the device is lost other than by `unload`. @type {Promise<"lost">} */
  #lost;
  /** Whether the device is gone, and the model with it. */
  isLost = false;

  /**
   * @param {MLCEngine} engine
   * @param {ModelRecord} record
   * @param {Promise<unknown>} lost
   */
  constructor(engine, record, lost) {
    this.#engine = engine;
    this.#record = record;
    this.#lost = lost.then(() => {
      this.isLost = true;
      return "lost";
    });
  }

  /**
   * Start the engine on weights that are in the cache.
   * @param {ModelRecord} record
   * @param {Alternatives | undefined} alternatives
   * @param {(phase: string, text: string, loaded?: number, total?: number) => void} report
   * @param {AbortSignal} signal
   */
  static async start(record, alternatives, report, signal) {
    throwIfAborted(signal);
    const engine = new MLCEngine({
      appConfig: { model_list: [record] },
      logLevel: "WARN",
      ...(alternatives ? { logitProcessorRegistry: new Map([[record.model_id, alternatives]]) } : {}),
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
    return new RunningModel(engine, record, watch.lost);
  }

  /** Free what it holds. A lost one has done so itself. */
  async unload() {
    if (!this.isLost) await this.#engine.unload();
  }

  /** Whether the device is gone. What the engine was doing may fail a moment before the browser says so. */
  async wasLost() {
    const moment = new Promise((resolve) => setTimeout(resolve, 50));
    await Promise.race([this.#lost, moment]);
    return this.isLost;
  }

  /**
   * Throws whatever the engine does; `wasLost` tells whether the device was why.
   * @param {Record<string, unknown>} request
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<Chunk>}
   */
  async *answer(request, signal) {
    const engine = this.#engine;
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
      if (!(await this.wasLost())) await engine.resetChat(); // half a turn in its history would spoil the next one
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
        const next = await Promise.race([iterator.next(), this.#lost]);
        if (next === "lost") throw new EngineError("device_lost", "The GPU was lost.");
        if (next.done) {
          over = true;
          return;
        }
        yield next.value;
      }
    } finally {
      if (!over && !this.isLost) await iterator.return?.();
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
    const filled = pipelines?.get(this.#record.model_id)?.filledKVCacheLength ?? 0;
    const cached_tokens = Math.max(0, filled - prompt_tokens - Math.max(0, completion_tokens - 1));
    return { prompt_tokens: prompt_tokens + cached_tokens, completion_tokens, cached_tokens };
  }
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
