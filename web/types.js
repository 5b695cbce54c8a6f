/**
 * The types of what `keyhole.js` takes and gives. Events are those of `py/keyhole/events.py`, as JSON.
 *
 * @typedef {object} Failure
 * @property {string} code  stable: see `py/keyhole/errors.py`
 * @property {string} message  what went wrong
 * @property {string} advice  what the visitor can do about it
 * @property {string[]} [choices]  what could be given in place of what was wrong, where that is known
 *
 * @typedef {object} Status
 * @property {"python" | "model" | "ready" | "error"} phase
 * @property {string} model  id of the model that this is about
 * @property {string} text  one line for the visitor
 * @property {number} loaded  bytes so far; 0 when unknown
 * @property {number} total  bytes in all; 0 when unknown
 * @property {Failure} [error]
 * @property {"kept" | "read-only" | "memory"} [storage]  what becomes of the history: kept in this browser; read-only
 *   because another tab writes it; or gone with this page because the browser denies storage
 *
 * @typedef {object} AgentOptions
 * @property {string} [model]  "embedded" (default), "small", "medium", "large", or any id that `models()` lists
 * @property {string | null} [toolbox]  "destiny", "everyday", ... or null to begin without tools
 * @property {string} [strategy]  "auto" (default: as the model's entry says)
 * @property {string | null} [storage]  name of the history to keep in this browser; null (default) keeps none
 * @property {Record<string, unknown>} [settings]
 * @property {(status: Status) => void} [onStatus]
 *
 * @typedef {object} ToolDeclaration
 * @property {string} name
 * @property {string} description
 * @property {Record<string, unknown>} parameters  JSON Schema of the arguments
 * @property {(args: any, options: {signal: AbortSignal}) => unknown} run  what it returns (or resolves to) must be JSON
 * @property {boolean} [confirm]  ask the visitor first
 * @property {number} [timeout]  seconds; default 30
 *
 * @typedef {object} Usage
 * @property {number} prompt_tokens
 * @property {number} completion_tokens
 * @property {number} cached_tokens
 * @property {boolean} [estimated]  not told by the model (it was stopped, or its server never tells) but reckoned from the texts
 *
 * @typedef {object} Attempt
 * @property {string} prompt
 * @property {string} raw
 * @property {string | null} error
 * @property {Usage} usage
 * @property {number} ms
 * @property {number | null} first_token_ms
 * @property {number | null} confidence
 *
 * @typedef {object} CallRead  a call in what a model said, and how it was read
 * @property {string} name
 * @property {string} syntax  `native` where the server told it apart
 * @property {number} [confidence]
 * @property {"act" | "ask" | "ignore"} [action]
 * @property {string[]} [repairs]
 * @property {string | null} [problem]
 *
 * @typedef {"route" | "fill" | "answer" | "plan" | "advise" | "summary"} StepName
 *
 * @typedef {{turn_id: string, at: number} & (
 *   {type: "turn_started", text: string, model: string, strategy: string} |
 *   {type: "step_started", step_id: string, step: StepName, tool: string | null, prompt: string} |
 *   {type: "step_chunk", step_id: string, step: StepName, text: string, retract?: number} |
 *   {type: "step_finished", step_id: string, step: StepName, tool: string | null, output: any, raw: string,
 *     attempts: Attempt[], usage: Usage, ms: number, cut: boolean, by: "model" | "code", parsed?: {calls: CallRead[]} | null} |
 *   {type: "confirmation_requested", call_id: string, tool: string, arguments: any, question: string} |
 *   {type: "tool_started", call_id: string, tool: string, arguments: any} |
 *   {type: "tool_finished", call_id: string, tool: string, condensed: string, is_error: boolean,
 *     instead: {tool: string, args: any} | null,
 *     handle: string | null, raw_preview: string, raw_bytes: number, ms: number} |
 *   {type: "model_switched", from_model: string, to_model: string, reason: string} |
 *   {type: "turn_finished", answer: string, outcome: "answer" | "clarify", usage: Usage, ms: number} |
 *   {type: "failed", step: string, code: string, reason: string, raw: string, advice: string, partial: string, ms: number} |
 *   {type: "cancelled", partial: string, ms: number}
 * )} AgentEvent
 *
 * @typedef {object} ModelInfo
 * @property {string} id
 * @property {string} tier
 * @property {string} label
 * @property {string} detail  one line
 * @property {number} downloadBytes
 * @property {number} memoryBytes
 * @property {string | null} variant  "f16" or "f32", chosen by the GPU's features
 * @property {boolean} runnable
 * @property {string} reason  why not, where it is not runnable
 * @property {string} warning  what may go wrong though it is; empty for nothing
 * @property {boolean} cached
 * @property {number} cachedBytes
 * @property {string} comparedFor  where `setModel` can measure it against Embedded: what such a measurement holds for
 *
 * @typedef {object} Comparison  the embedded model on the GPU and on the CPU, the same requests on both
 * @property {number} gpuMs  a route and a fill, median
 * @property {number} cpuMs
 * @property {boolean} stopped  it takes longer than `gpuMs` on the GPU: the measurement was stopped there
 * @property {string} text  both figures in a sentence
 *
 * @typedef {object} Used
 * @property {string} model  id of the model that answers
 * @property {Comparison | null} comparison  what was measured, where it was asked for
 *
 * @typedef {object} ToolInfo
 * @property {string} name
 * @property {string} description
 * @property {Record<string, unknown>} parameters
 * @property {string[]} warnings  what lint says about its schema
 *
 * @typedef {object} ToolboxInfo
 * @property {string} name
 * @property {string} title
 * @property {string[]} examples  questions to click
 * @property {ToolInfo[]} tools
 *
 * @typedef {object} ConversationSummary
 * @property {string} id
 * @property {string} title
 * @property {number} updated  seconds since the epoch
 *
 * @typedef {object} OpenedConversation
 * @property {string} id
 * @property {string} title
 * @property {any} conversation  JSON form version 1 (`py/keyhole/conversation.py`)
 * @property {AgentEvent[][]} turns  the events of each turn, where they are known
 *
 * @typedef {object} ModelOptions
 * @property {boolean} [compare]  measure "embedded-gpu" against Embedded, and answer with the faster one
 * @property {string} [baseURL]  of an OpenAI-compatible server, such as http://localhost:11434/v1
 * @property {string} [model]
 * @property {string} [key]
 * @property {AbortSignal} [signal]  stops loading
 *
 * @typedef {object} StandIn
 * @property {"embedded" | "server"} id
 * @property {string} [baseURL]
 * @property {string} [model]
 * @property {string} [key]
 */

export {};
