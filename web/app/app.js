/**
 * The chat page: puts the parts together, hands what they say to the session, and what the session holds to them.
 */
import "./bar.js";
import "./chats-dialog.js";
import "./composer.js";
import "./conversation.js";
import { Element, explain, html } from "./element.js";
import "./memory-dialog.js";
import "./models-dialog.js";
import { Session } from "./session.js";
import "./settings-dialog.js";
import "./status-line.js";
import "./toasts.js";
import "./tools-dialog.js";
import "./trace.js";
import "./welcome.js";

export class App extends Element {
  static properties = { session: { attribute: false }, _tick: { state: true }, _sheet: { state: true } };

  constructor() {
    super();
    /** @type {Session | null} */
    this.session = null;
    this._tick = 0;
    /** Whether the trace's sheet is up on a narrow page. */
    this._sheet = false;
    this._raw = (/** @type {string} */ handle) => this._live().agent?.raw(handle) ?? Promise.reject(new Error("still loading"));
    this._copyTrace = (/** @type {{id: string}} */ turn) => JSON.stringify(this._live().events.get(turn.id) ?? [], null, 2);
  }

  /** @override */
  connectedCallback() {
    this.replaceChildren();
    super.connectedCallback();
    const session = this._live();
    session.addEventListener("change", () => (this._tick += 1));
    session.addEventListener("notice", (event) => {
      const { text, kind } = /** @type {CustomEvent} */ (event).detail;
      this._toasts.show(text, { kind });
    });
    session.addEventListener("agent", () => {
      void this._chats.ready().catch((error) => session.notice(error));
    });
    this.addEventListener("notice", (event) => {
      const { text, ...options } = /** @type {CustomEvent} */ (event).detail;
      this._toasts.show(text, options);
    });
    document.addEventListener("keydown", (event) => this._key(event));
  }

  /** @override */
  render() {
    const session = this._live();
    const { choices } = session;
    const waiting = session.turns.filter((turn) => turn.state === "queued").length;
    const label = choices.models.find((model) => model.id === choices.model)?.label ?? "";
    return html`
      <a class="skip" href="#message" @click=${this._skip}>To the message field</a>
      <kh-bar
        class="bar"
        role="banner"
        .models=${choices.models}
        .model=${choices.model}
        .toolboxes=${choices.toolboxes}
        .toolbox=${choices.toolbox}
        @open=${this._open}
        @new-chat=${this._newChat}
        @model-chosen=${this._chooseModel}
        @toolbox-chosen=${(/** @type {CustomEvent<string>} */ event) => choices.setToolbox(event.detail)}
      ></kh-bar>
      <main
        class="chat"
        @ask=${(/** @type {CustomEvent<string>} */ event) => this._ask(event.detail)}
        @send=${(/** @type {CustomEvent<string>} */ event) => this._ask(event.detail)}
        @retry=${(/** @type {CustomEvent<string>} */ event) => this._ask(event.detail)}
        @stop=${() => session.stop()}
        @confirm=${(/** @type {CustomEvent<{callId: string, yes: boolean}>} */ event) => this._confirm(event.detail)}
        @withdraw=${(/** @type {CustomEvent<string>} */ event) => session.withdraw(event.detail)}
        @turn-chosen=${(/** @type {CustomEvent<string>} */ event) => this._select(event.detail)}
      >
        <kh-conversation class="scroll" data-empty=${!session.turns.length} .turns=${session.turns} .shown=${session.shown?.id ?? ""}></kh-conversation>
        ${session.turns.length ? null : html`<kh-welcome .toolbox=${choices.currentToolbox}></kh-welcome>`}
        <div class="foot">
          <kh-composer .busy=${session.busy} .last=${session.turns.at(-1)?.text ?? ""}></kh-composer>
          <div class="foot-line">
            <kh-status .status=${session.status} .label=${label} .waiting=${waiting}></kh-status>
            <button class="link sheet-open" aria-expanded=${this._sheet} @click=${() => this._showSheet(true)}>Trace</button>
          </div>
        </div>
      </main>
      <kh-trace
        .turn=${session.shown}
        .raw=${this._raw}
        .copy=${this._copyTrace}
        .open=${this._sheet}
        @close-trace=${() => this._showSheet(false)}
      ></kh-trace>
      <kh-models .session=${session} .tick=${this._tick}></kh-models>
      <kh-tools .session=${session} .tick=${this._tick}></kh-tools>
      <kh-settings .session=${session} .tick=${this._tick}></kh-settings>
      <kh-memory .session=${session} .tick=${this._tick}></kh-memory>
      <kh-chats .session=${session} .tick=${this._tick}></kh-chats>
      <kh-toasts></kh-toasts>
    `;
  }

