/**
 * The benchmark page: choose what to run, watch it, read the figures, look into what went wrong, compare, take it away.
 *
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {import("./store.js").StoredRun} StoredRun
 * @typedef {import("./figures.js").Figures} Figures
 * @typedef {import("../session.js").ModelInfo} ModelInfo
 * @typedef {import("../../types.js").Status} Status
 */
import { brandMark } from "../bar.js";
import { Element, explain, html, icon, nothing } from "../element.js";
import { percent, timeLeft } from "../format.js";
import * as preferences from "../preferences.js";
import "../status-line.js";
import "../toasts.js";
import { Deletions } from "../undo.js";
import "./chart.js";
import { comparison } from "./comparison.js";
import { device } from "./device.js";
import "./failures.js";
import { csv, NAMES, table } from "./figures.js";
import { DEFAULT, GROWTH, link, read, SAMPLES, SUITES } from "./plan.js";
import { Runner } from "./runner.js";

/** Before Python has said what it offers. @type {Record<string, string>} */
const _STRATEGIES = {
  routed: "Routed, names only",
  "routed+lines": "Routed, names and one line",
  "all-schemas": "Every schema in one prompt",
  lexical: "Word overlap, no model",
};
const _UNDO_SECONDS = 8;

export class Bench extends Element {
  static properties = {
    plan: { state: true },
    status: { state: true },
    models: { state: true },
    runs: { state: true },
    shipped: { state: true },
    definitions: { state: true },
    problem: { state: true },
    file: { state: true },
    differences: { state: true },
    theme: { state: true },
    _tick: { state: true },
    _all: { state: true },
    _over: { state: true },
  };

  constructor() {
    super();
    /** @type {Plan} */
    this.plan = read(new URLSearchParams(location.search));
    /** @type {Status | null} */
    this.status = null;
    /** @type {readonly ModelInfo[]} */
    this.models = [];
    /** @type {readonly StoredRun[]} */
    this.runs = [];
    /** @type {readonly any[]} runs that came with the site */
    this.shipped = [];
    /** @type {{metrics: Record<string, string>, strategies: Record<string, string>}} */
    this.definitions = { metrics: {}, strategies: _STRATEGIES };
    /** @type {Record<string, number>} how many tools each toolbox has */
    this.sizes = {};
    this.problem = "";
    /** @type {{name: string, text: string, queries: number} | null} the visitor's own suite */
    this.file = null;
    /** @type {{name: string, rows: any[]} | null} */
    this.differences = null;
    /** @type {typeof preferences.THEMES[number]} */
    this.theme = preferences.theme();
    this._tick = 0;
    this._all = false;
    this._over = false;
    /** @type {() => Promise<import("../../keyhole.js").Agent>} set by main.js */
    this.agent = () => Promise.reject(new Error("no agent"));
    this.runner = new Runner(() => this.agent());
    this._deletions = new Deletions("runs", (id) => this.runner.store.remove(id));
    this._title = (/** @type {string} */ strategy) => this.definitions.strategies[strategy] ?? strategy;
  }

  /** @override */
  connectedCallback() {
    this.replaceChildren();
    super.connectedCallback();
    this.runner.addEventListener("change", () => (this._tick += 1));
    void this._load();
  }

  async _load() {
    try {
      await this._deletions.finish();
      await this._listRuns();
      // a run that was cut off by a reload or a crash is offered again
      const cut = this.runs.find((run) => run.state === "running" || run.state === "paused");
      if (cut) {
        this.plan = cut.plan;
        await this.runner.take(cut);
      }
    } catch (error) {
      this.problem = explain(error);
    }
    this.shipped = await _shipped();
    try {
      const agent = await this.agent();
      this.definitions = await agent.call("bench.definitions", {});
      this.models = await agent.models();
      this.sizes = Object.fromEntries((await agent.toolboxes()).map((toolbox) => [toolbox.name, toolbox.tools.length]));
    } catch (error) {
      this.problem = explain(error);
    }
  }

