/**
 * What answers when the model in use fails, or takes turns with it: servers that the visitor enters here, and Embedded.
 * All of it, keys above all, lives in memory alone.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../types.js").StandIn} StandIn
 */
import { Element, explain, html, icon, live, nothing } from "./element.js";
import { enteredServer, serverFields } from "./server-fields.js";

export class StandIns extends Element {
  static properties = { session: { attribute: false }, tick: { attribute: false }, _adding: { state: true }, _problem: { state: true }, _wanted: { state: true } };

  constructor() {
    super();
    /** @type {Session | null} */
    this.session = null;
    /** Changes whenever the session does. */
    this.tick = 0;
    this._adding = false;
    this._problem = "";
    /** What was chosen last, until it holds or is refused. @type {import("./choices.js").Choices["standIns"] | null} */
    this._wanted = null;
  }

  /** @override */
  render() {
    const session = this.session;
    if (!session) return nothing;
    const { others } = session.choices.standIns;
    const servers = others.filter((other) => other.id === "server");
    const { takeTurns, others: shown } = this._wanted ?? session.choices.standIns;
    const embedded = shown.some((other) => other.id === "embedded");
    return html`<section class="card" aria-label="When it fails">
      <h3>When it fails</h3>
      <p>The next of these answers when the model in use fails or is busy. An answer that has begun is never taken over.</p>
      ${servers.length
        ? html`<ol class="stand-ins">
            ${servers.map(
              (server) => html`<li class="row">
                <span><strong>${server.model}</strong> at ${_host(server.baseURL ?? "")}</span>
                <button class="quiet square small" aria-label=${`Remove ${server.model}`} @click=${() => this._set(others.filter((other) => other !== server))}>${icon("trash")}</button>
              </li>`,
            )}
          </ol>`
        : nothing}
      ${this._adding
        ? html`<form class="form" aria-label="A server that stands in" @submit=${this._add}>
            ${serverFields}
            <div class="row"><button>Add</button><button type="button" class="quiet" @click=${() => (this._adding = false)}>Cancel</button></div>
          </form>`
        : html`<div class="row"><button @click=${() => (this._adding = true)}>Add a server</button></div>`}
      <div class="form">
        <label class="check"><input type="checkbox" .checked=${live(embedded)} @change=${() => this._toggleEmbedded(embedded)} /><span>Embedded, last of all: it still finds what tools know</span></label>
        <label class="check"><input type="checkbox" .checked=${live(takeTurns)} ?disabled=${!others.length} @change=${() => this._set(others, !takeTurns)} /><span>Take turns: each request goes to the next of them, and back to the model in use</span></label>
      </div>
      <p class="problem" role="alert">${this._problem}</p>
      <p class="aside">Kept for as long as this page is open, keys too.</p>
    </section>`;
  }

  /** @param {boolean} embedded */
  _toggleEmbedded(embedded) {
    const { others } = this._choices().standIns;
    void this._set(embedded ? others.filter((other) => other.id !== "embedded") : [...others, { id: "embedded" }]);
  }

  /** @param {SubmitEvent} event */
  async _add(event) {
    event.preventDefault();
    const { others } = this._choices().standIns;
    const server = { id: /** @type {const} */ ("server"), ...enteredServer(event) };
    const last = others.filter((other) => other.id === "embedded");
    if (await this._set([...others.filter((other) => other.id === "server"), server, ...last])) this._adding = false;
  }

  /** Whether it went well. @param {readonly StandIn[]} others @param {boolean} [takeTurns] */
  async _set(others, takeTurns = this._choices().standIns.takeTurns) {
    this._problem = "";
    this._wanted = { others, takeTurns: takeTurns && others.length > 0 };
    try {
      await this._choices().setStandIns(others, this._wanted.takeTurns);
      return true;
    } catch (error) {
      this._problem = explain(error);
      return false;
    } finally {
      this._wanted = null;
    }
  }

  _choices() {
    if (!this.session) throw new Error("the page has no session");
    return this.session.choices;
  }
}
customElements.define("kh-stand-ins", StandIns);

/** @param {string} address */
function _host(address) {
  return URL.canParse(address) ? new URL(address).host : address;
}
