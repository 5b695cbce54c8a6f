/**
 * The conversation: each turn is what was asked and what came of it. Says `confirm` ({callId, yes}), `turn-chosen`
 * (turn id), `withdraw` (turn id), `retry` (text) and `ask` (text).
 *
 * @typedef {import("./turns.js").TurnView} TurnView
 */
import { count, duration } from "./format.js";
import { Element, copied, html, icon, nothing, pretty } from "./element.js";
import "./markdown-view.js";
import { isOpen } from "./turns.js";

const _LONG = 3000;

export class Turn extends Element {
  static properties = {
    turn: { attribute: false },
    shown: { attribute: false },
    unfolded: { state: true },
    copied: { state: true },
  };

  constructor() {
    super();
    /** @type {TurnView | null} */
    this.turn = null;
    this.shown = false;
    this.unfolded = false;
    this.copied = false;
  }

  /** @override Another chat's turn may stand here now: what was unfolded was the question of one. @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = /** @type {TurnView | null | undefined} */ (changed.get("turn"));
    if (before && before.text !== this.turn?.text) this.unfolded = false;
  }

  /** @override */
  render() {
    const turn = this.turn;
    if (!turn) return nothing;
    return html`
      <article class="message asked" aria-label="You" data-turn=${turn.id}>
        ${this._question(turn.text)}
        ${turn.state === "queued"
          ? html`<p class="aside">
              Waiting for its turn.
              <button class="link" @click=${() => this.emit("withdraw", turn.id)}>Take back</button>
            </p>`
          : nothing}
      </article>
      ${turn.state === "queued" ? nothing : this._reply(turn)}
    `;
  }

  /** @param {string} text */
  _question(text) {
    if (text.length <= _LONG) return html`<p class="words" dir="auto">${text}</p>`;
    return html`<p class="words" dir="auto">${this.unfolded ? text : `${text.slice(0, _LONG / 3)}…`}</p>
      <button class="link" aria-expanded=${this.unfolded} @click=${() => (this.unfolded = !this.unfolded)}>
        ${this.unfolded ? "Show less" : `Show all ${count(text.length)} characters`}
      </button>`;
  }

  /** @param {TurnView} turn */
  _reply(turn) {
    const working = isOpen(turn);
    return html`
      <article class="message reply" aria-label="Keyhole" data-state=${turn.state} aria-busy=${working}>
        ${turn.answer ? html`<kh-markdown .text=${turn.answer}></kh-markdown>` : nothing}
        ${working && !turn.answer && !turn.confirmation
          ? html`<p class="working"><span class="pulse" aria-hidden="true"></span>${_doing(turn)}</p>`
          : nothing}
        ${turn.confirmation ? this._confirmation(turn.confirmation) : nothing}
        ${turn.state === "failed" ? this._failure(turn) : nothing}
        ${turn.state === "cancelled" ? html`<p class="aside">Stopped${turn.answer ? "; this is what was said until then" : ""}.</p>` : nothing}
        ${turn.state === "answer" && turn.steps.at(-1)?.cut
          ? html`<p class="aside">Cut off: this is the longest answer that the settings allow. Ask for the rest, or raise "answer tokens".</p>`
          : nothing}
        ${turn.switches.map(
          (change) => html`<p class="aside">Model switched from ${change.from || "none"} to ${change.to}${change.reason ? `: ${change.reason}` : ""}.</p>`,
        )}
      </article>
      ${working ? nothing : this._footer(turn)}
    `;
  }

  /** @param {TurnView} turn */
  _footer(turn) {
    const tokens = turn.usage ? turn.usage.prompt_tokens + turn.usage.completion_tokens : 0;
    const figures = [
      `${turn.steps.length} ${turn.steps.length === 1 ? "step" : "steps"}`,
      turn.ms === null ? "" : duration(turn.ms),
      tokens ? `${turn.usage?.estimated ? "about " : ""}${count(tokens)} tokens` : "",
    ].filter(Boolean);
    return html`<div class="under">
      <button class="link figures" aria-pressed=${this.shown} title="Show the steps of this answer" @click=${() => this.emit("turn-chosen", turn.id)}>
        ${figures.join(" · ")}
      </button>
      ${turn.answer
        ? html`<button class="quiet square small" aria-label=${this.copied ? "Copied" : "Copy answer"} title="Copy answer" @click=${this._copy}>
            ${icon(this.copied ? "check" : "copy")}
          </button>`
        : nothing}
    </div>`;
  }

  /** @param {NonNullable<TurnView["confirmation"]>} asked */
  _confirmation({ callId, tool, args, question }) {
    const answer = (/** @type {boolean} */ yes) => this.emit("confirm", { callId, yes });
    return html`<div class="confirm" role="group" aria-label=${`Run ${tool}?`}>
      <p><strong>${question || `Run ${tool}?`}</strong></p>
      <pre tabindex="0" role="group" aria-label="Arguments">${pretty(args)}</pre>
      <div class="row">
        <button class="primary" @click=${() => answer(true)}>Yes, run it</button>
        <button @click=${() => answer(false)}>No</button>
      </div>
    </div>`;
  }

  /** @param {TurnView} turn */
  _failure(turn) {
    const { failure } = turn;
    return html`<div class="failure" role="alert">
      <p><strong>This could not be answered.</strong> ${failure?.step ? html`The step <q>${failure.step}</q> failed: ` : nothing}${failure?.reason}</p>
      ${failure?.advice ? html`<p>${failure.advice}</p>` : nothing}
      ${failure?.raw
        ? html`<details>
            <summary>What the model said</summary>
            <pre tabindex="0" role="group" aria-label="What the model said">${failure.raw}</pre>
          </details>`
        : nothing}
      <button @click=${() => this.emit("retry", turn.text)}>Ask again</button>
    </div>`;
  }

  async _copy() {
    if (!this.turn || !(await copied(this, this.turn.answer))) return;
    this.copied = true;
    setTimeout(() => (this.copied = false), 1500);
  }
}
customElements.define("kh-turn", Turn);

