/**
 * What is to be run, and the link that says it: bench.html?model=embedded&suite=destiny&strategies=routed,lexical...
 *
 * @typedef {object} Plan
 * @property {string} model
 * @property {string} suite "destiny", "everyday", or the name of the visitor's file
 * @property {string[]} strategies
 * @property {number | null} sample null for all
 * @property {number} seed
 * @property {number[]} growth numbers of tools to pad the toolbox to; 0 leaves it as it is
 */

export const SUITES = /** @type {const} */ (["destiny", "everyday"]);
export const SAMPLES = [20, 50, 100, 250];
export const GROWTH = [0, 10, 100, 1000, 10000];

/** @type {Plan} */
export const DEFAULT = { model: "embedded", suite: "destiny", strategies: ["routed", "lexical"], sample: 50, seed: 0, growth: [0] };

/** The plan of an address; what it does not say, or says wrongly, is as in `DEFAULT`. @param {URLSearchParams} query @returns {Plan} */
export function read(query) {
  const whole = (/** @type {string | null} */ text) => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null);
  const list = (/** @type {string} */ name) => (query.get(name) ?? "").split(",").filter(Boolean);
  const growth = list("growth").map(whole).filter((count) => count !== null);
  const strategies = list("strategies").map((name) => name.replaceAll(" ", "+")); // "+" reads as a space in an address
  const sample = query.get("sample") === "all" ? null : whole(query.get("sample")) || DEFAULT.sample;
  return {
    model: query.get("model") || DEFAULT.model,
    suite: query.get("suite") || DEFAULT.suite,
    strategies: strategies.length ? strategies : DEFAULT.strategies,
    sample,
    seed: whole(query.get("seed")) ?? DEFAULT.seed,
    growth: growth.length ? growth : DEFAULT.growth,
  };
}

/** The address that reproduces a plan. @param {Plan} plan @param {string} page */
export function link(plan, page) {
  const url = new URL(page);
  url.hash = "";
  url.search = new URLSearchParams({
    model: plan.model,
    suite: plan.suite,
    strategies: plan.strategies.join(","),
    sample: plan.sample === null ? "all" : String(plan.sample),
    seed: String(plan.seed),
    growth: plan.growth.join(","),
  }).toString();
  return url.href;
}
