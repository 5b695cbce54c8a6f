/**
 * The chat page's state and what can be done to it. It holds the agent, folds its events into turns and says "change";
 * it knows nothing of elements.
 *
 * @typedef {import("../keyhole.js").Agent} Agent
 * @typedef {import("../types.js").AgentEvent} AgentEvent
 * @typedef {import("../types.js").Status} Status
 * @typedef {import("../types.js").ConversationSummary} ConversationSummary
 * @typedef {import("../types.js").OpenedConversation} OpenedConversation
 * @typedef {import("./turns.js").TurnView} TurnView
 */
import { Choices } from "./choices.js";
import { explain } from "./element.js";
import * as preferences from "./preferences.js";
import { fail, fold, isOpen, newTurn, replay } from "./turns.js";

export class Session extends EventTarget {
  /** @param {Promise<Agent>} starting */
  constructor(starting) {
    super();
    this._starting = starting;
    /** @type {Agent | null} */
    this.agent = null;
    /** Why there is no agent, where there is none. @type {unknown} */
    this._noAgent = Object.assign(new Error("Keyhole is still loading"), { advice: "Try again in a moment." });
    /** What answers, and with what. */
    this.choices = new Choices({
      agent: () => this._agent(),
      changed: () => this._changed(),
      notice: (error) => this.notice(error),
    });
    /** @type {Status} */
    this.status = { phase: "python", model: "", text: "Starting", loaded: 0, total: 0 };
    /** @type {readonly ConversationSummary[]} */
    this.conversations = [];
    /** @type {readonly TurnView[]} */
    this.turns = [];
    this.conversationId = "";
    /** @type {string | null} The turn whose trace is shown; null follows the latest. */
    this.selected = null;
    /** @type {Map<string, AgentEvent[]>} what was received, for those who want the events themselves */
    this.events = new Map();
    /** @type {AbortController | null} */
    this._abort = null;
    this._serial = 0;
    this._notified = false;
    this._running = false;
    /** How many chats are being opened, the last one of an earlier visit among them: nothing is asked meanwhile. */
    this._opening = 1;
  }

  /** Whether a turn is under way. */
  get busy() {
    return this._abort !== null;
  }

  /** The turn whose trace is shown. @returns {TurnView | null} */
  get shown() {
    return this.turns.find((turn) => turn.id === this.selected) ?? this.turns.at(-1) ?? null;
  }

  /** Wait for the agent, bring back the last conversation, then run what was asked meanwhile. Never rejects. */
  async start() {
    try {
      const agent = (this.agent = await this._starting);
      agent.addEventListener("status", (event) => this._showStatus(/** @type {CustomEvent<Status>} */ (event).detail));
      if (agent.status) this._showStatus(agent.status);
    } catch (error) {
      const { code = "error", advice = "" } = /** @type {{code?: string, advice?: string}} */ (Object(error));
      const message = error instanceof Error ? error.message : String(error);
      this._showStatus({ phase: "error", model: "embedded", text: message, loaded: 0, total: 0, error: { code, message, advice } });
      this._noAgent = error;
      this._opened(); // what waits, and what is asked from here on, is told why there is no answer
      return;
    }
    this.emit("agent");
    const told = (/** @type {unknown} */ error) => this.notice(error);
    await this.choices.restoreSettings().catch(told);
    await this._resume().catch(told); // first, so that a question that waits is asked before the lists below are made
    await Promise.all([this.choices.refreshToolboxes().catch(told), this.choices.refreshModels().catch(told)]);
    await this.choices.restoreModel();
  }

  /** Ask; while another turn runs or the agent is being made, the question waits its turn. @param {string} text */
  send(text) {
    const turn = newTurn(`waiting-${++this._serial}`, text);
    this.turns = [...this.turns, turn];
    this.selected = null;
    this._changed();
    void this._drain();
  }

  /** Stop the turn under way; what it said so far stays. Where none is, the last question that waits is taken back. */
  stop() {
    if (!this.busy) {
      const waiting = this.turns.findLast((turn) => turn.state === "queued");
      if (waiting) this.withdraw(waiting.id);
      return;
    }
    this._abort?.abort();
    this.agent?.cancel();
  }

  /** Take back a question that still waits. @param {string} id */
  withdraw(id) {
    this.turns = this.turns.filter((turn) => turn.id !== id || turn.state !== "queued");
    this._changed();
  }

  /** @param {string} callId @param {boolean} yes */
  confirm(callId, yes) {
    this.turns = this.turns.map((turn) =>
      turn.confirmation?.callId === callId ? { ...turn, confirmation: null } : turn,
    );
    this._changed();
    void this._agent().confirm(callId, yes);
  }

