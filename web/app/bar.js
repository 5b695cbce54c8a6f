/**
 * The bar at the top: the name, what answers (Model), what it can use (Toolbox), and the way to everything else.
 *
 * Says `model-chosen`, `toolbox-chosen` (detail: id) and `open` (detail: the dialog's name), `new-chat` and
 * `theme-changed` (detail: the theme).
 *
 * @typedef {import("../types.js").ModelInfo} ModelInfo
 * @typedef {import("../types.js").ToolboxInfo} ToolboxInfo
 */
import { Element, html, icon } from "./element.js";
import * as preferences from "./preferences.js";

const _EMBEDDED = { id: "embedded", label: "Embedded" };

export class Bar extends Element {
  static properties = {
    models: { attribute: false },
    model: { attribute: false },
    toolboxes: { attribute: false },
    toolbox: { attribute: false },
    theme: { state: true },
  };

  constructor() {
    super();
    /** @type {readonly ModelInfo[]} */
    this.models = [];
    this.model = "embedded";
    /** @type {readonly ToolboxInfo[]} */
    this.toolboxes = [];
    this.toolbox = "destiny";
    /** @type {typeof preferences.THEMES[number]} */
    this.theme = preferences.theme();
  }

  /** @override */
  render() {
    const models = this.models.length ? this.models : [_EMBEDDED];
    const toolboxes = this.toolboxes.length ? this.toolboxes : [{ name: this.toolbox, title: _capital(this.toolbox) }];
    return html`
      <a class="brand" href="./" aria-label="Keyhole, start page">${brandMark()}<span>Keyhole</span></a>
      <div class="choices">
        <label class="choice">
          <span>Model</span>
          <select aria-label="Model" @change=${this._chooseModel}>
            ${models.map((model) => html`<option value=${model.id}>${model.label}</option>`)}
          </select>
        </label>
        <button class="quiet square" aria-label="About the models" title="Models: size, memory, download" @click=${() => this.emit("open", "models")}>
          ${icon("layers")}
        </button>
        <label class="choice">
          <span>Toolbox</span>
          <select aria-label="Toolbox" @change=${this._chooseToolbox}>
            ${toolboxes.map((toolbox) => html`<option value=${toolbox.name}>${toolbox.title || toolbox.name}</option>`)}
          </select>
        </label>
        <button class="quiet square" aria-label="About the tools" title="Tools: see them, add your own" @click=${() => this.emit("open", "tools")}>
          ${icon("tools")}
        </button>
      </div>
      <nav class="bar-actions" aria-label="Page">
        <button class="quiet" title="New chat (Alt+N)" @click=${() => this.emit("new-chat")}>${icon("plus")}<span>New chat</span></button>
        <button class="quiet square" aria-label="Chats" title="Chats" @click=${() => this.emit("open", "chats")}>${icon("chats")}</button>
        <button class="quiet square" aria-label="Memory" title="Memory" @click=${() => this.emit("open", "memory")}>${icon("memory")}</button>
        <button class="quiet square" aria-label="Settings" title="Settings" @click=${() => this.emit("open", "settings")}>${icon("gear")}</button>
        <button class="quiet square" aria-label=${`Theme: ${this.theme}`} title=${`Theme: ${this.theme}`} @click=${this._nextTheme}>
          ${icon(this.theme === "auto" ? "auto" : this.theme === "dark" ? "moon" : "sun")}
        </button>
        <a class="button quiet" href="bench.html" aria-label="Benchmark" title="Benchmark">${icon("chart")}<span>Benchmark</span></a>
      </nav>
    `;
  }

  /** @override The choice in force is shown, also after one that was refused. */
  updated() {
    for (const [name, value] of /** @type {const} */ ([["Model", this.model], ["Toolbox", this.toolbox]])) {
      const select = /** @type {HTMLSelectElement | null} */ (this.querySelector(`select[aria-label=${name}]`));
      if (select && select.value !== value) select.value = value;
    }
  }

  /** @param {Event} event */
  _chooseModel(event) {
    const select = /** @type {HTMLSelectElement} */ (event.target);
    const id = select.value;
    select.value = this.model;
    this.emit("model-chosen", id);
  }

  /** @param {Event} event */
  _chooseToolbox(event) {
    this.emit("toolbox-chosen", /** @type {HTMLSelectElement} */ (event.target).value);
  }

  _nextTheme() {
    this.theme = preferences.nextTheme(this.theme);
    this.emit("theme-changed", this.theme);
  }
}
customElements.define("kh-bar", Bar);

/** The keyhole, as the page's mark. */
export function brandMark() {
  return html`<svg class="mark" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <rect x="1" y="1" width="18" height="18" rx="5"></rect>
    <path d="M10 4.8a3.1 3.1 0 0 0-1.5 5.8L7.4 15.2h5.2l-1.1-4.6A3.1 3.1 0 0 0 10 4.8z"></path>
  </svg>`;
}

/** @param {string} name */
function _capital(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
