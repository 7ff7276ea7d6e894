import { headerOf } from '../../functions/platform/values/http-tokens.ts';
import { sha256Hex } from '../../functions/platform/values/sha256.ts';
import type { ShownCase } from './export-writer.ts';

/** Headers of a body as it was on the wire; WireMock writes its own. */
const TRANSFER = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']);

/** An exchange that a stub answers. */
export interface StubbedExchange {
  /** Gives the stub its id: the same exchange has the same. */
  seed: string;
  request: Omit<ShownCase['request'], 'truncated'>;
  response: Omit<NonNullable<ShownCase['response']>, 'truncated'>;
  /** What a stub does not match by. */
  recorded: { caseId: string; at: string; durationMs: number | null; call?: number };
}

/** What WireMock tells requests apart by in these stubs. */
export const stubKey = ({ method, path, body, bodyEncoding }: StubbedExchange['request']): string =>
  sha256Hex(JSON.stringify([method, path, body, bodyEncoding]));

/**
 * The stub mapping of an exchange, as JSON. It matches by method, url and body; recorded headers are in its metadata
 * only, since a client hardly sends all of them again.
 */
export const stubOf = ({ seed, request, response, recorded }: StubbedExchange): string =>
  JSON.stringify({
    id: uuidOf(seed),
    name: `${request.method} ${request.path}`,
    request: {
      method: request.method,
      url: request.path,
      ...(request.body !== null && { bodyPatterns: [patternOf(request)] }),
    },
    response: {
      status: response.status,
      headers: headersOf(response.headers),
      ...(response.body !== null &&
        (response.bodyEncoding === 'base64' ? { base64Body: response.body } : { body: response.body })),
    },
    metadata: { recorded: { ...recorded, headers: request.headers } },
  });

function patternOf({ body, bodyEncoding, headers }: StubbedExchange['request']) {
  if (bodyEncoding === 'base64') return { binaryEqualTo: body };
  return /json/i.test(headerOf(headers, 'content-type') ?? '') && isJson(body ?? '')
    ? { equalToJson: body }
    : { equalTo: body };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (fault) {
    if (fault instanceof SyntaxError) return false;
    throw fault;
  }
}

/** By name, with a list for a header that is repeated. */
function headersOf(headers: readonly (readonly [string, string])[]): Record<string, string | string[]> {
  const byName = new Map<string, { name: string; values: string[] }>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    if (TRANSFER.has(key)) continue;
    const known = byName.get(key);
    if (known) known.values.push(value);
    else byName.set(key, { name, values: [value] });
  }
  return Object.fromEntries(
    [...byName.values()].map(({ name, values: [first = '', ...more] }) => [
      name,
      more.length === 0 ? first : [first, ...more],
    ]),
  );
}

/** WireMock wants a UUID. */
function uuidOf(seed: string): string {
  const hex = sha256Hex(seed);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
