/**
 * Figures as a reader wants them: bytes, milliseconds, tokens, time left. Knows nothing of the page.
 */

/** A whole number with thousands separated: 1840 -> "1,840". @param {number} value */
export function count(value) {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1 block", "3 memories". @param {number} number @param {string} one @param {string} [many] */
export function counted(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** Bytes in the unit that reads best, decimal as download managers say it: 8123456 -> "8.1 MB". @param {number} bytes */
export function size(bytes) {
  if (!Number.isFinite(bytes) || bytes < 0) return "unknown size";
  if (bytes < 1000) return `${Math.round(bytes)} B`;
  if (bytes < 1e6) return `${_short(bytes / 1e3)} kB`;
  if (bytes < 1e9) return `${_short(bytes / 1e6)} MB`;
  return `${_short(bytes / 1e9)} GB`;
}

/** "412 of 1,840 MB": both in the unit of the total. @param {number} loaded @param {number} total */
export function sizeOf(loaded, total) {
  if (!(total > 0)) return size(loaded);
  const [unit, name] = total < 1e6 ? [1e3, "kB"] : total < 1e10 ? [1e6, "MB"] : [1e9, "GB"];
  const digits = total / unit < 100 ? 1 : 0;
  const figure = (/** @type {number} */ bytes) =>
    (bytes / unit).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${figure(Math.min(loaded, total))} of ${figure(total)} ${name}`;
}

/** Milliseconds: "4 ms", "1.1 s", "2 min 5 s". @param {number} ms */
export function duration(ms) {
  if (!Number.isFinite(ms)) return "";
  if (ms < 999.5) return `${ms < 9.95 && ms > 0 ? ms.toFixed(1) : Math.round(ms)} ms`;
  if (ms < 59950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Time left, no finer than it can be known: "5 s left", "40 s left", "6 min left". @param {number} seconds */
export function timeLeft(seconds) {
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 10) return `${Math.max(1, Math.ceil(seconds))} s left`;
  if (seconds < 55) return `${Math.ceil(seconds / 5) * 5} s left`;
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min left`;
  return `${(seconds / 3600).toFixed(1)} h left`;
}

/** @param {number} part 0 to 1 @param {number} [digits] */
export function percent(part, digits = 0) {
  return Number.isFinite(part) ? `${(part * 100).toFixed(digits)}%` : "";
}

/** "today 14:05", "yesterday", "12 Nov". @param {number} epochSeconds @param {Date} [now] */
export function when(epochSeconds, now = new Date()) {
  const then = new Date(epochSeconds * 1000);
  const days = Math.round((_midnight(now) - _midnight(then)) / 86_400_000);
  if (days <= 0) return then.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (days === 1) return "yesterday";
  const year = then.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return then.toLocaleDateString([], { day: "numeric", month: "short", year });
}

/**
 * Speed and time left from progress reports, over the last few seconds so that a stall shows.
 */
export class Rate {
  /** @param {number} [windowMs] */
  constructor(windowMs = 6000) {
    this._window = windowMs;
    /** @type {{at: number, loaded: number}[]} */
    this._samples = [];
  }

  /** @param {number} loaded bytes so far @param {number} [at] milliseconds */
  add(loaded, at = performance.now()) {
    const last = this._samples.at(-1);
    if (last && loaded < last.loaded) this._samples = [];
    this._samples.push({ at, loaded });
    while (this._samples.length > 2 && at - this._samples[0].at > this._window) this._samples.shift();
  }

  /** Bytes a second; NaN until it can be told. */
  get speed() {
    const [first, last] = [this._samples[0], this._samples.at(-1)];
    if (!first || !last || last.at - first.at < 500) return NaN;
    return ((last.loaded - first.loaded) / (last.at - first.at)) * 1000;
  }

  /** Seconds until `total`; NaN until it can be told. @param {number} total */
  left(total) {
    const last = this._samples.at(-1);
    return last && this.speed > 0 ? (total - last.loaded) / this.speed : NaN;
  }
}

/** @param {number} value */
function _short(value) {
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : value < 100 ? 1 : 0 });
}

/** @param {Date} date */
function _midnight(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
