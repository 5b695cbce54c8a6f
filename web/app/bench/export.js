/** A run's rows to take away, as CSV. */

/** Rows as CSV (RFC 4180); a cell that a spreadsheet would take for a formula is quoted as text. @param {readonly any[]} rows */
export function csv(rows) {
  const columns = ["id", "strategy", "tools", "query", "expected_choice", "expected_tool", "choice", "called", "strict", "acceptable", "args_exact", "ms", "prompt_tokens", "completion_tokens", "error", "tags"];
  const sum = (/** @type {any} */ row, /** @type {string} */ field) => row.steps.reduce((/** @type {number} */ total, /** @type {any} */ step) => total + step[field], 0);
  const lines = rows.map((row) =>
    [
      row.id, row.strategy, row.tools, row.query, row.expected.choice, row.expected.tool ?? "", row.choice,
      row.calls.length ? JSON.stringify(row.calls) : "", row.strict, row.acceptable, row.args_exact ?? "", row.ms.toFixed(1),
      sum(row, "prompt_tokens"), sum(row, "completion_tokens"), row.error ?? "", row.tags.join(" "),
    ].map(_quoted).join(","),
  );
  return [columns.join(","), ...lines].join("\r\n") + "\r\n";
}

/** @param {unknown} value */
function _quoted(value) {
  const text = String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
