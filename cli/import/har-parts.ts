import { CliFailure } from '../cli-failure.ts';

/**
 * Splits a HAR file that is too large for one request into several with the same head, each with some of its entries in
 * order.
 */
export function* harParts(bytes: Uint8Array, max: number): Generator<Uint8Array> {
  const { log, entries } = read(bytes);
  const head = Buffer.byteLength(JSON.stringify({ log: { ...log, pages: [], entries: [] } }));
  const file = (part: readonly string[]) =>
    Buffer.from(
      JSON.stringify({ log: { ...log, pages: [], entries: [] } }).replace(
        '"entries":[]',
        () => `"entries":[${part.join(',')}]`,
      ),
    );
  let part: string[] = [];
  let length = head;
  for (const entry of entries) {
    const text = JSON.stringify(entry);
    const more = Buffer.byteLength(text) + 1;
    if (length + more > max && part.length > 0) {
      yield file(part);
      part = [];
      length = head;
    }
    part.push(text);
    length += more;
  }
  if (part.length > 0) yield file(part);
}

function read(bytes: Uint8Array): { log: object; entries: readonly unknown[] } {
  try {
    const { log } = JSON.parse(new TextDecoder().decode(bytes)); // checked below
    if (Array.isArray(log.entries)) return { log, entries: log.entries };
  } catch {
    // Reported below, like any other file that is not a HAR.
  }
  throw new CliFailure(
    'UNREADABLE_IMPORT',
    'the file is no HAR',
    'Save it again from the network tab, or give another --format.',
  );
}
