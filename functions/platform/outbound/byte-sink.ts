/** Collects bytes up to a limit, in one buffer regardless of the size of the chunks. */
export interface ByteSink {
  /** False once the limit is exceeded. */
  add(chunk: Uint8Array): boolean;
  /** Bytes kept so far. */
  length(): number;
  /** Whether bytes were dropped. */
  exceeded(): boolean;
  bytes(): Uint8Array;
}

const FIRST_BUFFER_BYTES = 32 * 1024;

/** Creates a sink that keeps the first `most` bytes. */
export function byteSink(max: number): ByteSink {
  let buffer: Uint8Array = new Uint8Array(0);
  let length = 0;
  let exceeded = false;

  /** A list of one-byte chunks would cost a hundred times its size, so they are copied together. */
  function reserve(needed: number) {
    if (needed <= buffer.length) return;
    const larger = new Uint8Array(Math.min(max, Math.max(needed, buffer.length * 2, FIRST_BUFFER_BYTES)));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  }

  return {
    add(chunk) {
      const kept = chunk.subarray(0, max - length);
      exceeded ||= kept.length < chunk.length;
      if (length === 0) {
        buffer = kept;
      } else {
        reserve(length + kept.length);
        buffer.set(kept, length);
      }
      length += kept.length;
      return !exceeded;
    },
    length: () => length,
    exceeded: () => exceeded,
    bytes: () => buffer.subarray(0, length),
  };
}
