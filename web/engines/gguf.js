/**
 * A small q8_0 GGUF file as f32, in memory: llama.cpp in WebAssembly reads a prompt twice as fast from f32 weights, which
 * would be four times the download. Format: GGUF version 3 (ggml's `docs/gguf.md`), blocks as in `ggml-quants.c`.
 */

import { EngineError } from "./engine.js";

const F32 = 0;
const Q8_0 = 8;
const BLOCK = 32; // weights that share a scale
const BLOCK_BYTES = 2 + BLOCK; // a float16, then a byte each
const STRING = 8;
const ARRAY = 9;
/** Bytes of a metadata value by its type. @type {Record<number, number>} */
const VALUE_BYTES = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };
const ALIGNMENT = 32;
const READ_BY_ROW = "token_embd.weight"; // multiplied for the tokens of the answer alone

/**
 * The same file with its q8_0 matrices in f32; the file itself where it holds other kinds of weights. Throws an
 * `EngineError` where it ends too early or holds no such thing.
 * @param {ArrayBuffer} file
 * @returns {Blob}
 */
export function expanded(file) {
  try {
    return rewritten(file);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new EngineError("integrity", "The model's file is cut short or not what it says.");
  }
}

/** @param {ArrayBuffer} file */
function rewritten(file) {
  const view = new DataView(file);
  const reader = new Reader(view);
  reader.skip(8); // magic, version
  const tensorCount = reader.count();
  const valueCount = reader.count();
  let ordinary = true;
  for (let i = 0; i < valueCount; i++) {
    if (reader.text() === "general.alignment") ordinary = false;
    reader.skipValue(reader.uint32());
  }
  const head = new Uint8Array(file, 0, reader.at);
  const tensors = Array.from({ length: tensorCount }, () => readTensor(reader));
  if (!ordinary || tensors.some(({ type }) => type !== F32 && type !== Q8_0)) return new Blob([file]);
  const start = aligned(reader.at);
  /** @type {BlobPart[]} */
  const data = [];
  let offset = 0;
  const entries = tensors.map((tensor) => {
    const weights = tensor.dims.reduce((a, b) => a * b, 1);
    const unpack = tensor.type === Q8_0 && tensor.name !== READ_BY_ROW;
    const bytes = tensor.type === Q8_0 ? (weights / BLOCK) * BLOCK_BYTES : weights * 4;
    const packed = new Uint8Array(file, start + tensor.offset, bytes);
    const content = unpack ? dequantized(packed) : packed;
    const entry = tensorEntry(tensor, unpack ? F32 : tensor.type, offset);
    const padded = aligned(content.byteLength);
    data.push(content, new Uint8Array(padded - content.byteLength));
    offset += padded;
    return entry;
  });
  const header = entries.reduce((sum, entry) => sum + entry.byteLength, head.byteLength);
  return new Blob([head, ...entries, new Uint8Array(aligned(header) - header), ...data]);
}

/** @typedef {{ name: string, dims: number[], type: number, offset: number }} Tensor */

/**
 * @param {Reader} reader
 * @returns {Tensor}
 */
function readTensor(reader) {
  const name = reader.text();
  const dims = Array.from({ length: reader.uint32() }, () => reader.count());
  return { name, dims, type: reader.uint32(), offset: reader.count() };
}

/**
 * @param {Tensor} tensor
 * @param {number} type
 * @param {number} offset
 */
function tensorEntry({ name, dims, ...tensor }, type, offset) {
  const text = new TextEncoder().encode(name);
  const bytes = new Uint8Array(8 + text.length + 4 + 8 * dims.length + 4 + 8);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  let at = 8 + text.length;
  view.setUint32(at, dims.length, true);
  at += 4;
  for (const dim of dims) {
    view.setBigUint64(at, BigInt(dim), true);
    at += 8;
  }
  view.setUint32(at, type, true);
  view.setBigUint64(at + 4, BigInt(offset), true);
  return bytes;
}

/**
 * @param {Uint8Array} packed  whole blocks
 * @returns {Float32Array<ArrayBuffer>}
 */
function dequantized(packed) {
  const blocks = packed.byteLength / BLOCK_BYTES;
  const signed = new Int8Array(packed.buffer, packed.byteOffset, packed.byteLength);
  const out = new Float32Array(blocks * BLOCK);
  for (let block = 0; block < blocks; block++) {
    const from = block * BLOCK_BYTES;
    const scale = half(packed[from] | (packed[from + 1] << 8));
    const to = block * BLOCK;
    for (let i = 0; i < BLOCK; i++) out[to + i] = scale * signed[from + 2 + i];
  }
  return out;
}

/**
 * A float16 from its bits.
 * @param {number} bits
 */
function half(bits) {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -size : size;
}

/** @param {number} bytes */
function aligned(bytes) {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

/** Reads on through a file; a `RangeError` where it ends. */
class Reader {
  at = 0;

  /** @param {DataView} view */
  constructor(view) {
    this.view = view;
  }

  /** @param {number} bytes */
  skip(bytes) {
    if (this.at + bytes > this.view.byteLength) throw new RangeError("the file ends");
    this.at += bytes;
    return this.at - bytes;
  }

  uint32() {
    return this.view.getUint32(this.skip(4), true);
  }

  /** A number or length of things in the file, each at least a byte. */
  count() {
    const value = Number(this.view.getBigUint64(this.skip(8), true));
    if (value > this.view.byteLength) throw new RangeError(`${value} in a file of ${this.view.byteLength} bytes`);
    return value;
  }

  text() {
    const length = this.count();
    return new TextDecoder().decode(new Uint8Array(this.view.buffer, this.skip(length), length));
  }

  /** @param {number} type */
  skipValue(type) {
    if (type === STRING) {
      this.skip(this.count());
    } else if (type === ARRAY) {
      const of = this.uint32();
      const length = this.count();
      if (of in VALUE_BYTES) this.skip(VALUE_BYTES[of] * length);
      else for (let i = 0; i < length; i++) this.skipValue(of);
    } else if (type in VALUE_BYTES) {
      this.skip(VALUE_BYTES[type]);
    } else {
      throw new RangeError(`a value of type ${type}`);
    }
  }
}
