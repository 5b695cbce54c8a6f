/**
 * What this machine tells of itself, for the head of a run: figures mean little without it.
 */

/** @returns {Promise<Record<string, string>>} */
export async function device() {
  const { userAgentData, deviceMemory } = /** @type {{userAgentData?: any, deviceMemory?: number}} */ (/** @type {unknown} */ (navigator));
  const brand = userAgentData?.brands?.find((/** @type {{brand: string}} */ one) => !/not.?a.?brand/i.test(one.brand));
  /** @type {Record<string, string>} */
  const facts = {
    browser: brand ? `${brand.brand} ${brand.version}` : navigator.userAgent,
    system: userAgentData?.platform ?? "",
    cores: String(navigator.hardwareConcurrency ?? ""),
    memory: deviceMemory ? `${deviceMemory} GB or more` : "",
    isolated: String(globalThis.crossOriginIsolated ?? false),
    gpu: await _gpu(),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value));
}

async function _gpu() {
  const { gpu } = /** @type {{gpu?: any}} */ (/** @type {unknown} */ (navigator));
  try {
    const adapter = await gpu?.requestAdapter();
    if (!adapter) return "none";
    const { vendor = "", architecture = "", description = "" } = adapter.info ?? {};
    return [vendor, architecture, description].filter(Boolean).join(" ") || "yes";
  } catch {
    return "none"; // an adapter that cannot be asked cannot be used either
  }
}
