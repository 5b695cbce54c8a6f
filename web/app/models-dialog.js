/**
 * The model selector: what each model weighs and needs, whether it can run here and why not, its download and its
 * place in the cache; and a server of the visitor's own.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("./session.js").ModelInfo} ModelInfo
 */
import { Dialog } from "./dialog.js";
import { html, nothing } from "./element.js";
import { size } from "./format.js";
import * as preferences from "./preferences.js";
import "./stand-ins.js";
import { progressText } from "./status-line.js";

export class ModelsDialog extends Dialog {
  static properties = {
    ...Dialog.properties,
    session: { attribute: false },
    tick: { attribute: false },
    loading: { state: true },
    deleting: { state: true },
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
    /** @type {AbortController | null} */
    this._abort = null;
  }

  /** @override */
  body() {
    const session = this.session;
    if (!session) return nothing;
    if (!session.models.length) return html`<p class="aside">The list comes when Keyhole has started.</p>`;
    return html`
      <p class="lead">All but the last run in this page: nothing you ask leaves it. A larger model writes better and takes longer to fetch.</p>
      <ul class="cards">
        ${session.models.map((model) => html`<li class="card" data-model=${model.id} aria-current=${model.id === session.model}>${this._model(model, session)}</li>`)}
      </ul>
      <kh-stand-ins .session=${session} .tick=${this.tick}></kh-stand-ins>
    `;
  }

  /** @param {ModelInfo} model @param {Session} session */
  _model(model, session) {
    const used = model.id === session.model;
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
    const label = model.cached || !model.downloadBytes || model.tier === "embedded" ? `Use ${model.label}` : `Fetch about ${size(model.downloadBytes)} and use`;
    return html`<div class="row">
      ${used ? nothing : html`<button class="primary" ?disabled=${!model.runnable || Boolean(this.loading)} @click=${() => this.use(model.id)}>${label}</button>`}
      ${model.cached && model.tier !== "embedded" ? html`<button @click=${() => (this.deleting = model.id)}>Delete from cache</button>` : nothing}
    </div>`;
  }

  /** @param {() => void} cancel */
  _progress(cancel) {
    const status = this.session?.status;
    return html`<div class="fetching">
      <progress aria-label="Download" max="1" .value=${status?.total ? status.loaded / status.total : 0}></progress>
      <div class="row">
        <span class="figures">${status ? progressText(status) : "Starting"}</span>
        <button @click=${cancel}>Cancel</button>
      </div>
    </div>`;
  }

  /** @param {boolean} used */
  _server(used) {
    const server = preferences.server();
    if (this.loading === "server") return this._progress(() => this._abort?.abort());
    return html`<form class="form" @submit=${this._connect}>
      <label>Address <input name="baseURL" type="url" required placeholder="http://localhost:11434/v1" .value=${server.baseURL} /></label>
      <label>Model <input name="model" required placeholder="qwen3:4b" autocomplete="off" .value=${server.model} /></label>
      <label>Key, if it wants one <input name="key" type="password" autocomplete="off" .value=${server.key} /></label>
      <label class="check"><input name="keep" type="checkbox" ?checked=${Boolean(server.key)} /> Keep the key in this browser. Otherwise it is forgotten with the page.</label>
      <p class="aside">Any server that speaks OpenAI's chat completions: Ollama, llama.cpp, vLLM. Your questions go to it. It has to allow this page's address (CORS).</p>
      <div class="row"><button class="primary">${used ? "Connect again" : "Connect"}</button></div>
    </form>`;
  }

  /** Fetch where needed, then use. @param {string} id @param {{baseURL?: string, model?: string, key?: string}} [options] */
  async use(id, options = {}) {
    const session = this.session;
    if (!session || this.loading) return;
    this.loading = id;
    const abort = (this._abort = new AbortController());
    const done = await this.attempt(() => session.setModel(id, { ...options, signal: abort.signal }));
    this.loading = "";
    this._abort = null;
    await this.attempt(() => session.refreshModels()).then((fine) => done && fine && this.hide());
  }

  /** @param {string} id */
  async _delete(id) {
    await this.attempt(async () => this.session?.deleteModel(id));
    this.deleting = "";
  }

  /** @param {SubmitEvent} event */
  _connect(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const text = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
    const server = { baseURL: text("baseURL"), model: text("model"), key: text("key") };
    preferences.setServer(server, form.has("keep"));
    void this.use("server", { baseURL: server.baseURL, model: server.model, key: server.key || undefined });
  }

  /** Open at one model. @param {string} id */
  async showModel(id) {
    this.show();
    await this.updateComplete;
    const card = this.querySelector(`[data-model="${CSS.escape(id)}"]`);
    card?.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null | undefined} */ (card?.querySelector("input, button:not([disabled])"))?.focus();
  }
}
customElements.define("kh-models", ModelsDialog);
