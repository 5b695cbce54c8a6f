/**
 * Shows Markdown that may still be growing. Formatting starts anew with each piece, so it waits longer the longer the
 * text takes: a long answer never holds up the page.
 */
import { Element, html } from "./element.js";

const SAMPLES = ["a", "# a", "b *c* **d** `e`", "[f](https://example.org)", "- g", "1. h", "> i", "| j |\n| - |\n| l |", "```\nn\n```"];

/** @type {((text: string) => DocumentFragment) | undefined} */
let format;
const idle = () => new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
/**
 * Formatting is fetched, and tried on each thing it knows, while the page is idle: its first use takes long, and no
 * answer shall wait for it. One thing at a time, so that the page answers in between.
 */
const formatting = idle()
  .then(() => import("./markdown.js"))
  .then(async ({ render }) => {
    for (const sample of SAMPLES) {
      await idle();
      render(sample);
    }
    format = render;
  })
  .catch(() => (format = plain)); // an answer that cannot be made pretty is an answer all the same

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

/** The text as it is. @param {string} text */
function plain(text) {
  const words = document.createElement("p");
  words.className = "words";
  words.textContent = text;
  const fragment = document.createDocumentFragment();
  fragment.append(words);
  return fragment;
}
