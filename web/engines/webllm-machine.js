/**
 * What the machine can do: told before a model is fetched, and watched while one runs.
 * @typedef {import("../vendor/web-llm.js").ModelRecord} ModelRecord
 */

import { EngineError } from "./engine.js";

const MB = 1_000_000;
const GIB = 2 ** 30;
/** What the engine asks of any device. It would say so itself, after a download of gigabytes. */
const LEAST = /** @type {const} */ ({
  maxBufferSize: 2 ** 28,
  maxStorageBufferBindingSize: 2 ** 27,
  maxComputeWorkgroupStorageSize: 2 ** 15,
  maxStorageBuffersPerShaderStage: 10,
});
/** Not every 16-bit build in the package's list says that it needs `shader-f16`; without it its shaders do not compile. */
const F16_BUILD = /-q\df16/;

/**
 * What is known before a byte is fetched. Throws where the model cannot run, else says what `describeAdapter` does.
 * @param {ModelRecord} record
 */
export async function checkMachine(record) {
  const gpu = await describeAdapter();
  const wantsF16 = record.required_features?.includes("shader-f16") || F16_BUILD.test(record.model_id);
  if (wantsF16 && !gpu.f16) {
    throw new EngineError("no_f16", "This GPU has no 16-bit arithmetic, which this build of the model needs.");
  }
  checkBuffer(record.buffer_size_required_bytes ?? 0, gpu.largestBuffer);
  return gpu;
}

/**
 * Throws where one buffer of the model is larger than the GPU takes.
 * @param {number} needed  bytes
 * @param {number} allowed  bytes
 */
export function checkBuffer(needed, allowed) {
  if (needed <= allowed) return;
  throw new EngineError(
    "out_of_memory",
    `The model needs a buffer of ${Math.ceil(needed / MB)} MB and this GPU allows ${Math.floor(allowed / MB)} MB.`,
  );
}

/**
 * The GPU, as far as the page may know it. Its memory is no page's to know; that of the device (`memory`, in MB, rounded
 * and at most 8192) some browsers tell. Throws `no_webgpu` or `no_adapter`.
 */
export async function describeAdapter() {
  const gpu = navigator.gpu;
  if (!gpu) throw new EngineError("no_webgpu", "This browser has no WebGPU.");
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter) throw new EngineError("no_adapter", "WebGPU finds no usable GPU.");
  for (const [limit, least] of Object.entries(LEAST)) {
    const has = adapter.limits[/** @type {keyof typeof LEAST} */ (limit)];
    if (has < least) throw new EngineError("no_adapter", `This GPU does too little: its ${limit} is ${has}, not ${least}.`);
  }
  const { vendor, architecture, description } = adapter.info;
  return {
    f16: adapter.features.has("shader-f16"),
    name: description || [vendor, architecture].filter(Boolean).join(" "),
    software: adapter.info.isFallbackAdapter || /swiftshader|llvmpipe/i.test(`${vendor} ${architecture} ${description}`),
    memory: (/** @type {any} */ (navigator).deviceMemory ?? 0) * 1024,
    // the engine asks for a gigabyte or else for the least
    largestBuffer: adapter.limits.maxStorageBufferBindingSize >= GIB ? GIB : LEAST.maxStorageBufferBindingSize,
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
