/**
 * One line that tells the truth: what is loading, how far it is, how fast, how long still; what is ready; what failed.
 * Where Python has ended it offers to start again, by loading the page anew.
 *
 * @typedef {import("../types.js").Status} Status
 */
import { Element, html, nothing } from "./element.js";
import { Rate, size, sizeOf, timeLeft } from "./format.js";

const _rates = { model: "", rate: new Rate() };

/** What the visitor has to know of where his chats go; nothing where they are kept as usual. @type {Record<string, string>} */
const _STORAGE = {
  "read-only": ". Another tab has these chats open: new ones are not kept here",
  memory: ". This browser denies storage: chats last as long as this page",
};

/** "412 of 1,840 MB, 12 MB/s, 6 min left". @param {Status} status */
export function progressText(status) {
  if (!(status.total > 0)) return status.text;
  if (_rates.model !== status.model + status.total) {
    _rates.model = status.model + status.total;
    _rates.rate = new Rate();
  }
  _rates.rate.add(status.loaded);
  const { speed } = _rates.rate;
  const parts = [sizeOf(status.loaded, status.total)];
  if (speed > 0) parts.push(`${size(speed)}/s`, timeLeft(_rates.rate.left(status.total)));
  return parts.filter(Boolean).join(", ");
}

export class StatusLine extends Element {
  static properties = { status: { attribute: false }, label: { attribute: false }, waiting: { attribute: false } };

  constructor() {
    super();
    /** @type {Status | null} */
    this.status = null;
    /** The model's name for a reader. */
    this.label = "";
    /** How many questions wait. */
    this.waiting = 0;
  }

  /** @override */
  render() {
    const status = this.status;
    if (!status) return nothing;
    const loading = status.phase === "python" || status.phase === "model";
    return html`<div class="status-line" data-phase=${status.phase}>
      <span class="dot" aria-hidden="true"></span>
      <span role="status" aria-live="polite" aria-label="Status">${this._text(status)}</span>
      ${loading && status.total > 0
        ? html`<span class="figures" aria-hidden="true">${progressText(status)}</span>
            <progress aria-label="Loading" max="1" .value=${status.loaded / status.total}></progress>`
        : nothing}
      ${status.error?.code === "python" ? html`<button class="link" @click=${() => location.reload()}>Start again</button>` : nothing}
    </div>`;
  }

  /** What a screen reader is told: it changes with the phase, not with every byte. @param {Status} status */
  _text(status) {
    const waiting = this.waiting && status.phase !== "ready" ? ` Your question waits for it.` : "";
    if (status.phase === "error") {
      const { message = status.text, advice = "" } = status.error ?? {};
      return `${message.replace(/[.\s]*$/, "")}.${advice ? ` ${advice}` : ""}`;
    }
    const kept = status.phase === "ready" ? (_STORAGE[status.storage ?? "kept"] ?? "") : "";
    return `${status.text}${kept}${waiting && !/[.!?]$/.test(status.text) ? "." : ""}${waiting}`;
  }
}
customElements.define("kh-status", StatusLine);
