/**
 * The visitor's choices that the page itself keeps (theme, last model, toolbox and conversation) in localStorage. Where
 * storage is denied they last as long as the page.
 */
const _PREFIX = "keyhole.";
/** @type {Map<string, string>} */
const _fallback = new Map();

/** @param {string} name @returns {string | null} */
export function get(name) {
  try {
    return localStorage.getItem(_PREFIX + name) ?? _fallback.get(name) ?? null;
  } catch {
    return _fallback.get(name) ?? null; // storage denied: the page works on without it
  }
}

/** An empty value forgets. @param {string} name @param {string} value */
export function set(name, value) {
  _fallback.set(name, value);
  try {
    if (value) localStorage.setItem(_PREFIX + name, value);
    else localStorage.removeItem(_PREFIX + name);
  } catch {
    // storage denied or full: `_fallback` holds it for this page
  }
}

/** What this tab's visitor has written and not sent: it outlives a reload. */
export function draft() {
  try {
    return sessionStorage.getItem(`${_PREFIX}draft`) ?? "";
  } catch {
    return ""; // storage denied
  }
}

/** @param {string} text */
export function keepDraft(text) {
  try {
    sessionStorage.setItem(`${_PREFIX}draft`, text);
  } catch {
    // storage denied or full: the draft lasts as long as the page
  }
}

/** The server last used. Its key is there only when the visitor asked to keep it. */
export function server() {
  return {
    baseURL: get("server.url") ?? "",
    model: get("server.model") ?? "",
    key: get("server.key") ?? "",
  };
}

/** @param {{baseURL: string, model: string, key: string}} server @param {boolean} keepKey */
export function setServer({ baseURL, model, key }, keepKey) {
  set("server.url", baseURL);
  set("server.model", model);
  set("server.key", keepKey ? key : "");
}

/** What was last measured of the embedded model on the GPU, if it holds for this: `ModelInfo.comparedFor`. @param {string} comparedFor @returns {import("../types.js").Comparison | null} */
export function comparison(comparedFor) {
  try {
    const kept = JSON.parse(get("comparison") ?? "null");
    return kept?.comparedFor === comparedFor ? kept : null;
  } catch {
    return null; // not what this page wrote: it is measured again
  }
}

/** @param {string} comparedFor @param {import("../types.js").Comparison} measured */
export function setComparison(comparedFor, measured) {
  set("comparison", JSON.stringify({ ...measured, comparedFor }));
}

/** The agent's settings that are not as they come. @returns {Record<string, unknown>} */
export function settings() {
  try {
    return Object(JSON.parse(get("settings") ?? "{}"));
  } catch {
    return {}; // not what this page wrote
  }
}

/**
 * @param {Record<string, unknown>} values
 * @param {Record<string, {default?: unknown}>} fields  what each is where nobody chose
 */
export function setSettings(values, fields) {
  const asTheyCome = (/** @type {string} */ name) => JSON.stringify(fields[name]?.default ?? {});
  const chosen = Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== asTheyCome(name));
  set("settings", chosen.length ? JSON.stringify(Object.fromEntries(chosen)) : "");
}

export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @returns {typeof THEMES[number]} */
export function theme() {
  return THEMES.find((name) => name === get("theme")) ?? "auto";
}

/** Take the theme that comes after this one, and return it. @param {typeof THEMES[number]} name */
export function nextTheme(name) {
  const next = THEMES[(THEMES.indexOf(name) + 1) % THEMES.length];
  set("theme", next === "auto" ? "" : next);
  document.documentElement.dataset.theme = next;
  return next;
}
