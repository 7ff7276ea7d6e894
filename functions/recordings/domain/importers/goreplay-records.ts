/** One record of a GoReplay file. */
export interface GoReplayRecord {
  /** 1 request, 2 original response, 3 response to an earlier replay. */
  type: 1 | 2 | 3;
  id: string;
  /** Nanoseconds since 1970, beyond the precision of a double. */
  at: bigint;
  latencyNs: bigint | null;
  payload: Uint8Array;
}

const SEPARATOR = Buffer.from('\n🐵🙈🙉\n');
const HEADER = /^([123]) ([0-9A-Za-z_-]{1,128}) (\d{1,19})(?: (-?\d{1,19}))?\s*$/;
const MAX_HEADER_BYTES = 256;

/** Returns the records in the file's order; null for one without a readable header line. */
export function goReplayRecords(bytes: Buffer): (GoReplayRecord | null)[] {
  const records: (GoReplayRecord | null)[] = [];
  for (let start = 0; start < bytes.length; ) {
    const next = bytes.indexOf(SEPARATOR, start);
    const end = next === -1 ? bytes.length : next;
    if (bytes.subarray(start, end).toString('latin1').trim() !== '') records.push(recordOf(bytes.subarray(start, end)));
    start = end + SEPARATOR.length;
  }
  return records;
}

function recordOf(bytes: Buffer): GoReplayRecord | null {
  const lineEnd = bytes.subarray(0, MAX_HEADER_BYTES).indexOf('\n');
  const [, type, id, at, latency] = HEADER.exec(bytes.toString('latin1', 0, lineEnd === -1 ? 0 : lineEnd)) ?? [];
  if (id === undefined || at === undefined) return null;
  return {
    type: type === '1' ? 1 : type === '2' ? 2 : 3,
    id,
    at: BigInt(at),
    latencyNs: latency === undefined ? null : BigInt(latency),
    payload: bytes.subarray(lineEnd + 1),
  };
}
