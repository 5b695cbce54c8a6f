/**
 * The benchmark page: puts its parts together and carries out what they say. Choose what to run (setup.js), watch it
 * (progress.js), read the figures (results.js), compare with other runs (earlier.js), take it away (export.js).
 *
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {import("./setup.js").Server} Server
 * @typedef {import("./store.js").StoredRun} StoredRun
 * @typedef {import("../../types.js").ModelInfo} ModelInfo
 * @typedef {import("../../types.js").Status} Status
 */
import { brandMark } from "../bar.js";
import { download } from "../download.js";
import { Element, explain, html, icon, nothing } from "../element.js";
import * as preferences from "../preferences.js";
import "../toasts.js";
import { Deletions } from "../undo.js";
import { device } from "./device.js";
import { shippedRuns } from "./earlier.js";
import { csv } from "./export.js";
import { NAMES } from "./figures.js";
import { link, read } from "./plan.js";
import "./progress.js";
import "./results.js";
import { Runner } from "./runner.js";
import "./setup.js";
import { readSuite, suiteText } from "./suites.js";

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
    server: { state: true },
    runs: { state: true },
    shipped: { state: true },
    definitions: { state: true },
    problem: { state: true },
    file: { state: true },
    theme: { state: true },
    _tick: { state: true },
  };

  constructor() {
    super();
    /** @type {Plan} */
    this.plan = read(new URLSearchParams(location.search));
    /** @type {Status | null} */
    this.status = null;
    /** @type {readonly ModelInfo[]} */
    this.models = [];
    /** @type {Server} */
    this.server = preferences.server();
    /** @type {readonly StoredRun[]} */
    this.runs = [];
    /** @type {readonly any[]} runs that came with the site */
    this.shipped = [];
    /** @type {{metrics: Record<string, string>, strategies: Record<string, string>}} */
    this.definitions = { metrics: {}, strategies: _STRATEGIES };
    /** @type {Record<string, number>} how many tools each toolbox has */
    this.sizes = {};
    this.problem = "";
    /** @type {import("./suites.js").OwnSuite | null} */
    this.file = null;
    /** @type {typeof preferences.THEMES[number]} */
    this.theme = preferences.theme();
    this._tick = 0;
    /** @type {() => Promise<import("../../keyhole.js").Agent>} set by main.js */
    this.agent = () => Promise.reject(new Error("no agent"));
    this._agent = () => this.agent();
    this.runner = new Runner(this._agent);
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
      // what a reload or a crash cut off, or the visitor stopped last, can be taken up at once
      const open = this.runs.find((run) => run.state === "running" || run.state === "paused") ?? this.runs[0];
      if (open && open.state !== "done") {
        this.plan = open.plan;
        await this.runner.take(open);
      }
    } catch (error) {
      this.problem = explain(error);
    }
    this.shipped = await shippedRuns();
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
          <a class="button quiet" href="./" aria-label="Chat">${icon("chats")}<span>Chat</span></a>
          <button class="quiet square" aria-label=${`Theme: ${this.theme}`} title=${`Theme: ${this.theme}`} @click=${this._nextTheme}>
            ${icon(this.theme === "auto" ? "auto" : this.theme === "dark" ? "moon" : "sun")}
          </button>
        </nav>
      </header>
      <main
        class="bench"
        @plan=${(/** @type {CustomEvent<Partial<Plan>>} */ event) => (this.plan = { ...this.plan, ...event.detail })}
        @server=${(/** @type {CustomEvent<Partial<Server>>} */ event) => (this.server = { ...this.server, ...event.detail })}
        @start=${this._start}
        @copy-link=${this._copyLink}
        @suite-file=${(/** @type {CustomEvent<File>} */ event) => this._readFile(event.detail)}
        @halt=${(/** @type {CustomEvent<"paused"|"stopped">} */ event) => this._halt(event.detail)}
        @resume=${this._resume}
        @export=${(/** @type {CustomEvent<"json"|"csv">} */ event) => this._export(event.detail)}
        @show=${(/** @type {CustomEvent<StoredRun>} */ event) => this._show(event.detail)}
        @delete=${(/** @type {CustomEvent<StoredRun>} */ event) => this._delete(event.detail)}
        @problem=${(/** @type {CustomEvent} */ event) => (this.problem = explain(event.detail))}
      >
        <section class="intro">
          <h1>Measure, don't guess</h1>
          <p class="lead">How often the model picks the right tool on this machine, and how long it takes. It runs in this page; ${this.plan.model === "server" ? "only your server is asked" : "nothing leaves it"}.</p>
        </section>
        <kh-setup .plan=${this.plan} .models=${this.models} .server=${this.server} .strategies=${this.definitions.strategies} .file=${this.file} .status=${this.status} .running=${running}></kh-setup>
        ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
        ${run ? html`<kh-progress .runner=${this.runner} .tick=${this._tick}></kh-progress>` : nothing}
        ${run?.figures.length
          ? html`<kh-results .figures=${run.figures} .rows=${[...this.runner.rows]} .nameOf=${this._title} .own=${this.sizes[run.plan.suite] ?? 0}></kh-results>`
          : nothing}
        <kh-earlier
          .runner=${this.runner}
          .tick=${this._tick}
          .runs=${this.runs.filter((one) => !this._deletions.hides(one.id))}
          .shipped=${this.shipped}
          .nameOf=${this._title}
          .agent=${this._agent}
        ></kh-earlier>
        ${this._definitions()}
      </main>
      <kh-toasts></kh-toasts>
    `;
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

  async _start() {
    await this._guard(async () => {
      const { plan } = this;
      if (!plan.strategies.length) throw new Error("Choose at least one strategy.");
      if (!plan.growth.length) throw new Error("Choose at least one number of tools.");
      const text = await suiteText(plan.suite, this.file);
      await this._ensureModel(plan.model);
      const run = this.runner.start(plan, text, { ...(await device()), ...(plan.model === "server" ? { server: this.server.model } : {}) });
      await this._listRuns();
      await run;
      await this._listRuns();
    });
  }

  async _resume() {
    await this._guard(async () => {
      const { run } = this.runner;
      if (!run) return;
      await this._ensureModel(run.plan.model);
      await this.runner.resume(run);
      await this._listRuns();
    });
  }

  /** @param {"paused"|"stopped"} state */
  async _halt(state) {
    await this._guard(async () => {
      await this.runner.halt(state);
      await this._listRuns();
    });
  }

  /** @param {StoredRun} run */
  async _show(run) {
    await this._guard(() => this.runner.open(run));
    this.plan = run.plan;
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
    this._toast("Run deleted.", { seconds: _UNDO_SECONDS, action: { label: "Undo", run: undo } });
  }

  async _listRuns() {
    this.runs = await this.runner.store.list();
  }

  /** Have that model loaded; rejects when it cannot be. @param {string} id */
  async _ensureModel(id) {
    const agent = await this.agent();
    if (id === "server") {
      if (!this.server.baseURL || !this.server.model) throw new Error("Say the address of your server and the name of its model.");
      await agent.setModel(id, { ...this.server, key: this.server.key || undefined });
      preferences.setServer(this.server, Boolean(preferences.server().key)); // a key is kept only where the visitor asked
    } else if (agent.status.model && agent.status.model !== id) {
      await agent.setModel(id);
    }
    while (agent.status.phase === "python" || agent.status.phase === "model") {
      await new Promise((resolve) => agent.addEventListener("status", resolve, { once: true }));
    }
    const { phase, text, error } = agent.status;
    if (phase === "error") throw Object.assign(new Error(error?.message ?? text), { advice: error?.advice ?? "" });
  }

  /** @param {File} file */
  async _readFile(file) {
    await this._guard(async () => {
      this.file = await readSuite(file, await this.agent());
      this.plan = { ...this.plan, suite: file.name };
    });
  }

  async _copyLink() {
    const address = link(this.plan, location.href);
    history.replaceState(null, "", address);
    await this._guard(() => navigator.clipboard.writeText(address));
    if (!this.problem) this._toast("Link copied: it sets the page up for this run.");
  }

  /** @param {"json"|"csv"} kind */
  async _export(kind) {
    await this._guard(async () => {
      const { run, rows } = this.runner;
      if (!run) return;
      const name = `keyhole-${run.plan.model}-${run.plan.suite}-${run.date.slice(0, 10)}.${kind}`;
      if (kind === "csv") download(csv(rows.map((stored) => stored.row)), "text/csv", name);
      else download(JSON.stringify(await this.runner.report(run, rows), null, 1), "application/json", name);
    });
  }

  /** @param {string} text @param {{seconds?: number, action?: {label: string, run: () => void}}} [options] */
  _toast(text, options) {
    /** @type {import("../toasts.js").Toasts} */ (this.querySelector("kh-toasts")).show(text, options);
  }

  _nextTheme() {
    this.theme = preferences.nextTheme(this.theme);
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
