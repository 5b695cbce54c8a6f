/**
 * Short notices at the foot of the page, one of them perhaps with a way back ("Deleted. Undo").
 *
 * @typedef {{id: number, text: string, kind: "plain"|"error", action?: {label: string, run: () => void}}} Toast
 */
import { Element, html, icon, nothing } from "./element.js";

export class Toasts extends Element {
  static properties = { _toasts: { state: true } };

  constructor() {
    super();
    /** @type {readonly Toast[]} */
    this._toasts = [];
    this._serial = 0;
    /** @type {HTMLElement | null} where it stands while no dialog is open */
    this._home = null;
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    if (this._home) return;
    this._home = this.parentElement;
    document.addEventListener("close", () => this._place(), true);
    document.addEventListener("shown", () => this._place());
  }

  /** All outside an open modal dialog is inert: what can be undone must be inside it. */
  _place() {
    const place = document.querySelector("dialog[open]") ?? this._home;
    if (place && place !== this.parentElement) place.append(this);
  }

  /** @override */
  render() {
    return html`<div class="toasts" role="region" aria-label="Notices" aria-live="polite">
      ${this._toasts.map(
        (toast) => html`<div class="toast" data-kind=${toast.kind}>
          <span>${toast.text}</span>
          ${toast.action
            ? html`<button class="link" @click=${() => { toast.action?.run(); this.drop(toast.id); }}>${toast.action.label}</button>`
            : nothing}
          <button class="quiet square small" aria-label="Dismiss" @click=${() => this.drop(toast.id)}>${icon("close")}</button>
        </div>`,
      )}
    </div>`;
  }

  /** @param {string} text @param {{kind?: "plain"|"error", action?: Toast["action"], seconds?: number}} [options] @returns {number} */
  show(text, { kind = "plain", action, seconds = kind === "error" ? 15 : 8 } = {}) {
    const id = ++this._serial;
    this._place();
    this._toasts = [...this._toasts.filter((toast) => toast.text !== text).slice(-2), { id, text, kind, action }];
    setTimeout(() => this.drop(id), seconds * 1000);
    return id;
  }

  /** @param {number} id */
  drop(id) {
    this._toasts = this._toasts.filter((toast) => toast.id !== id);
  }
}
customElements.define("kh-toasts", Toasts);
