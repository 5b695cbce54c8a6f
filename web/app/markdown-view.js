/**
 * Shows Markdown that may still be growing. Formatting starts anew with each piece, so it waits longer the longer the
 * text takes: a long answer never holds up the page.
 */
import { Element, html } from "./element.js";

const SAMPLE = "# a\n\nb *c* **d** `e` [f](https://example.org)\n\n- g\n\n1. h\n\n> i\n\n| j | k |\n| - | - |\n| l | m |\n\n```\nn\n```";

/** @type {((text: string) => DocumentFragment) | undefined} */
let format;
/** Formatting is fetched, and tried once, while the page is idle: its first use takes long, and no answer shall wait for it. */
const formatting = new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve))
  .then(() => import("./markdown.js"))
  .then(({ render }) => {
    render(SAMPLE);
    format = render;
  });

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
    if (!format) {
      void formatting.then(() => this._draw());
      return;
    }
    const started = performance.now();
    this._shown = this.text;
    this.querySelector(".prose")?.replaceChildren(format(this.text));
    this._cost = performance.now() - started;
  }
}
customElements.define("kh-markdown", MarkdownView);
