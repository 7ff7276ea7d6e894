/** Bytes that the agent keeps of bodies under way. */
export interface CapturedBytes {
  add(chunk: unknown, encoding?: unknown): void;
  /** The whole body; null if it was too large. */
  bytes(): Buffer | null;
}

/** Captures a body of at most `limit` bytes; chunks are copied, since an application may reuse them. */
export function capturedBytes(limit: number): CapturedBytes {
  let chunks: Buffer[] = [];
  let length = 0;
  let isCut = false;
  return {
    add: (chunk, encoding) => {
      if (isCut) return;
      const bytes = bytesOf(chunk, encoding);
      if (bytes === null) return;
      length += bytes.length;
      if (length > limit) {
        isCut = true;
        chunks = [];
      } else chunks.push(bytes);
    },
    bytes: () => {
      if (isCut) return null;
      return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    },
  };
}

function bytesOf(chunk: unknown, encoding: unknown): Buffer | null {
  if (typeof chunk === 'string')
    return Buffer.from(chunk, typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8');
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : null;
}
