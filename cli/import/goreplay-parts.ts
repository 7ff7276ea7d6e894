import { gunzipSync } from 'node:zlib';

const SEPARATOR = Buffer.from('\n🐵🙈🙉\n');

/**
 * Splits a GoReplay file that is too large for one request into several, without separating a request from its
 * response: records of one id stay together, at the place of the first.
 */
export function* goReplayParts(bytes: Buffer, max: number): Generator<Uint8Array> {
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
  const byId = new Map<string, Buffer[]>();
  for (let start = 0; start < plain.length; ) {
    const next = plain.indexOf(SEPARATOR, start);
    const end = next === -1 ? plain.length : next;
    const record = plain.subarray(start, end);
    const id = /^\d ([\w-]+) /.exec(record.toString('latin1', 0, 256))?.[1] ?? `${start}`;
    const of = byId.get(id);
    if (of) of.push(record);
    else byId.set(id, [record]);
    start = end + SEPARATOR.length;
  }
  let part: Buffer[] = [];
  let length = 0;
  for (const records of byId.values()) {
    const more = records.reduce((sum, record) => sum + record.length + SEPARATOR.length, 0);
    if (length + more > max && part.length > 0) {
      yield Buffer.concat(part);
      part = [];
      length = 0;
    }
    for (const record of records) part.push(record, SEPARATOR);
    length += more;
  }
  if (part.length > 0) yield Buffer.concat(part);
}
