import { randomUUID } from 'node:crypto';
import { bodyOf } from '../../functions/recordings/domain/content-encoding.ts';
import { pathTemplate } from '../../functions/recordings/domain/operation-name.ts';
import type { CasePayload, RecordedCall } from '../../functions/recordings/domain/recorded-case.ts';
import { decodedBody } from '../../proxies/http/decoded-body.ts';
import type { Exchange } from '../../proxies/http/forward.ts';
import { redactedNames } from './credentials.ts';
import type { KeptCredentials } from './kept-credentials.ts';

export interface CaseFacts {
  appId: string;
  traceId: string;
  tags: Readonly<Record<string, string>>;
  calls: readonly RecordedCall[];
  kept: KeptCredentials;
}

/** Maximum bytes of a case: what the service takes in one request on either host. */
const MAX_CASE_BYTES = 4 * 1024 * 1024;

/**
 * Returns a case as one line for `POST /api/recorder/cases`, and which fields of its response were redacted; null if a
 * body, or the case, was too large to record.
 */
export function caseLine(
  exchange: Exchange,
  { appId, traceId, tags, calls, kept: credentials }: CaseFacts,
): { line: string; blackedOut: string[] } | null {
  const payload = payloadOf(exchange, calls);
  if (payload === null) return null;
  const kept = credentials.of(payload);
  const isSealed = credentials.sealedKey !== null;
  const facts = {
    caseId: `record-${randomUUID()}`,
    appId,
    recordedAt: new Date(exchange.startedAt).toISOString(),
    traceId,
    ...(Object.keys(tags).length > 0 && { tags }),
    durationMs: exchange.durationMs,
    ...(isSealed && { sealedKey: credentials.sealedKey }),
    request: kept.request,
    response: kept.response,
  };
  const redactedCalls = kept.calls.map(callText);
  const answer = kept.response?.body ?? null;
  const line = `${JSON.stringify(facts).slice(0, -1)},"calls":[${redactedCalls.join(',')}]}`;
  // A character has at most three bytes.
  if (3 * line.length > MAX_CASE_BYTES && Buffer.byteLength(line) > MAX_CASE_BYTES) return null;
  return {
    line,
    blackedOut: isSealed || answer === null || answer === payload.response?.body ? [] : redactedNames(answer),
  };
}

/** A call as JSON; its request and response are JSON texts already. */
export function callText({ request, response, ...call }: RecordedCall): string {
  return `${JSON.stringify(call).slice(0, -1)},"request":${request},"response":${response}}`;
}

/** Returns a downstream call in its recorded form; null if a body was too large. */
export function recordedCall(target: string, exchange: Exchange, kept: KeptCredentials): RecordedCall | null {
  // The service decodes the bodies of cases, but of calls it knows nothing more than that they are JSON.
  const payload = payloadOf(exchange, [], decodedBody);
  if (payload === null) return null;
  const { request, response } = kept.of(payload);
  return {
    kind: 'http',
    target,
    operation: `${exchange.method} ${pathTemplate(exchange.path)}`,
    request: JSON.stringify(request),
    response: JSON.stringify(response),
    error: null,
    durationMs: exchange.durationMs,
  };
}

function payloadOf(
  { method, path, ...exchange }: Exchange,
  calls: readonly RecordedCall[],
  recordedBody: typeof decodedBody = plainBody,
): CasePayload | null {
  const request = exchange.requestBody.bytes();
  const response = exchange.responseBody.bytes();
  if (request === null || response === null) return null;
  return {
    request: { method, path, headers: exchange.requestHeaders, ...recordedBody(request, exchange.requestHeaders) },
    response: {
      status: exchange.status,
      headers: exchange.responseHeaders,
      ...recordedBody(response, exchange.responseHeaders),
    },
    calls: [...calls],
  };
}

const plainBody = (bytes: Buffer) =>
  bytes.length === 0 ? { body: null, bodyEncoding: 'utf8' as const } : bodyOf(bytes);
