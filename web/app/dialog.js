/**
 * What all dialogs share: a native modal `<dialog>` (it keeps the focus and gives it back), a title and a way out.
 */
import { Element, explain, html, icon } from "./element.js";

export class Dialog extends Element {
  static properties = { problem: { state: true }, shown: { state: true } };

  constructor() {
    super();
    this.heading = "";
    /** What went wrong with the last action, shown inside. */
    this.problem = "";
    this.shown = false;
  }

  /** What is inside. @returns {unknown} */
  body() {
    return null;
  }

  /** @override */
  render() {
    return html`<dialog aria-label=${this.heading} @close=${() => (this.shown = false)} @click=${this._outside}>
      <div class="dialog-frame">
        <header class="dialog-head">
          <h2>${this.heading}</h2>
          <button class="quiet square" aria-label="Close" @click=${() => this.hide()}>${icon("close")}</button>
        </header>
        <p class="problem" role="alert">${this.problem}</p>
        <div class="dialog-body">${this.shown ? this.body() : null}</div>
      </div>
    </dialog>`;
  }

  get _dialog() {
    return /** @type {HTMLDialogElement} */ (this.querySelector("dialog"));
  }

  show() {
    this.problem = "";
    this.shown = true;
    if (!this._dialog.open) this._dialog.showModal();
    this.emit("shown"); // notices that still stand come into it
  }

  hide() {
    this._dialog.close();
  }

  /** Run an action; what it throws is shown in the dialog. @param {() => Promise<unknown>} action @returns {Promise<boolean>} whether it went well */
  async attempt(action) {
    this.problem = "";
    try {
      await action();
      return true;
    } catch (error) {
      const { name, code } = /** @type {{name?: string, code?: string}} */ (Object(error));
      if (name !== "AbortError" && code !== "aborted") this.problem = explain(error); // who stops it knows
      return false;
    }
  }

  /** @param {MouseEvent} event */
  _outside(event) {
    if (event.target === this._dialog) this.hide();
  }
}
