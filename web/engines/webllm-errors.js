/** What the errors of WebLLM and of the browser beneath it mean. */

import { EngineError } from "./engine.js";

/** Tried from the top; they are told apart by their names and texts alone. */
const MEANINGS = /** @type {[RegExp, string][]} */ ([
  [/^WebGPUNot(Available|Found)Error/, "no_webgpu"],
  [/Unable to find a compatible GPU/, "no_adapter"],
  [/^ShaderF16SupportError/, "no_f16"],
  [/^ContextWindowSizeExceededError/, "context_overflow"],
  [/^DeviceLostError|device (is|was) lost|Instance reference no longer exists/i, "device_lost"],
  [/out of memory|allocation failed|exceeds limit|exceeds the max buffer size/i, "out_of_memory"],
  [/^IntegrityError|^(CompileError|LinkError)|WebAssembly|wasm validation/, "integrity"],
  [/^QuotaExceededError/, "quota"],
  [/^AbortError/, "aborted"],
  [/Failed to fetch|network ?error|NetworkError|Request failed/i, "network"],
]);

/**
 * @param {unknown} error
 * @returns {EngineError}
 */
export function asEngineError(error) {
  if (error instanceof EngineError) return error;
  const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
  const [, code = "model"] = MEANINGS.find(([meaning]) => meaning.test(`${name}: ${message}`)) ?? [];
  return new EngineError(code, message);
}
