/**
 * Optional, and nothing depends on it: keeps the site's files for use without a network, and gives a host that sends no
 * headers cross-origin isolation. A page registers it with `navigator.serviceWorker.register("sw.js")`.
 * The build puts `const SITE = {version, assets}` in front: what of the site never changes under its name.
 */

/// <reference lib="webworker" />
const CACHE = "keyhole-site";
const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const home = scope.registration.scope;
const lasting = new RegExp(`^${home.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(assets|v)/`);

scope.addEventListener("install", () => scope.skipWaiting());

scope.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([scope.clients.claim(), forget()]));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(home)) return;
  event.respondWith(lasting.test(request.url) ? kept(request) : fresh(request));
});

/** Files of an earlier build are not asked for again. */
async function forget() {
  const cache = await caches.open(CACHE);
  const current = new Set(SITE.assets.map((name) => `${home}${name}`));
  for (const request of await cache.keys()) {
    const old = request.url.startsWith(`${home}v/`)
      ? !request.url.startsWith(`${home}${SITE.version}/`)
      : request.url.startsWith(`${home}assets/`) && ![...current].some((name) => request.url.startsWith(name));
    if (old) await cache.delete(request);
  }
}

/** @param {Request} request */
async function kept(request) {
  const cache = await caches.open(CACHE);
  return isolated((await cache.match(request)) ?? (await fetched(cache, request)));
}

/** @param {Request} request */
async function fresh(request) {
  const cache = await caches.open(CACHE);
  try {
    return isolated(await fetched(cache, request));
  } catch (error) {
    const stored = await cache.match(request, { ignoreSearch: true });
    if (stored) return isolated(stored);
    throw error;
  }
}

/**
 * @param {Cache} cache
 * @param {Request} request
 */
async function fetched(cache, request) {
  const response = await fetch(request);
  if (response.status === 200) await cache.put(request, response.clone()).catch(() => {}); // without room it is fetched again
  return response;
}

/** @param {Response} response */
function isolated(response) {
  if (response.type === "opaqueredirect") return response; // where the host sends to is the browser's to follow
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
