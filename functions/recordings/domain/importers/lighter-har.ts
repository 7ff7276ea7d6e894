import { isObject } from '../../../platform/json/is-object.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOf } from '../../../platform/values/json-text.ts';
import { exchangeFilter, TAKE_EVERYTHING } from '../filter/exchange-filter.ts';
import type { RuleName } from '../filter/filter-rules.ts';
import { harEntry } from './har.ts';
import { harScanner } from './har-scanner.ts';

/** Smaller entries are not worth reading. */
const MIN_ENTRY_BYTES = 4096;

/**
 * A HAR without the content of the responses that the filter leaves out by its rules, such as scripts, which are most
 * of its bytes. Its entries stay, so that positions and counts do. What is not a HAR in UTF-8 is returned as it is.
 * @internal
 */
export function lighterHar(bytes: Uint8Array, keep: readonly RuleName[]): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const scanner = harScanner();
  const index = scanner.push(text) ? scanner.end() : null;
  if (index === null) return bytes;
  const { ofRequest } = exchangeFilter({ ...TAKE_EVERYTHING, keep });
  const parts: Uint8Array[] = [];
  let kept = 0;
  for (const [at, start] of index.starts.entries()) {
    const end = index.ends[at] ?? start;
    if (end - start < MIN_ENTRY_BYTES) continue;
    const json = text.subarray(start, end);
    const entry = harEntry(json);
    if (!entry?.ok || ofRequest(entry.exchange) === null) continue;
    parts.push(text.subarray(kept, start), Buffer.from(JSON.stringify(withoutContent(jsonOf(json)))));
    kept = end;
  }
  return parts.length === 0 ? bytes : new Uint8Array(Buffer.concat([...parts, text.subarray(kept)]));
}

function withoutContent(entry: unknown): unknown {
  if (!isObject(entry) || !isObject(entry.response) || !isObject(entry.response.content)) return entry;
  const { text: _, ...content } = entry.response.content;
  return { ...entry, response: { ...entry.response, content } };
}

/** The same as a job. */
export const lighterHarJob = job(
  'recordings.lighter-har',
  ({ bytes, keep }: { bytes: Uint8Array; keep: readonly RuleName[] }): { bytes: Uint8Array } => ({
    bytes: lighterHar(bytes, keep),
  }),
);