export class ConversationLog extends Element {
  static properties = { turns: { attribute: false }, shown: { attribute: false } };

  constructor() {
    super();
    /** @type {readonly TurnView[]} */
    this.turns = [];
    this.shown = "";
    this._follow = true;
    this._top = 0;
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("scroll", () => {
      // only going up is leaving: what grows below the end is not the visitor's doing
      if (this.scrollTop < this._top) this._follow = false;
      if (this.scrollHeight - this.scrollTop - this.clientHeight < 40) this._follow = true;
      this._top = this.scrollTop;
    });
    this._resize = new ResizeObserver(() => this._scroll());
    this._resize.observe(this);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this._resize?.disconnect();
  }

  /** @override */
  render() {
    return html`<div class="log" role="log" aria-label="Conversation">
      ${this.turns.map((turn) => html`<kh-turn .turn=${turn} .shown=${turn.id === this.shown}></kh-turn>`)}
    </div>`;
  }

  /** @override @param {Map<string, unknown>} changed */
  updated(changed) {
    const before = /** @type {readonly TurnView[] | undefined} */ (changed.get("turns"));
    if (before && this.turns.length > before.length) this._follow = true;
    const log = this.querySelector(".log");
    if (log && this._resize) this._resize.observe(log);
    this._scroll();
  }

  /** Keep the newest in view, unless the visitor scrolled away from it. */
  _scroll() {
    if (this._follow) this.scrollTop = this.scrollHeight;
  }
}
customElements.define("kh-conversation", ConversationLog);

/** @param {TurnView} turn */
function _doing(turn) {
  const step = turn.steps.at(-1);
  if (!step) return "Starting";
  switch (step.kind) {
    case "route":
      return "Choosing a tool";
    case "fill":
      return `Filling in ${step.tool ?? "the arguments"}`;
    case "tool":
      return step.state === "running" ? `Running ${step.tool}` : "Reading the result";
    case "plan":
    case "advise":
      return "Planning";
    case "summary":
      return "Summing up what was said before";
    default:
      return "Writing";
  }
}