  /** @override */
  render() {
    const { run, running } = this.runner;
    return html`
      <header class="bar">
        <a class="brand" href="./" aria-label="Keyhole, to the chat">${brandMark()}<span>Keyhole</span></a>
        <span class="bar-title">Benchmark</span>
        <nav class="bar-actions" aria-label="Page">
          <a class="button quiet" href="./">${icon("chats")}<span>Chat</span></a>
          <button class="quiet square" aria-label=${`Theme: ${this.theme}`} title=${`Theme: ${this.theme}`} @click=${this._nextTheme}>
            ${icon(this.theme === "auto" ? "auto" : this.theme === "dark" ? "moon" : "sun")}
          </button>
        </nav>
      </header>
      <main class="bench">
        <section class="intro">
          <h1>Measure, don't guess</h1>
          <p class="lead">How often the model picks the right tool on this machine, and how long it takes. It runs in this page; nothing leaves it.</p>
        </section>
        ${this._setup(running)}
        ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
        ${run ? this._progress(run, running) : nothing}
        ${run?.figures.length ? this._results(run) : nothing}
        ${this._earlier(run)}
        ${this._definitions()}
      </main>
      <kh-toasts></kh-toasts>
    `;
  }

  /** @param {boolean} running */
  _setup(running) {
    const { plan } = this;
    const models = this.models.length ? this.models.filter((model) => model.id !== "server") : [{ id: plan.model, label: plan.model, runnable: true }];
    const suites = this.file ? [...SUITES, this.file.name] : SUITES;
    return html`<form class="panel setup" aria-label="What to run" @submit=${this._start}>
      <fieldset ?disabled=${running}>
        <div class="grid">
          <label class="field"><span>Model</span>
            <select aria-label="Model" .value=${plan.model} @change=${(/** @type {Event} */ event) => this._set({ model: _value(event) })}>
              ${models.map((model) => html`<option value=${model.id} ?selected=${model.id === plan.model} ?disabled=${!model.runnable}>${model.label}${model.runnable ? "" : " (cannot run here)"}</option>`)}
            </select>
          </label>
          <label class="field"><span>Suite</span>
            <select aria-label="Suite" @change=${(/** @type {Event} */ event) => this._set({ suite: _value(event) })}>
              ${suites.map((suite) => html`<option value=${suite} ?selected=${suite === plan.suite}>${suite}</option>`)}
            </select>
          </label>
          <label class="field"><span>Queries</span>
            <select aria-label="Queries" @change=${(/** @type {Event} */ event) => this._set({ sample: Number(_value(event)) || null })}>
              ${[...new Set([...SAMPLES, plan.sample ?? 0])].sort((a, b) => (a || Infinity) - (b || Infinity)).concat(plan.sample === null ? [] : [0]).map(
                (size) => html`<option value=${size} ?selected=${(plan.sample ?? 0) === size}>${size || "all"}</option>`,
              )}
            </select>
          </label>
          <label class="field"><span>Seed of the sample</span>
            <input type="number" min="0" max="999999" aria-label="Seed" .value=${String(plan.seed)} @change=${(/** @type {Event} */ event) => this._set({ seed: Math.max(0, Math.trunc(Number(_value(event))) || 0) })} />
          </label>
        </div>
        <div class="groups">
          <div role="group" aria-label="Strategies">
            <h2>Strategies</h2>
            ${Object.entries(this.definitions.strategies).map(
              ([id, title]) => html`<label class="check"><input type="checkbox" .checked=${plan.strategies.includes(id)} @change=${() => this._toggle("strategies", id)} />${title}</label>`,
            )}
          </div>
          <div role="group" aria-label="Number of tools">
            <h2>Number of tools</h2>
            ${GROWTH.map(
              (count) => html`<label class="check"><input type="checkbox" .checked=${plan.growth.includes(count)} @change=${() => this._toggle("growth", count)} />${count ? `${count.toLocaleString("en")}, filled up with distractors` : "The toolbox as it is"}</label>`,
            )}
          </div>
          <div
            class="drop"
            data-over=${this._over}
            @dragover=${(/** @type {DragEvent} */ event) => { event.preventDefault(); this._over = true; }}
            @dragleave=${() => (this._over = false)}
            @drop=${this._drop}
          >
            <h2>A suite of your own</h2>
            <p class="aside">Drop a JSONL file here: ours, or a BFCL file with its answers joined in. It stays on this machine.</p>
            <label class="button">Choose a file<input class="visually-hidden" type="file" accept=".jsonl,.json,.ndjson" @change=${this._pick} /></label>
            ${this.file ? html`<p class="done" role="status">${this.file.name}: ${this.file.queries} queries</p>` : nothing}
          </div>
        </div>
      </fieldset>
      <div class="row">
        <button class="primary" ?disabled=${running}>Start</button>
        <button type="button" @click=${this._copyLink}>${icon("copy")}Copy link</button>
        <kh-status .status=${this.status}></kh-status>
      </div>
    </form>`;
  }

