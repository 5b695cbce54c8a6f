/**
 * The trace: how one turn came about, step by step, each a chip that opens to what the model saw, what it said and why
 * that was accepted or repaired; for a tool, what it was given and what it returned, condensed and raw.
 *
 * Fetches the whole raw result through its property `raw`. Says `close-trace`.
 *
 * @typedef {import("./turns.js").TurnView} TurnView
 * @typedef {import("./turns.js").StepView} StepView
 * @typedef {import("../types.js").Attempt} Attempt
 */
import { Element, copied, html, icon, nothing, pretty, repeat } from "./element.js";
import { count, duration, percent, size } from "./format.js";

export class Step extends Element {
  static properties = {
    step: { attribute: false },
    raw: { attribute: false },
    _open: { state: true },
    _raw: { state: true },
  };

  constructor() {
    super();
    /** @type {StepView | null} */
    this.step = null;
    /** @type {((handle: string) => Promise<unknown>) | null} Fetches a raw result. */
    this.raw = null;
    this._open = false;
    this._raw = "";
  }

  /** @override */
  render() {
    const step = this.step;
    if (!step) return nothing;
    return html`<button class="chip" aria-expanded=${this._open} @click=${() => (this._open = !this._open)}>
        <span class="chip-head">
          <span class="chip-kind">${step.kind}</span>
          ${step.tool && step.kind !== "route" ? html`<code class="chip-tool">${step.tool}</code>` : nothing}
          ${step.attempts.length > 1 ? html`<span class="tag">${step.attempts.length - 1} ${step.attempts.length === 2 ? "repair" : "repairs"}</span>` : nothing}
          ${step.by === "code" ? html`<span class="tag" title="No model: the result was written out by a fixed rule">by code</span>` : nothing}
          ${step.cut ? html`<span class="tag" title="The model ran into the most tokens that it may write (Settings)">cut off</span>` : nothing}
          <span class="chip-figures">${_figures(step)}</span>
        </span>
        <span class="chip-gist">${_gist(step)}</span>
      </button>
      ${this._open ? html`<div class="step-body">${step.kind === "tool" ? this._tool(step) : this._model(step)}</div>` : nothing}`;
  }

  /** @param {StepView} step */
  _model(step) {
    if (step.by === "code") {
      return html`${_part("Seen", step.prompt || step.attempts[0]?.prompt || "")} ${_part("Written by a fixed rule", step.said || pretty(step.output))}`;
    }
    if (!step.attempts.length) {
      return html`${_part("The model sees", step.prompt)} ${_part(step.state === "running" ? "It says, so far" : "It said", step.said)}`;
    }
    return html`${step.attempts.map((attempt, index) => _attempt(attempt, index, step))}
    ${step.kind === "answer" ? nothing : _part("Accepted", step.output === undefined || step.output === null ? "" : pretty(step.output))}`;
  }

  /** @param {StepView} step */
  _tool(step) {
    const all = this._raw || step.rawPreview;
    const cut = !this._raw && step.handle && step.rawBytes > new TextEncoder().encode(step.rawPreview).length;
    return html`
      ${_part("Given", pretty(step.args ?? {}))}
      ${step.state === "waiting" ? html`<p class="aside">Waits for your yes or no.</p>` : nothing}
      ${_part(step.isError ? "Came back as an error" : "Condensed, as the model sees it", step.condensed)}
      ${_part(`Raw, ${size(step.rawBytes)}${cut ? ", its beginning" : ""}`, all)}
      ${cut ? html`<button class="link" @click=${() => this._loadRaw(step)}>Show all of it</button>` : nothing}
    `;
  }

