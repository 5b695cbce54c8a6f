/**
 * Where runs are kept: IndexedDB, a few rows at a time as they come, so that a reload or a crash loses next to nothing.
 *
 * @typedef {import("./plan.js").Plan} Plan
 *
 * @typedef {object} StoredRun
 * @property {string} id
 * @property {Plan} plan
 * @property {string} text the suite's text, for resuming
 * @property {string} date ISO 8601
 * @property {"running"|"paused"|"stopped"|"done"} state
 * @property {number} total how many queries in all
 * @property {number} count how many are done
 * @property {Record<string, string>} device
 * @property {number | null} peakMemory bytes
 * @property {any[]} figures the last known
 *
 * @typedef {{row: any, events: import("../../types.js").AgentEvent[]}} StoredRow
 */
const _NAME = "keyhole-bench";

export class RunStore {
  constructor() {
    /** @type {Promise<IDBDatabase> | null} */
    this._database = null;
  }

  /** @returns {Promise<StoredRun[]>} newest first */
  async list() {
    const runs = await this._do("runs", "readonly", (store) => store.getAll());
    return runs.sort((/** @type {StoredRun} */ a, /** @type {StoredRun} */ b) => b.date.localeCompare(a.date));
  }

  /** @param {StoredRun} run */
  async save(run) {
    await this._do("runs", "readwrite", (store) => store.put(run));
  }

  /** Add rows, the first of them at `index`. @param {string} id @param {number} index @param {readonly StoredRow[]} rows */
  async add(id, index, rows) {
    await this._do("rows", "readwrite", (store) => rows.map((row, offset) => store.put(row, [id, index + offset])).at(-1));
  }

  /** @param {string} id @returns {Promise<StoredRow[]>} */
  async rows(id) {
    return this._do("rows", "readonly", (store) => store.getAll(_rowsOf(id)));
  }

  /** @param {string} id */
  async remove(id) {
    await this._do("rows", "readwrite", (store) => store.delete(_rowsOf(id)));
    await this._do("runs", "readwrite", (store) => store.delete(id));
  }

  /**
   * @param {"runs"|"rows"} name @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest | undefined} act
   * @returns {Promise<any>}
   */
  async _do(name, mode, act) {
    const database = await (this._database ??= _open());
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode);
      const request = act(transaction.objectStore(name));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(_explained(transaction.error));
    });
  }
}

/** @returns {Promise<IDBDatabase>} */
function _open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(_NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("runs", { keyPath: "id" });
      request.result.createObjectStore("rows");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(_explained(request.error));
  });
}

/** @param {string} id */
function _rowsOf(id) {
  return IDBKeyRange.bound([id, 0], [id, Infinity]);
}

/** @param {DOMException | null} error */
function _explained(error) {
  const full = error?.name === "QuotaExceededError";
  return Object.assign(new Error(full ? "the browser's storage is full" : `runs cannot be kept: ${error?.message ?? "unknown"}`), {
    code: full ? "quota" : "storage",
    advice: full ? "Delete earlier runs or a cached model." : "The run goes on, but will not survive a reload.",
  });
}
