/**
 * What Keyhole remembers: see it, edit it, export and import it, erase it and think better of it.
 *
 * @typedef {import("./session.js").Session} Session
 */
import { Dialog } from "./dialog.js";
import { html, nothing } from "./element.js";

export class MemoryDialog extends Dialog {
  static properties = { ...Dialog.properties, session: { attribute: false }, tick: { attribute: false } };

  constructor() {
    super();
    this.heading = "Memory";
    /** @type {Session | null} */
    this.session = null;
    this.tick = 0;
  }

  /** @override */
  body() {
    return this.session?.agent ? html`` : nothing;
  }
}
customElements.define("kh-memory", MemoryDialog);
