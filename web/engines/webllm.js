/**
 * WebLLM: larger models, and the embedded one, on WebGPU. Runs in the worker that `workers/engine.js` is.
 *
 * `LoadOptions.extra` may have `librarySha256` (hexadecimal), which the library is held to, and `completes`: the model's
 * template adds nothing to a message and `complete` shall work.
 * @typedef {import("./engine.js").Engine} Engine
 * @typedef {import("./engine.js").Chunk} Chunk
 * @typedef {import("../vendor/web-llm.js").ModelRecord} ModelRecord
 */

import { EngineError } from "./engine.js";
import { Alternatives, tokenTexts } from "./webllm-alternatives.js";
import { asEngineError } from "./webllm-errors.js";
import { checkMachine } from "./webllm-machine.js";
import { Models, placeOf } from "./webllm-models.js";
import { RunningModel } from "./webllm-running.js";
import { fetchTokenizer, fetchWeights, listCached, removeModel } from "./webllm-store.js";

/** @returns {Engine} */
export function createEngine() {
  return new WebLLMEngine();
}

/** @implements {Engine} */
class WebLLMEngine {
  #models = new Models();
  /** The model that is loaded or was lost. @type {{record: ModelRecord, running: RunningModel} | undefined} */
  #loaded;
  /** Of a model that was loaded for completions. @type {Alternatives | undefined} */
  #alternatives;

  /** @type {Engine["load"]} */
  async load(options, { onProgress, signal }) {
    await this.unload();
    const record = this.#models.recordOf(options);
    const gpu = await checkMachine(record);
    const report = (/** @type {string} */ phase, /** @type {string} */ text, loaded = 0, total = 0) =>
      onProgress({ phase, text, loaded, total });
    const place = placeOf(record);
    const onBytes = (/** @type {number} */ done, /** @type {number} */ total) => report("download", "Downloading", done, total);
    const bytes = await fetchWeights(place, gpu.largestBuffer, onBytes, signal);
    if (options.extra?.completes) this.#alternatives = new Alternatives(tokenTexts(await fetchTokenizer(place, signal)));
    this.#loaded = { record, running: await RunningModel.start(record, this.#alternatives, report, signal) };
    const contextWindow = record.overrides?.context_window_size ?? options.contextWindow ?? 4096;
    return { contextWindow, bytes, detail: gpu };
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
    yield* this.#answer(
      {
        messages,
        max_tokens: maxTokens,
        temperature,
        ...(seed === undefined ? {} : { seed }),
        ...(stop?.length ? { stop } : {}),
        ...(format ? { response_format: format } : {}),
        ...(think ? {} : { extra_body: { enable_thinking: false } }),
        ...extra,
      },
      signal,
    );
  }

  /** Frees memory; does nothing when no model is loaded. */
  async unload() {
    const running = this.#loaded?.running;
    this.#loaded = this.#alternatives = undefined;
    await running?.unload();
  }

  /** @type {NonNullable<Engine["cached"]>} */
  async cached(ids) {
    const known = ids.map((id) => this.#models.find(id)).filter((record) => record !== undefined);
    return listCached(Object.fromEntries(known.map((record) => [record.model_id, placeOf(record)])));
  }

  /** @type {NonNullable<Engine["remove"]>} */
  async remove(id) {
    const record = this.#models.find(id);
    if (!record) throw new EngineError("config", `There is no WebLLM model ${id}.`);
    if (this.#loaded?.record.model_id === id) await this.unload();
    await removeModel(placeOf(record));
  }

  /**
   * One answer. When the device is lost before anything was said, the model is loaded again and asked once more; later
   * the loss is an error, because what was streamed cannot be taken back.
   * @param {Record<string, unknown>} request
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<Chunk>}
   */
  async *#answer(request, signal) {
    const loaded = this.#loaded;
    if (!loaded) throw new EngineError("model", "No model is loaded.");
    for (let attempt = 0; ; attempt++) {
      let said = false;
      try {
        if (loaded.running.isLost) loaded.running = await RunningModel.start(loaded.record, this.#alternatives, () => {}, signal);
        for await (const chunk of loaded.running.answer(request, signal)) {
          said = true;
          yield chunk;
        }
        return;
      } catch (error) {
        const failure = (await loaded.running.wasLost()) ? new EngineError("device_lost", "The GPU was lost.") : asEngineError(error);
        if (failure.code !== "device_lost" || said || attempt > 0 || signal.aborted) throw failure;
        this.#alternatives?.restart();
      }
    }
  }
}
