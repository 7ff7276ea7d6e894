/** Writes that nothing waits for until `settled`, which rejects with the first fault, as `throwFault` does. */
export function writesUnderWay() {
  const writes = new Set<Promise<unknown>>();
  const faults: unknown[] = [];

  function throwFault(): void {
    if (faults.length > 0) throw faults[0];
  }

  return {
    throwFault,

    add(writing: Promise<void>): void {
      const noted = writing.catch((fault: unknown) => faults.push(fault)).finally(() => writes.delete(noted));
      writes.add(noted);
    },

    async settled(): Promise<void> {
      await Promise.all(writes);
      throwFault();
    },
  };
}
