/**
 * Calls to the agent's worker and back, as JSON strings (no objects to leak, nothing to clone).
 *
 * Page to worker: `{kind: "call", id, method, params}`, `{kind: "cancel", id}`, `{kind: "reply", id, value | error}`.
 * Worker to page: `{kind: "item", id, value}` (a streaming method's next value), `{kind: "done", id, value}`,
 * `{kind: "fail", id, error}`, `{kind: "status", value}`, `{kind: "ask", id, method, params}`, `{kind: "withdraw", id}`,
 * `{kind: "watch", id, value}` (call `id` of Python's may block so many milliseconds: see `watchdog.js`).
 *
 * @typedef {import("./types.js").Failure} Failure
 * @typedef {{item?: (value: any) => void, resolve: (value: any) => void, reject: (error: Error) => void}} Waiting
 */

import { depth, plainJSON } from "./tools.js";

/** Python's reader recurses, and text that nests deeper would end it. */
const DEEPEST = 200;

export class KeyholeError extends Error {
  /** @param {Failure} failure */
  constructor({ code, message, advice, choices = [] }) {
    super(message);
    this.name = "KeyholeError";
    this.code = code;
    this.advice = advice;
    this.choices = choices;
  }
}

/**
 * What a tool threw, in words. It may be anything.
 * @param {unknown} error
 */
function thrown(error) {
  if (error instanceof Error) return error.name === "Error" && error.message ? error.message : String(error);
  if (typeof error === "string" && error) return error;
  try {
    return `it threw ${plainJSON(error)}`;
  } catch {
    return `it threw a ${typeof error}`;
  }
}

export class Calls {
  #send;
  #handlers;
  #next = 1;
  /** @type {Map<number, Waiting>} */
  #waiting = new Map();
  /** @type {Map<number, AbortController>} */
  #serving = new Map();
  /** Why nothing is answered any more. @type {Failure | undefined} */
  #over;

  /**
   * @param {(text: string) => void} send
   * @param {{status: (status: any) => void, tool: (params: any, signal: AbortSignal) => Promise<string>, watch: (call: number, ms: number) => void}} handlers
   */
  constructor(send, handlers) {
    this.#send = send;
    this.#handlers = handlers;
  }

  /** @param {string} text */
  receive(text) {
    const message = JSON.parse(text);
    const { kind, id, value, error } = message;
    const waiting = this.#waiting.get(id);
    if (kind === "item") waiting?.item?.(value);
    else if (kind === "done") waiting?.resolve(value);
    else if (kind === "fail") waiting?.reject(new KeyholeError(error));
    else if (kind === "status") this.#handlers.status(value);
    else if (kind === "ask") void this.#serve(id, message.params);
    else if (kind === "watch") this.#handlers.watch(id, value);
    else if (kind === "withdraw") this.#serving.get(id)?.abort();
  }

  /**
   * @param {number} id
   * @param {any} params
   */
  async #serve(id, params) {
    const controller = new AbortController();
    this.#serving.set(id, controller);
    try {
      const json = await this.#handlers.tool(params, controller.signal);
      this.#send(`{"kind": "reply", "id": ${id}, "value": ${json}}`);
    } catch (error) {
      this.#send(JSON.stringify({ kind: "reply", id, error: { code: "tool", message: thrown(error) } }));
    } finally {
      this.#serving.delete(id);
    }
  }

  /**
   * @param {string} method
   * @param {object} params
   * @param {Partial<Waiting>} waiting
   * @param {AbortSignal} [signal]
   * @returns {{id: number, settled: Promise<any>}}
   */
  #begin(method, params, waiting, signal) {
    const id = this.#next++;
    const cancel = () => this.#send(JSON.stringify({ kind: "cancel", id }));
    const settled = new Promise((resolve, reject) => {
      if (this.#over) throw new KeyholeError(this.#over);
      const text = JSON.stringify({ kind: "call", id, method, params });
      if (depth(text) > DEEPEST) {
        const message = `What was given to ${method} nests deeper than ${DEEPEST - 2}.`;
        throw new KeyholeError({ code: "config", message, advice: "Give it in a flatter form." });
      }
      this.#waiting.set(id, { ...waiting, resolve, reject });
      this.#send(text);
      if (signal?.aborted) cancel();
      signal?.addEventListener("abort", cancel, { once: true });
    }).finally(() => {
      signal?.removeEventListener("abort", cancel);
      this.#waiting.delete(id);
    });
    return { id, settled };
  }

  /**
   * @param {string} method
   * @param {object} params
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  call(method, params, signal) {
    return this.#begin(method, params, {}, signal).settled;
  }

  /**
   * A method that streams. The generator ends when the method does; leaving it early cancels the method.
   * @param {string} method
   * @param {object} params
   * @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<any, void, void>}
   */
  async *stream(method, params, signal) {
    /** @type {any[]} */
    const items = [];
    let wake = () => {};
    let over = false;
    /** @type {unknown} */
    let failure;
    const item = (/** @type {any} */ value) => {
      items.push(value);
      wake();
    };
    const { id, settled } = this.#begin(method, params, { item }, signal);
    settled
      .catch((error) => (failure = error))
      .finally(() => {
        over = true;
        wake();
      });
    try {
      for (;;) {
        while (items.length) yield items.shift();
        if (over) break;
        await new Promise((resolve) => (wake = () => resolve(undefined)));
      }
      if (failure) throw failure;
    } finally {
      if (!over) this.#send(JSON.stringify({ kind: "cancel", id }));
    }
  }

  /** Nobody is left to answer: what waits fails, and so does what is called from now on. @param {Failure} failure */
  end(failure) {
    this.#over ??= failure;
    for (const waiting of [...this.#waiting.values()]) waiting.reject(new KeyholeError(failure));
    for (const controller of this.#serving.values()) controller.abort();
  }
}
