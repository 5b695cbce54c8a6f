/**
 * A test double of keyhole.js for the tests of the interface alone: it replays recorded event streams at a steady pace
 * and answers every other call from memory. No model, no Python. Served in place of keyhole.js by test_ui.py only.
 *
 * What is asked chooses the recording: "slow" streams until stopped, "fail" fails, "confirm" waits for a yes,
 * with "beside" while another tool runs, "repair" shows a repaired step, "hostile" answers with HTML and pictures,
 * anything else looks something up.
 */
const usage = (prompt, completion) => ({ prompt_tokens: prompt, completion_tokens: completion, cached_tokens: 0 });
const attempt = (prompt, raw, error = null) => ({ prompt, raw, error, usage: usage(96, 4), ms: 31, first_token_ms: 12, confidence: 0.93 });
const HOSTILE = `<img src="https://evil.example/x.png" onerror="window.hacked=1"><script>window.hacked=1</script>
![beacon](https://evil.example/beacon.png) [click](javascript:window.hacked=1) <iframe src="https://evil.example"></iframe>
[fine](https://example.org/) **bold** <b>not bold</b>

| a | b |
| --- | --- |
| 1 | 2 |

- [x] done

\`\`\`html
<script>alert(1)</script>
\`\`\`
`;

let serial = 0;

function* recording(turn_id, text, options) {
  const at = () => ({ turn_id, at: Date.now() / 1000 });
  const step = function* (step, fields, chunks = []) {
    const step_id = `s${++serial}`;
    yield { type: "step_started", ...at(), step_id, step, tool: fields.tool ?? null, prompt: fields.prompt ?? "" };
    for (const chunk of chunks) yield { type: "step_chunk", ...at(), step_id, step, text: chunk };
    yield { type: "step_finished", ...at(), step_id, step, tool: null, raw: "", attempts: [], usage: usage(96, 4), ms: 31.4, by: "model", ...fields };
  };
  yield { type: "turn_started", ...at(), text, model: options.model, strategy: "routed" };
  if (text.includes("fail")) {
    yield* step("route", { output: null, attempts: [attempt("names: item_lookup", "<svg onload=alert(1)>", "not JSON"), attempt("names: item_lookup\nonly JSON", "??", "not JSON")] });
    yield { type: "failed", ...at(), step: "route", code: "step_failed", reason: "the output is not JSON", raw: "<svg onload=alert(1)>", advice: "Ask in other words, or choose a larger model.", partial: "Half a sentence", ms: 70 };
    return;
  }
  const tool = "item_lookup";
  yield* step("route", {
    prompt: "tools: item_lookup, perk_lookup, activity_lookup\nrequest: " + text,
    raw: "<1>",
    output: { choice: "call_tool", tool, question: null },
    attempts: [attempt("tools: item_lookup, perk_lookup, activity_lookup\nrequest: " + text, "<1>")],
  });
  const args = { name: "Calus Mini-Tool" };
  const tries = text.includes("repair")
    ? [attempt("schema: {...}", '{"tool":"item_lookup","args":{"nam":"calus"}}', "`args`: 'name' is a required property"), attempt("output only JSON matching the schema", JSON.stringify({ tool, args }))]
    : [attempt("schema: {...}", JSON.stringify({ tool, args }))];
  yield* step("fill", { tool, output: { tool, args }, raw: JSON.stringify({ tool, args }), attempts: tries });
  const call_id = `c${++serial}`;
  if (text.includes("confirm")) {
    yield { type: "confirmation_requested", ...at(), call_id, tool, arguments: args, question: "Run item_lookup?" };
    if (text.includes("beside")) {
      yield { type: "tool_started", ...at(), call_id: "beside", tool: "perk_lookup", arguments: {} };
      yield { type: "tool_finished", ...at(), call_id: "beside", tool: "perk_lookup", condensed: "{}", is_error: false, ms: 2.3 };
    }
    yield { wait: call_id };
  }
  yield { type: "tool_started", ...at(), call_id, tool, arguments: args };
  const condensed = text.includes("hostile") ? HOSTILE : "Calus Mini-Tool, legendary submachine gun\nperks: Threat Detector, Surplus; Incandescent, Unrelenting";
  yield { type: "tool_finished", ...at(), call_id, tool, condensed, is_error: false, handle: "raw:" + call_id, raw_preview: condensed.slice(0, 40), raw_bytes: 4812, ms: 2.3 };
  const words = text.includes("hostile") ? HOSTILE : "**Calus Mini-Tool** can roll, among others:\n\n- Threat Detector, Surplus\n- Incandescent, Unrelenting\n";
  const chunks = text.includes("slow") ? Array.from({ length: 2000 }, (_, i) => `word${i} `) : words.match(/[\s\S]{1,12}/g);
  yield* step("answer", { output: chunks.join(""), by: text.includes("slow") ? "model" : "code", cut: text.includes("cut off"), ms: 1 }, chunks);
  yield { type: "turn_finished", ...at(), answer: chunks.join(""), outcome: "answer", usage: usage(310, 24), ms: 118 };
}

