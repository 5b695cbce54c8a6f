/**
 * What a run came to: the table of figures, the charts, and what went wrong.
 *
 * @typedef {import("./store.js").StoredRow} StoredRow
 * @typedef {import("./figures.js").Figures} Figures
 */
import { Element, html } from "../element.js";
import "./chart.js";
import "./failures.js";
import { table } from "./figures.js";

export class Results extends Element {
  static properties = {
    figures: { attribute: false },
    rows: { attribute: false },
    nameOf: { attribute: false },
    own: { attribute: false },
    _all: { state: true },
  };

  constructor() {
    super();
    /** @type {readonly Figures[]} */
    this.figures = [];
    /** @type {readonly StoredRow[]} */
    this.rows = [];
    /** @type {(strategy: string) => string} A strategy's name for a reader. */
    this.nameOf = (strategy) => strategy;
    /** How many tools the suite's toolbox has by itself; 0 when unknown. */
    this.own = 0;
    this._all = false;
  }

  /** @override */
  render() {
    const { figures, nameOf: title } = this;
    return html`
      <section class="panel" aria-label="Results">
        <div class="row spread">
          <h2>Results</h2>
          <button class="link" aria-pressed=${this._all} @click=${() => (this._all = !this._all)}>${this._all ? "The main figures" : "All figures"}</button>
        </div>
        ${table(figures, title, this._all)}
        <p class="aside">Shares carry their 95% Wilson interval; the metrics are explained below.</p>
      </section>
      <div class="charts">
        <kh-chart
          class="panel"
          .heading=${"Accuracy against latency"}
          .x=${"turn, median, ms"}
          .y=${"strict accuracy, %"}
          .range=${[0, 105]}
          .series=${_accuracy(figures, title)}
        ></kh-chart>
        <kh-chart
          class="panel"
          .heading=${"Prompt tokens against number of tools"}
          .x=${"tools in the toolbox"}
          .y=${"prompt tokens per query, mean"}
          .lines=${true}
          .logX=${true}
          .logY=${true}
          .series=${_tokens(figures, title, this.own)}
        ></kh-chart>
      </div>
      <section class="panel" aria-label="Failures">
        <h2>What went wrong</h2>
        <kh-failures .rows=${this.rows} .name=${title}></kh-failures>
      </section>
    `;
  }
}
customElements.define("kh-results", Results);

/** @param {readonly Figures[]} figures @param {(strategy: string) => string} title */
function _accuracy(figures, title) {
  return _byStrategy(figures, title, (group) => {
    const share = group.proportions.strict;
    const x = group.numbers.turn_ms_p50;
    if (share.value === null || x === null || x === undefined) return null;
    const name = `${title(group.strategy)}${group.tools ? `, ${group.tools.toLocaleString("en")} tools` : ""}`;
    return { x, y: share.value * 100, low: share.low * 100, high: share.high * 100, name };
  });
}

/** @param {readonly Figures[]} figures @param {(strategy: string) => string} title @param {number} own */
function _tokens(figures, title, own) {
  return _byStrategy(figures, title, (group) => {
    const x = group.tools || own;
    const y = group.numbers.prompt_tokens;
    return x && y ? { x, y } : null;
  });
}

/**
 * @param {readonly Figures[]} figures @param {(strategy: string) => string} title
 * @param {(group: Figures) => {x: number, y: number, low?: number, high?: number, name?: string} | null} point
 */
function _byStrategy(figures, title, point) {
  const names = [...new Set(figures.map((group) => group.strategy))];
  return names.map((name) => ({
    label: title(name),
    points: figures.filter((group) => group.strategy === name).map(point).filter((one) => one !== null),
  }));
}
