import { createAgent, renderMarkdown } from "../keyhole.js";

const output = /** @type {HTMLOutputElement} */ (document.querySelector("output"));
const dialog = /** @type {HTMLDialogElement} */ (document.querySelector("dialog"));
const question = /** @type {HTMLParagraphElement} */ (dialog.querySelector("p"));
const agent = await createAgent({ toolbox: null });
await agent.tool({
  name: "send_postcard",
  description: "Send a postcard to a city.",
  parameters: {
    type: "object",
    properties: { city: { type: "string", description: "the city's name, for example Lisbon" } },
    required: ["city"],
  },
  confirm: true,
  run: ({ city }) => ({ sent_to: city }),
});
for await (const event of agent.ask("send a postcard to the city Lisbon")) {
  if (event.type === "confirmation_requested") {
    question.textContent = `${event.tool}: ${JSON.stringify(event.arguments)}?`;
    dialog.onclose = () => agent.confirm(event.call_id, dialog.returnValue === "yes");
    dialog.showModal();
  }
  if (event.type === "turn_finished") output.replaceChildren(await renderMarkdown(event.answer));
  if (event.type === "failed") output.textContent = `${event.reason} ${event.advice}`;
}
agent.dispose();