  /** @param {StoredRun} run @param {boolean} running */
  _progress(run, running) {
    const { plan } = run;
    const share = run.total ? run.count / run.total : 0;
    const words = {
      running: running ? (run.total ? `${run.count.toLocaleString("en")} of ${run.total.toLocaleString("en")} queries` : "Preparing") : "",
      paused: `Paused after ${run.count.toLocaleString("en")} of ${run.total.toLocaleString("en")} queries`,
      stopped: `Stopped after ${run.count.toLocaleString("en")} of ${run.total.toLocaleString("en")} queries`,
      done: `Done: ${run.count.toLocaleString("en")} queries`,
    }[run.state];
    return html`<section class="panel" aria-label="Progress">
      <div class="row spread">
        <div>
          <h2>${plan.model}, ${plan.suite}</h2>
          <p class="figures" role="status">${words}${running && run.total && this.runner.left > 0 ? `, ${timeLeft(this.runner.left / 1000)}` : ""}</p>
        </div>
        <div class="row">
          ${running
            ? html`<button @click=${() => this._halt("paused")}>Pause</button><button @click=${() => this._halt("stopped")}>${icon("stop")}Stop</button>`
            : run.state === "paused" || run.state === "stopped"
              ? html`<button class="primary" @click=${() => this._resume(run)}>Resume</button>`
              : nothing}
          <button ?disabled=${!run.figures.length} @click=${() => this._export("json")}>${icon("download")}JSON</button>
          <button ?disabled=${!run.figures.length} @click=${() => this._export("csv")}>${icon("download")}CSV</button>
        </div>
      </div>
      <progress aria-label="Progress" max="1" .value=${share}></progress>
      ${this.runner.problem ? html`<p class="problem" role="alert">${explain(this.runner.problem)}</p>` : nothing}
      <p class="aside">${_device(run)}</p>
    </section>`;
  }

  /** @param {StoredRun} run */
  _results(run) {
    return html`
      <section class="panel" aria-label="Results">
        <div class="row spread">
          <h2>Results</h2>
          <button class="link" aria-pressed=${this._all} @click=${() => (this._all = !this._all)}>${this._all ? "The main figures" : "All figures"}</button>
        </div>
        ${table(run.figures, this._title, this._all)}
        <p class="aside">Shares carry their 95% Wilson interval; the metrics are explained below.</p>
      </section>
      <div class="charts">
        <kh-chart
          class="panel"
          .heading=${"Accuracy against latency"}
          .x=${"turn, median, ms"}
          .y=${"strict accuracy, %"}
          .range=${[0, 105]}
          .series=${_accuracy(run.figures, this._title)}
        ></kh-chart>
        <kh-chart
          class="panel"
          .heading=${"Prompt tokens against number of tools"}
          .x=${"tools in the toolbox"}
          .y=${"prompt tokens per query, mean"}
          .lines=${true}
          .logX=${true}
          .logY=${true}
          .series=${_tokens(run.figures, this._title, this.sizes[run.plan.suite] ?? 0)}
        ></kh-chart>
      </div>
      <section class="panel" aria-label="Failures">
        <h2>What went wrong</h2>
        <kh-failures .rows=${[...this.runner.rows]} .name=${this._title}></kh-failures>
      </section>
    `;
  }

  /** @param {StoredRun | null} shown */
  _earlier(shown) {
    const runs = this.runs.filter((run) => !this._deletions.hides(run.id));
    if (!runs.length && !this.shipped.length) return nothing;
    const comparable = Boolean(shown?.figures.length) && !this.runner.running;
    return html`<section class="panel" aria-label="Earlier runs">
      <h2>Earlier runs</h2>
      <ul class="runs">
        ${this.shipped.map(
          (run) => html`<li>
            <span><strong>${run.info.model}, ${run.info.suite}</strong> <span class="tag">comes with Keyhole</span><br /><span class="figures">${_facts(run.info, run.figures)}</span></span>
            <button class="small" ?disabled=${!comparable} @click=${() => this._compareWith(`${run.info.model}, ${run.info.suite}, shipped`, run)}>Compare</button>
          </li>`,
        )}
        ${runs.map(
          (run) => html`<li aria-current=${run.id === shown?.id}>
            <span><strong>${run.plan.model}, ${run.plan.suite}</strong> <span class="tag">${run.state}</span><br /><span class="figures">${_facts({ ...run.plan, date: run.date }, run.figures)}</span></span>
            <span class="row">
              <button class="small" ?disabled=${this.runner.running || run.id === shown?.id} @click=${() => this._show(run)}>Show</button>
              <button class="small" ?disabled=${!comparable || run.id === shown?.id} @click=${() => this._compareStored(run)}>Compare</button>
              <button class="quiet square small" aria-label="Delete this run" title="Delete" ?disabled=${run.id === shown?.id && this.runner.running} @click=${() => this._delete(run)}>${icon("trash")}</button>
            </span>
          </li>`,
        )}
      </ul>
      ${this.differences
        ? html`<div role="region" aria-label="Comparison">
            <h3>From ${this.differences.name} to the run shown</h3>
            ${comparison(this.differences.rows, this._title)}
          </div>`
        : nothing}
    </section>`;
  }

