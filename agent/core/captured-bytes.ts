/** Bytes of a body in the parts in which they passed; a text stands for its UTF-8. */
export interface BodyBytes {
  parts: readonly (string | Uint8Array)[];
  /** In bytes. */
  length: number;
}

/** Bytes that the agent keeps of bodies under way. */
export interface CapturedBytes {
  add(chunk: unknown, encoding?: unknown): void;
  /** The whole body in its parts; null if it was too large. */
  parts(): BodyBytes | null;
  /** The whole body; null if it was too large. */
  bytes(): Buffer | null;
}

/** A body without bytes. */
export const NO_BYTES: BodyBytes = { parts: [], length: 0 };

/** Captures a body of at most `limit` bytes; bytes are copied, since an application may reuse them, and texts are not. */
export function capturedBytes(limit: number): CapturedBytes {
  let parts: (string | Uint8Array)[] = [];
  let length = 0;
  let isCut = false;
  const captured: CapturedBytes = {
    add: (chunk, encoding) => {
      if (isCut) return;
      const part = partOf(chunk, encoding);
      if (part === null) return;
      length += typeof part === 'string' ? Buffer.byteLength(part) : part.length;
      if (length > limit) {
        isCut = true;
        parts = [];
      } else parts.push(part);
    },
    parts: () => (isCut ? null : { parts, length }),
    bytes: () => (isCut ? null : bytesOf({ parts, length })),
  };
  return captured;
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
