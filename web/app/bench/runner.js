/**
 * Carries out one run: asks Python for rows, keeps each as it comes, and can be paused, stopped and taken up again.
 *
 * @typedef {import("../../keyhole.js").Agent} Agent
 * @typedef {import("./plan.js").Plan} Plan
 * @typedef {import("./store.js").StoredRun} StoredRun
 * @typedef {import("./store.js").StoredRow} StoredRow
 * @typedef {import("./figures.js").Figures} Figures
 */
import { RunStore } from "./store.js";

const _FIGURES_EVERY = 700;
const _KEEP_EVERY = 250;

/** Fires "change". */
export class Runner extends EventTarget {
  /** @param {() => Promise<Agent>} agent */
  constructor(agent) {
    super();
    this._agent = agent;
    this.store = new RunStore();
    /** @type {StoredRun | null} the run that is shown */
    this.run = null;
    /** @type {StoredRow[]} */
    this.rows = [];
    /** @type {Error | null} */
    this.problem = null;
    /** Milliseconds left, by the pace of the latest queries; NaN until it can be told. */
    this.left = NaN;
    /** @type {AbortController | null} */
    this._abort = null;
    /** How many of the rows are in the store. */
    this._kept = 0;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this._notice = null;
  }

  get running() {
    return this._abort !== null;
  }

  /** Begin a run. @param {Plan} plan @param {string} text the suite @param {Record<string, string>} device */
  async start(plan, text, device) {
    const run = {
      id: `${Date.now()}-${Math.random().toString(36).slice(2)}`, // `randomUUID` wants an encrypted address
      plan,
      text,
      date: new Date().toISOString(),
      state: /** @type {const} */ ("running"),
      total: 0,
      count: 0,
      device,
      peakMemory: null,
      figures: [],
    };
    this.rows = [];
    this._kept = 0;
    await this._carryOn(run);
  }

  /** Take up a run where it was left. @param {StoredRun} run */
  async resume(run) {
    if (this.run?.id !== run.id) await this._take(run);
    await this._carryOn({ ...run, state: "running" });
  }

  /** Show a run that is kept, without running anything. @param {StoredRun} run */
  async open(run) {
    await this._take(run);
    this.problem = null;
    await this._refreshFigures();
    this._changed();
  }

  /** Show a run that was cut off or stopped; its figures are those last kept. @param {StoredRun} run */
  async take(run) {
    await this._take(run.state === "running" ? { ...run, state: "paused" } : run);
    this._changed();
  }

  /** @param {"paused"|"stopped"} state */
  async halt(state) {
    if (!this.run) return;
    this.run = { ...this.run, state };
    this._abort?.abort();
    await this._keep();
    this._changed();
  }

  /** The run as a results file (`keyhole.bench.report.Run`). @param {StoredRun} run @param {readonly StoredRow[]} rows */
  async report(run, rows) {
    const { plan } = run;
    const info = {
      suite: plan.suite,
      model: plan.model,
      strategies: plan.strategies,
      sample: plan.sample,
      seed: plan.seed,
      growth: plan.growth,
      date: run.date,
      device: run.device,
    };
    const agent = await this._agent();
    return agent.call("bench.report", { info, rows: rows.map((stored) => stored.row), peak_memory_bytes: run.peakMemory });
  }

  /** @param {StoredRun} run */
  async _take(run) {
    this.rows = await this.store.rows(run.id);
    this._kept = this.rows.length;
    this.run = { ...run, count: this.rows.length };
  }

  /** @param {StoredRun} run */
  async _carryOn(run) {
    this.run = run;
    this.problem = null;
    this.left = NaN;
    const abort = (this._abort = new AbortController());
    this._changed();
    try {
      await this._keepIfPossible();
      const agent = await this._agent();
      /** @type {number[]} */
      const pace = [];
      let due = performance.now() + _FIGURES_EVERY;
      let last = performance.now();
      let kept = last;
      const { plan } = run;
      const stream = agent.stream(
        "bench.run",
        {
          suite: run.text,
          name: plan.suite,
          strategies: plan.strategies,
          growth: plan.growth,
          sample: plan.sample,
          seed: plan.seed,
          done: this.rows.map(({ row }) => [row.strategy, row.tools, row.id]),
        },
        { signal: abort.signal },
      );
      for await (const { row, events, at, of } of stream) {
        const now = performance.now();
        pace.push(now - last);
        if (pace.length > 30) pace.shift();
        last = now;
        this.rows.push({ row, events });
        this.left = (pace.reduce((sum, ms) => sum + ms, 0) / pace.length) * (of - at);
        this.run = { ...this.run, total: of, count: at, peakMemory: _memory(this.run.peakMemory) };
        if (now - kept >= _KEEP_EVERY) {
          kept = now;
          await this._keepIfPossible();
        }
        if (now >= due) {
          const began = performance.now();
          await this._refreshFigures();
          due = performance.now() + Math.max(_FIGURES_EVERY, 20 * (performance.now() - began));
        }
        this._changed();
      }
      if (!abort.signal.aborted) this.run = { ...this.run, state: "done", total: this.run.total || this.rows.length };
    } catch (error) {
      if (!abort.signal.aborted) {
        this.problem = error instanceof Error ? error : new Error(String(error));
        this.run = { ...this.run, state: "paused" };
      }
    } finally {
      this._abort = null;
    }
    await this._refreshFigures().catch((error) => (this.problem ??= error));
    await this._keepIfPossible();
    this._changed();
  }

  async _refreshFigures() {
    if (!this.run || !this.rows.length) return;
    const agent = await this._agent();
    const figures = await agent.call("bench.figures", { rows: this.rows.map((stored) => stored.row) });
    this.run = { ...this.run, figures };
  }

  /** A run goes on where it cannot be kept, and says so. */
  async _keepIfPossible() {
    await this._keep().catch((error) => (this.problem ??= error));
  }

  async _keep() {
    if (!this.run) return;
    const { run, rows } = this;
    const from = this._kept;
    this._kept = rows.length;
    try {
      if (rows.length > from) await this.store.add(run.id, from, rows.slice(from));
    } catch (error) {
      this._kept = Math.min(this._kept, from); // once more with the next
      throw error;
    }
    await this.store.save(run);
  }

  /** Say "change", a few times a second at most. */
  _changed() {
    this._notice ??= setTimeout(() => {
      this._notice = null;
      this.dispatchEvent(new CustomEvent("change"));
    }, 120);
  }
}

/** The most memory seen so far, where the browser tells. @param {number | null} before @returns {number | null} */
function _memory(before) {
  const { memory } = /** @type {{memory?: {usedJSHeapSize: number}}} */ (/** @type {unknown} */ (performance));
  return memory ? Math.max(before ?? 0, memory.usedJSHeapSize) : before;
}
