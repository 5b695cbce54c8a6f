/**
 * The table of figures: a line for each strategy and number of tools; shares with their 95% Wilson interval.
 *
 * @typedef {{value: number | null, low: number, high: number, hits: number, n: number}} Proportion
 * @typedef {object} Figures as `keyhole.bench.metrics.Figures`
 * @property {string} strategy
 * @property {number} tools
 * @property {number} n
 * @property {boolean} fits
 * @property {boolean} [applies] false where the strategy cannot be measured with this model
 * @property {Record<string, Proportion>} proportions
 * @property {Record<string, number | null>} numbers
 */
import { html, nothing } from "../element.js";

/** Short names of the metrics, for column heads; their meaning is on the page. @type {Record<string, string>} */
export const NAMES = {
  strict: "Strict",
  acceptable: "Acceptable",
  args_exact: "Arguments exact",
  json_validity: "JSON valid, raw",
  schema_first: "Schema, first try",
  schema_final: "Schema, repaired",
  clarify_rate: "Clarify rate",
  clarify_precision: "Clarify precision",
  none_precision: "None precision",
  none_recall: "None recall",
  failed: "Failed",
  repairs_per_call: "Repairs per call",
  prompt_tokens: "Prompt tokens",
  completion_tokens: "Completion tokens",
  route_ms_p50: "Router p50, ms",
  route_ms_p95: "Router p95, ms",
  fill_ms_p50: "Executor p50, ms",
  fill_ms_p95: "Executor p95, ms",
  turn_ms_p50: "Turn p50, ms",
  turn_ms_p95: "Turn p95, ms",
  first_token_ms_p50: "First token p50, ms",
  tokens_per_second: "Tokens per second",
};
const _MAIN = ["strict", "acceptable", "args_exact", "none_recall", "clarify_precision", "prompt_tokens", "turn_ms_p50", "turn_ms_p95"];

/** @param {readonly Figures[]} figures @param {(strategy: string) => string} title @param {boolean} all every metric, or the main ones */
export function table(figures, title, all) {
  const metrics = all ? Object.keys(NAMES) : _MAIN;
  return html`<div class="table-frame" tabindex="0" role="region" aria-label="Figures">
    <table class="figures-table">
      <thead>
        <tr>
          <th scope="col">Strategy</th>
          <th class="wide" scope="col">Tools</th>
          <th class="wide" scope="col">Queries</th>
          ${metrics.map((metric) => html`<th scope="col">${NAMES[metric]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${figures.map(
          (group) => html`<tr data-strategy=${group.strategy} data-tools=${group.tools}>
            <th scope="row">${title(group.strategy)}${_note(group)}<small class="narrow">${_tools(group)}, n ${group.n}</small></th>
            <td class="wide">${group.tools ? group.tools.toLocaleString("en") : "as it is"}</td>
            <td class="wide">${group.n}</td>
            ${metrics.map((metric) => html`<td data-metric=${metric}>${cell(group, metric)}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {Figures} group */
function _tools(group) {
  return group.tools ? `${group.tools.toLocaleString("en")} tools` : "toolbox as it is";
}

/** Why a line has no shares. @param {Figures} group */
function _note(group) {
  if (group.applies === false) return html` <span class="tag">n/a: this model cannot take free prompts</span>`;
  return group.fits ? nothing : html` <span class="tag bad">does not fit the context</span>`;
}

/** @param {Figures} group @param {string} metric */
export function cell(group, metric) {
  const share = group.proportions[metric];
  if (!share) return number(group.numbers[metric] ?? null);
  if (share.value === null) return "–";
  return html`${(share.value * 100).toFixed(1)}% <small>${Math.round(share.low * 100)}–${Math.round(share.high * 100)}</small>`;
}

/** @param {number | null} value */
export function number(value) {
  if (value === null) return "–";
  return value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}
