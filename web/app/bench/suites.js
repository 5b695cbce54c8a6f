/**
 * The text of a suite, shipped or the visitor's own.
 *
 * @typedef {{name: string, text: string, queries: number}} OwnSuite
 */
import { SUITES } from "./plan.js";

/** Rejects with what to do. @param {string} suite @param {OwnSuite | null} own @returns {Promise<string>} */
export async function suiteText(suite, own) {
  if (own?.name === suite) return own.text;
  if (!SUITES.includes(/** @type {any} */ (suite))) {
    throw Object.assign(new Error(`the suite ${suite} is a file of somebody's own`), { advice: "Choose that file, then start." });
  }
  const response = await fetch(`bench/suites/${suite}.jsonl`);
  if (!response.ok) throw Object.assign(new Error(`the suite ${suite} could not be fetched (${response.status})`), { advice: "Reload the page." });
  return response.text();
}

/** Read a file and have it checked; rejects with the line and the reason. @param {File} file @param {import("../../keyhole.js").Agent} agent @returns {Promise<OwnSuite>} */
export async function readSuite(file, agent) {
  const text = await file.text();
  const { queries } = await agent.call("bench.check", { suite: text, name: file.name });
  return { name: file.name, text, queries };
}
