/**
 * Where the large files are: their names in the built site carry a hash of their content. The build writes the table.
 * @type {Record<string, string>}
 */
const ASSETS = {};

/**
 * The absolute address of a file under `web/models/`, `vendor/*.wasm`, `python/<archive>`, or the folder `pyodide/`.
 * @param {string} name
 * @returns {string}
 */
export function asset(name) {
  const found = ASSETS[name];
  if (found === undefined) throw new Error(`The site was built without ${name}.`);
  return new URL(`../../assets/${found}`, import.meta.url).href;
}

/**
 * Whether the site was built with this file.
 * @param {string} name
 */
export function hasAsset(name) {
  return name in ASSETS;
}
