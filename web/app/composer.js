/**
 * Where questions are written. Says `send` (text) and `stop`. Enter sends, Shift+Enter breaks the line, Esc stops,
 * Up in an empty field brings the last question back.
 */
import { Element, html, icon, nothing } from "./element.js";
import { count } from "./format.js";
import { draft, keepDraft } from "./preferences.js";

const _LONG = 8000;

export class Composer extends Element {
  static properties = {
    busy: { attribute: false },
    last: { attribute: false },
    _text: { state: true },
    _empty: { state: true },
  };

  constructor() {
    super();
    this.busy = false;
    this.last = "";
    this._text = "";
    this._empty = false;
  }

  /** @override */
  render() {
    return html`<form class="composer" @submit=${this._submit}>
      <textarea
        id="message"
        rows="1"
        aria-label="Message"
        aria-describedby="composer-note"
        placeholder="Ask a question"
        autocomplete="off"
        enterkeyhint="send"
        dir="auto"
        @input=${this._input}
        @keydown=${this._key}
      ></textarea>
      ${this.busy
        ? html`<button type="button" class="square stop" aria-label="Stop" title="Stop (Esc)" @click=${() => this.emit("stop")}>${icon("stop")}</button>`
        : nothing}
      <button type="submit" class="primary square" aria-label="Send" title=${this.busy ? "Send; it waits until the answer before it is done" : "Send (Enter)"}>
        ${icon("send")}
      </button>
      <p id="composer-note" class="composer-note" role="status">${this._note()}</p>
    </form>`;
  }

  _note() {
    if (this._empty) return "Write a question first.";
    if (this._text.length > _LONG) {
      return `${count(this._text.length)} characters: a small model may not be able to read all of it.`;
    }
    return nothing;
  }

  get _field() {
    return /** @type {HTMLTextAreaElement} */ (this.querySelector("textarea"));
  }

  /** @override */
  firstUpdated() {
    if (!draft()) return;
    this._field.value = draft();
    this._input();
  }

  /** @override */
  focus() {
    this._field?.focus();
  }

  /** @param {string} text */
  set(text) {
    this._field.value = text;
    this._input();
    this._field.focus();
  }

  _input() {
    this._text = this._field.value;
    keepDraft(this._text);
    this._empty = false;
    this._field.style.height = "auto";
    this._field.style.height = `${Math.min(this._field.scrollHeight + 2, 220)}px`;
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      this._submit(event);
    } else if (event.key === "ArrowUp" && !this._field.value && this.last) {
      event.preventDefault();
      this.set(this.last);
    }
  }

  /** @param {Event} event */
  _submit(event) {
    event.preventDefault();
    const text = this._field.value;
    if (!text.trim()) {
      this._empty = true;
      this._field.focus();
      return;
    }
    this.emit("send", text);
    this.set("");
  }
}
customElements.define("kh-composer", Composer);
