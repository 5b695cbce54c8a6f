/**
 * The toolbox: every tool with its form and its warnings, and three ways to add one: paste JavaScript, paste JSON, or
 * install a Python package.
 *
 * @typedef {import("./session.js").Session} Session
 */
import { Dialog } from "./dialog.js";
import { html, nothing, pretty } from "./element.js";

const _EXAMPLE = `{
  name: "word_count",
  description: "Count the words of a text.",
  parameters: {
    type: "object",
    properties: { text: { type: "string", description: "the text" } },
    required: ["text"],
  },
  run: ({ text }) => text.trim().split(/\\s+/).length,
}`;

export class ToolsDialog extends Dialog {
  static properties = { ...Dialog.properties, session: { attribute: false }, tick: { attribute: false }, done: { state: true }, busy: { state: true } };

  constructor() {
    super();
    this.heading = "Tools";
    /** @type {Session | null} */
    this.session = null;
    this.tick = 0;
    this.done = "";
    this.busy = false;
    /** What was pasted here, by the tool's name: it can be taken out, and put back. @type {Map<string, string>} */
    this._pasted = new Map();
  }

  /** @override */
  body() {
    const session = this.session;
    const toolbox = session?.choices.currentToolbox;
    if (!session || !toolbox) return html`<p class="aside">The list comes when Keyhole has started.</p>`;
    return html`
      <p class="lead">The toolbox <strong>${toolbox.title || toolbox.name}</strong> has ${toolbox.tools.length} ${toolbox.tools.length === 1 ? "tool" : "tools"}.</p>
      <ul class="cards">
        ${toolbox.tools.map(
          (tool) => html`<li class="card" data-tool=${tool.name}>
            <details>
              <summary><code>${tool.name}</code> <span>${tool.description}</span></summary>
              <pre tabindex="0" role="group" aria-label="Its form">${pretty(tool.parameters)}</pre>
            </details>
            ${tool.warnings?.map((warning) => html`<p class="warning">${warning}</p>`)}
            ${this._pasted.has(tool.name) ? html`<div class="row"><button class="danger" @click=${() => this._remove(tool.name)}>Remove</button></div>` : nothing}
          </li>`,
        )}
      </ul>
      <p class="done" role="status">${this.done}</p>
      <details class="add">
        <summary>Add a tool of your own</summary>
        <form class="form" @submit=${this._addPasted}>
          <label
            >A tool, as JavaScript or as JSON
            <textarea name="source" rows="10" spellcheck="false" required ?readonly=${this.busy} placeholder=${_EXAMPLE}></textarea>
          </label>
          <p class="warning">
            JavaScript that you paste runs in a worker of this page: it can use the network and what this site stores. Paste only what you understand.
          </p>
          <p class="aside">
            JSON has a <code>url</code> in place of <code>run</code>, such as <code>https://example.org/stock/{product}</code>: arguments that it names are put
            into it, others become its query, or the JSON body where <code>method</code> is POST.
          </p>
          <div class="row"><button class="primary" ?disabled=${this.busy}>Add tool</button></div>
        </form>
      </details>
      <details class="add">
        <summary>Add a Python package of tools</summary>
        <form class="form" @submit=${this._addPackage}>
          <label>Its name on PyPI, or the address of its wheel <input name="package" required autocomplete="off" ?readonly=${this.busy} placeholder="https://example.org/my_tools-1.0-py3-none-any.whl" /></label>
          <p class="warning">The package is fetched from the network and runs in this page, with everything the page can reach. Add only what you trust.</p>
          <div class="row"><button class="primary" ?disabled=${this.busy}>${this.busy ? "Installing" : "Install"}</button></div>
        </form>
      </details>
    `;
  }

  /** @param {SubmitEvent} event */
  async _addPasted(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const source = String(new FormData(form).get("source") ?? "");
    await this._add(form, async () => {
      return `Added ${await this._paste(source)} for as long as this page is open.`;
    });
  }

  /** @param {string} source @returns {Promise<string>} the tool's name */
  async _paste(source) {
    const agent = this.session?.agent;
    if (!agent) throw new Error("Keyhole has not started yet");
    const { name } = await agent.pasteTool(source);
    this._pasted.set(name, source);
    return name;
  }

  /** @param {string} name */
  async _remove(name) {
    const source = this._pasted.get(name) ?? "";
    this.done = "";
    await this.attempt(async () => {
      await this.session?.agent?.removeTool(name);
      this._pasted.delete(name);
      await this.session?.choices.refreshToolboxes();
      const undo = () => this.attempt(async () => {
        await this._paste(source);
        await this.session?.choices.refreshToolboxes();
      });
      this.emit("notice", { text: `Removed ${name}.`, action: { label: "Undo", run: undo } });
    });
  }

  /** @param {SubmitEvent} event */
  async _addPackage(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const name = String(new FormData(form).get("package") ?? "").trim();
    await this._add(form, async () => {
      const brought = (await this.session?.choices.addPackage(name)) ?? [];
      return `Installed ${name} for as long as this page is open. In the list of toolboxes: ${brought.join(", ")}.`;
    });
  }

  /** @param {HTMLFormElement} form @param {() => Promise<string>} action */
  async _add(form, action) {
    this.busy = true;
    this.done = "";
    await this.attempt(async () => {
      const done = await action();
      await this.session?.choices.refreshToolboxes();
      form.reset(); // before it says so: what is typed from then on is the next one
      this.done = done;
    });
    this.busy = false;
  }
}
customElements.define("kh-tools", ToolsDialog);
