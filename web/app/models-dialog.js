/**
 * The model selector: what each model weighs and needs, whether it can run here and why not, its download and its
 * place in the cache; and a server of the visitor's own.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../types.js").ModelInfo} ModelInfo
 */
import { Dialog } from "./dialog.js";
import { html, nothing } from "./element.js";
import { size } from "./format.js";
import * as preferences from "./preferences.js";
import { enteredServer } from "./server-fields.js";
import "./stand-ins.js";
import { progressText } from "./status-line.js";
import "./tool-mode.js";

export class ModelsDialog extends Dialog {
  static properties = {
    ...Dialog.properties,
    session: { attribute: false },
    tick: { attribute: false },
    loading: { state: true },
    deleting: { state: true },
    _served: { state: true },
  };

  constructor() {
    super();
    this.heading = "Models";
    /** @type {Session | null} */
    this.session = null;
    /** Changes whenever the session does. */
    this.tick = 0;
    /** The model being fetched. */
    this.loading = "";
    /** The model whose deletion waits for a yes. */
    this.deleting = "";
    /** What was last entered of the visitor's server: a connection that fails must not cost it. */
    this._entered = preferences.server();
    this._keepsKey = Boolean(this._entered.key);
    /** The models that the server said it has. @type {readonly string[]} */
    this._served = [];
    /** @type {AbortController | null} */
    this._abort = null;
  }

  /** @override */
  body() {
    const session = this.session;
    if (!session) return nothing;
    const { models, model: used } = session.choices;
    if (!models.length) return html`<p class="aside">The list comes when Keyhole has started.</p>`;
    return html`
      <p class="lead">All but the last run in this page: nothing you ask leaves it. A larger model writes better and takes longer to fetch.</p>
      <ul class="cards">
        ${models.map((model) => html`<li class="card" data-model=${model.id} aria-current=${model.id === used}>${this._model(model, model.id === used)}</li>`)}
      </ul>
      <kh-tool-mode .session=${session} .tick=${this.tick}></kh-tool-mode>
      <kh-stand-ins .session=${session} .tick=${this.tick}></kh-stand-ins>
    `;
  }

  /** @param {ModelInfo} model @param {boolean} used */
  _model(model, used) {
    const facts = [
      model.downloadBytes ? `about ${size(model.downloadBytes)} to download` : "",
      model.memoryBytes ? `${size(model.memoryBytes)} memory` : "",
      model.variant,
      model.cached ? `in the cache${model.cachedBytes ? `, ${size(model.cachedBytes)}` : ""}` : "",
    ].filter(Boolean);
    return html`
      <div class="card-head">
        <h3>${model.label}</h3>
        ${used ? html`<span class="tag strong">in use</span>` : nothing}
      </div>
      ${model.detail ? html`<p>${model.detail}</p>` : nothing}
      ${facts.length ? html`<p class="figures">${facts.join(" · ")}</p>` : nothing}
      ${model.runnable ? nothing : html`<p class="problem">Cannot run here: ${model.reason}</p>`}
      ${model.warning ? html`<p class="warning">${model.warning}</p>` : nothing}
      ${model.comparedFor ? this._comparison(preferences.comparison(model.comparedFor)) : nothing}
      ${model.id === "server" ? this._server(used) : this._actions(model, used)}
    `;
  }

  /** @param {ModelInfo} model @param {boolean} used */
  _actions(model, used) {
    if (this.loading === model.id) return this._progress(() => this._abort?.abort());
    if (this.deleting === model.id) {
      return html`<div class="row" role="group" aria-label="Delete from the cache">
        <span>Delete ${size(model.cachedBytes || model.downloadBytes)}? It can be fetched again.</span>
        <button class="danger" @click=${() => this._delete(model.id)}>Delete</button>
        <button @click=${() => (this.deleting = "")}>Keep</button>
      </div>`;
    }
    const atHand = model.cached || !model.downloadBytes || model.tier === "embedded";
    const fetching = atHand ? "" : `Fetch about ${size(model.downloadBytes)} and `;
    const label = model.comparedFor ? `${fetching || "Measure and "}use if faster` : atHand ? `Use ${model.label}` : `${fetching}use`;
    return html`<div class="row">
      ${used ? nothing : html`<button class="primary" ?disabled=${!model.runnable || Boolean(this.loading)} @click=${() => this.use(model.id)}>${label}</button>`}
      ${model.cached && model.tier !== "embedded" ? html`<button @click=${() => (this.deleting = model.id)}>Delete from cache</button>` : nothing}
    </div>`;
  }

