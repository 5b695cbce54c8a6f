/**
 * What the machine can do: told before a model is fetched, and watched while one runs.
 * @typedef {import("../vendor/web-llm.js").ModelRecord} ModelRecord
 */

import { EngineError } from "./engine.js";

const MB = 1_000_000;
/** Not every 16-bit build in the package's list says that it needs `shader-f16`; without it its shaders do not compile. */
const F16_BUILD = /-q\df16/;

/**
 * What is known before a byte is fetched. Throws where the model cannot run; says what may go wrong.
 * @param {ModelRecord} record
 * @returns {Promise<string[]>}
 */
export async function checkMachine(record) {
  const gpu = await describeAdapter();
  const wantsF16 = record.required_features?.includes("shader-f16") || F16_BUILD.test(record.model_id);
  if (wantsF16 && !gpu.f16) {
    throw new EngineError("no_f16", "This GPU has no 16-bit arithmetic, which this build of the model needs.");
  }
  const needed = record.buffer_size_required_bytes ?? 0;
  if (needed > gpu.maxBinding) {
    throw new EngineError(
      "out_of_memory",
      `The model needs a buffer of ${Math.ceil(needed / MB)} MB and this GPU allows ${Math.floor(gpu.maxBinding / MB)} MB.`,
    );
  }
  const warnings = [];
  const memory = (/** @type {any} */ (navigator).deviceMemory ?? 0) * 1024; // in MB, rounded and at most 8192 by the browser
  const wants = Math.ceil(record.vram_required_MB ?? 0);
  if (memory && wants > memory / 2 && memory < 8192) {
    warnings.push(`The model takes ${wants.toLocaleString("en")} MB and this device has about ${memory.toLocaleString("en")}.`);
  }
  if (gpu.software) warnings.push("This browser has no GPU and computes in software: expect it to be very slow.");
  return warnings;
}

/** Throws `no_webgpu` or `no_adapter`. */
export async function describeAdapter() {
  const gpu = navigator.gpu;
  if (!gpu) throw new EngineError("no_webgpu", "This browser has no WebGPU.");
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter) throw new EngineError("no_adapter", "WebGPU finds no usable GPU.");
  const { vendor, architecture, description } = adapter.info;
  return {
    f16: adapter.features.has("shader-f16"),
    name: description || [vendor, architecture].filter(Boolean).join(" "),
    software: adapter.info.isFallbackAdapter || /swiftshader|llvmpipe/i.test(`${vendor} ${architecture} ${description}`),
    maxBuffer: adapter.limits.maxBufferSize,
    maxBinding: adapter.limits.maxStorageBufferBindingSize,
  };
}

/** The engine keeps its device to itself: while it loads, take note of the devices that are made in this worker. */
export function watchDevices() {
  const { prototype } = GPUAdapter;
  const original = prototype.requestDevice;
  /** @type {(reason: unknown) => void} */
  let tell;
  const lost = new Promise((resolve) => (tell = resolve));
  prototype.requestDevice = async function (...parameters) {
    const device = await original.apply(this, parameters);
    void device.lost.then(tell);
    return device;
  };
  return {
    lost,
    end() {
      prototype.requestDevice = original;
    },
  };
}
