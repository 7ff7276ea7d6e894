import { STATUS_CODES } from 'node:http';
import { headerOf } from '../../functions/platform/values/http-tokens.ts';
import type { ExportFormat, ShownCase } from './export-writer.ts';
import { TRUNCATED } from './export-writer.ts';
import { originOf, parametersOf, uriOf } from './exported-url.ts';

/**
 * HTTP archive 1.2, oldest first. A case without a recorded response has status 0 and `_responseRecorded: false`.
 * Downstream calls of every kind are in `_downstream` of their case: custom members begin with an underscore.
 */
export const harExport: ExportFormat = ({ version }) => {
  let isFirst = true;
  return {
    order: (cases) => cases.toReversed(),
    start: () => `{"log":{"version":"1.2","creator":${JSON.stringify({ name: 'replay', version })},"entries":[`,
    add(one) {
      if (one.request.truncated) return { reason: TRUNCATED };
      const text = `${isFirst ? '' : ','}\n${JSON.stringify(entryOf(one))}`;
      isFirst = false;
      return text;
    },
    end: () => '\n]}}\n',
  };
};

function entryOf({ request, response, recordedAt, durationMs, calls }: ShownCase) {
  const time = durationMs ?? 0;
  return {
    startedDateTime: recordedAt,
    time,
    request: {
      method: request.method,
      url: `${originOf(request.headers)}${uriOf(request.path)}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairsOf(request.headers),
      queryString: parametersOf(request.path).map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: -1,
      ...(request.body !== null && {
        postData: {
          mimeType: headerOf(request.headers, 'content-type') ?? '',
          text: request.body,
          ...(request.bodyEncoding === 'base64' && { encoding: 'base64' }),
        },
      }),
    },
    response: response === null ? NOT_ANSWERED : responseOf(response),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(response === null && { _responseRecorded: false }),
    ...(calls.length > 0 && { _downstream: calls }),
  };
}

const UNKNOWN = { httpVersion: 'HTTP/1.1', cookies: [], redirectURL: '', headersSize: -1, bodySize: -1 };
const NOT_ANSWERED = { status: 0, statusText: '', ...UNKNOWN, headers: [], content: { size: 0, mimeType: '' } };

function responseOf({ status, headers, body, bodyEncoding, truncated }: NonNullable<ShownCase['response']>) {
  const mimeType = headerOf(headers, 'content-type') ?? '';
  const size = body === null ? 0 : Buffer.byteLength(body, bodyEncoding);
  const content = truncated
    ? { size, mimeType, comment: `not included: ${TRUNCATED}` }
    : {
        size,
        mimeType,
        ...(body !== null && { text: body, ...(bodyEncoding === 'base64' && { encoding: 'base64' }) }),
      };
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    ...UNKNOWN,
    headers: pairsOf(headers),
    redirectURL: headerOf(headers, 'location') ?? '',
    content,
  };
}

const pairsOf = (headers: readonly (readonly [string, string])[]) => headers.map(([name, value]) => ({ name, value }));
