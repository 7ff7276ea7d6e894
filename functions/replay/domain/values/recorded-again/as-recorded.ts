import type { RecordedRequest, RecordedResponse } from '../../../../recordings/domain/recorded-case.ts';
import { entityOfLeaf } from '../request-entities.ts';
import { type LeafContext, rewrittenRequest } from '../request-leaves.ts';
import { mappingOf } from '../session-values.ts';
import { replacedTokens } from '../value-tokens.ts';
import { withRecordedLinks } from './recorded-links.ts';
import { timeAsRecorded } from './recorded-times.ts';
import type { RecordedValues } from './recorded-values.ts';

/** What was replaced, counted. */
export interface Replaced<Value> {
  value: Value;
  replaced: number;
}

/**
 * A replayed response with the recorded values in place of those that the target issued: whole values where their
 * context says what they identify, and random ones anywhere; times that it generated are as far from the recorded
 * response. Its values are visited like those of a request.
 */
export function responseAsRecorded(
  response: RecordedResponse,
  { method, path }: Pick<RecordedRequest, 'method' | 'path'>,
  values: RecordedValues,
): Replaced<RecordedResponse> {
  const { visit, count } = visitorOf(values, path);
  const { headers, body, bodyEncoding } = response;
  const rewritten = rewrittenRequest({ method, path: collectionPath(path), headers, body, bodyEncoding }, visit);
  const isText = bodyEncoding === 'utf8' && rewritten.body !== null && !/^\s*[[{"\d]/.test(rewritten.body);
  const links = isText ? withRecordedLinks(rewritten.body ?? '', values) : { value: rewritten.body, replaced: 0 };
  return {
    value: { ...response, headers: rewritten.headers, body: links.value },
    replaced: count() + links.replaced,
  };
}

/** The JSON text of a made call with the recorded values. */
export function jsonAsRecorded(json: string, path: string, values: RecordedValues): Replaced<string> {
  const { visit, count } = visitorOf(values, path);
  const request: RecordedRequest = {
    method: 'POST',
    path: collectionPath(path),
    headers: [['content-type', 'application/json']],
    body: json,
    bodyEncoding: 'utf8',
  };
  const { body } = rewrittenRequest(request, visit);
  return { value: body ?? json, replaced: count() };
}

/** Only what the path names counts: its own values are recorded ones, which may equal a replayed one by chance. */
const collectionPath = (path: string): string =>
  (path.split('?', 1)[0] ?? '').replaceAll(/[^/]*\d[^/]*/g, (segment) => (/^v\d$/i.test(segment) ? segment : '0'));

function visitorOf({ map, address, times, isRecorded }: RecordedValues, path: string) {
  let replaced = 0;
  const note = (value: string): string => {
    replaced++;
    return value;
  };
  const visit = (value: string, context: LeafContext): string => {
    if (context.part === 'authority')
      return address !== null && address.replayed === value.toLowerCase() ? note(address.recorded) : value;
    const found = mappingOf([map], value, entityOfLeaf(value, context, path));
    if (found !== undefined) return note(found.replayed);
    const time = isRecorded(value) ? null : timeAsRecorded(value, times);
    if (time !== null) return time;
    return replacedTokens(value, (token) => {
      const inside = mappingOf([map], token, null);
      return inside && note(inside.replayed);
    });
  };
  return { visit, count: () => replaced };
}
