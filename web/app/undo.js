/**
 * Deleting with a way back: what is to go is hidden at once, and really deleted when the time to undo is over. What was
 * still waiting when the page closed is deleted at the next start, so that nothing hidden lives on.
 */
import * as preferences from "./preferences.js";

export class Deletions {
  /** @param {string} name of the list @param {(id: string) => Promise<unknown>} remove */
  constructor(name, remove) {
    this._name = `deleting.${name}`;
    this._remove = remove;
    /** @type {Map<string, ReturnType<typeof setTimeout> | null>} */
    this._pending = new Map(_read(this._name).map((id) => [id, null]));
  }

  /** @param {string} id */
  hides(id) {
    return this._pending.has(id);
  }

  /** Delete what an earlier page left behind. */
  async finish() {
    for (const [id, timer] of this._pending) if (timer === null) await this._do(id);
  }

  /** @param {string} id @param {number} seconds @param {(error: unknown) => void} failed */
  schedule(id, seconds, failed) {
    this._pending.set(id, setTimeout(() => this._do(id).catch(failed), seconds * 1000));
    this._write();
  }

  /** @param {string} id */
  undo(id) {
    clearTimeout(this._pending.get(id) ?? undefined);
    this._pending.delete(id);
    this._write();
  }

  /** @param {string} id */
  async _do(id) {
    try {
      await this._remove(id);
    } finally {
      this._pending.delete(id);
      this._write();
    }
  }

  _write() {
    preferences.set(this._name, [...this._pending.keys()].join("\n"));
  }
}

/** @param {string} name */
function _read(name) {
  return (preferences.get(name) ?? "").split("\n").filter(Boolean);
}
