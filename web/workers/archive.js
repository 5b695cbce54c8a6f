/**
 * Archives of Python files as the build writes them (`scripts/lib/pack.py`): tar, gzipped. The browser unzips beside
 * whatever else it does; Python's own unpacking would hold up the start for a third of a second.
 */

const SITE_PACKAGES = "/lib/python3.14/site-packages";
const BLOCK = 512;

/**
 * Fetch an archive. Throws where the address does not answer with one.
 * @param {string} url
 * @returns {Promise<Uint8Array>}  the tar
 */
export async function fetchArchive(url) {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`);
  return new Uint8Array(await new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/**
 * Put an archive's files where Python looks for packages. They share its memory: it is not to be changed afterwards.
 * @param {any} FS  Emscripten's
 * @param {Uint8Array} tar
 */
export function unpack(FS, tar) {
  const made = new Set();
  for (let at = 0; tar[at]; ) {
    const size = Number.parseInt(text(tar, at + 124, 12), 8);
    const prefix = text(tar, at + 345, 155);
    const path = `${SITE_PACKAGES}/${prefix && `${prefix}/`}${text(tar, at, 100)}`;
    const directory = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(directory)) FS.mkdirTree(directory);
    made.add(directory);
    FS.writeFile(path, tar.subarray(at + BLOCK, at + BLOCK + size), { canOwn: true });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/**
 * A field of a header: it ends with a zero, or is full.
 * @param {Uint8Array} tar
 * @param {number} at
 * @param {number} length
 */
function text(tar, at, length) {
  let end = at;
  while (end < at + length && tar[end]) end++;
  return String.fromCharCode(...tar.subarray(at, end));
}