  /** @override */
  firstUpdated() {
    if (matchMedia("(pointer: fine)").matches) this._composer.focus();
  }

  get _composer() {
    return /** @type {import("./composer.js").Composer} */ (this.querySelector("kh-composer"));
  }

  get _toasts() {
    return /** @type {import("./toasts.js").Toasts} */ (this.querySelector("kh-toasts"));
  }

  get _chats() {
    return /** @type {import("./chats-dialog.js").ChatsDialog} */ (this.querySelector("kh-chats"));
  }

  get _models() {
    return /** @type {import("./models-dialog.js").ModelsDialog} */ (this.querySelector("kh-models"));
  }

  /** @param {string} text */
  _ask(text) {
    this._live().send(text);
    this._composer.focus();
  }

  /** @param {{callId: string, yes: boolean}} detail */
  _confirm({ callId, yes }) {
    this._live().confirm(callId, yes);
    this._composer.focus();
  }

  /** @param {string} id */
  _select(id) {
    this._live().select(id);
    this._showSheet(true);
  }

  /** @param {boolean} up */
  _showSheet(up) {
    this._sheet = up;
    const button = /** @type {HTMLElement | null} */ (this.querySelector(up ? ".sheet-close" : ".sheet-open"));
    // after the sheet has become visible; where the trace always shows neither button is there to be focused
    requestAnimationFrame(() => button?.checkVisibility() && button.focus());
  }

  /** @param {CustomEvent<string>} event */
  _open(event) {
    /** @type {import("./dialog.js").Dialog | null} */ (this.querySelector(`kh-${event.detail}`))?.show();
  }

  /** A model at hand is used at once; anything to be fetched or filled in is shown first. @param {CustomEvent<string>} event */
  _chooseModel(event) {
    const id = event.detail;
    const session = this._live();
    const model = session.choices.models.find((known) => known.id === id);
    const atHand = model?.runnable && id !== "server" && (model.cached || !model.downloadBytes || model.tier === "embedded");
    if (!atHand || model.comparedFor) void this._models.showModel(id, { use: atHand });
    else void session.choices.setModel(id).catch((error) => session.notice(error));
  }

  async _newChat() {
    try {
      await this._live().newChat();
      this._composer.focus();
    } catch (error) {
      this._toasts.show(explain(error), { kind: "error" });
    }
  }

  /** @param {Event} event */
  _skip(event) {
    event.preventDefault();
    this._composer.focus();
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (document.querySelector("dialog[open]")) return;
    const writing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (event.key === "Escape") {
      if (this._sheet) this._showSheet(false);
      else this._live().stop();
    } else if (event.key === "/" && !writing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this._composer.focus();
    } else if (event.altKey && event.code === "KeyN") {
      event.preventDefault();
      void this._newChat();
    } else if (event.altKey && event.code === "KeyT") {
      event.preventDefault();
      this._showSheet(!this._sheet);
    }
  }

  _live() {
    if (!this.session) throw new Error("the page has no session");
    return this.session;
  }
}
customElements.define("kh-app", App);
