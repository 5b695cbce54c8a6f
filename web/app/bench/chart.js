/**
 * One chart: a title, its units, the drawing by uPlot in the page's own colours, and behind it the table of its values.
 *
 * @typedef {{label: string, points: {x: number, y: number, low?: number, high?: number, name?: string}[]}} Series
 */
import uPlot from "../../vendor/uplot.js";
import { Element, html, nothing } from "../element.js";

const _HEIGHT = 260;
const _COLOURS = ["--series-1", "--series-2", "--series-3", "--series-4"];
/** Lines that lie on each other stay apart, for those who do not tell colours too. */
const _DASHES = [[], [7, 5], [2, 4], [10, 4, 2, 4]];

export class Chart extends Element {
  static properties = {
    heading: { attribute: false },
    x: { attribute: false },
    y: { attribute: false },
    series: { attribute: false },
    lines: { attribute: false },
    logX: { attribute: false },
    logY: { attribute: false },
    range: { attribute: false },
  };

  constructor() {
    super();
    this.heading = "";
    /** What the axes show, unit included. */
    this.x = "";
    this.y = "";
    /** @type {readonly Series[]} */
    this.series = [];
    /** Whether a series' points are joined. */
    this.lines = false;
    this.logX = false;
    this.logY = false;
    /** @type {[number, number] | null} Of the y axis; null fits the values. */
    this.range = null;
    /** @type {uPlot | null} */
    this._plot = null;
    /** @type {string} */
    this._drawn = "";
  }

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this._resize = new ResizeObserver(() => this._fit());
    this._scheme = matchMedia("(prefers-color-scheme: dark)");
    this._redraw = () => this._draw();
    this._scheme.addEventListener("change", this._redraw);
    document.addEventListener("theme-changed", this._redraw);
  }

  /** @override */
  disconnectedCallback() {
    super.disconnectedCallback();
    this._resize?.disconnect();
    if (this._redraw) {
      this._scheme?.removeEventListener("change", this._redraw);
      document.removeEventListener("theme-changed", this._redraw);
    }
    this._plot?.destroy();
    this._plot = null;
    this._drawn = "";
  }

  /** @override */
  render() {
    const filled = this.series.filter((series) => series.points.length);
    return html`<figure class="chart">
      <figcaption><h3>${this.heading}</h3></figcaption>
      <ul class="legend" aria-hidden="true">
        ${this.series.map((series, index) => (series.points.length ? html`<li data-series=${(index % _COLOURS.length) + 1}>${series.label}</li>` : nothing))}
      </ul>
      <div class="plot" role="img" aria-label=${`${this.heading}. ${this.y} against ${this.x}. The values are in the table below.`}></div>
      <details>
        <summary>The values</summary>
        <div class="table-frame" tabindex="0" role="group" aria-label=${`${this.heading}, the values`}>
          <table>
            <thead>
              <tr><th scope="col">Series</th><th scope="col">${this.x}</th><th scope="col">${this.y}</th><th scope="col">95% interval</th></tr>
            </thead>
            <tbody>
              ${filled.flatMap((series) =>
                series.points.map(
                  (point) => html`<tr>
                    <th scope="row">${point.name ?? series.label}</th>
                    <td>${_figure(point.x)}</td>
                    <td>${_figure(point.y)}</td>
                    <td>${point.low === undefined ? "" : `${_figure(point.low)} to ${_figure(point.high ?? NaN)}`}</td>
                  </tr>`,
                ),
              )}
            </tbody>
          </table>
        </div>
      </details>
    </figure>`;
  }

  /** @override */
  updated() {
    const frame = this.querySelector(".plot");
    if (frame) this._resize?.observe(frame);
    const wanted = JSON.stringify([this.series, this.lines, this.logX, this.logY, this.range]);
    if (wanted !== this._drawn) this._draw();
    this._drawn = wanted;
  }

  _fit() {
    const width = this.querySelector(".plot")?.clientWidth ?? 0;
    if (!width) return;
    if (!this._plot) this._draw();
    else if (this._plot.width !== width) this._plot.setSize({ width, height: _HEIGHT });
  }

  _draw() {
    const frame = /** @type {HTMLElement | null} */ (this.querySelector(".plot"));
    this._plot?.destroy();
    this._plot = null;
    if (!frame || !frame.clientWidth || !this.series.some((series) => series.points.length)) return;
    const ink = _colour("--ink-soft");
    const line = _colour("--line");
    const font = `12px ${getComputedStyle(document.body).fontFamily}`;
    const axis = { stroke: ink, font, labelFont: font, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    const shown = this.series.map((series, index) => ({ ...series, colour: _colour(_COLOURS[index % _COLOURS.length]) }));
    const data = _aligned(shown);
    const xs = /** @type {number[]} */ (data[0]);
    const xRange = _padded(xs, this.logX);
    this._plot = new uPlot(
      {
        width: frame.clientWidth,
        height: _HEIGHT,
        padding: [12, 12, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: {
          x: { time: false, range: () => xRange, distr: this.logX ? 3 : 1 },
          y: { distr: this.logY ? 3 : 1, range: this.range ?? ((_plot, low, high) => _padded([low, high], this.logY)) },
        },
        axes: [
          { ...axis, label: this.x, labelSize: 22, size: 34, values: _ticks, ...(this.logX ? _LOG : {}) },
          { ...axis, label: this.y, labelSize: 22, size: 58, values: _ticks, ...(this.logY ? _LOG : {}) },
        ],
        series: [
          {},
          ...shown.map((series, index) => ({
            label: series.label,
            stroke: series.colour,
            width: 2,
            dash: _DASHES[index % _DASHES.length],
            paths: this.lines ? undefined : () => null,
            spanGaps: true,
            points: { show: true, size: 9, fill: series.colour },
          })),
        ],
        hooks: { draw: [(plot) => _intervals(plot, shown)] },
      },
      /** @type {uPlot.AlignedData} */ (data),
      frame,
    );
  }
}
customElements.define("kh-chart", Chart);

/**
 * uPlot wants one sorted x for all series, and gaps where one has no value there. Two points of one series at the same
 * x keep a place each.
 * @param {readonly Series[]} series
 */
function _aligned(series) {
  const places = series.flatMap((one, index) => one.points.map((point) => ({ point, index }))).sort((a, b) => a.point.x - b.point.x);
  /** @type {(number | null)[][]} */
  const data = [places.map((place) => place.point.x)];
  series.forEach((_one, index) => data.push(places.map((place) => (place.index === index ? place.point.y : null))));
  return data;
}

/** Draw each point's interval as a bar with ends. @param {uPlot} plot @param {readonly (Series & {colour: string})[]} series */
function _intervals(plot, series) {
  const { ctx } = plot;
  const end = 4 * devicePixelRatio;
  ctx.save();
  ctx.lineWidth = 1.5 * devicePixelRatio;
  for (const one of series) {
    ctx.strokeStyle = one.colour;
    for (const point of one.points) {
      if (point.low === undefined || point.high === undefined) continue;
      const x = plot.valToPos(point.x, "x", true);
      const low = plot.valToPos(point.low, "y", true);
      const high = plot.valToPos(point.high, "y", true);
      ctx.beginPath();
      ctx.moveTo(x, low);
      ctx.lineTo(x, high);
      for (const y of [low, high]) {
        ctx.moveTo(x - end, y);
        ctx.lineTo(x + end, y);
      }
      ctx.stroke();
    }
  }
  ctx.restore();
}

/** @param {number[]} values @param {boolean} log @returns {[number, number]} */
function _padded(values, log) {
  const known = values.filter((value) => Number.isFinite(value));
  const low = Math.min(...known);
  const high = Math.max(...known);
  if (!known.length) return log ? [1, 10] : [0, 1];
  if (log) return [Math.max(low, 1e-3) / 1.6, Math.max(high, 1e-3) * 1.6];
  return [0, high === 0 ? 1 : high * 1.12];
}

/** A custom property as a colour that a canvas understands. @param {string} name */
function _colour(name) {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Ticks of a logarithmic axis: powers of ten, and 2 and 5 between them where there are few. */
const _LOG = {
  splits: (/** @type {uPlot} */ _plot, /** @type {number} */ _axis, /** @type {number} */ low, /** @type {number} */ high) => {
    const steps = Math.log10(high / low) > 2 ? [1] : [1, 2, 5];
    const ticks = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power++) {
      ticks.push(...steps.map((step) => step * 10 ** power).filter((tick) => tick >= low && tick <= high));
    }
    return ticks;
  },
  filter: (/** @type {uPlot} */ _plot, /** @type {number[]} */ splits) => splits,
};

/** 10K, 1M: the ticks stand beside the axis' title. */
const _COMPACT = new Intl.NumberFormat("en", { notation: "compact" });

/** @param {uPlot} _plot @param {(number | null)[]} ticks */
function _ticks(_plot, ticks) {
  return ticks.map((value) => (value === null ? "" : _tick(value)));
}

/** @param {number} value */
function _tick(value) {
  return value >= 10_000 ? _COMPACT.format(value) : value >= 1000 ? value.toLocaleString("en") : String(Number(value.toPrecision(3)));
}

/** @param {number} value */
function _figure(value) {
  if (!Number.isFinite(value)) return "";
  return value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}
