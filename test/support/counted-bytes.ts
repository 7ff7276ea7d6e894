/** Bytes whose reads are counted, each by index or by a search. */
export interface CountedBytes {
  bytes: Buffer;
  /** Reads so far. */
  reads(): number;
}

/** Makes bytes that count how often one of them is read; parts and copies of them count for the same total. */
export function countedBytes(given: Uint8Array): CountedBytes {
  let reads = 0;

  function counted(bytes: Buffer): Buffer {
    return new Proxy(bytes, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) {
          reads++;
          return target[Number(name)];
        }
        if (name === 'indexOf')
          return (wanted: number | Uint8Array, from = 0) => {
            const found = target.indexOf(wanted, from);
            const length = typeof wanted === 'number' ? 1 : wanted.length;
            reads += (found === -1 ? target.length : found + length) - from;
            return found;
          };
        if (name === 'subarray') return (start?: number, end?: number) => counted(target.subarray(start, end));
        if (name === 'copy')
          return (to: Uint8Array, at?: number, start = 0, end = target.length) => {
            reads += end - start;
            return target.copy(to, at, start, end);
          };
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  return {
    bytes: counted(Buffer.from(given.buffer, given.byteOffset, given.byteLength)),
    reads: () => reads,
  };
}
