/**
 * Keyhole for your own page: an agent in a worker, its model in another, nothing on a server.
 *
 *     import { createAgent } from ".../keyhole.js";
 *     const agent = await createAgent({ model: "embedded", toolbox: "destiny" });
 *     for await (const event of agent.ask("what perks can roll on calus mini-tool?")) console.log(event.type);
 *
 * Everything is decided in Python (`py/keyhole`); this module only carries calls there and events back.
 *
 * @typedef {import("./types.js").AgentEvent} AgentEvent
 * @typedef {import("./types.js").AgentOptions} AgentOptions
 * @typedef {import("./types.js").Status} Status
 */

import { Calls } from "./calls.js";
import { checkDeclaration, pastedTool, plainJSON } from "./tools.js";
import { Watchdog } from "./watchdog.js";

/** What every failed call is rejected with: `code` and `advice` as in `types.js`' Failure. */
export { KeyholeError } from "./calls.js";

/**
 * Start an agent. Resolves at once; what is asked while Python and the model are loading waits for them.
 * @param {AgentOptions} [options]
 * @returns {Promise<Agent>}
 */
export async function createAgent(options = {}) {
  return new Agent(options);
}

/**
 * An answer as nodes to append. It is Markdown and hostile text: HTML in it is shown as text, pictures are named and not
 * fetched, links leave by http(s) and mailto alone.
 * @param {string} text
 * @returns {Promise<DocumentFragment>}
 */
export async function renderMarkdown(text) {
  const { render } = await import("./app/markdown.js");
  return render(text);
}

/** An agent. Fires "status" events whose `detail` is a `Status`. */
export class Agent extends EventTarget {
  /** @type {Status} */
  status = { phase: "python", model: "", text: "Starting Python", loaded: 0, total: 0 };
  #worker;
  #calls;
  /** @type {Map<string, {run: (args: any, options: {signal: AbortSignal}) => unknown, close?: () => void}>} */
  #tools = new Map();
  /** Where Python can be interrupted. @type {Watchdog | undefined} */
  #watchdog;
  /** Turns in the order in which they were asked for: the first is the one under way. @type {Set<AbortController>} */
  #asking = new Set();

