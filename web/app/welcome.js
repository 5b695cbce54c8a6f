/**
 * What a first visit shows: what this is, that it is private, and six questions to click. Says `ask` (text).
 *
 * @typedef {import("../types.js").ToolboxInfo} ToolboxInfo
 */
import { brandMark } from "./bar.js";
import { Element, html, nothing } from "./element.js";

export class Welcome extends Element {
  static properties = { toolbox: { attribute: false } };

  constructor() {
    super();
    /** @type {ToolboxInfo | null} */
    this.toolbox = null;
  }

  /** @override */
  render() {
    return html`<section class="welcome" aria-labelledby="welcome-title">
      ${brandMark()}
      <h1 id="welcome-title">A small model that uses tools, one thing at a time.</h1>
      <p>It runs in this page; nothing leaves it.</p>
      ${this.toolbox
        ? html`<ul class="examples" aria-label="Questions to try">
            ${this.toolbox.examples.slice(0, 6).map(
              (example) => html`<li><button @click=${() => this.emit("ask", example)}>${example}</button></li>`,
            )}
          </ul>`
        : nothing}
    </section>`;
  }
}
customElements.define("kh-welcome", Welcome);
