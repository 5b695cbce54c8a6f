/**
 * Ends Python code that does not give its thread back: a tool that blocks can be stopped by another thread alone, and
 * the page is the only other one. Needs memory that both share, which a page has where it is cross-origin isolated.
 *
 * Two integers: Python's signal (Pyodide reads a 2 as an interrupt, and sets it back), and the number of the call that
 * may be interrupted, 0 for none. Whoever takes the number out decides whether the call ended or was ended.
 */

const [SIGNAL, CALL] = [0, 1];
const INTERRUPT = 2;

/** The page's side. */
export class Watchdog {
  #memory;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {SharedArrayBuffer} memory */
  constructor(memory) {
    this.#memory = new Int32Array(memory);
  }

  /**
   * @param {number} call
   * @param {number} ms  interrupt it after so long
   */
  watch(call, ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#interrupt(call), ms);
  }

  /** Interrupt whatever runs now. */
  interrupt() {
    this.#interrupt(Atomics.load(this.#memory, CALL));
  }

  /** @param {number} call */
  #interrupt(call) {
    if (call && Atomics.compareExchange(this.#memory, CALL, call, 0) === call) Atomics.store(this.#memory, SIGNAL, INTERRUPT);
  }
}

/** The worker's side. */
export class Watched {
  /** Give it to the page's `Watchdog`. */
  shared = new SharedArrayBuffer(8);
  /** Give it to Pyodide's `setInterruptBuffer`. */
  memory = new Int32Array(this.shared);
  #calls = 0;

  /** A call begins that may be interrupted. Returns its number. */
  begin() {
    Atomics.store(this.memory, CALL, ++this.#calls);
    return this.#calls;
  }

  /**
   * The call is over. An interrupt that was on its way to it must not hit what comes next.
   * @param {boolean} interrupted  whether it ended by that
   */
  end(interrupted) {
    if (Atomics.exchange(this.memory, CALL, 0) || interrupted) return;
    const until = performance.now() + 50; // it may never come: code can catch an interrupt and go on
    while (Atomics.load(this.memory, SIGNAL) !== INTERRUPT && performance.now() < until);
    Atomics.store(this.memory, SIGNAL, 0);
  }
}