  /** @param {StepView} step */
  async _loadRaw(step) {
    if (!this.raw || !step.handle) return;
    try {
      this._raw = pretty(await this.raw(step.handle));
    } catch (error) {
      this._raw = `It is gone: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
}
customElements.define("kh-step", Step);

export class Trace extends Element {
  static properties = {
    turn: { attribute: false },
    raw: { attribute: false },
    open: { attribute: false },
    copy: { attribute: false },
    _copied: { state: true },
  };

  constructor() {
    super();
    /** @type {TurnView | null} */
    this.turn = null;
    /** @type {((handle: string) => Promise<unknown>) | null} */
    this.raw = null;
    /** @type {((turn: TurnView) => string) | null} What "copy" copies: the turn's events as JSON. */
    this.copy = null;
    /** Below 800 px the trace is a sheet: whether it is up. */
    this.open = false;
    this._copied = false;
  }

  /** @override */
  render() {
    const turn = this.turn;
    return html`<section class="trace" role="region" aria-label="Trace" data-open=${this.open}>
      <header class="trace-head">
        <h2>Trace</h2>
        ${turn && turn.steps.length && this.copy
          ? html`<button class="quiet square small" aria-label=${this._copied ? "Copied" : "Copy trace as JSON"} title="Copy trace as JSON" @click=${this._copy}>
              ${icon(this._copied ? "check" : "copy")}
            </button>`
          : nothing}
        <button class="quiet square small sheet-close" aria-label="Close trace" @click=${() => this.emit("close-trace")}>${icon("close")}</button>
      </header>
      ${turn && turn.steps.length ? this._timeline(turn) : this._nothing()}
    </section>`;
  }

  /** @param {TurnView} turn */
  _timeline(turn) {
    return html`
      <p class="trace-of" dir="auto">${turn.text.length > 140 ? `${turn.text.slice(0, 140)}…` : turn.text}</p>
      <ol class="timeline">
        ${repeat(
          turn.steps,
          (step) => step.key, // what is open, and was fetched, belongs to that step
          (step) => html`<li data-step=${step.kind} data-tool=${step.tool ?? nothing} data-state=${step.state}>
            <kh-step .step=${step} .raw=${this.raw}></kh-step>
          </li>`,
        )}
      </ol>
      ${_totals(turn)}
    `;
  }

  _nothing() {
    return html`<p class="trace-empty">
      Each answer is made in small steps. <strong>Route</strong> sees the tools' names only, <strong>fill</strong> one tool's form only, the
      <strong>tool</strong> runs outside the model, and the <strong>answer</strong> sees its condensed result. They will be listed here.
    </p>`;
  }

  async _copy() {
    if (!this.turn || !this.copy || !(await copied(this, this.copy(this.turn)))) return;
    this._copied = true;
    setTimeout(() => (this._copied = false), 1500);
  }
}
customElements.define("kh-trace", Trace);

/** @param {TurnView} turn */
function _totals(turn) {
  const facts = [
    ["Model", turn.model],
    ["Strategy", turn.strategy],
    ["Time", turn.ms === null ? "" : duration(turn.ms)],
    ["Tokens", turn.usage ? `${_about(turn.usage)}${count(turn.usage.prompt_tokens)} read, ${count(turn.usage.completion_tokens)} written` : ""],
    ["Reused", turn.usage?.cached_tokens ? `${count(turn.usage.cached_tokens)} tokens` : ""],
  ].filter(([, value]) => value);
  return html`<dl class="totals">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** @param {StepView} step */
function _figures(step) {
  if (step.state === "waiting") return "waits for you";
  if (step.state === "running") return html`<span class="pulse" role="img" aria-label="running"></span>`;
  const tokens = step.usage && step.usage.prompt_tokens + step.usage.completion_tokens
    ? html`<span title=${`${_about(step.usage)}${step.usage.prompt_tokens} tokens read, ${step.usage.completion_tokens} written`}>${step.usage.estimated ? "~" : ""}${count(step.usage.prompt_tokens)}→${count(step.usage.completion_tokens)} tok</span>`
    : step.kind === "tool" && step.rawBytes
      ? html`<span title="size of the raw result">${size(step.rawBytes)}</span>`
      : nothing;
  return html`${step.ms === null ? nothing : html`<span>${duration(step.ms)}</span>`} ${tokens}`;
}

/** @param {import("../types.js").Usage} usage */
function _about(usage) {
  return usage.estimated ? "about " : "";
}

/** One line that says what came of a step. @param {StepView} step */
function _gist(step) {
  const output = /** @type {{choice?: string, tool?: string, question?: string, args?: Record<string, unknown>}} */ (Object(step.output));
  if (step.kind === "tool") return _line(step.condensed) || (step.state === "running" ? _args(step.args) : step.question);
  if (step.state === "failed") return step.attempts.at(-1)?.error ?? "not finished";
  if (step.kind === "route") {
    if (output.choice === "call_tool") return html`use <code>${output.tool}</code>`;
    if (output.choice === "clarify") return `ask back: ${output.question ?? ""}`;
    if (output.choice === "none") return "no tool: answer now";
  }
  if (step.kind === "fill" && output.args) return _args(output.args);
  const called = step.calls?.filter(({ action }) => action !== "ignore") ?? [];
  if (called.length && !step.output) return html`call ${called.map(({ name }, at) => html`${at ? ", " : ""}<code>${name}</code>`)}`;
  return _line(typeof step.output === "string" ? step.output : step.said);
}

/** @param {unknown} args */
function _args(args) {
  return Object.entries(Object(args))
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : pretty(value, 0)}`)
    .join(", ")
    .slice(0, 200);
}

/** @param {string} text */
function _line(text) {
  return (text ?? "").trim().split("\n", 1)[0].slice(0, 200);
}

/** @param {Attempt} attempt @param {number} index @param {StepView} step */
function _attempt(attempt, index, step) {
  const facts = [
    attempt.ms ? duration(attempt.ms) : "",
    attempt.first_token_ms ? `first token after ${duration(attempt.first_token_ms)}` : "",
    attempt.usage ? `${_about(attempt.usage)}${count(attempt.usage.prompt_tokens)}→${count(attempt.usage.completion_tokens)} tokens` : "",
    attempt.usage?.cached_tokens ? `${count(attempt.usage.cached_tokens)} reused` : "",
    attempt.confidence === null || attempt.confidence === undefined ? "" : `${percent(attempt.confidence)} sure`,
  ].filter(Boolean);
  return html`<section class="attempt">
    ${step.attempts.length > 1 ? html`<h3>Attempt ${index + 1}</h3>` : nothing}
    ${_part("The model saw", attempt.prompt)} ${_part("It said", attempt.raw)}
    <div class=${attempt.error ? "verdict refused" : "verdict accepted"}>
      ${attempt.error ? html`<strong>Refused:</strong> ${attempt.error}` : html`<strong>Accepted:</strong> ${_why(step)}`}
    </div>
    ${facts.length ? html`<p class="figures">${facts.join(" · ")}</p>` : nothing}
  </section>`;
}

/** @param {StepView} step */
function _why(step) {
  if (step.kind === "route") return "a known choice, and a tool of the list or none.";
  if (step.kind === "fill") return "valid against the tool's schema.";
  if (!step.calls) return "free text; it cannot call tools.";
  if (!step.calls.length) return "free text, with no call in it.";
  return html`${step.calls.length === 1 ? "a call." : `${step.calls.length} calls.`}
    <ul>${step.calls.map((call) => html`<li><code>${call.name}</code>${_read(call)}</li>`)}</ul>`;
}

/** How a call was read, and what becomes of it. @param {import("../types.js").CallRead} call */
function _read({ syntax, confidence, action, repairs, problem }) {
  const facts = [
    syntax === "native" ? "in the server's own form" : `written as ${syntax.replaceAll("_", " ")}`,
    confidence === undefined ? "" : `${percent(confidence)} sure`,
    repairs?.length ? `repaired: ${repairs.join(", ").replaceAll("_", " ")}` : "",
    action === "ask" ? "you are asked first" : action === "ignore" ? "not run: it is only talked of" : "",
    problem ?? "",
  ];
  return `: ${facts.filter(Boolean).join("; ")}`;
}

/** @param {string} title @param {string} text */
function _part(title, text) {
  if (!text) return nothing;
  return html`<h4>${title}</h4><pre tabindex="0" role="group" aria-label=${title} dir="auto">${text}</pre>`;
}
