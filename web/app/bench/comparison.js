/** Two runs side by side, metric by metric, with what chance alone would explain. */
import { html } from "../element.js";
import { NAMES, number } from "./figures.js";

/** @param {readonly any[]} differences as `keyhole.bench.report.Difference` @param {(strategy: string) => string} title */
export function comparison(differences, title) {
  if (!differences.length) return html`<p class="aside">The two runs have no query, strategy and number of tools in common.</p>`;
  return html`<div class="table-frame" tabindex="0" role="group" aria-label="Metric by metric">
    <table class="figures-table">
      <thead>
        <tr>
          <th scope="col">Strategy</th><th scope="col">Metric</th><th scope="col">Queries</th><th scope="col">Before</th><th scope="col">After</th><th scope="col">Change</th><th scope="col">p</th>
        </tr>
      </thead>
      <tbody>
        ${differences.map((one) => {
          const share = one.p !== null && one.p !== undefined;
          const figure = (/** @type {number} */ value) => (share ? `${(value * 100).toFixed(1)}%` : number(value));
          const points = (one.second - one.first) * 100;
          return html`<tr data-metric=${one.metric}>
            <th scope="row">${title(one.strategy)}${one.tools ? `, ${one.tools.toLocaleString("en")} tools` : ""}</th>
            <td>${NAMES[one.metric] ?? one.metric}</td>
            <td>${one.n}</td>
            <td>${figure(one.first)}</td>
            <td>${figure(one.second)}</td>
            <td>${share ? `${points > 0 ? "+" : ""}${points.toFixed(1)} points` : `×${(one.second / one.first).toFixed(2)}`}</td>
            <td>${share ? html`${one.p.toFixed(3)}${one.p < 0.05 ? html` <span class="tag strong">significant</span>` : ""}` : "–"}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}
