import { createAgent, renderMarkdown } from "../keyhole.js";

const output = /** @type {HTMLOutputElement} */ (document.querySelector("output"));
const agent = await createAgent({ model: "embedded", toolbox: "everyday" });
for await (const event of agent.ask("what is 15% of 240?")) {
  if (event.type === "turn_finished") output.replaceChildren(await renderMarkdown(event.answer));
  if (event.type === "failed") output.textContent = `${event.reason} ${event.advice}`;
}
agent.dispose();
