/**
 * Where the chat page starts: the interface first, then the agent behind it, which is `window.keyhole` as well.
 */
import { createAgent } from "../keyhole.js";
import "./app.js";
import { Session } from "./session.js";

const session = new Session(createAgent);
session.addEventListener("agent", () => Object.assign(window, { keyhole: session.agent }));

const app = /** @type {import("./app.js").App} */ (document.createElement("kh-app"));
app.session = session;
document.querySelector("#app")?.replaceChildren(app);
void session.start();
