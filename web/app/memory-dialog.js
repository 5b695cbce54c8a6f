/**
 * What Keyhole remembers: see it, edit it, export and import it, erase it and think better of it.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {{id: string, text: string, created: number}} Memory
 */
import { Dialog } from "./dialog.js";
import { download } from "./download.js";
import { html, icon, nothing } from "./element.js";
import { counted, when } from "./format.js";

const _UNDO_SECONDS = 8;

export class MemoryDialog extends Dialog {
  static properties = {
    ...Dialog.properties,
    session: { attribute: false },
    tick: { attribute: false },
    _kept: { state: true },
    _editing: { state: true },
    _done: { state: true },
  };

  constructor() {
    super();
    this.heading = "Memory";
    /** @type {Session | null} */
    this.session = null;
    this.tick = 0;
    /** @type {{blocks: Record<string, string>, memories: Memory[]} | null} */
    this._kept = null;
    /** The id of what is being edited: a block's name or a memory's id. */
    this._editing = "";
    this._done = "";
  }

  /** @override */
  show() {
    super.show();
    this._done = "";
    this._editing = "";
    void this.attempt(() => this._load());
  }

  async _load() {
    const agent = this.session?.agent;
    if (agent) this._kept = await agent.memory.list();
  }

  /** @override */
  body() {
    const kept = this._kept;
    if (!kept) return html`<p class="aside">It comes when Keyhole has started.</p>`;
    const blocks = Object.entries(kept.blocks);
    const memories = kept.memories;
    const filled = blocks.some(([, text]) => text) || memories.length > 0;
    return html`
      <p class="lead">What the toolbox Memory was told to keep. It stays in this browser.</p>
      ${filled ? nothing : html`<p class="aside">Nothing yet. Choose the toolbox Memory and say “remember that I like pizza”.</p>`}
      <ul class="cards">
        ${blocks.map(([name, text]) => html`<li class="card" data-memory=${name}>
          <div class="card-head"><h3>${name}</h3><span class="tag">always in view</span></div>
          ${this._text(name, text, `the block ${name}`)}
        </li>`)}
        ${memories.map((memory) => html`<li class="card" data-memory=${memory.id}>
          ${this._text(memory.id, memory.text, "this memory")}
          <p class="figures">${when(memory.created)}</p>
        </li>`)}
      </ul>
      <p class="done" role="status">${this._done}</p>
      <div class="row">
        <button @click=${this._export}>${icon("download")}Export</button>
        <label class="button">Import<input class="visually-hidden" type="file" accept=".json,application/json" @change=${this._import} /></label>
        <button class="danger" ?disabled=${!filled} @click=${() => this._erase(null)}>Erase everything</button>
      </div>
    `;
  }

  /** @param {string} id @param {string} text @param {string} what */
  _text(id, text, what) {
    if (this._editing === id) {
      return html`<form class="form" @submit=${(/** @type {SubmitEvent} */ event) => this._save(event, id)}>
        <textarea name="text" rows="3" aria-label=${`Text of ${what}`} .value=${text}></textarea>
        <div class="row"><button class="primary">Save</button><button type="button" @click=${() => (this._editing = "")}>Cancel</button></div>
      </form>`;
    }
    return html`<div class="remembered">
      <p class="words" dir="auto">${text || html`<span class="aside">empty</span>`}</p>
      <button class="quiet square small" aria-label=${`Edit ${what}`} title="Edit" @click=${() => this._edit(id)}>${icon("edit")}</button>
      <button class="quiet square small" aria-label=${`Forget ${what}`} title="Forget" ?disabled=${!text} @click=${() => this._erase(id)}>${icon("trash")}</button>
    </div>`;
  }

  /** @param {string} id */
  async _edit(id) {
    this._editing = id;
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector("textarea"))?.focus();
  }

  /** @param {SubmitEvent} event @param {string} id */
  async _save(event, id) {
    event.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("text") ?? "");
    const fine = await this.attempt(async () => {
      await this.session?.agent?.memory.edit(id, text);
      await this._load();
    });
    if (fine) this._editing = "";
  }

  /**
   * It goes at once, so that no answer knows it any more and nothing that is remembered meanwhile goes with it; undoing
   * adds it to what is there by then. @param {string | null} id  null for everything
   */
  async _erase(id) {
    await this.attempt(async () => {
      const agent = this.session?.agent;
      if (!agent) return;
      const all = await agent.memory.export();
      const memory = this._kept?.memories.find((one) => one.id === id);
      const gone = id === null ? all : {
        version: all.version,
        blocks: all.blocks.filter((/** @type {{name: string}} */ { name }) => name === id),
        memories: memory ? [{ text: memory.text, created: memory.created }] : [],
      };
      await agent.memory.erase(id ?? undefined);
      await this._load();
      const undo = () => this.attempt(async () => {
        await agent.memory.import(gone);
        await this._load();
      });
      this.emit("notice", {
        text: id === null ? "Everything forgotten." : "Forgotten.",
        seconds: _UNDO_SECONDS,
        action: { label: "Undo", run: undo },
      });
    });
  }

  async _export() {
    await this.attempt(async () => {
      const kept = await this.session?.agent?.memory.export();
      download(JSON.stringify(kept, null, 2), "application/json", `keyhole-memory-${new Date().toISOString().slice(0, 10)}.json`);
    });
  }

  /** @param {Event} event */
  async _import(event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    this._done = "";
    await this.attempt(async () => {
      let data;
      try {
        data = JSON.parse(await file.text());
      } catch {
        throw Object.assign(new Error(`${file.name} is not JSON`), { advice: "Choose a file that Export has made." });
      }
      const added = await this.session?.agent?.memory.import(data);
      this._done = `Imported: ${counted(added.blocks, "block")}, ${counted(added.memories, "memory", "memories")}.`;
      await this._load();
    });
  }
}
customElements.define("kh-memory", MemoryDialog);