  /** @param {import("../types.js").Comparison | null} measured */
  _comparison(measured) {
    if (!measured) return nothing;
    return html`<p class="figures" role="status">Measured here: ${measured.text}.${measured.gpuMs < measured.cpuMs ? "" : " Embedded is faster."}</p>`;
  }

  /** @param {() => void} cancel */
  _progress(cancel) {
    const status = this.session?.status;
    const part = status?.total ? status.loaded / status.total : nothing; // without a value it says that it goes on
    return html`<div class="fetching">
      <progress aria-label="Progress" max="1" value=${part}></progress>
      <div class="row">
        <span class="figures">${status ? progressText(status) : "Starting"}</span>
        <button @click=${cancel}>Cancel</button>
      </div>
    </div>`;
  }

  /** @param {boolean} used */
  _server(used) {
    const { baseURL, model, key } = this._entered;
    if (this.loading === "server") return this._progress(() => this._abort?.abort());
    return html`<form class="form" @submit=${this._connect}>
      <label>Address <input name="baseURL" type="url" required placeholder="http://localhost:11434/v1" .value=${baseURL} @input=${() => (this._served = [])} /></label>
      <label>Model <input name="model" required placeholder=${this._served.length ? "Choose or type one" : "qwen3:4b"} autocomplete="off" list=${this._served.length ? "served" : nothing} .value=${model} /></label>
      <datalist id="served">${this._served.map((name) => html`<option value=${name}></option>`)}</datalist>
      <label>Key, if it wants one <input name="key" type="password" autocomplete="off" .value=${key} /></label>
      <label class="check"><input name="keep" type="checkbox" ?checked=${this._keepsKey} /> Keep the key in this browser. Otherwise it is forgotten with the page.</label>
      <p class="aside">Any server that speaks OpenAI's chat completions: Ollama, llama.cpp, vLLM. Your questions go to it. It has to allow this page's address (CORS).</p>
      <div class="row"><button class="primary">${used ? "Connect again" : "Connect"}</button></div>
    </form>`;
  }

  /** Fetch where needed, then use. It closes unless something else answers now. @param {string} id @param {{baseURL?: string, model?: string, key?: string}} [options] */
  async use(id, options = {}) {
    const session = this.session;
    if (!session || this.loading) return;
    this.loading = id;
    const abort = (this._abort = new AbortController());
    const offer = (/** @type {{choices?: readonly string[]}} */ error) => {
      if (id === "server") this._offer(error.choices ?? []);
      throw error;
    };
    const done = await this.attempt(() => session.choices.setModel(id, { ...options, signal: abort.signal }).catch(offer));
    this.loading = "";
    this._abort = null;
    if (!done) await session.choices.refreshModels().catch((error) => session.notice(error)); // of a part that was fetched
    if (done && session.choices.model === id) this.hide();
    else await this._focus(id);
  }

  /** What the server has, where it has not what was asked for. @param {readonly string[]} names */
  _offer(names) {
    this._served = names;
    const { model } = this._entered;
    // the browser lists what holds the words in the field: words that nothing holds would hide the list
    if (names.length && !names.some((name) => name.includes(model))) this._entered = { ...this._entered, model: "" };
  }

  /** @param {string} id */
  async _delete(id) {
    await this.attempt(async () => this.session?.choices.deleteModel(id));
    this.deleting = "";
  }

  /** @param {SubmitEvent} event */
  _connect(event) {
    event.preventDefault();
    const server = (this._entered = enteredServer(event));
    this._keepsKey = new FormData(/** @type {HTMLFormElement} */ (event.target)).has("keep");
    preferences.setServer(server, this._keepsKey);
    void this.use("server", { baseURL: server.baseURL, model: server.model, key: server.key || undefined });
  }

  /** Open at one model, and use it at once where that was asked for. @param {string} id @param {{use?: boolean}} [options] */
  async showModel(id, { use = false } = {}) {
    this.show();
    if (use) void this.use(id);
    await this._focus(id);
  }

  /** @param {string} id */
  async _focus(id) {
    await this.updateComplete;
    const card = this.querySelector(`[data-model="${CSS.escape(id)}"]`);
    card?.scrollIntoView({ block: "nearest" });
    const field = card?.querySelector("input[list]") ?? card?.querySelector("input, button:not([disabled])");
    /** @type {HTMLElement | null | undefined} */ (field)?.focus();
  }
}
customElements.define("kh-models", ModelsDialog);
