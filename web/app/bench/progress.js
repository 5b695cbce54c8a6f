/**
 * How far a run is, with what can be done about it. Says `halt` ("paused" or "stopped"), `resume` and `export` ("json"
 * or "csv").
 *
 * @typedef {import("./runner.js").Runner} Runner
 * @typedef {import("./store.js").StoredRun} StoredRun
 */
import { Element, explain, html, icon, nothing } from "../element.js";
import { timeLeft } from "../format.js";

export class Progress extends Element {
  static properties = { runner: { attribute: false }, tick: { attribute: false } };

  constructor() {
    super();
    /** @type {Runner | null} */
    this.runner = null;
    /** Changes whenever the runner does. */
    this.tick = 0;
    /** @type {globalThis.Element | null} */
    this._focused = null;
  }

  /** @override */
  willUpdate() {
    this._focused = document.activeElement;
  }

  /** @override Start, Pause and Stop go away when they are pressed: the keyboard goes on with what takes their place. */
  updated() {
    if (this._focused && (!this._focused.isConnected || this._focused.matches(":disabled"))) this.querySelector("button")?.focus();
  }

  /** @override */
  render() {
    const { runner } = this;
    const run = runner?.run;
    if (!runner || !run) return nothing;
    return html`<section class="panel" aria-label="Progress">
      <div class="row spread">
        <div>
          <h2>${run.plan.model}, ${run.plan.suite}</h2>
          <p class="figures" role="status">${_words(run, runner.running)}${runner.running && run.total && runner.left > 0 ? `, ${timeLeft(runner.left / 1000)}` : ""}</p>
        </div>
        <div class="row">
          ${this._control(run, runner.running)}
          <button ?disabled=${!run.figures.length} @click=${() => this.emit("export", "json")}>${icon("download")}JSON</button>
          <button ?disabled=${!run.figures.length} @click=${() => this.emit("export", "csv")}>${icon("download")}CSV</button>
        </div>
      </div>
      <progress aria-label="Progress" max="1" .value=${run.total ? run.count / run.total : 0}></progress>
      ${runner.problem ? html`<p class="problem" role="alert">${explain(runner.problem)}</p>` : nothing}
      <p class="aside">${_device(run)}</p>
    </section>`;
  }

  /** @param {StoredRun} run @param {boolean} running */
  _control(run, running) {
    if (running) {
      return html`<button @click=${() => this.emit("halt", "paused")}>Pause</button
        ><button @click=${() => this.emit("halt", "stopped")}>${icon("stop")}Stop</button>`;
    }
    return run.state === "done" ? nothing : html`<button class="primary" @click=${() => this.emit("resume")}>Resume</button>`;
  }
}
customElements.define("kh-progress", Progress);

/** @param {StoredRun} run @param {boolean} running */
function _words(run, running) {
  const count = run.count.toLocaleString("en");
  const soFar = run.total ? `${count} of ${run.total.toLocaleString("en")} queries` : `${count} queries`;
  if (running) return run.total ? soFar : "Preparing";
  return { running: "", paused: `Paused after ${soFar}`, stopped: `Stopped after ${soFar}`, done: `Done: ${count} queries` }[run.state];
}

/** @param {StoredRun} run */
function _device(run) {
  const { browser, system, cores, gpu } = run.device;
  return [browser, system, cores && `${cores} cores`, gpu && `GPU: ${gpu}`].filter(Boolean).join(" · ");
}
