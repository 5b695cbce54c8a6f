/**
 * What an engine is: the thing that runs weights in the page. One small interface, implemented by `wllama.js` and
 * `webllm.js`, hosted by `workers/engine.js` and reached from Python through `keyhole.page.engines`.
 *
 * Requests to one engine never overlap: the host queues them. Every failure is an `EngineError` whose `code` is one of
 * those in `keyhole/errors.py`. An engine module exports `createEngine(): Engine`.
 *
 * @typedef {object} Progress  What `load` reports while it works.
 * @property {string} text  one line for the visitor
 * @property {string} [phase]  WebLLM: `download`, `cache`, `shaders`
 * @property {number} loaded  bytes so far (0 when unknown)
 * @property {number} total  bytes in all (0 when unknown)
 *
 * @typedef {object} LoadOptions
 * @property {string} id  the model's id, as `models/tiers.py` has it
 * @property {string} [url]  where the weights are (wllama: one GGUF file; WebLLM: the model's base address)
 * @property {string} [library]  WebLLM: address of the compiled model library, where the id is not a prebuilt one
 * @property {number} [contextWindow]  tokens
 * @property {number} [threads]  wllama: CPU threads (more than one needs a cross-origin isolated page)
 * @property {Record<string, unknown>} [extra]  what only one engine understands
 *
 * @typedef {object} Loaded  What is known once a model is ready.
 * @property {number} contextWindow  tokens
 * @property {number} bytes  size of the weights, 0 when unknown
 * @property {Record<string, unknown>} [detail]  for the trace: backend, threads, adapter
 *
 * @typedef {object} CompleteRequest  Greedy completion of a raw prompt.
 * @property {string} prompt
 * @property {string} [grammar]  GBNF
 * @property {number} maxTokens
 * @property {number} [nProbs]  how many alternatives to report at each token
 * @property {string[]} [stop]
 *
 * @typedef {object} ChatRequest  A chat request.
 * @property {{role: string, content: string}[]} messages
 * @property {number} maxTokens
 * @property {number} [temperature]
 * @property {number} [seed]
 * @property {string[]} [stop]
 * @property {string} [grammar]  EBNF that the output must match
 * @property {string} [schema]  JSON Schema, as text, where no grammar is given
 * @property {boolean} [think]  false has a thinking model begin after a thought that is empty
 * @property {Record<string, unknown>} [extra]
 *
 * @typedef {object} Usage
 * @property {number} prompt_tokens  all tokens of the prompt, reused ones included
 * @property {number} completion_tokens
 * @property {number} cached_tokens  of the prompt, reused from an earlier request
 *
 * @typedef {object} TokenChoice
 * @property {string} text
 * @property {Record<string, number>} top  text -> log-probability: before any grammar (wllama), or under it (WebLLM, whose
 *   sampler masks first)
 *
 * @typedef {object} Chunk  A piece of an answer; the last one has `finish`.
 * @property {string} [text]
 * @property {TokenChoice[]} [tokens]
 * @property {"stop" | "length" | "abort"} [finish]
 * @property {Usage} [usage]
 * @property {Record<string, number>} [timing]  what the engine itself measured, in its own words
 *
 * @typedef {object} CachedModel
 * @property {string} id
 * @property {number} bytes  0 when unknown
 *
 * @typedef {object} Engine
 * @property {(options: LoadOptions, hooks: {onProgress: (progress: Progress) => void, signal: AbortSignal}) =>
 *   Promise<Loaded>} load  a second `load` replaces the first model
 * @property {(request: CompleteRequest, hooks: {signal: AbortSignal}) => AsyncIterable<Chunk>} [complete]
 * @property {(request: ChatRequest, hooks: {signal: AbortSignal}) => AsyncIterable<Chunk>} [chat]
 * @property {(ids: string[]) => Promise<CachedModel[]>} [cached]  which of these models the browser holds already
 * @property {(id: string) => Promise<void>} [remove]  delete a model from the browser's cache
 */

/** A failure with a stable code (see `keyhole/errors.py`): `no_webgpu`, `out_of_memory`, `aborted`, ... */
export class EngineError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = "EngineError";
    this.code = code;
  }
}

/**
 * The `{code, message}` of whatever was thrown: an `EngineError` as it is, an abort as `aborted`, anything else `model`.
 * @param {unknown} error
 * @returns {{code: string, message: string}}
 */
export function describeError(error) {
  if (error instanceof EngineError) return { code: error.code, message: error.message };
  const name = error instanceof Error ? error.name : "";
  const message = error instanceof Error ? error.message : String(error);
  if (name === "AbortError") return { code: "aborted", message };
  if (name === "QuotaExceededError") return { code: "quota", message };
  return { code: "model", message };
}

/**
 * Throws `aborted` when the signal says so.
 * @param {AbortSignal} signal
 */
export function throwIfAborted(signal) {
  if (signal.aborted) throw new EngineError("aborted", "Stopped.");
}