  /** @param {string | null} id */
  select(id) {
    this.selected = id;
    this._changed();
  }

  async newChat() {
    await this._leaveFor((agent) => agent.newConversation());
    await this.refreshConversations();
  }

  /** @param {string} id */
  async open(id) {
    await this._leaveFor((agent) => agent.open(id));
  }

  /**
   * End what is asked in the chat that is left: the turn under way is stopped, what waits is taken back.
   * @param {(agent: Agent) => Promise<OpenedConversation>} opening
   */
  async _leaveFor(opening) {
    const agent = this._agent();
    this.turns = this.turns.filter((turn) => turn.state !== "queued");
    if (this.busy) this.stop();
    this._opening += 1;
    try {
      this._show(await opening(agent));
    } finally {
      this._opened();
    }
  }

  /** @param {OpenedConversation} opened */
  _show({ id, turns }) {
    this.events.clear();
    const kept = turns.map((events, index) => this._keep(`${id}-${index}`, events));
    this.turns = [...kept, ...this.turns.filter((turn) => turn.state === "queued")];
    this.selected = null;
    this._remember(id);
  }

  /** A chat is open, or could not be: what was asked meanwhile is asked in the one that is. */
  _opened() {
    this._opening -= 1;
    void this._drain();
  }

  /** @param {string} id */
  async deleteConversation(id) {
    await this._agent().deleteConversation(id);
    await this.refreshConversations();
  }

  async refreshConversations() {
    this.conversations = await this._agent().conversations();
    this._changed();
  }

  /** Tell the visitor what went wrong. @param {unknown} error */
  notice(error) {
    this.emit("notice", { text: explain(error), kind: "error" });
  }

  /** @param {string} name @param {unknown} [detail] */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  _agent() {
    if (!this.agent) throw this._noAgent;
    return this.agent;
  }

  async _drain() {
    if (this._running) return;
    this._running = true;
    try {
      for (;;) {
        const next = this.turns.find((turn) => turn.state === "queued");
        if (!next || this._opening) break;
        await this._run(next);
      }
    } finally {
      this._running = false;
    }
  }

  /** @param {TurnView} turn */
  async _run(turn) {
    const abort = (this._abort = new AbortController());
    /** @type {AgentEvent[]} */
    const events = [];
    let id = turn.id;
    const show = (/** @type {TurnView} */ next) => {
      this.turns = this.turns.map((other) => (other.id === id ? next : other));
      id = next.id;
      turn = next;
      this._changed();
    };
    show({ ...turn, state: "running", startedAt: Date.now() });
    try {
      for await (const event of this._agent().ask(turn.text, { signal: abort.signal })) {
        events.push(event);
        show(fold(turn, event));
        if (event.type === "turn_started") {
          this.events.set(event.turn_id, events);
          await this._adopt(); // before an answer can be read: a page may be left right after it
        }
      }
      if (isOpen(turn)) show(fail(turn, Object.assign(new Error("the answer ended early"), { advice: "Ask again." })));
    } catch (error) {
      show(fail(turn, error));
    } finally {
      this._abort = null;
      this._changed();
    }
    if (this.agent) await this.refreshConversations().catch((error) => this.notice(error));
  }

  /** A conversation that began without being asked for is the one to come back to. */
  async _adopt() {
    if (this.conversationId) return;
    await this.refreshConversations().catch((error) => this.notice(error));
    if (this.conversations[0]) this._remember(this.conversations[0].id);
  }

  async _resume() {
    try {
      await this.refreshConversations();
      const last = preferences.get("conversation");
      if (last && this.conversations.some((conversation) => conversation.id === last)) this._show(await this._agent().open(last));
    } finally {
      this._opened();
    }
  }

  /** @param {string} fallback @param {readonly AgentEvent[]} events */
  _keep(fallback, events) {
    const started = events.find((event) => event.type === "turn_started");
    const id = started?.turn_id ?? fallback;
    this.events.set(id, [...events]);
    return replay(id, started?.text ?? "", events);
  }

  /** @param {string} id */
  _remember(id) {
    this.conversationId = id;
    preferences.set("conversation", id);
    this._changed();
  }

  /** @param {Status} status */
  _showStatus(status) {
    this.status = status;
    // also where that is not the one that was chosen: another takes the place of one that is lost
    if (status.phase === "ready" && status.model) this.choices.model = status.model;
    this._changed();
  }

  /** Say "change" at most once a frame, and also where no frame is drawn (a tab in the background). */
  _changed() {
    if (this._notified) return;
    this._notified = true;
    const tell = () => {
      if (!this._notified) return;
      this._notified = false;
      this.emit("change");
    };
    if (document.visibilityState === "visible") requestAnimationFrame(tell);
    setTimeout(tell, 100);
  }
}
