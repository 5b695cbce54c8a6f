/**
 * What answers, and with what: the model, those that stand in for it or write beside it, the toolbox, the settings.
 * Chosen here, told to the agent, kept in the browser, and brought back at the next visit.
 *
 * @typedef {import("../keyhole.js").Agent} Agent
 * @typedef {import("../types.js").ModelInfo} ModelInfo
 * @typedef {import("../types.js").ToolboxInfo} ToolboxInfo
 * @typedef {import("../types.js").StandIn} StandIn
 */
import { explain } from "./element.js";
import * as preferences from "./preferences.js";

export class Choices {
  /**
   * `agent` throws as long as there is none; `changed` is called after each change, `notice` for what the visitor is to know.
   * @param {{agent: () => Agent, changed: () => void, notice: (error: unknown) => void}} page
   */
  constructor({ agent, changed, notice }) {
    this._agent = agent;
    this._changed = changed;
    this._notice = notice;
    /** @type {readonly ModelInfo[]} */
    this.models = [];
    /** @type {readonly ToolboxInfo[]} */
    this.toolboxes = [];
    this.model = "embedded";
    /** What answers when the model fails, or takes turns with it. @type {{others: readonly StandIn[], takeTurns: boolean}} */
    this.standIns = { others: [], takeTurns: false };
    /** Who writes the replies in the mode `hybrid`. @type {Omit<StandIn, "id"> | null} */
    this.writer = null;
    this.toolbox = preferences.get("toolbox") ?? "destiny";
    /** Toolboxes of added packages: they go with the page. @type {Set<string>} */
    this._passing = new Set();
  }

  /** The toolbox in use, once it is known. @returns {ToolboxInfo | null} */
  get currentToolbox() {
    return this.toolboxes.find((toolbox) => toolbox.name === this.toolbox) ?? null;
  }

  async refreshModels() {
    this.models = await this._agent().models();
    this._changed();
  }

  async refreshToolboxes() {
    this.toolboxes = await this._agent().toolboxes();
    if (!this.currentToolbox && this.toolboxes[0]) await this.setToolbox(this.toolboxes[0].name); // kept from another time
    this._changed();
  }

  /**
   * Use another model; takes effect with the next request, an answer that has begun ends as it is. Rejects when it cannot be had or was cancelled.
   * The embedded model on the GPU is measured first, and Embedded stays where it is not faster: `model` says what answers.
   * @param {string} id
   * @param {import("../types.js").ModelOptions} [options]
   */
  async setModel(id, options = {}) {
    const comparedFor = this.models.find((model) => model.id === id)?.comparedFor;
    const { model, comparison } = await this._agent().setModel(id, comparedFor ? { compare: true, ...options } : options);
    if (comparedFor && comparison) preferences.setComparison(comparedFor, comparison);
    this.model = model;
    preferences.set("model", model);
    await this.refreshModels();
  }

  /**
   * Change settings from the next question on, and keep them; the mode `hybrid` goes with its writer, whose key lives
   * in memory alone. Rejects and changes nothing where one does not hold.
   * @param {Record<string, unknown>} changes
   */
  async configure(changes) {
    const { values, schema } = await this._agent().configure(changes);
    const modes = Object.fromEntries(Object.entries(values.modes).filter(([, mode]) => mode !== "hybrid"));
    preferences.setSettings({ ...values, modes }, schema.properties);
  }

  /** Takes effect with the next request. Rejects and changes nothing for what cannot be used. @param {readonly StandIn[]} others @param {boolean} takeTurns */
  async setStandIns(others, takeTurns) {
    await this._agent().setStandIns(others, { takeTurns });
    this.standIns = { others, takeTurns };
    this._changed();
  }

  /** @param {string} id */
  async deleteModel(id) {
    await this._agent().deleteModel(id);
    await this.refreshModels();
  }

  /** @param {string} name */
  async setToolbox(name) {
    const before = this.toolbox;
    this.toolbox = name;
    this._changed();
    try {
      await this._agent().setToolbox(name);
      if (!this._passing.has(name)) preferences.set("toolbox", name);
    } catch (error) {
      this.toolbox = before;
      this._notice(error);
    }
    await this.refreshToolboxes();
  }

  /** Install a package of tools. Resolves with the names of its toolboxes. @param {string} name */
  async addPackage(name) {
    const brought = await this._agent().addPackage(name);
    for (const toolbox of brought) this._passing.add(toolbox);
    return brought;
  }

  /** Settings outlive the page, and where one does not hold any more they are all as they come. */
  async restoreSettings() {
    const kept = preferences.settings();
    if (!Object.keys(kept).length) return;
    try {
      await this.configure(kept);
    } catch (error) {
      preferences.setSettings({}, {});
      throw Object.assign(new Error(`Settings of an earlier visit do not hold any more: ${explain(error)}`), {
        advice: "All are as they come. Choose again in the settings.",
      });
    }
  }

  async restoreModel() {
    const id = preferences.get("model");
    if (!id || id === "embedded") return;
    const server = preferences.server();
    const known = this.models.find((model) => model.id === id);
    if (id === "server" ? !server.baseURL : !known?.cached || !known.runnable) return;
    const compare = Boolean(known?.comparedFor) && !preferences.comparison(known?.comparedFor ?? "");
    try {
      await this.setModel(id, id === "server" ? server : { compare });
    } catch (error) {
      this._notice(error);
    }
  }
}
