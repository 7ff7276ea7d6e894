import { isObject } from '../../../../platform/json/is-object.ts';
import { HEADER_NAME, headerOf } from '../../../../platform/values/http-tokens.ts';
import { bodyOfBase64 } from '../../content-encoding.ts';
import { hostOf, mediaTypeOf } from '../../filter/filtered-exchange.ts';
import type { HarBody } from '../har-request-body.ts';
import { type ImportedEntry, skip } from '../imported.ts';
import { jsonOfText } from '../json-file.ts';
import { arexCall } from './arex-call.ts';
import { isEntry, type Mocker, RECORD_ID_HEADER, RECORD_ID_TAG, traceIdOfRecord } from './mocker.ts';

const NONE: HarBody = { body: null, bodyEncoding: 'utf8' };

/** The case of the mockers that share a record id: the entry with its dependencies, in the order of their creation. */
export function arexRecord(mockers: readonly Mocker[]): ImportedEntry {
  const entry = mockers.find(isEntry);
  if (entry === undefined) return skip('the record has calls, but no inbound request');
  const { targetRequest, targetResponse, operationName, recordId, creationTime } = entry;
  const { attributes = {}, body = null } = targetRequest ?? {};
  const path = attributes.RequestPath;
  if (typeof path !== 'string' || !path.startsWith('/')) return skip('the inbound request of the record is not HTTP');
  const method = (typeof attributes.HttpMethod === 'string' ? attributes.HttpMethod : 'GET').toUpperCase();
  // What the agent put into the headers of earlier replays would name another record.
  const own = headersOf(attributes.Headers).filter(([name]) => !/^arex-/i.test(name));
  const headers: [string, string][] = [...own, [RECORD_ID_HEADER, recordId]];
  const sent = body === null || body === '' ? NONE : bodyOfBase64(body);
  if (sent === null) return skip('the request body of the record is not valid base64');
  const responseHeaders = headersOf(targetResponse?.attributes.Headers).filter(
    ([name]) => !DECODED.has(name.toLowerCase()),
  );
  const calls = mockers
    .filter((mocker) => !isEntry(mocker))
    .toSorted((a, b) => a.creationTime - b.creationTime)
    .map(arexCall);
  return {
    ok: true,
    recordedAt: creationTime > 0 ? creationTime : null,
    exchange: {
      host: hostOf(headerOf(headers, 'host')?.trim()),
      method,
      path,
      headers,
      responseType: mediaTypeOf(headerOf(responseHeaders, 'content-type')),
      resourceType: null,
    },
    input: {
      ...(operationName.startsWith('/') && { operation: operationName }),
      traceId: traceIdOfRecord(recordId),
      tags: { [RECORD_ID_TAG]: recordId },
      request: { method, path, headers, ...sent },
      // The agent records answers of status 200 only, and does not write the status.
      response: targetResponse && { status: 200, headers: responseHeaders, ...answeredBody(targetResponse) },
      ...(calls.length > 0 && { calls }),
    },
  };
}

/** The agent writes what the application returned, not what was on the wire. */
const DECODED = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

function headersOf(given: unknown): [string, string][] {
  return Object.entries(isObject(given) ? given : {}).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && HEADER_NAME.test(name) && !/[\r\n\0]/.test(value) ? [[name, value]] : [],
  );
}

/** A returned object is JSON; texts and the bytes of a view are JSON strings, the latter in base64. */
function answeredBody({ body, type }: NonNullable<Mocker['targetResponse']>): HarBody {
  if (body === null || body === '') return NONE;
  const value = /^(?:java\.lang\.String|\[B|byte\[\])$/.test(type ?? '') ? jsonOfText(body) : undefined;
  if (typeof value !== 'string') return { body, bodyEncoding: 'utf8' };
  return (type !== 'java.lang.String' && bodyOfBase64(value)) || { body: value, bodyEncoding: 'utf8' };
}
