import { createAgent } from "../keyhole.js";

const list = /** @type {HTMLOListElement} */ (document.querySelector("ol"));
const stop = /** @type {HTMLButtonElement} */ (document.querySelector("button"));
const agent = await createAgent({ toolbox: "destiny", onStatus: (status) => show(`status: ${status.text}`) });
const controller = new AbortController();
stop.onclick = () => controller.abort();
for await (const event of agent.ask("what does incandescent do?", { signal: controller.signal })) {
  show(`${event.type} ${"step" in event ? event.step : ""}${"tool" in event && event.tool ? ` ${event.tool}` : ""}`);
}
stop.disabled = true;

/** @param {string} text */
function show(text) {
  const item = document.createElement("li");
  item.textContent = text;
  list.append(item);
}
