/**
 * Shows Markdown that may still be growing. Formatting starts anew with each piece, so it waits longer the longer the
 * text takes: a long answer never holds up the page.
 */
import { Element, html } from "./element.js";
import { render } from "./markdown.js";

export class MarkdownView extends Element {
  static properties = { text: { attribute: false } };

  constructor() {
    super();
    this.text = "";
    this._shown = "";
    this._cost = 0;
    this._timer = 0;
  }

  /** @override */
  render() {
    return html`<div class="prose" dir="auto"></div>`;
  }

  /** @override */
  updated() {
    if (this._shown === this.text || this._timer) return;
    this._timer = setTimeout(() => this._draw(), Math.min(500, this._cost * 4));
    if (!this._shown) this._draw();
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this._timer);
    this._timer = 0;
  }

  _draw() {
    clearTimeout(this._timer);
    this._timer = 0;
    const started = performance.now();
    this._shown = this.text;
    this.querySelector(".prose")?.replaceChildren(render(this.text));
    this._cost = performance.now() - started;
  }
}
customElements.define("kh-markdown", MarkdownView);
