import { createAgent, renderMarkdown } from "../keyhole.js";

const stock = new Map([["teapot", 7], ["cup", 31]]);
const output = /** @type {HTMLOutputElement} */ (document.querySelector("output"));
const agent = await createAgent({ model: "embedded", toolbox: null });
await agent.tool({
  name: "stock_lookup",
  description: "Look up how many pieces of a product are in stock.",
  parameters: {
    type: "object",
    properties: { product: { type: "string", description: "the product's name, for example teapot" } },
    required: ["product"],
  },
  run: ({ product }) => ({ product, pieces: stock.get(String(product).toLowerCase().replace(/s$/, "")) ?? 0 }),
});
for await (const event of agent.ask("look up the stock of teapots")) {
  if (event.type === "tool_started") output.textContent = `${event.tool}(${JSON.stringify(event.arguments)})`;
  if (event.type === "turn_finished") output.replaceChildren(await renderMarkdown(event.answer));
  if (event.type === "failed") output.textContent = `${event.reason} ${event.advice}`;
}
agent.dispose();
