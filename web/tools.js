/** Tools that live in the page: their results as JSON, and tools that the visitor pastes. */

const RESULT_LIMIT = 16 * 1024 * 1024;
const DEEPEST = 60;

/** What declares a tool, beside the function or address that runs it. */
const FIELDS = ["name", "description", "parameters", "confirm", "timeout"];
/** Where an argument goes in an address. */
const PLACE = /\{(\w+)\}/g;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * A tool's result as JSON text. Numbers that JSON lacks become strings, bytes become their length, dates become ISO text.
 * Throws when the value holds a cycle, nests deeper than 60, is larger than 16 MB, or holds what JSON would show as
 * empty though it is not: a promise, a Response, a Blob.
 * @param {unknown} value
 * @returns {string}
 */
export function plainJSON(value) {
  let json;
  try {
    json = JSON.stringify(value === undefined ? null : value, (_key, inner) => {
      if (typeof inner === "bigint" || (typeof inner === "number" && !Number.isFinite(inner))) return String(inner);
      if (inner instanceof ArrayBuffer || ArrayBuffer.isView(inner)) return `<${inner.byteLength} bytes>`;
      if (inner instanceof Map) return Object.fromEntries(inner);
      if (inner instanceof Set) return [...inner];
      if (looksEmpty(inner)) throw new TypeError(`there is no JSON form of ${nameOf(inner)}; return what is in it`);
      return inner;
    });
  } catch (error) {
    throw new Error(`The result is not JSON: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
  }
  if (json === undefined) throw new Error(`The result is not JSON: a ${typeof value}.`);
  if (json.length > RESULT_LIMIT) throw new Error(`The result is too large: ${json.length} characters.`);
  if (depth(json) > DEEPEST) throw new Error(`The result nests deeper than ${DEEPEST}.`);
  return json;
}

/**
 * Whether it is an object of a class whose contents JSON does not see: it would be told to the model as having none.
 * @param {unknown} value
 */
function looksEmpty(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value) || Object.keys(value).length) return false;
  const kind = Object.getPrototypeOf(value);
  return kind !== null && Object.getPrototypeOf(kind) !== null; // a plain object's is the last, in a frame's page too
}

/** @param {any} value */
function nameOf(value) {
  const name = value[Symbol.toStringTag] || value.constructor?.name || "thing without fields";
  return value instanceof Promise ? "a promise that was not awaited" : value instanceof Error ? `${name} (${value.message})` : name;
}

/**
 * How deep JSON text nests.
 * @param {string} json
 */
export function depth(json) {
  let [level, deepest, quoted] = [0, 0, false];
  for (let at = 0; at < json.length; at++) {
    const char = json[at];
    if (quoted && char === "\\") at++;
    else if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === "[" || char === "{") deepest = Math.max(deepest, ++level);
    else if (char === "]" || char === "}") level--;
  }
  return deepest;
}

/**
 * @typedef {Omit<import("./types.js").ToolDeclaration, "run">} Declaration
 * @typedef {{declaration: Declaration, run: (args: any, options: {signal: AbortSignal}) => Promise<unknown>, close: () => void}} Pasted
 */

/**
 * Read a pasted tool. JSON with a `url` fetches it (`{name}` in the address is replaced by that argument; other arguments
 * become the query, or the JSON body of a POST). Anything else is taken as a JavaScript expression for an object with
 * `name`, `description`, `parameters` and `run`; it is evaluated in a worker of its own, which the page's rules against
 * evaluating text in the page itself allow.
 * @param {string} source
 * @returns {Promise<Pasted>}
 */
export async function pastedTool(source) {
  const text = source.trim().replace(/;$/, "");
  if (!text) throw new Error("There is nothing to add: paste a tool as JavaScript or JSON.");
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    return scriptTool(text); // not JSON, so JavaScript: its own errors are reported by the worker
  }
  return fetchTool(json);
}

/**
 * Throws where what declares a tool lacks something, and says what.
 * @param {any} declaration
 */
export function checkDeclaration({ name, description, parameters, ...rest }) {
  if (typeof name !== "string" || !name.trim()) throw new TypeError('The tool has no "name".');
  if (typeof description !== "string") throw new TypeError(`The tool ${name} has no "description": say in one line what it does.`);
  if (typeof parameters !== "object" || parameters === null || Array.isArray(parameters)) {
    throw new TypeError(`The tool ${name} has no "parameters": a JSON Schema of its arguments, {"type": "object", "properties": {…}}.`);
  }
  const unknown = Object.keys(rest).find((field) => !FIELDS.includes(field));
  if (unknown) throw new TypeError(`The tool ${name} has a field "${unknown}", which no tool has. Leave it out.`);
  if (rest.timeout !== undefined && !(Number.isFinite(rest.timeout) && rest.timeout > 0)) {
    throw new TypeError(`The tool ${name} has a "timeout" that is no number of seconds above 0.`);
  }
}

/**
 * @param {any} json
 * @returns {Pasted}
 */
function fetchTool(json) {
  if (typeof json?.url !== "string") throw new Error('A JSON tool needs a "url" to fetch, beside name, description and parameters.');
  const { url: template, method: given = "GET", ...declaration } = json;
  checkDeclaration(declaration);
  const method = String(given).toUpperCase();
  if (!METHODS.includes(method)) throw new TypeError(`The tool ${declaration.name} has the "method" ${given}. Give one of ${METHODS.join(", ")}.`);
  checkTemplate(template, declaration);
  return {
    declaration,
    close() {},
    async run(args, { signal }) {
      const rest = { ...args };
      const filled = template.replace(PLACE, (/** @type {string} */ _, /** @type {string} */ name) => {
        delete rest[name];
        return encodeURIComponent(args[name] ?? "");
      });
      const url = new URL(filled, location.href);
      /** @type {RequestInit} */
      const init = { method, signal };
      if (method === "GET") for (const [name, value] of Object.entries(rest)) url.searchParams.set(name, typeof value === "string" ? value : JSON.stringify(value));
      else {
        init.body = JSON.stringify(rest);
        init.headers = { "Content-Type": "application/json" };
      }
      const response = await fetch(url, init);
      const body = await response.text();
      if (!response.ok) throw new Error(`${url.host} answered ${response.status}: ${body.slice(0, 200)}`);
      try {
        return JSON.parse(body);
      } catch {
        return body; // a tool may answer in plain text
      }
    },
  };
}

/**
 * Throws where the address of a tool that fetches is none, or names what the tool is not given.
 * @param {string} template
 * @param {Declaration} declaration
 */
function checkTemplate(template, { name, parameters }) {
  const properties = /** @type {Record<string, unknown>} */ (parameters.properties ?? {});
  const stray = [...template.matchAll(PLACE)].find(([, place]) => !Object.hasOwn(properties, place));
  if (stray) throw new TypeError(`The tool ${name} has ${stray[0]} in its "url", and no parameter of that name.`);
  const url = URL.parse(template.replace(PLACE, "0"), location.href);
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError(`The tool ${name} has a "url" that cannot be fetched: give an http address.`);
}

/**
 * @param {string} text
 * @returns {Promise<Pasted>}
 */
async function scriptTool(text) {
  // The pasted text comes last: what it does to syntax or globals is its own affair, in a worker that can be ended.
  const harness = `"use strict";
let tool;
onmessage = async ({ data: { id, args } }) => {
  try { postMessage({ id, value: await tool.run(args) }); }
  catch (error) { postMessage({ id, error: String(error) }); }
};
tool = (
${text.replace(/^export\s+default\s+/, "")}
);
if (typeof tool !== "object" || tool === null) throw new TypeError("it is no object with name, description, parameters and run");
const { name, description, parameters, confirm, timeout } = tool;
if (typeof tool.run !== "function") {
  throw new TypeError(tool.url ? "it has a url and is no valid JSON: no comma behind the last field, every name in double quotes" : "it has no function run");
}
postMessage({ declaration: JSON.stringify({ name, description, parameters, confirm, timeout }) });
`;
  const address = URL.createObjectURL(new Blob([harness], { type: "text/javascript" }));
  const start = () => new Worker(address, { name: "pasted-tool" });
  const worker = start();
  /** @type {Declaration} */
  const declaration = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The pasted tool did not start within 5 seconds.")), 5000);
    worker.onmessage = ({ data }) => {
      if (typeof data?.declaration !== "string") return; // the pasted text may post what it likes
      clearTimeout(timer);
      resolve(JSON.parse(data.declaration));
    };
    worker.onerror = (event) => {
      clearTimeout(timer);
      event.preventDefault();
      const said = (event.message || "it could not be run").replace(/^Uncaught (TypeError: )?/, "");
      const form = said.startsWith("SyntaxError") ? ". Paste one object and nothing around it: { name, description, parameters, run }" : "";
      reject(new Error(`The pasted text is not a tool: ${said}${form}`));
    };
  }).catch((error) => {
    worker.terminate();
    URL.revokeObjectURL(address);
    throw error;
  });
  worker.terminate();
  checkDeclaration(declaration);
  return {
    declaration,
    close: () => URL.revokeObjectURL(address),
    // A worker a call: a call that hangs or is withdrawn is ended with its worker.
    run: (args, { signal }) =>
      new Promise((resolve, reject) => {
        const runner = start();
        const end = (/** @type {() => void} */ settle) => {
          runner.terminate();
          settle();
        };
        signal.addEventListener("abort", () => end(() => reject(new Error("Stopped."))), { once: true });
        runner.onerror = (event) => {
          event.preventDefault();
          end(() => reject(new Error(event.message)));
        };
        runner.onmessage = ({ data }) => {
          if (typeof data?.declaration === "string") runner.postMessage({ id: 1, args });
          else if (data?.id === 1) end(() => ("error" in data ? reject(new Error(data.error)) : resolve(data.value)));
        };
      }),
  };
}
