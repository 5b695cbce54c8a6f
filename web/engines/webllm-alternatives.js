/**
 * What the model weighed at each token. The engine itself reports five alternatives at most; a logit processor, its
 * hook for changing logits, sees all of them and here only takes notes. It costs a read-back a token: for models with a
 * small vocabulary that are asked for more.
 *
 * @typedef {import("./engine.js").TokenChoice} TokenChoice
 * @typedef {import("../vendor/web-llm.js").LogitProcessor} LogitProcessor
 */

/** @implements {LogitProcessor} */
export class Alternatives {
  #texts;
  #count = 0;
  /** @type {Record<string, number>} */
  #top = {};
  /** @type {TokenChoice[]} */
  #tokens = [];

  /** @param {string[]} texts  the text of each token, by id */
  constructor(texts) {
    this.#texts = texts;
  }

  /**
   * Take notes from here on: so many alternatives a token, none for 0.
   * @param {number} count
   */
  begin(count) {
    this.#count = count;
    this.#tokens = [];
  }

  /** Forget what was noted: the same request is made again. */
  restart() {
    this.#tokens = [];
  }

  /** The tokens since `begin`, an end-of-text token included. */
  get tokens() {
    return this.#tokens;
  }

  /** @param {Float32Array} logits */
  processLogits(logits) {
    if (this.#count > 0) {
      const total = logSumExp(logits);
      const ids = likeliest(logits, this.#count);
      this.#top = Object.fromEntries(ids.map((id) => [this.#texts[id], logits[id] - total]));
    }
    return logits;
  }

  /** @param {number} id */
  processSampledToken(id) {
    if (this.#count > 0) this.#tokens.push({ text: this.#texts[id], top: this.#top });
  }

  resetState() {}
}

/**
 * The text of each token of a byte-level `tokenizer.json`, by id. Bytes that are not UTF-8 alone become U+FFFD.
 * @param {any} tokenizer
 * @returns {string[]}
 */
export function tokenTexts(tokenizer) {
  const added = new Set(tokenizer.added_tokens.map((/** @type {any} */ token) => token.content));
  const bytes = byteOfCharacter();
  const decoder = new TextDecoder();
  /** @type {string[]} */
  const texts = [];
  for (const [token, id] of Object.entries(tokenizer.model.vocab)) {
    const spelled = Uint8Array.from(Array.from(token, (character) => bytes.get(character) ?? 0));
    texts[Number(id)] = added.has(token) ? token : decoder.decode(spelled);
  }
  return texts;
}

/** GPT-2's table: printable bytes stand for themselves, the others for the characters from U+0100 on. */
function byteOfCharacter() {
  const printable = (/** @type {number} */ byte) =>
    (byte > 32 && byte < 127) || (byte > 160 && byte < 173) || byte > 173;
  /** @type {Map<string, number>} */
  const table = new Map();
  let next = 256;
  for (let byte = 0; byte < 256; byte++) table.set(String.fromCharCode(printable(byte) ? byte : next++), byte);
  return table;
}

/** @param {Float32Array} logits */
function logSumExp(logits) {
  let highest = -Infinity;
  for (const logit of logits) if (logit > highest) highest = logit;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - highest);
  return highest + Math.log(sum);
}

/**
 * @param {Float32Array} logits
 * @param {number} count
 */
function likeliest(logits, count) {
  const ids = Array.from(logits.keys());
  ids.sort((a, b) => logits[b] - logits[a]);
  return ids.slice(0, count);
}
