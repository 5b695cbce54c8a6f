/**
 * Where the chat page's interface begins, and meets the agent behind it, which is `window.keyhole` as well.
 */
import "./app.js";
import { Session } from "./session.js";
import { starting } from "./start.js";

const session = new Session(starting);
session.addEventListener("agent", () => Object.assign(window, { keyhole: session.agent }));

// The modules were read in one task and are drawn in another: together they would hold up the page.
setTimeout(() => {
  const app = /** @type {import("./app.js").App} */ (document.createElement("kh-app"));
  app.session = session;
  document.querySelector("#app")?.replaceChildren(app);
  void session.start();
});
