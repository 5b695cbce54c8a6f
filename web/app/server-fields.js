/** The fields of a server that the visitor enters for the time of the page, and what stands in them. */
import { html } from "./element.js";

export const serverFields = html`
  <label>Address <input name="baseURL" type="url" required placeholder="http://localhost:11434/v1" /></label>
  <label>Model <input name="model" required autocomplete="off" /></label>
  <label>Key, if it wants one <input name="key" type="password" autocomplete="off" /></label>
`;

/** What was entered, without space around it. @param {SubmitEvent} event @returns {{baseURL: string, model: string, key: string}} */
export function enteredServer(event) {
  const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
  const text = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
  return { baseURL: text("baseURL"), model: text("model"), key: text("key") };
}