  _definitions() {
    const metrics = Object.entries(this.definitions.metrics);
    if (!metrics.length) return nothing;
    return html`<details class="panel">
      <summary><h2>What is measured</h2></summary>
      <dl class="definitions">${metrics.map(([name, words]) => html`<div><dt>${NAMES[name] ?? name}</dt><dd>${words}</dd></div>`)}</dl>
      <p class="aside">
        Argument exactness follows the rules of the Berkeley Function Calling Leaderboard's AST checker. Intervals are Wilson's, 95%; two runs are compared by McNemar's exact test over
        the queries that both have. A distractor is a plausible tool that no query wants.
      </p>
    </details>`;
  }

  /** @param {Partial<Plan>} change */
  _set(change) {
    this.plan = { ...this.plan, ...change };
  }

  /** @template {"strategies"|"growth"} K @param {K} name @param {Plan[K][number]} value */
  _toggle(name, value) {
    const order = name === "strategies" ? Object.keys(this.definitions.strategies) : GROWTH;
    const before = /** @type {(string|number)[]} */ (this.plan[name]);
    const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
    after.sort((a, b) => /** @type {any[]} */ (order).indexOf(a) - /** @type {any[]} */ (order).indexOf(b));
    this._set(/** @type {Partial<Plan>} */ ({ [name]: after }));
  }

  /** @param {Event} event */
  async _start(event) {
    event.preventDefault();
    await this._guard(async () => {
      const { plan } = this;
      if (!plan.strategies.length) throw new Error("Choose at least one strategy.");
      if (!plan.growth.length) throw new Error("Choose at least one number of tools.");
      const text = await this._suiteText(plan.suite);
      this.differences = null;
      await this._ensureModel(plan.model);
      const run = this.runner.start(plan, text, await device());
      await this._listRuns();
      await run;
      await this._listRuns();
    });
  }

  /** @param {StoredRun} run */
  async _resume(run) {
    await this._guard(async () => {
      await this._ensureModel(run.plan.model);
      await this.runner.resume(run);
      await this._listRuns();
    });
  }

  /** @param {"paused"|"stopped"} state */
  async _halt(state) {
    await this._guard(() => this.runner.halt(state));
    await this._listRuns();
  }

  /** @param {StoredRun} run */
  async _show(run) {
    await this._guard(() => this.runner.open(run));
    this.differences = null;
    this.plan = run.plan;
  }

  /** @param {StoredRun} run */
  async _compareStored(run) {
    await this._guard(async () => {
      const first = await this.runner.report(run, await this.runner.store.rows(run.id));
      await this._compareWith(`${run.plan.model}, ${run.plan.suite}, ${run.date.slice(0, 16).replace("T", " ")}`, first);
    });
  }

  /** @param {string} name @param {any} first */
  async _compareWith(name, first) {
    await this._guard(async () => {
      const { run, rows } = this.runner;
      if (!run) return;
      const second = await this.runner.report(run, rows);
      const agent = await this.agent();
      this.differences = { name, rows: await agent.call("bench.compare", { first, second }) };
    });
  }

  /** @param {StoredRun} run */
  _delete(run) {
    this._deletions.schedule(run.id, _UNDO_SECONDS, (error) => (this.problem = explain(error)));
    if (this.runner.run?.id === run.id) {
      this.runner.run = null;
      this.runner.rows = [];
    }
    this._tick += 1;
    const undo = () => {
      this._deletions.undo(run.id);
      this._tick += 1;
    };
    /** @type {import("../toasts.js").Toasts} */ (this.querySelector("kh-toasts")).show("Run deleted.", {
      seconds: _UNDO_SECONDS,
      action: { label: "Undo", run: undo },
    });
  }

  async _listRuns() {
    this.runs = await this.runner.store.list();
  }