const MB = 1e6;

class FakeAgent extends EventTarget {
  constructor(options) {
    super();
    this.options = { model: "embedded", ...options };
    this.status = { phase: "python", model: "embedded", text: "Loading Python", loaded: 0, total: 0 };
    this.waiting = new Map();
    this.extra = [];
    this.stored = JSON.parse(localStorage.getItem("fake.conversations") ?? "[]");
    this.current = null;
    this.cached = new Set(["embedded"]);
    this.values = { max_steps: 5, clarify: true, modes: {} };
    this.cancelled = false;
    const kept = { blocks: { human: "likes pizza", persona: "" }, memories: [{ id: "m1", text: "<b>born in May</b>", created: 1.7e9 }] };
    this.memory = {
      list: async () => structuredClone(kept),
      edit: async (id, text) => (id in kept.blocks ? (kept.blocks[id] = text) : (kept.memories.find((one) => one.id === id).text = text)),
      erase: async (id) => {
        if (id === undefined) Object.assign(kept, { blocks: { human: "", persona: "" }, memories: [] });
        else if (id in kept.blocks) kept.blocks[id] = "";
        else kept.memories = kept.memories.filter((one) => one.id !== id);
      },
      export: async () => ({
        version: 1,
        blocks: Object.entries(kept.blocks).map(([name, text]) => ({ name, text })),
        memories: kept.memories.map(({ text, created }) => ({ text, created })),
      }),
      import: async ({ blocks, memories }) => {
        for (const { name, text } of blocks) kept.blocks[name] = [kept.blocks[name], text].filter(Boolean).join("\n");
        kept.memories.push(...memories.map((one, at) => ({ id: `new${at}`, ...one })));
        return { blocks: blocks.length, memories: memories.length };
      },
    };
  }
  say(status) {
    this.status = { model: this.options.model, loaded: 0, total: 0, ...status };
    this.options.onStatus?.(this.status);
    this.dispatchEvent(new CustomEvent("status", { detail: this.status }));
  }
  save() {
    localStorage.setItem("fake.conversations", JSON.stringify(this.stored));
  }
  async tool(tool) {
    this.extra.push(tool);
  }
  async pasteTool(source) {
    let tool;
    try {
      tool = JSON.parse(source);
    } catch {
      throw Object.assign(new Error("The pasted text is not a tool"), { code: "tool", advice: "Paste an object." });
    }
    this.extra.push({ ...tool, warnings: [] });
    return { name: tool.name, warnings: [] };
  }
  async removeTool(name) {
    this.extra = this.extra.filter((tool) => tool.name !== name);
  }
  async *ask(text, { signal } = {}) {
    this.cancelled = false;
    const turn_id = `t${Date.now()}-${++serial}`;
    if (!this.current) {
      this.current = { id: `c${Date.now()}`, title: text.slice(0, 40), updated: Date.now() / 1000, turns: [] };
      this.stored.unshift(this.current);
    }
    const events = [];
    this.current.turns.push(events);
    for (const event of recording(turn_id, text, this.options)) {
      if (event.wait) {
        const yes = await new Promise((resolve) => this.waiting.set(event.wait, resolve));
        if (!yes) {
          yield { type: "turn_finished", turn_id, at: 0, answer: "It was not run.", outcome: "answer", usage: usage(1, 1), ms: 1 };
          return;
        }
        continue;
      }
      await new Promise((resolve) => setTimeout(resolve, event.type === "step_chunk" ? 5 : 30));
      if (this.cancelled || signal?.aborted) {
        const last = { type: "cancelled", turn_id, at: 0, partial: "", ms: 50 };
        events.push(last);
        yield last;
        return;
      }
      events.push(event);
      this.save();
      yield event;
    }
  }
  cancel() {
    this.cancelled = true;
  }
  dispose() {}
  confirm(id, yes) {
    this.waiting.get(id)?.(yes);
  }
  async raw(handle) {
    return { handle, everything: HOSTILE.repeat(3) };
  }
  async models() {
    const model = (id, tier, label, detail, download, memory, variant, runnable = true, reason = "", warning = "") => ({
      id, tier, label, detail, downloadBytes: download * MB, memoryBytes: memory * MB, variant, runnable, reason, warning,
      comparedFor: id === "embedded-gpu" ? "a GPU and these weights" : "",
      cached: this.cached.has(id), cachedBytes: this.cached.has(id) ? download * MB : 0,
    });
    return [
      model("embedded", "embedded", "Embedded", "Chooses tools; its answers are written by rule.", 8, 60, "q8_0"),
      model("embedded-gpu", "embedded-gpu", "Embedded (GPU)", "The embedded model on WebGPU. Measured when it is chosen: the faster one answers", 15, 60, "f32"),
      model("small", "small", "Small", "Qwen3 0.6B. Writes short answers.", 412, 1400, "f16"),
      model("medium", "medium", "Medium", "Qwen3 4B. Writes well.", 2280, 3400, "f32", true, "", "It takes 3,400 MB and this device has about 4,096 MB in all: it may fail to load. Close other tabs first, or choose a smaller model."),
      model("large", "large", "Large", "Llama 3.1 8B. Writes best.", 4600, 6100, "f32", false, "this GPU allows 1 GB in one buffer, and the model needs 2 GB."),
      model("server", "server", "Your server", "Ollama, llama.cpp, vLLM or a service.", 0, 0, ""),
    ];
  }
  async setStandIns(others) {
    for (const { id, baseURL } of others) {
      if (id === "server" && baseURL.includes("?")) throw Object.assign(new Error("an address has no query"), { advice: "Leave it out." });
    }
    this.standIns = others;
  }
  async setWriter(server) {
    if (server?.baseURL.includes("?")) throw Object.assign(new Error("an address has no query"), { advice: "Leave it out." });
    this.writer = server;
  }
  async setModel(id, { baseURL, model, compare, signal } = {}) {
    if (id === "server" && !/^https?:/.test(baseURL ?? "")) throw Object.assign(new Error("no server there"), { code: "network", advice: "Check the address." });
    if (id === "server" && model === "absent") throw Object.assign(new Error("http://127.0.0.1:1/v1 has no model 'absent'; it has qwen3:4b, llama3.2"), { code: "config", advice: "Choose one of those.", choices: ["qwen3:4b", "llama3.2"] });
    if (!this.cached.has(id) && id !== "server") {
      const total = (await this.models()).find((m) => m.id === id).downloadBytes;
      for (let part = 0; part <= 200; part++) {
        if (signal?.aborted) {
          this.say({ phase: "ready", text: "Embedded, 8 MB, ready" });
          throw new DOMException("cancelled", "AbortError");
        }
        this.say({ phase: "model", model: id, text: `Fetching ${id}`, loaded: (total * part) / 200, total });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      this.cached.add(id);
    }
    if (compare) {
      for (let at = 1; at <= 6; at++) {
        this.say({ phase: "model", model: id, text: `Measuring Embedded (GPU) against the CPU: request ${at} of 6` });
        await new Promise((resolve) => setTimeout(resolve, 600));
        if (signal?.aborted) {
          this.say({ phase: "ready", text: "Embedded, ready" });
          throw Object.assign(new Error("Loading was stopped."), { code: "aborted", advice: "Stopped. Ask again when you like." });
        }
      }
      const text = "a route and a fill take 6.1 s on the GPU, 134 ms on the CPU";
      this.say({ phase: "ready", model: "embedded", text: `Embedded, faster here: ${text}` });
      return { model: "embedded", comparison: { gpuMs: 6100, cpuMs: 134, stopped: false, text } };
    }
    this.options.model = id;
    this.say({ phase: "ready", model: id, text: `${id}, ready in 1.1 s` });
    return { model: id, comparison: null };
  }
  async deleteModel(id) {
    this.cached.delete(id);
  }
  async toolboxes() {
    const form = { type: "object", properties: { name: { type: "string", description: "the item's name" } }, required: ["name"] };
    const lookup = (name, description, warnings = []) => ({ name, description, parameters: form, warnings });
    return [
      {
        name: "destiny", title: "Destiny", tools: [lookup("item_lookup", "Look up one item."), lookup("perk_lookup", "Look up one perk."), lookup("activity_lookup", "Look up one activity.", ["`name` has no description"]), ...this.extra],
        examples: ["what perks can roll on calus mini-tool?", "what does incandescent do?", "what is iron banner?", "what perks can roll on ____?", "explain armor stats", "what is iron banner and what does incandescent do"],
      },
      { name: "everyday", title: "Everyday", tools: [lookup("calculator", "Calculate.")], examples: ["what is 17% of 230?", "5 miles in km", "what day is 24 december 2027?", "pick a number", "3 cups in ml", "time in Tokyo"] },
    ];
  }
  async setToolbox(name) {
    this.options.toolbox = name;
  }
  async addPackage(name) {
    throw Object.assign(new Error(`there is no package ${name}`), { code: "network", advice: "Check the name." });
  }
  async conversations() {
    return this.stored.map(({ id, title, updated }) => ({ id, title, updated }));
  }
  async open(id) {
    this.current = this.stored.find((one) => one.id === id);
    return { ...this.current, conversation: {} };
  }
  async newConversation() {
    this.current = null;
    return { id: "", turns: [] };
  }
  async deleteConversation(id) {
    this.stored = this.stored.filter((one) => one.id !== id);
    this.save();
  }
  async settings() {
    return {
      values: this.values,
      schema: { properties: { max_steps: { type: "integer", minimum: 1, maximum: 20, default: 5, description: "Most tools called in one turn." }, clarify: { type: "boolean", default: true, description: "Ask back when what to look up is missing." } } },
    };
  }
  async configure(changes) {
    if ("gone" in changes) throw new Error("`gone`: there is no such setting");
    Object.assign(this.values, changes);
    return this.settings();
  }
}

// The benchmark's side: made-up rows in the form of keyhole.bench.metrics.RowResult, one every few milliseconds.
const share = (hits, n) => ({ value: n ? hits / n : null, low: n ? Math.max(0, hits / n - 0.1) : 0, high: n ? Math.min(1, hits / n + 0.1) : 1, hits, n });

FakeAgent.prototype.call = async function (method, params) {
  const figures = (rows) =>
    [...new Set(rows.map((row) => `${row.strategy} ${row.tools}`))].map((key) => {
      const group = rows.filter((row) => `${row.strategy} ${row.tools}` === key);
      const [strategy, tools] = key.split(" ");
      const lexical = strategy === "lexical";
      return {
        strategy, tools: Number(tools), n: group.length, fits: !(strategy === "all-schemas" && tools > 100),
        proportions: { strict: share(group.filter((row) => row.strict).length, group.length), args_exact: share(0, 0), none_recall: share(3, 4) },
        numbers: { prompt_tokens: lexical ? 0 : strategy === "all-schemas" ? 250 * Math.max(3, tools) : 140, turn_ms_p50: lexical ? 2.2 : strategy === "all-schemas" ? 400 + Number(tools) : 88, turn_ms_p95: 160, tokens_per_second: null },
      };
    });
  switch (method) {
    case "bench.definitions":
      return { metrics: { strict: "Share of queries whose choice is right.", turn_ms_p50: "Whole turn, median." }, strategies: { routed: "Routed, names only", "routed+lines": "Routed, names and one line", "all-schemas": "Every schema in one prompt", lexical: "Word overlap, no model" } };
    case "bench.check":
      if (params.suite.includes("broken")) throw Object.assign(new Error(`${params.name}, line 2: not JSON`), { code: "suite", advice: "Correct the line that the message names, or leave it out." });
      return { queries: params.suite.trim().split("\n").length, toolboxes: ["destiny"], tags: [] };
    case "bench.figures":
      return figures(params.rows);
    case "bench.report":
      return { format: 1, info: params.info, figures: figures(params.rows), rows: params.rows, peak_memory_bytes: params.peak_memory_bytes };
    case "bench.compare":
      return [{ strategy: "routed", tools: 0, metric: "strict", n: 20, first: 0.8, second: 0.9, p: 0.04 }, { strategy: "routed", tools: 0, metric: "turn_ms_p50", n: 20, first: 90, second: 80, p: null }];
    default:
      throw new Error(`the test double has no ${method}`);
  }
};

// With seed 13 the model dies once, after the fifth row.
FakeAgent.prototype.stream = async function* (method, { strategies, growth, sample, seed, done }, { signal } = {}) {
  const keys = growth.flatMap((tools) => strategies.flatMap((strategy) => Array.from({ length: sample ?? 100 }, (_, i) => [strategy, tools, `destiny-${i}`])));
  const known = new Set(done.map(String));
  let at = known.size;
  for (const [strategy, tools, id] of keys) {
    if (known.has(String([strategy, tools, id]))) continue;
    await new Promise((resolve) => setTimeout(resolve, 25));
    if (signal?.aborted) return;
    if (seed === 13 && at === 5 && !known.size) throw Object.assign(new Error("the GPU is gone"), { code: "run_stopped", advice: "Resume the run." });
    const strict = (id.length * 7 + Number(id.split("-")[1]) * 13) % 10 < (strategy === "lexical" ? 6 : 9);
    const row = { id, strategy, tools, query: `what perks can roll on weapon ${id}?`, expected: { choice: "call_tool", tool: "item_lookup", acceptable: [], calls: [] }, choice: "call_tool", calls: [{ name: strict ? "item_lookup" : "perk_lookup", arguments: { name: id } }], answer: "It can roll ...", steps: [{ step: "route", prompt_tokens: 96, completion_tokens: 4, ms: 31 }], ms: 88, fits: true, error: null, strict, acceptable: strict, args_exact: strict, tags: ["item"] };
    yield { row, events: strict ? [] : [...recording(`t-${id}`, row.query, { model: "embedded" })], at: ++at, of: keys.length };
  }
};

export async function createAgent(options) {
  const agent = new FakeAgent(options);
  options.onStatus?.(agent.status);
  if (new URLSearchParams(location.search).has("hold")) await new Promise((resolve) => addEventListener("release", resolve));
  if (new URLSearchParams(location.search).has("broken")) throw Object.assign(new Error("the model file is truncated"), { code: "integrity", advice: "Reload the page to fetch it again." });
  setTimeout(() => agent.say({ phase: "ready", text: "Embedded, 8 MB, ready in 1.1 s" }));
  return agent;
}
