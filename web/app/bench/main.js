/**
 * Where the benchmark page starts. The agent has no history here, and its toolboxes are those that a suite names.
 */
import { createAgent } from "../../keyhole.js";
import { Bench } from "./bench.js";
import { read } from "./plan.js";

const page = new Bench();
const { model } = read(new URLSearchParams(location.search));
const made = createAgent({
  model: model === "server" ? "embedded" : model,
  toolbox: null,
  storage: null,
  onStatus: (status) => (page.status = { ...status, storage: undefined }), // no chats here to keep
});
page.agent = () => made;
document.querySelector("#app")?.replaceChildren(page);
