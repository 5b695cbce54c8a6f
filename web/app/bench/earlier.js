/**
 * The runs that are kept and those that came with the site: shown again, compared with the one on the page, deleted.
 * Says `show` (a StoredRun), `delete` (a StoredRun) and `problem` (what went wrong).
 *
 * @typedef {import("./runner.js").Runner} Runner
 * @typedef {import("./store.js").StoredRun} StoredRun
 * @typedef {import("./figures.js").Figures} Figures
 */
import { Element, html, icon, nothing } from "../element.js";
import { percent } from "../format.js";
import { comparison } from "./comparison.js";

export class Earlier extends Element {
  static properties = {
    runner: { attribute: false },
    tick: { attribute: false },
    runs: { attribute: false },
    shipped: { attribute: false },
    nameOf: { attribute: false },
    agent: { attribute: false },
    _differences: { state: true },
  };

  constructor() {
    super();
    /** @type {Runner | null} */
    this.runner = null;
    /** Changes whenever the runner does. */
    this.tick = 0;
    /** @type {readonly StoredRun[]} */
    this.runs = [];
    /** @type {readonly any[]} runs that came with the site */
    this.shipped = [];
    /** @type {(strategy: string) => string} */
    this.nameOf = (strategy) => strategy;
    /** @type {() => Promise<import("../../keyhole.js").Agent>} */
    this.agent = () => Promise.reject(new Error("no agent"));
    /** @type {{name: string, of: string, rows: any[]} | null} */
    this._differences = null;
  }

  /** @override */
  render() {
    const { runner, runs, shipped, _differences: differences } = this;
    if (!runner || (!runs.length && !shipped.length)) return nothing;
    return html`<section class="panel" aria-label="Earlier runs">
      <h2>Earlier runs</h2>
      <ul class="runs">
        ${shipped.map((run) => this._shipped(run))} ${runs.map((run) => this._kept(run))}
      </ul>
      ${differences && differences.of === runner.run?.id
        ? html`<div role="region" aria-label="Comparison">
            <h3>From ${differences.name} to the run shown</h3>
            ${comparison(differences.rows, this.nameOf)}
          </div>`
        : nothing}
    </section>`;
  }

  get _comparable() {
    return Boolean(this.runner?.run?.figures.length) && !this.runner?.running;
  }

  /** @param {any} run */
  _shipped(run) {
    const name = `${run.info.model}, ${run.info.suite}`;
    return html`<li>
      <span><strong>${name}</strong> <span class="tag">comes with Keyhole</span><br /><span class="figures">${_facts(run.info, run.figures)}</span></span>
      <button class="small" ?disabled=${!this._comparable} @click=${() => this._compare(`${name}, shipped`, async () => run)}>Compare</button>
    </li>`;
  }

  /** @param {StoredRun} run */
  _kept(run) {
    const shown = this.runner?.run?.id === run.id;
    const running = Boolean(this.runner?.running);
    const name = `${run.plan.model}, ${run.plan.suite}`;
    return html`<li aria-current=${shown}>
      <span><strong>${name}</strong> <span class="tag">${(shown && this.runner?.run?.state) || run.state}</span><br /><span class="figures">${_facts({ ...run.plan, date: run.date }, run.figures)}</span></span>
      <span class="row">
        <button class="small" ?disabled=${running || shown} @click=${() => this.emit("show", run)}>Show</button>
        <button class="small" ?disabled=${!this._comparable || shown} @click=${() => this._compareKept(name, run)}>Compare</button>
        <button class="quiet square small" aria-label="Delete this run" title="Delete" ?disabled=${shown && running} @click=${() => this.emit("delete", run)}>${icon("trash")}</button>
      </span>
    </li>`;
  }

  /** @param {string} name @param {StoredRun} run */
  _compareKept(name, run) {
    const { runner } = this;
    if (runner) void this._compare(`${name}, ${_minute(run.date)}`, async () => runner.report(run, await runner.store.rows(run.id)));
  }

  /** @param {string} name @param {() => Promise<any>} report of the run to compare with */
  async _compare(name, report) {
    const { run, rows } = this.runner ?? {};
    if (!this.runner || !run || !rows) return;
    try {
      const [first, second] = [await report(), await this.runner.report(run, rows)];
      const agent = await this.agent();
      this._differences = { name, of: run.id, rows: await agent.call("bench.compare", { first, second }) };
    } catch (error) {
      this.emit("problem", error);
    }
  }
}
customElements.define("kh-earlier", Earlier);

/** The results that came with the site, as far as they can be had: the page is worth as much without. @returns {Promise<any[]>} */
export async function shippedRuns() {
  const read = async (/** @type {string} */ name) => (await fetch(`bench/results/${encodeURIComponent(name)}`)).json();
  try {
    const names = /** @type {string[]} */ (await read("index.json"));
    const found = await Promise.allSettled(names.map(read));
    return found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  } catch {
    return []; // a site built without any has no index
  }
}

/** @param {{date?: string, sample?: number | null, seed?: number}} info @param {readonly Figures[]} figures */
function _facts(info, figures) {
  const best = figures[0]?.proportions.strict?.value;
  return [
    info.date ? _minute(info.date) : "",
    info.sample ? `${info.sample} queries, seed ${info.seed ?? 0}` : "all queries",
    typeof best === "number" ? `${figures[0].strategy} ${percent(best, 1)} strict` : "",
  ].filter(Boolean).join(" · ");
}

/** @param {string} date ISO 8601 */
function _minute(date) {
  return date.slice(0, 16).replace("T", " ");
}