  /** Have that model loaded; rejects when it cannot be. @param {string} id */
  async _ensureModel(id) {
    const agent = await this.agent();
    if (agent.status.model && agent.status.model !== id) await agent.setModel(id);
    while (agent.status.phase === "python" || agent.status.phase === "model") {
      await new Promise((resolve) => agent.addEventListener("status", resolve, { once: true }));
    }
    const { phase, text, error } = agent.status;
    if (phase === "error") throw Object.assign(new Error(error?.message ?? text), { advice: error?.advice ?? "" });
  }

  /** @param {string} suite */
  async _suiteText(suite) {
    if (this.file?.name === suite) return this.file.text;
    if (!SUITES.includes(/** @type {any} */ (suite))) {
      throw Object.assign(new Error(`the suite ${suite} is a file of somebody's own`), { advice: "Choose that file, then start." });
    }
    const response = await fetch(`bench/suites/${suite}.jsonl`);
    if (!response.ok) throw Object.assign(new Error(`the suite ${suite} could not be fetched (${response.status})`), { advice: "Reload the page." });
    return response.text();
  }

  /** @param {Event} event */
  async _pick(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (input.files?.[0]) await this._readFile(input.files[0]);
    input.value = "";
  }

  /** @param {DragEvent} event */
  async _drop(event) {
    event.preventDefault();
    this._over = false;
    const file = event.dataTransfer?.files[0];
    if (file && !this.runner.running) await this._readFile(file);
  }

  /** @param {File} file */
  async _readFile(file) {
    await this._guard(async () => {
      const text = await file.text();
      const agent = await this.agent();
      const { queries } = await agent.call("bench.check", { suite: text, name: file.name });
      this.file = { name: file.name, text, queries };
      this._set({ suite: file.name });
    });
  }

  async _copyLink() {
    const address = link(this.plan, location.href);
    history.replaceState(null, "", address);
    await navigator.clipboard.writeText(address);
    /** @type {import("../toasts.js").Toasts} */ (this.querySelector("kh-toasts")).show("Link copied: it sets the page up for this run.");
  }

  /** @param {"json"|"csv"} kind */
  async _export(kind) {
    await this._guard(async () => {
      const { run, rows } = this.runner;
      if (!run) return;
      const text = kind === "csv" ? csv(rows.map((stored) => stored.row)) : JSON.stringify(await this.runner.report(run, rows), null, 1);
      const anchor = document.createElement("a");
      anchor.href = URL.createObjectURL(new Blob([text], { type: kind === "csv" ? "text/csv" : "application/json" }));
      anchor.download = `keyhole-${run.plan.model}-${run.plan.suite}-${run.date.slice(0, 10)}.${kind}`.replace(/[^\w.-]+/g, "_");
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
    });
  }

  _nextTheme() {
    const themes = preferences.THEMES;
    this.theme = themes[(themes.indexOf(this.theme) + 1) % themes.length];
    preferences.setTheme(this.theme);
    this.emit("theme-changed", this.theme);
  }

  /** Do it; what it throws is shown on the page. @param {() => Promise<unknown>} action */
  async _guard(action) {
    this.problem = "";
    try {
      await action();
    } catch (error) {
      this.problem = explain(error);
    }
  }
}
customElements.define("kh-bench", Bench);

/** @param {Event} event */
function _value(event) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target).value;
}

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

/** @param {readonly Figures[]} figures @param {(strategy: string) => string} title @param {number} own how many tools the toolbox has by itself; 0 when unknown */
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

/** @param {StoredRun} run */
function _device(run) {
  const { browser, system, cores, gpu } = run.device;
  return [browser, system, cores && `${cores} cores`, gpu && `GPU: ${gpu}`].filter(Boolean).join(" · ");
}

/** @param {{date?: string, sample?: number | null, seed?: number}} info @param {readonly Figures[]} figures */
function _facts(info, figures) {
  const best = figures[0]?.proportions.strict?.value;
  return [
    info.date ? info.date.slice(0, 16).replace("T", " ") : "",
    info.sample ? `${info.sample} queries, seed ${info.seed ?? 0}` : "all queries",
    typeof best === "number" ? `${figures[0].strategy} ${percent(best, 1)} strict` : "",
  ].filter(Boolean).join(" · ");
}

/** The results that came with the site; a site built without any has none. @returns {Promise<any[]>} */
async function _shipped() {
  const index = await fetch("bench/results/index.json").catch(() => null);
  if (!index?.ok) return [];
  const names = /** @type {string[]} */ (await index.json());
  const found = await Promise.all(names.map(async (name) => (await fetch(`bench/results/${encodeURIComponent(name)}`)).json()));
  return found.flat();
}
