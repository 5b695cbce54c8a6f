/**
 * How the model in use comes by its tool calls, and, for `hybrid`, the model on a server that writes its replies. A
 * mode is kept with the settings; hybrid and its writer last as long as the page, for keys live in memory alone.
 *
 * @typedef {import("./choices.js").Choices} Choices
 * @typedef {import("./session.js").Session} Session
 * @typedef {{name: string, label: string, about: string, fits: (model: string) => boolean}} Mode
 */
import { Element, explain, html, live, nothing } from "./element.js";
import { enteredServer, serverFields } from "./server-fields.js";

/** The embedded model has one mode, wherever it runs. @param {string} model */
const _key = (model) => (model.startsWith("embedded") ? "embedded" : model);
/** @type {readonly Mode[]} */
const _MODES = [
  { name: "", label: "As suits the model", about: "", fits: () => true },
  { name: "routed", label: "Routed", about: "It sees the tools' names, then one tool's arguments. Small models do best so.", fits: () => true },
  { name: "text", label: "Written calls", about: "It sees all tools and writes its calls into its text, where they are found.", fits: (model) => model !== "embedded" },
  { name: "native", label: "The server's own calls", about: "It is given all tools in the server's own format.", fits: (model) => model === "server" },
  { name: "hybrid", label: "Hybrid", about: "It picks the tools, and another model writes the reply.", fits: () => true },
];

export class ToolMode extends Element {
  static properties = { session: { attribute: false }, tick: { attribute: false }, _modes: { state: true }, _problem: { state: true } };

  constructor() {
    super();
    /** @type {Session | null} */
    this.session = null;
    /** Changes whenever the session does. */
    this.tick = 0;
    /** By model; none, or the empty text, as suits it. @type {Record<string, string>} */
    this._modes = {};
    this._problem = "";
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    void this._attempt(async () => {
      const { values } = await this._agent().settings();
      // what was chosen before the settings came stands
      this._modes = { .../** @type {Record<string, string>} */ (values.modes ?? {}), ...this._modes };
    });
  }

  /** @override */
  render() {
    const session = this.session;
    if (!session) return nothing;
    const { models, model, writer } = session.choices;
    const key = _key(model);
    const mode = _MODES.find(({ name }) => name === (this._modes[key] ?? "")) ?? _MODES[0];
    const label = models.find((known) => known.id === model)?.label ?? model;
    return html`<section class="card" aria-label="How it uses tools">
      <h3>How it uses tools</h3>
      <div class="form">
        <label>${label}
          <select name="mode" @change=${this._choose}>
            ${_MODES.map(({ name, label: shown, fits }) => html`<option value=${name} .selected=${live(name === mode.name)} ?disabled=${!fits(key)}>${shown}</option>`)}
          </select>
        </label>
      </div>
      ${mode.about ? html`<p>${mode.about}</p>` : nothing}
      ${mode.name === "hybrid" ? this._writer(writer) : nothing}
      <p class="problem" role="alert">${this._problem}</p>
      ${mode.name === "hybrid"
        ? html`<p class="aside">${writer ? "Kept for as long as this page is open, the key too." : "Until a model is chosen that writes, it answers as suits it."}</p>`
        : nothing}
    </section>`;
  }

  /** @param {Choices["writer"]} writer */
  _writer(writer) {
    if (writer) {
      return html`<div class="row">
        <span><strong>${writer.model}</strong> writes the replies</span>
        <button @click=${() => this._setWriter(null)}>Choose another</button>
      </div>`;
    }
    return html`<form class="form" aria-label="The model that writes" @submit=${this._connect}>
      ${serverFields}
      <p class="aside">It is told what you ask and what the tools found.</p>
      <div class="row"><button>Let it write</button></div>
    </form>`;
  }

  /** @param {Event} event */
  _choose(event) {
    const mode = /** @type {HTMLSelectElement} */ (event.target).value;
    const modes = { ...this._modes, [_key(this.session?.choices.model ?? "")]: mode };
    const before = this._modes;
    this._modes = modes;
    void this._attempt(() =>
      this._apply(modes).catch((error) => {
        this._modes = before;
        throw error;
      }),
    );
  }

  /** Until somebody writes, hybrid is only wanted. @param {Record<string, string>} modes */
  async _apply(modes) {
    const ready = Object.entries(modes).filter(([, mode]) => mode && (mode !== "hybrid" || this.session?.choices.writer));
    await this.session?.choices.configure({ modes: Object.fromEntries(ready) });
  }

  /** @param {SubmitEvent} event */
  _connect(event) {
    event.preventDefault();
    void this._setWriter(enteredServer(event));
  }

  /** @param {Choices["writer"]} server */
  _setWriter(server) {
    return this._attempt(async () => {
      await this._agent().setWriter(server);
      if (this.session) this.session.choices.writer = server;
      await this._apply(this._modes);
    });
  }

  /** What goes wrong is shown, and what is chosen is as it was. @param {() => Promise<void>} action */
  async _attempt(action) {
    this._problem = "";
    try {
      await action();
    } catch (error) {
      this._problem = explain(error);
    }
    this.requestUpdate(); // the session, whose writer may be another now, is the same
  }

  _agent() {
    const agent = this.session?.agent;
    if (!agent) throw new Error("Keyhole has not started yet");
    return agent;
  }
}
customElements.define("kh-tool-mode", ToolMode);
