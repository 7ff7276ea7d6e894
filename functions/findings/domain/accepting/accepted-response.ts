import type { Difference } from '../../../compare/domain/difference.ts';
import { isExpectedId } from '../../../compare/domain/expected/expectation-ids.ts';
import { isCallKind } from '../../../compare/domain/kinds.ts';
import { HEADERS_SUBJECT } from '../../../compare/domain/rules/rules.ts';
import type { RecordedRequest, RecordedResponse } from '../../../recordings/domain/recorded-case.ts';
import { type Replaced, responseAsRecorded } from '../../../replay/domain/values/recorded-again/as-recorded.ts';
import type { RecordedValues } from '../../../replay/domain/values/recorded-again/recorded-values.ts';

interface Sides {
  request: RecordedRequest;
  recorded: RecordedResponse | null;
  replayed: RecordedResponse;
  differences: readonly Difference[];
}

/**
 * The response that becomes the recorded one. What the comparison found no difference in stays as it was recorded, with
 * its ids and times: headers one by one, and the body as a whole. The rest is what the target returned, with recorded
 * values in place of those that it issued.
 */
export function acceptedResponse(
  { request, recorded, replayed, differences }: Sides,
  values: RecordedValues,
): Replaced<RecordedResponse> {
  const { value: made, replaced } = responseAsRecorded(replayed, request, values);
  if (recorded === null || recorded.status !== replayed.status) return { value: sized(made), replaced };
  const counted = differences.filter(({ kind, rule }) => !isCallKind(kind) && !isIgnored(rule));
  const ofHeaders = counted.filter(({ path }) => path.startsWith(HEADERS_SUBJECT));
  const isBodySame = ofHeaders.length === counted.length;
  const { body, bodyEncoding } = isBodySame ? recorded : made;
  const headers = mergedHeaders(recorded.headers, made.headers, ofHeaders);
  return { value: sized({ status: made.status, headers, body, bodyEncoding }), replaced: isBodySame ? 0 : replaced };
}

/** What a rule ignores counts for nothing; what is expected was accepted. */
const isIgnored = (rule: string | null): boolean => rule !== null && !isExpectedId(rule);

type Headers = RecordedResponse['headers'];

/** Each name in the place that the replayed response gives it; the date of the recording goes with the times in it. */
function mergedHeaders(recorded: Headers, replayed: Headers, differences: readonly Difference[]): Headers {
  const before = Map.groupBy(recorded, ([name]) => name.toLowerCase());
  const isChanged = (name: string) => differences.some(({ path }) => path.toLowerCase().includes(name));
  const merged = new Map<string, Headers>();
  for (const header of replayed) {
    const name = header[0].toLowerCase();
    const same = isChanged(name) ? undefined : before.get(name);
    merged.set(name, same ?? [...(merged.get(name) ?? []), header]);
  }
  const date = before.get('date');
  if (date && !merged.has('date')) merged.set('date', date);
  return [...merged.values()].flat();
}

/** The length of what is stored. */
function sized(response: RecordedResponse): RecordedResponse {
  const length = Buffer.byteLength(response.body ?? '', response.bodyEncoding);
  const headers = response.headers.map(([name, value]): [string, string] => [
    name,
    name.toLowerCase() === 'content-length' && value !== '0' ? String(length) : value,
  ]);
  return { ...response, headers };
}
