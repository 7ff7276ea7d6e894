import { isObject } from '../../../platform/json/is-object.ts';
import { HEADER_NAME, SENDABLE_VALUE } from '../../../platform/values/http-tokens.ts';
import { decodeContent } from '../content-encoding.ts';

/** A recorded response of an HTTP call, ready to be sent again. */
export interface HttpAnswer {
  status: number;
  /** Without hop-by-hop headers and `content-length`, unless there is no body that it could state. */
  headers: [string, string][];
  body: Uint8Array;
}

/** Headers of one connection, and of a body in transfer (RFC 9110 7.6.1). */
const HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Reads the response of a recorded call: `{status, headers, body, bodyEncoding}`. Any other JSON is the body of a 200.
 * A `content-encoding` stays only if the body has it; recorders may have decoded it.
 */
export function httpAnswerOf(response: unknown, method: string): HttpAnswer {
  if (!isObject(response) || !isStatus(response.status)) return jsonAnswer(response);
  const { status } = response;
  const body = bodyOf(response);
  const isBodyless = method === 'HEAD' || status === 204 || status === 304;
  const headers = headersOf(response.headers).filter(([name]) => {
    const lower = name.toLowerCase();
    return !HOP.has(lower) && (lower !== 'content-length' || (isBodyless && status !== 204));
  });
  const encoding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
  const isDecoded = encoding !== undefined && body.length > 0 && decodeContent(encoding, body) === null;
  return {
    status,
    headers: isDecoded ? headers.filter(([name]) => name.toLowerCase() !== 'content-encoding') : headers,
    body: isBodyless ? new Uint8Array() : body,
  };
}

const jsonAnswer = (value: unknown): HttpAnswer => ({
  status: 200,
  headers: [['content-type', 'application/json']],
  body: Buffer.from(JSON.stringify(value ?? null)),
});

const isStatus = (status: unknown): status is number =>
  typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599;

/** Agents record lists of pairs or objects; what HTTP cannot carry is left out. */
function headersOf(headers: unknown): [string, string][] {
  const entries: unknown[] = Array.isArray(headers) ? headers : isObject(headers) ? Object.entries(headers) : [];
  return entries.flatMap((entry): [string, string][] => {
    if (!Array.isArray(entry)) return [];
    const [name, value]: unknown[] = entry;
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return typeof name === 'string' && HEADER_NAME.test(name)
      ? values.flatMap((one): [string, string][] =>
          typeof one === 'string' && SENDABLE_VALUE.test(one) ? [[name, one]] : [],
        )
      : [];
  });
}

function bodyOf({ body, bodyEncoding }: Record<string, unknown>): Uint8Array {
  if (body === null || body === undefined) return new Uint8Array();
  if (typeof body === 'string') return Buffer.from(body, bodyEncoding === 'base64' ? 'base64' : 'utf8');
  return Buffer.from(JSON.stringify(body));
}
