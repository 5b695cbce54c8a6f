/**
 * The queries of a run that went wrong, each opening to what was expected, what came, and the full trace.
 *
 * @typedef {import("./store.js").StoredRow} StoredRow
 */
import { Element, html, nothing, pretty } from "../element.js";
import { duration } from "../format.js";
import "../trace.js";
import { replay } from "../turns.js";

const _SHOWN = 20;

/** Whether a row counts as wrong. @param {any} row */
export function isWrong(row) {
  if (row.applies === false) return false; // nothing was asked of the model
  return !row.acceptable || row.args_exact === false;
}

export class Failures extends Element {
  static properties = {
    rows: { attribute: false },
    name: { attribute: false },
    _open: { state: true },
    _strategy: { state: true },
    _limit: { state: true },
  };

  constructor() {
    super();
    /** @type {readonly StoredRow[]} */
    this.rows = [];
    /** @type {(strategy: string) => string} A strategy's name for a reader. */
    this.name = (strategy) => strategy;
    /** Which row is open, by its key. */
    this._open = "";
    this._strategy = "";
    this._limit = _SHOWN;
  }

  /** @override */
  render() {
    const wrong = this.rows.filter(({ row }) => isWrong(row));
    if (!wrong.length) return html`<p class="aside">${this.rows.length ? "None so far." : "They will be listed here."}</p>`;
    const strategies = [...new Set(wrong.map(({ row }) => row.strategy))];
    const chosen = wrong.filter(({ row }) => !this._strategy || row.strategy === this._strategy);
    return html`
      <div class="row">
        <label class="choice">
          <span>Strategy</span>
          <select aria-label="Strategy of the failures" @change=${(/** @type {Event} */ event) => (this._strategy = /** @type {HTMLSelectElement} */ (event.target).value)}>
            <option value="">all (${wrong.length})</option>
            ${strategies.map((name) => html`<option value=${name}>${this.name(name)} (${wrong.filter(({ row }) => row.strategy === name).length})</option>`)}
          </select>
        </label>
      </div>
      <ul class="failures">
        ${chosen.slice(0, this._limit).map((stored) => this._row(stored))}
      </ul>
      ${chosen.length > this._limit
        ? html`<button @click=${() => (this._limit += _SHOWN)}>Show more of ${chosen.length}</button>`
        : nothing}
    `;
  }

  /** @param {StoredRow} stored */
  _row(stored) {
    const { row } = stored;
    const key = `${row.strategy} ${row.tools} ${row.id}`;
    const open = this._open === key;
    return html`<li data-query=${row.id}>
      <button class="chip" aria-expanded=${open} @click=${() => (this._open = open ? "" : key)}>
        <span class="failed-query" dir="auto">${row.query.length > 200 ? `${row.query.slice(0, 200)}…` : row.query}</span>
        <span class="chip-gist">
          ${this.name(row.strategy)}${row.tools ? `, ${row.tools.toLocaleString("en")} tools` : ""}: wanted ${_wanted(row.expected)}, got ${_got(row)}
        </span>
      </button>
      ${open ? this._trace(stored) : nothing}
    </li>`;
  }

  /** @param {StoredRow} stored */
  _trace({ row, events }) {
    const turn = replay(row.id, row.query, events);
    return html`<div class="step-body">
      <h4>Expected</h4>
      <pre tabindex="0" role="group" aria-label="Expected">${pretty(row.expected)}</pre>
      <h4>Came</h4>
      <pre tabindex="0" role="group" aria-label="Came">${pretty({ choice: row.choice, calls: row.calls, error: row.error ?? undefined, answer: row.answer || undefined })}</pre>
      <h4>Trace, ${duration(row.ms)}</h4>
      ${turn.steps.length
        ? html`<ol class="timeline">
            ${turn.steps.map(
              (step) => html`<li data-step=${step.kind} data-tool=${step.tool ?? nothing} data-state=${step.state}><kh-step .step=${step}></kh-step></li>`,
            )}
          </ol>`
        : html`<p class="aside">No step was made.</p>`}
    </div>`;
  }
}
customElements.define("kh-failures", Failures);

/** @param {any} expected */
function _wanted(expected) {
  if (expected.choice === "clarify") return "a question";
  if (expected.choice === "none") return "no tool";
  return expected.any_call ? "any tool" : expected.tool;
}

/** @param {any} row */
function _got(row) {
  if (row.error) return row.fits ? `a failure (${row.error})` : "no room in the context";
  if (row.choice === "clarify") return "a question";
  if (row.choice === "none") return "no tool";
  const names = row.calls.map((/** @type {any} */ call) => call.name).join(", ");
  return row.acceptable && row.args_exact === false ? `${names} with other arguments` : names;
}
