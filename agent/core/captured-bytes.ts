/** Bytes of a body in the parts in which they passed; a text stands for its UTF-8. */
export interface BodyBytes {
  parts: readonly (string | Uint8Array)[];
  /** In bytes. */
  length: number;
}

/** A body without bytes. */
export const NO_BYTES: BodyBytes = { parts: [], length: 0 };

/**
 * Captures a body of at most `limit` bytes; bytes are copied, since an application may reuse them, and texts are not. A
 * class, because each request makes several: an object with functions of its own takes more memory and time.
 */
export class CapturedBytes {
  readonly #limit: number;
  readonly #parts: (string | Uint8Array)[] = [];
  #length = 0;
  #isCut = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(chunk: unknown, encoding?: unknown): void {
    if (this.#isCut) return;
    const part = partOf(chunk, encoding);
    if (part === null) return;
    this.#length += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
    if (this.#length > this.#limit) {
      this.#isCut = true;
      this.#parts.length = 0;
    } else this.#parts.push(part);
  }

  /** The whole body in its parts; null if it was too large. */
  parts(): BodyBytes | null {
    return this.#isCut ? null : { parts: this.#parts, length: this.#length };
  }

  /** The whole body; null if it was too large. */
  bytes(): Buffer | null {
    return this.#isCut ? null : bytesOf({ parts: this.#parts, length: this.#length });
  }
}

/** The bytes of all parts. */
export function bytesOf({ parts }: BodyBytes): Buffer {
  const buffers = parts.map((part) =>
    typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.length),
  );
  return buffers.length === 1 && buffers[0] ? buffers[0] : Buffer.concat(buffers);
}

function partOf(chunk: unknown, encoding: unknown): string | Uint8Array | null {
  if (typeof chunk !== 'string') return chunk instanceof Uint8Array ? Buffer.from(chunk) : null;
  if (typeof encoding !== 'string' || encoding === 'utf8' || encoding === 'utf-8') return chunk;
  return Buffer.isEncoding(encoding) ? Buffer.from(chunk, encoding) : chunk;
}
