import { headerOf } from '../../functions/platform/values/http-tokens.ts';
import { sha256Hex } from '../../functions/platform/values/sha256.ts';
import { type ExportFormat, NOT_RECORDED, type ShownCase, TRUNCATED } from './export-writer.ts';

const REPEATED = 'a newer case has the same request, and WireMock answers a request in one way';

/** Headers of a body as it was on the wire; WireMock writes its own. */
const TRANSFER = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']);

/**
 * Stub mappings of WireMock (`mappings` of one file), the newest case of each request. A stub matches by method, url and
 * body; recorded headers are in its metadata only, since a client hardly sends all of them again.
 */
export const wireMockExport: ExportFormat = () => {
  const seen = new Set<string>();
  return {
    order: (cases) => cases,
    start: () => '{"mappings":[',
    add(one) {
      const { request, response } = one;
      if (request.truncated || response?.truncated) return { reason: TRUNCATED };
      if (response === null) return { reason: NOT_RECORDED };
      const key = sha256Hex(JSON.stringify([request.method, request.path, request.body, request.bodyEncoding]));
      if (seen.has(key)) return { reason: REPEATED };
      const text = `${seen.size === 0 ? '' : ','}\n${JSON.stringify(stubOf(one, response))}`;
      seen.add(key);
      return text;
    },
    end: () => `\n],"meta":{"total":${seen.size}}}\n`,
  };
};

function stubOf({ caseId, request, recordedAt, durationMs }: ShownCase, response: NonNullable<ShownCase['response']>) {
  return {
    id: uuidOf(caseId),
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
    metadata: { recorded: { caseId, at: recordedAt, durationMs, headers: request.headers } },
  };
}

function patternOf({ body, bodyEncoding, headers }: ShownCase['request']) {
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

/** WireMock wants a UUID; the same case has the same. */
function uuidOf(caseId: string): string {
  const hex = sha256Hex(caseId);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
