/**
 * Settings: one field for each that the agent names, made from their JSON Schema; a change takes effect with the next
 * question. Also the theme and the keys.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {{type?: string, enum?: unknown[], description?: string, default?: unknown, minimum?: number, maximum?: number, title?: string}} Field
 */
import { Dialog } from "./dialog.js";
import { html, live, nothing } from "./element.js";

const _KEYS = [
  ["Enter", "send"],
  ["Shift+Enter", "new line"],
  ["Up", "in an empty field: the last question again"],
  ["Esc", "stop"],
  ["/", "to the message field"],
  ["Alt+N", "new chat"],
  ["Alt+T", "the trace, on a narrow page"],
];

export class SettingsDialog extends Dialog {
  static properties = { ...Dialog.properties, session: { attribute: false }, tick: { attribute: false }, _values: { state: true }, _saved: { state: true } };

  constructor() {
    super();
    this.heading = "Settings";
    /** @type {Session | null} */
    this.session = null;
    this.tick = 0;
    /** @type {Record<string, unknown> | null} */
    this._values = null;
    /** @type {Record<string, Field>} */
    this._fields = {};
    this._saved = "";
  }

  /** @override */
  show() {
    super.show();
    this._saved = "";
    void this.attempt(async () => {
      const agent = this.session?.agent;
      if (!agent) return;
      const { values, schema } = await agent.settings();
      this._fields = /** @type {Record<string, Field>} */ (schema.properties ?? {});
      this._values = values;
    });
  }

  /** @override */
  body() {
    return html`
      ${this._values ? this._form(this._values) : html`<p class="aside">They come when Keyhole has started.</p>`}
      <section>
        <h3>Keys</h3>
        <dl class="keys">${_KEYS.map(([key, use]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${use}</dd></div>`)}</dl>
      </section>
    `;
  }

  /** @param {Record<string, unknown>} values */
  _form(values) {
    const names = Object.keys(this._fields).filter((name) => _simple(this._fields[name]));
    return html`<form class="form settings" @change=${this._change} @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
      ${names.map((name) => this._field(name, this._fields[name], values[name]))}
      <div class="row">
        <button type="button" @click=${this._reset}>Back to the defaults</button>
        <span class="done" role="status">${this._saved}</span>
      </div>
    </form>`;
  }

  /** @param {string} name @param {Field} field @param {unknown} value */
  _field(name, field, value) {
    const words = name.replaceAll("_", " ");
    const hint = field.description ? html`<span class="aside">${field.description}</span>` : nothing;
    if (field.type === "boolean") {
      return html`<label class="check"><input type="checkbox" name=${name} .checked=${live(value === true)} /><span>${words}<br />${hint}</span></label>`;
    }
    if (field.enum) {
      return html`<label><span>${words}</span>${hint}
        <select name=${name}>${field.enum.map((option) => html`<option .selected=${live(option === value)}>${option}</option>`)}</select>
      </label>`;
    }
    const numeric = field.type === "integer" || field.type === "number";
    return html`<label><span>${words}</span>${hint}
      <input
        name=${name}
        type=${numeric ? "number" : "text"}
        min=${field.minimum ?? nothing}
        max=${field.maximum ?? nothing}
        step=${field.type === "number" ? "any" : nothing}
        ?required=${numeric}
        .value=${live(String(value ?? ""))}
      />
    </label>`;
  }

  /** @param {Event} event */
  async _change(event) {
    const input = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    const field = this._fields[input.name];
    this._saved = this.problem = "";
    if (!field) return;
    if (!input.checkValidity()) {
      this.problem = `${input.name.replaceAll("_", " ")}: ${input.validationMessage} It stays ${this._values?.[input.name]}.`;
      this.requestUpdate(); // the field shows again what holds
      return;
    }
    const value =
      input instanceof HTMLInputElement && input.type === "checkbox" ? input.checked : input.type === "number" ? Number(input.value) : input.value;
    await this._apply({ [input.name]: value }, "Saved. It holds from the next question on.");
  }

  async _reset() {
    const defaults = Object.entries(this._fields).filter(([, field]) => "default" in field && _simple(field));
    await this._apply(Object.fromEntries(defaults.map(([name, field]) => [name, field.default])), "Back to the defaults.");
  }

  /** @param {Record<string, unknown>} changes @param {string} saved */
  async _apply(changes, saved) {
    this._saved = "";
    await this.attempt(async () => {
      await this.session?.choices.configure(changes);
      this._values = { ...this._values, ...changes };
      this._saved = saved;
    });
  }
}
customElements.define("kh-settings", SettingsDialog);

/** @param {Field} field */
function _simple(field) {
  return Boolean(field.enum) || ["boolean", "integer", "number", "string"].includes(field.type ?? "");
}
