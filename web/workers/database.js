/**
 * Files kept whole in IndexedDB: each write is one transaction, so a crash leaves the file before or the one after.
 * One tab may write a file: it holds a Web Lock as long as it lives.
 */

const STORE = "files";

/** @returns {Promise<IDBDatabase>} */
function connect() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("keyhole", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("Another tab holds an older version of the database."));
  });
}

/** @type {Promise<IDBDatabase> | undefined} */
let connection;

/**
 * How the file `name` can be used: `kept`, `read-only` while another tab writes it, `memory` where storage is denied, or
 * nothing tells that no other tab writes it (an address without encryption has no locks).
 * @param {string} name
 * @returns {Promise<"kept" | "read-only" | "memory">}
 */
export async function openDatabase(name) {
  if (!("locks" in navigator)) return "memory";
  connection = connect();
  try {
    await connection;
  } catch {
    connection = undefined; // private windows and blocked site data: the visitor is told through the mode
    return "memory";
  }
  return (await lock(`keyhole-${name}`)) ? "kept" : "read-only";
}

/**
 * @param {string} name
 * @returns {Promise<boolean>}
 */
function lock(name) {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (held) => {
        resolve(held !== null);
        return held && new Promise(() => {}); // until this worker ends
      })
      .catch(reject);
  });
}

/**
 * @param {string} name
 * @returns {Promise<Uint8Array | undefined>}
 */
export async function readDatabase(name) {
  if (!connection) return undefined;
  const request = (await connection).transaction(STORE).objectStore(STORE).get(name);
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/**
 * @param {string} name
 * @param {Uint8Array} data
 * @returns {Promise<void>}
 */
export async function writeDatabase(name, data) {
  if (!connection) return;
  const transaction = (await connection).transaction(STORE, "readwrite", { durability: "strict" });
  transaction.objectStore(STORE).put(data, name);
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("The browser refused to store the file."));
  });
}
