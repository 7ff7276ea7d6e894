/** Stored payloads, one after the other, as one array of bytes that moves to another thread. */
export interface PackedPayloads {
  stored: Uint8Array;
  /** Bytes of each payload, 0 if they have expired. */
  sizes: number[];
}

/** Packs stored payloads. */
export const packPayloads = (payloads: readonly (Uint8Array | undefined)[]): PackedPayloads => ({
  stored: new Uint8Array(Buffer.concat(payloads.map((bytes) => bytes ?? new Uint8Array()))),
  sizes: payloads.map((bytes) => bytes?.byteLength ?? 0),
});

/** The packed payloads, in order; undefined where one has expired. */
export function unpackPayloads({ stored, sizes }: PackedPayloads): (Uint8Array | undefined)[] {
  let end = 0;
  return sizes.map((size) => {
    const start = end;
    end += size;
    return size === 0 ? undefined : stored.subarray(start, end);
  });
}
