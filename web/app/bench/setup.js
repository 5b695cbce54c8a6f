/**
 * The form that says what to run: model, suite, sample, strategies, numbers of tools, and a suite of the visitor's own.
 * Says `plan` (a part of a Plan that changed), `server` (a part of a Server), `suite-file` (a File), `start` and `copy-link`.
 *
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {import("../../types.js").ModelInfo} ModelInfo
 * @typedef {{baseURL: string, model: string, key: string}} Server a server of the visitor's own
 */
import { Element, html, icon, nothing } from "../element.js";
import "../status-line.js";
import { DEFAULT, GROWTH, SAMPLES, SUITES } from "./plan.js";

export class Setup extends Element {
  static properties = {
    plan: { attribute: false },
    models: { attribute: false },
    server: { attribute: false },
    strategies: { attribute: false },
    file: { attribute: false },
    status: { attribute: false },
    running: { attribute: false },
    _over: { state: true },
  };

  constructor() {
    super();
    /** @type {Plan} */
    this.plan = DEFAULT;
    /** @type {readonly ModelInfo[]} */
    this.models = [];
    /** @type {Server} */
    this.server = { baseURL: "", model: "", key: "" };
    /** @type {Record<string, string>} name -> title */
    this.strategies = {};
    /** @type {import("./suites.js").OwnSuite | null} */
    this.file = null;
    /** @type {import("../../types.js").Status | null} */
    this.status = null;
    this.running = false;
    this._over = false;
  }

  /** @override */
  render() {
    return html`<form class="panel setup" aria-label="What to run" @submit=${this._start}>
      <fieldset ?disabled=${this.running}>
        <div class="grid">${this._choices()}</div>
        ${this.plan.model === "server" ? this._server() : nothing}
        <div class="groups">
          <div role="group" aria-label="Strategies">
            <h2>Strategies</h2>
            ${Object.entries(this.strategies).map(
              ([id, title]) => html`<label class="check"><input type="checkbox" .checked=${this.plan.strategies.includes(id)} @change=${() => this._toggle("strategies", id)} />${title}</label>`,
            )}
          </div>
          <div role="group" aria-label="Number of tools">
            <h2>Number of tools</h2>
            ${GROWTH.map(
              (count) => html`<label class="check"><input type="checkbox" .checked=${this.plan.growth.includes(count)} @change=${() => this._toggle("growth", count)} />${count ? `${count.toLocaleString("en")}, filled up with distractors` : "The toolbox as it is"}</label>`,
            )}
          </div>
          ${this._ownSuite()}
        </div>
      </fieldset>
      <div class="row">
        <button class="primary" ?disabled=${this.running}>Start</button>
        <button type="button" @click=${() => this.emit("copy-link")}>${icon("copy")}Copy link</button>
        <kh-status .status=${this.status}></kh-status>
      </div>
    </form>`;
  }

  _choices() {
    const { plan } = this;
    const models = this.models.length ? this.models : [{ id: plan.model, label: plan.model === "server" ? "Your server" : plan.model, runnable: true }];
    const suites = this.file ? [...SUITES, this.file.name] : SUITES;
    const sizes = [...new Set([...SAMPLES, plan.sample ?? 0])].filter(Boolean).sort((a, b) => a - b);
    return html`
      <label class="field"><span>Model</span>
        <select aria-label="Model" .value=${plan.model} @change=${(/** @type {Event} */ event) => this._set({ model: _value(event) })}>
          ${models.map((model) => html`<option value=${model.id} ?selected=${model.id === plan.model} ?disabled=${!model.runnable}>${model.label}${model.runnable ? "" : " (cannot run here)"}</option>`)}
        </select>
      </label>
      <label class="field"><span>Suite</span>
        <select aria-label="Suite" @change=${(/** @type {Event} */ event) => this._set({ suite: _value(event) })}>
          ${suites.map((suite) => html`<option value=${suite} ?selected=${suite === plan.suite}>${suite}</option>`)}
        </select>
      </label>
      <label class="field"><span>Queries</span>
        <select aria-label="Queries" @change=${(/** @type {Event} */ event) => this._set({ sample: Number(_value(event)) || null })}>
          ${[...sizes, 0].map((size) => html`<option value=${size} ?selected=${(plan.sample ?? 0) === size}>${size || "all"}</option>`)}
        </select>
      </label>
      <label class="field"><span>Seed of the sample</span>
        <input type="number" min="0" max="999999" aria-label="Seed" .value=${String(plan.seed)} @change=${(/** @type {Event} */ event) => this._set({ seed: Math.max(0, Math.trunc(Number(_value(event))) || 0) })} />
      </label>
    `;
  }

  _server() {
    /** @param {keyof Server} name */
    const change = (name) => (/** @type {Event} */ event) => this.emit("server", { [name]: _value(event).trim() });
    return html`<div class="grid" role="group" aria-label="Your server">
        <label class="field"><span>Address</span><input type="url" required placeholder="http://localhost:11434/v1" .value=${this.server.baseURL} @change=${change("baseURL")} /></label>
        <label class="field"><span>Its model</span><input required autocomplete="off" placeholder="qwen3:4b" .value=${this.server.model} @change=${change("model")} /></label>
        <label class="field"><span>Key, if it wants one</span><input type="password" autocomplete="off" .value=${this.server.key} @change=${change("key")} /></label>
      </div>
      <p class="aside">Any server that speaks OpenAI's chat completions: Ollama, llama.cpp, vLLM. The queries go to it. It has to allow this page's address (CORS).</p>`;
  }

  _ownSuite() {
    return html`<div
      class="drop"
      data-over=${this._over}
      @dragover=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        this._over = true;
      }}
      @dragleave=${() => (this._over = false)}
      @drop=${this._drop}
    >
      <h2>A suite of your own</h2>
      <p class="aside">Drop a JSONL file here: ours, or a BFCL file with its answers joined in. It stays on this machine.</p>
      <label class="button">Choose a file<input class="visually-hidden" type="file" accept=".jsonl,.json,.ndjson" @change=${this._pick} /></label>
      ${this.file ? html`<p class="done" role="status">${this.file.name}: ${this.file.queries} queries</p>` : nothing}
    </div>`;
  }

  /** @param {Partial<Plan>} change */
  _set(change) {
    this.emit("plan", change);
  }

  /** @template {"strategies"|"growth"} K @param {K} name @param {Plan[K][number]} value */
  _toggle(name, value) {
    const order = name === "strategies" ? Object.keys(this.strategies) : GROWTH;
    const before = /** @type {(string|number)[]} */ (this.plan[name]);
    const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
    after.sort((a, b) => /** @type {any[]} */ (order).indexOf(a) - /** @type {any[]} */ (order).indexOf(b));
    this._set(/** @type {Partial<Plan>} */ ({ [name]: after }));
  }

  /** @param {Event} event */
  _start(event) {
    event.preventDefault();
    this.emit("start");
  }

  /** @param {Event} event */
  _pick(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.files?.[0]) this.emit("suite-file", input.files[0]);
    input.value = "";
  }

  /** @param {DragEvent} event */
  _drop(event) {
    event.preventDefault();
    this._over = false;
    const file = event.dataTransfer?.files[0];
    if (file && !this.running) this.emit("suite-file", file);
  }
}
customElements.define("kh-setup", Setup);

/** @param {Event} event */
function _value(event) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target).value;
}
