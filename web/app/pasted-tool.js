/**
 * A tool that the visitor pasted. JSON declares one that is called over HTTP; JavaScript is run in a worker inside a
 * sandboxed frame with an opaque origin and no network (see sandbox/), never in this page.
 *
 * @typedef {object} PastedTool
 * @property {string} name
 * @property {string} description
 * @property {Record<string, unknown>} parameters
 * @property {(args: Record<string, unknown>) => Promise<unknown>} run
 */
const _TIME_LIMIT = 10_000;
const _START_LIMIT = 5_000;

/** What was pasted, ready for `agent.tool`. Rejects with what is wrong with it. @param {string} source @returns {Promise<PastedTool>} */
export async function parsePasted(source) {
  const text = source.trim();
  if (text.startsWith("{")) {
    let declared;
    try {
      declared = JSON.parse(text);
    } catch {
      declared = null; // not JSON: a JavaScript object is looked for below
    }
    if (declared) return _fromDeclaration(declared);
  }
  return _fromJavaScript(text);
}

/** @param {any} declared OpenAI's form ({type:"function",function:{...}}) or the bare one @returns {PastedTool} */
function _fromDeclaration(declared) {
  const tool = { ...declared, ...(declared.type === "function" ? declared.function : {}) };
  const url = declared.url ?? tool.url;
  if (typeof url !== "string" || !/^https?:\/\//.test(url)) {
    throw Object.assign(new Error("the declaration says what the tool is called, but not what runs it"), {
      advice: 'Add a "url" that takes the arguments by POST as JSON, or paste JavaScript with a run function.',
    });
  }
  return {
    ..._checked(tool),
    run: async (args) => {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(args),
        credentials: "omit",
        signal: AbortSignal.timeout(_TIME_LIMIT),
      });
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      const body = await response.text();
      try {
        return JSON.parse(body);
      } catch {
        return body; // plain text is a result too
      }
    },
  };
}

/** @param {string} source @returns {Promise<PastedTool>} */
async function _fromJavaScript(source) {
  const sandbox = new _Sandbox(source);
  const described = await sandbox.request("describe", undefined, _START_LIMIT);
  return { ..._checked(described), run: (args) => sandbox.request("run", args, _TIME_LIMIT) };
}

/** @param {any} tool */
function _checked(tool) {
  const { name, description, parameters } = Object(tool);
  if (typeof name !== "string" || !/^[\w.-]{1,64}$/.test(name)) {
    throw Object.assign(new Error("the tool needs a name"), { advice: "Letters, digits, _ . or -, at most 64." });
  }
  if (typeof description !== "string" || !description.trim()) {
    throw Object.assign(new Error(`${name} needs a description`), { advice: "One line that says what it does: the model chooses by it." });
  }
  if (!parameters || typeof parameters !== "object" || Array.isArray(parameters)) {
    throw Object.assign(new Error(`${name} needs parameters`), { advice: 'A JSON Schema such as {"type":"object","properties":{}}.' });
  }
  return { name, description, parameters };
}

/** One frame and one worker for each pasted tool. A call that takes too long ends the worker; the next call starts it anew. */
class _Sandbox {
  /** @param {string} source */
  constructor(source) {
    this._source = source;
    this._serial = 0;
    /** @type {Promise<MessagePort> | null} */
    this._port = null;
  }

  /** @param {"describe"|"run"} kind @param {unknown} args @param {number} limit @returns {Promise<any>} */
  async request(kind, args, limit) {
    const port = await (this._port ??= this._open());
    const id = ++this._serial;
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer);
        port.removeEventListener("message", listen);
      };
      const timer = setTimeout(() => {
        finish();
        port.postMessage(JSON.stringify({ kind: "restart" }));
        reject(Object.assign(new Error(`the tool was stopped after ${limit / 1000} s`), { code: "tool_timeout", advice: "Make it do less." }));
      }, limit);
      const listen = (/** @type {MessageEvent<string>} */ { data }) => {
        const reply = JSON.parse(String(data));
        if (reply.id !== id) return;
        finish();
        if ("error" in reply) reject(Object.assign(new Error(String(reply.error)), { code: "tool" }));
        else resolve(reply.value);
      };
      port.addEventListener("message", listen);
      port.postMessage(JSON.stringify({ id, kind, args }));
    });
  }

  /** @returns {Promise<MessagePort>} */
  async _open() {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    frame.hidden = true;
    frame.title = "Sandbox of a pasted tool";
    frame.src = new URL("./sandbox/tool.html", import.meta.url).href;
    const loaded = new Promise((resolve, reject) => {
      frame.addEventListener("load", resolve, { once: true });
      setTimeout(() => reject(new Error("the sandbox did not start")), _START_LIMIT);
    });
    document.body.append(frame);
    await loaded;
    const { port1, port2 } = new MessageChannel();
    frame.contentWindow?.postMessage(this._source, "*", [port2]);
    port1.start();
    return port1;
  }
}
