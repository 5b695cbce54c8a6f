// Runs inside a frame with an opaque origin, whose policy allows no network. The pasted source goes into a worker of
// its own, because a worker can be ended when it hangs and has neither a document nor WebRTC. Requests and replies are
// JSON strings: {id, kind: "describe" | "run" | "restart", args} and {id, value} or {id, error}.
"use strict";

const prelude = `
  "use strict";
  const reply = (id, body) => postMessage(JSON.stringify({ id, ...body }));
  const words = (error) => (error instanceof Error ? error.name + ": " + error.message : String(error));
  const plain = (value) => {
    return JSON.parse(JSON.stringify(value === undefined ? null : value, (key, inner) => {
      if (typeof inner === "bigint") return String(inner);
      if (typeof inner === "number" && !Number.isFinite(inner)) return String(inner);
      if (ArrayBuffer.isView(inner)) return "(" + inner.byteLength + " bytes)";
      return inner;
    }));
  };
  addEventListener("message", async ({ data }) => {
    const { id, kind, args } = JSON.parse(data);
    try {
      const { run, ...described } = tool;
      if (typeof run !== "function") throw new TypeError("the tool needs a run function");
      reply(id, { value: plain(kind === "describe" ? described : await run(args)) });
    } catch (error) {
      reply(id, { error: words(error) });
    }
  });
  const tool =
`;

addEventListener(
  "message",
  ({ data: source, ports: [port] }) => {
    const text = String(source).replace(/^\s*(?:export\s+default|module\.exports\s*=)\s*/, "").replace(/;\s*$/, "");
    const address = URL.createObjectURL(new Blob([prelude, text, "\n;"], { type: "text/javascript" }));
    let worker = start();
    let waiting = null;

    function start() {
      const made = new Worker(address);
      made.addEventListener("message", ({ data }) => {
        waiting = null;
        port.postMessage(String(data));
      });
      made.addEventListener("error", (event) => {
        port.postMessage(JSON.stringify({ id: waiting, error: event.message || "the source could not be read" }));
      });
      return made;
    }

    port.addEventListener("message", ({ data }) => {
      const request = JSON.parse(data);
      if (request.kind === "restart") {
        worker.terminate();
        worker = start();
        return;
      }
      waiting = request.id;
      worker.postMessage(data);
    });
    port.start();
  },
  { once: true },
);
