/**
 * Starts the agent before anything of the interface is fetched: Python takes the longest, so it goes first.
 */
import { createAgent } from "../keyhole.js";
import * as preferences from "./preferences.js";

/** What the chat page answers with. Its chats outlive the page. */
export const starting = createAgent({ toolbox: preferences.get("toolbox") ?? "destiny", storage: "keyhole" });
starting.catch(() => {}); // the session, which comes later, shows why
