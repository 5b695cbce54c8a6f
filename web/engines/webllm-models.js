/**
 * Which models there are: those that the package lists, the one that this site brings, and those a page names itself.
 * @typedef {import("./engine.js").LoadOptions} LoadOptions
 * @typedef {import("../vendor/web-llm.js").ModelRecord} ModelRecord
 */

import { asset, hasAsset } from "../assets.js";
import { prebuiltAppConfig } from "../vendor/web-llm.js";
import { EngineError } from "./engine.js";
import { baseAddress } from "./webllm-store.js";

/** The embedded model on WebGPU: the one that the site itself brings. */
const SITE_MODEL = "embedded-gpu";

export class Models {
  /** By id, those that are not in the package's own list. @type {Map<string, ModelRecord>} */
  #own = new Map();

  /** @param {string} id */
  find(id) {
    if (id === SITE_MODEL) return siteRecord();
    return this.#own.get(id) ?? prebuiltAppConfig.model_list.find((record) => record.model_id === id);
  }

  /**
   * The record that loading with these options needs. Throws `config` for a model of which too little is known.
   * @param {LoadOptions} options
   * @returns {ModelRecord}
   */
  recordOf({ id, url, library, contextWindow, extra }) {
    const known = this.find(id);
    const model = url ?? known?.model;
    const model_lib = library ?? known?.model_lib;
    if (!model || !model_lib) throw new EngineError("config", `${id} is no prebuilt model: give its url and library.`);
    const window = contextWindow ?? known?.overrides?.context_window_size;
    /** @type {ModelRecord} */
    const record = {
      ...known,
      model_id: id,
      model: new URL(model, location.href).href,
      model_lib: new URL(model_lib, location.href).href,
      overrides: { ...known?.overrides, ...(window ? { context_window_size: window } : {}) },
    };
    if (typeof extra?.librarySha256 === "string") record.integrity = { model_lib: asSRI(extra.librarySha256) };
    if (url ?? library) this.#own.set(id, record);
    return record;
  }
}

/**
 * Where its files are.
 * @param {ModelRecord} record
 */
export function placeOf(record) {
  return { base: baseAddress(record.model), library: record.model_lib };
}

/** @returns {ModelRecord | undefined} */
function siteRecord() {
  if (!hasAsset("models/webllm/")) return undefined;
  return {
    model_id: SITE_MODEL,
    model: asset("models/webllm/"),
    model_lib: asset("models/webllm/model.wasm"),
    vram_required_MB: 60,
  };
}

/** @param {string} hex */
function asSRI(hex) {
  const bytes = hex.match(/../g)?.map((pair) => String.fromCharCode(Number.parseInt(pair, 16))) ?? [];
  return `sha256-${btoa(bytes.join(""))}`;
}