  /** @param {AgentOptions} options */
  constructor(options) {
    super();
    const { onStatus, ...start } = options;
    if (onStatus) this.addEventListener("status", () => onStatus(this.status));
    this.#worker = new Worker(new URL("./workers/agent.js", import.meta.url), { type: "module", name: "keyhole-agent" });
    this.#calls = new Calls((text) => this.#worker.postMessage(text), {
      status: (status) => this.#setStatus(status),
      tool: (params, signal) => this.#runTool(params, signal),
      watch: (call, ms) => this.#watchdog?.watch(call, ms),
    });
    this.#worker.onmessage = ({ data }) => {
      if (typeof data === "string") this.#calls.receive(data);
      else this.#watchdog = new Watchdog(data);
    };
    this.#worker.onerror = (event) => {
      const message = event.message || "The agent's worker could not start.";
      const error = { code: "error", message, advice: "Reload the page." };
      this.#calls.end(error);
      this.#setStatus({ ...this.status, phase: "error", text: message, error });
    };
    this.#worker.postMessage(JSON.stringify({ kind: "start", params: { model: "embedded", strategy: "auto", ...start } }));
    this.memory = {
      list: (/** @type {object} */ params = {}) => this.call("memory.list", params),
      edit: (/** @type {string} */ id, /** @type {string} */ text) => this.call("memory.edit", { id, text }),
      erase: (/** @type {string | undefined} */ id) => this.call("memory.erase", { id }),
      export: () => this.call("memory.export"),
      import: (/** @type {unknown} */ data) => this.call("memory.import", { data }),
    };
  }

  /** @param {Status} status */
  #setStatus(status) {
    this.status = status;
    if (status.error?.code === "python") this.#calls.end(status.error); // nobody is left to answer them
    this.dispatchEvent(new CustomEvent("status", { detail: status }));
  }

  /**
   * @param {{name: string, args: unknown}} params
   * @param {AbortSignal} signal
   */
  async #runTool({ name, args }, signal) {
    const tool = this.#tools.get(name);
    if (!tool) throw new Error(`This page has no tool named ${name}.`);
    return plainJSON(await tool.run(args, { signal }));
  }

  /**
   * One turn: an async stream of events. Leaving the loop, aborting the signal or `cancel()` stops it.
   * @param {string} text
   * @param {{signal?: AbortSignal}} [options]
   * @returns {AsyncGenerator<AgentEvent, void, void>}
   */
  async *ask(text, { signal } = {}) {
    const controller = new AbortController();
    this.#asking.add(controller);
    const stop = () => controller.abort();
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      yield* this.#calls.stream("ask", { text }, controller.signal);
    } finally {
      signal?.removeEventListener("abort", stop);
      this.#asking.delete(controller);
    }
  }

  /** Stop the turn under way; its stream ends with a `cancelled` event. What was asked behind it goes on. */
  cancel() {
    const [running] = this.#asking;
    running?.abort();
    this.#watchdog?.interrupt(); // a tool that blocks would not hear of it
  }

  /** Stop everything and free the workers. Whatever is asked of the agent afterwards is rejected, as `aborted`. */
  dispose() {
    this.cancel();
    for (const tool of this.#tools.values()) tool.close?.();
    this.#calls.end({ code: "aborted", message: "The agent was disposed of.", advice: "Create another." });
    this.#worker.terminate();
  }

  /**
   * Give the agent a JavaScript function as a tool. Resolves with what lint says about its schema.
   * @param {import("./types.js").ToolDeclaration} declaration
   * @returns {Promise<string[]>}
   */
  async tool({ run, ...declaration }) {
    if (typeof run !== "function") throw new TypeError("A tool needs a function `run`.");
    checkDeclaration(declaration);
    const warnings = await this.call("tools.add", declaration);
    this.#tools.set(declaration.name, { run });
    return warnings;
  }

  /**
   * Give the agent a tool from pasted text: JavaScript `({name, description, parameters, run(args) {...}})`, which runs in a
   * worker of its own, or JSON `{name, description, parameters, url}`, which fetches. Resolves with its name and lint's warnings.
   * @param {string} source
   * @returns {Promise<{name: string, warnings: string[]}>}
   */
  async pasteTool(source) {
    const { declaration, run, close } = await pastedTool(source);
    try {
      const warnings = await this.call("tools.add", declaration);
      this.#tools.set(declaration.name, { run, close });
      return { name: declaration.name, warnings };
    } catch (error) {
      close();
      throw error;
    }
  }

  /** @param {string} name */
  async removeTool(name) {
    await this.call("tools.remove", { name });
    this.#tools.get(name)?.close?.();
    this.#tools.delete(name);
  }

  /**
   * Answer a `confirmation_requested` event.
   * @param {string} callId
   * @param {boolean} yes
   */
  confirm(callId, yes) {
    return this.call("confirm", { call_id: callId, yes });
  }

  /**
   * The raw result behind a `tool_finished` event's handle.
   * @param {string} handle
   */
  raw(handle) {
    return this.call("raw", { handle });
  }

  /** @returns {Promise<import("./types.js").ModelInfo[]>} */
  models() {
    return this.call("models.list");
  }

  /**
   * Use another model; progress comes as "status" events. Rejects when it cannot be loaded: the one before stays, or
   * Embedded where WebLLM gave that one up for the attempt. `status.model` says which.
   * @param {string} id
   * @param {import("./types.js").ModelOptions} [options]
   * @returns {Promise<import("./types.js").Used>}
   */
  setModel(id, { signal, ...options } = {}) {
    return this.call("models.use", { id, ...options }, { signal });
  }

  /**
   * Models that answer when the one in use fails, in this order; with `takeTurns` each request goes to the next of them.
   * An empty list for none. Takes effect with the next request; keys are kept in memory alone.
   * @param {readonly import("./types.js").StandIn[]} others
   * @param {{takeTurns?: boolean}} [options]
   * @returns {Promise<void>}
   */
  setStandIns(others, { takeTurns = false } = {}) {
    return this.call("models.stand_ins", { others, take_turns: takeTurns });
  }

  /**
   * A model on a server that writes the replies, beside the one in use, which decides on tools: what the strategy `hybrid`
   * wants. Null for none. Takes effect with the next request; its key is kept in memory alone.
   * @param {Omit<import("./types.js").StandIn, "id"> | null} server
   * @returns {Promise<void>}
   */
  setWriter(server) {
    return this.call("models.writer", { server: server && { id: "server", ...server } });
  }

  /** @param {string} id */
  deleteModel(id) {
    return this.call("models.delete", { id });
  }

  /** @returns {Promise<import("./types.js").ToolboxInfo[]>} */
  toolboxes() {
    return this.call("toolboxes.list");
  }

  /** @param {string} name */
  setToolbox(name) {
    return this.call("toolboxes.use", { name });
  }

  /**
   * Install a Python package of tools (entry point group `keyhole.tools`) by name or wheel address; it runs in this page.
   * Resolves with the names of the toolboxes that it brought.
   * @param {string} urlOrName
   * @returns {Promise<string[]>}
   */
  addPackage(urlOrName) {
    return this.call("toolboxes.install", { package: urlOrName });
  }

  /** @returns {Promise<import("./types.js").ConversationSummary[]>} */
  conversations() {
    return this.call("conversations.list");
  }

  /**
   * @param {string} id
   * @returns {Promise<import("./types.js").OpenedConversation>}
   */
  open(id) {
    return this.call("conversations.open", { id });
  }

  /** @returns {Promise<import("./types.js").OpenedConversation>} */
  newConversation() {
    return this.call("conversations.new");
  }

  /** @param {string} id */
  deleteConversation(id) {
    return this.call("conversations.delete", { id });
  }

  /** @returns {Promise<Record<string, any>>} */
  settings() {
    return this.call("settings.get");
  }

  /** @param {Record<string, unknown>} changes */
  configure(changes) {
    return this.call("settings.set", changes);
  }

  /**
   * Any method that `keyhole.page.service` registers.
   * @param {string} method
   * @param {object} [params]
   * @param {{signal?: AbortSignal}} [options]
   * @returns {Promise<any>}
   */
  call(method, params = {}, { signal } = {}) {
    return this.#calls.call(method, params, signal);
  }

  /**
   * Any method that streams.
   * @param {string} method
   * @param {object} [params]
   * @param {{signal?: AbortSignal}} [options]
   * @returns {AsyncGenerator<any, void, void>}
   */
  stream(method, params = {}, { signal } = {}) {
    return this.#calls.stream(method, params, signal);
  }
}
