import * as v from 'valibot';
import type { ApplicationSettings } from '../../applications/domain/application-settings.ts';
import type { PatternMatcher } from '../../applications/domain/endpoint-patterns.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { headerOf } from '../../platform/values/http-tokens.ts';
import { shownSealed } from '../../platform/values/sealed-text.ts';
import { CaseInput, reasonOf } from './case-input.ts';
import { type BudgetedDecoder, bodyOf, decodeContent } from './content-encoding.ts';
import { credentialExpiry } from './credential-expiry.ts';
import { patternedName } from './endpoints/patterned-name.ts';
import { sealedName } from './endpoints/sealed-name.ts';
import { withoutClaimedRecord } from './importers/arex/mocker.ts';
import { operationName } from './operation-name.ts';
import type { RecordedCase } from './recorded-case.ts';
import { replayTags } from './replay-mark.ts';
import { rpcOperation } from './rpc-operation.ts';
import { sealedForCase } from './sealed/case-seal.ts';
import type { KnownCredentials } from './sealed/known-credentials.ts';
import { sealCase } from './sealed/seal-case.ts';
import type { Sealer } from './sealed/sealer.ts';

/** A parsed case; its order among others is assigned when it is stored. */
export type NewCase = Omit<RecordedCase, 'intake'>;

/** External inputs of parsing a case. */
export interface ParseContext {
  now: number;
  /** 32 random lower-case hex digits. */
  newId(): string;
  settings: Pick<ApplicationSettings, 'operationNaming' | 'redact' | 'credentials'>;
  sealer: Pick<Sealer, 'seal' | 'mark' | 'requiresCodes'>;
  /** Credentials of the cases that were read before. */
  known?: KnownCredentials;
  /** Compiled from the path patterns of its settings; default: none matches. */
  matcher?: PatternMatcher;
  /** Decodes the response; default: `decodeContent`. */
  decode?: BudgetedDecoder;
}

type ParseResult = Result<NewCase, 'INVALID_CASE'>;

/**
 * Parses one recorded case with the defaults of interface 10; redacts and seals it by its application's settings. An
 * encoded response is stored decoded (its content-encoding header stays and states what was on the wire); a request
 * stays as it was sent, so that it can be sent again. The error names the field and never its value.
 */
export function parseCase(
  input: unknown,
  { now, newId, settings, sealer, known, matcher = () => null, decode = decodeContent }: ParseContext,
): ParseResult {
  const parsed = v.safeParse(CaseInput, input, { abortEarly: true });
  if (!parsed.success) return refuse('INVALID_CASE', reasonOf(parsed.issues[0]));
  const { request, response, calls, ...given } = parsed.output;
  if (!isBody(request)) return refuse('INVALID_CASE', 'request.body must be strict base64');
  if (response && !isBody(response)) return refuse('INVALID_CASE', 'response.body must be strict base64');

  const plain = response && plainBody(response, decode);
  if (plain === 'exhausted') return refuse('INVALID_CASE', UNFOLDS_TOO_MUCH);

  const method = STANDARD_METHODS.has(request.method.toUpperCase()) ? request.method.toUpperCase() : request.method;
  const { payload, head: shown } = sealCase(
    {
      request: { ...request, method, headers: withoutClaimedRecord(request.headers, given.tags) },
      response: response && { ...response, ...plain },
      calls: calls.map((call) => ({ ...call, request: jsonOf(call.request), response: jsonOf(call.response) })),
    },
    { operation: given.operation, session: given.session, tags: tagsOf(given.tags) },
    { settings, sealer, known },
  );
  // A sealed token does not show it.
  const credentialExpiresAt = credentialExpiry(request.headers);
  const recordedAs = operationName(
    shown.operation && sealedName(shown.operation, settings.redact),
    { method, path: shownSealed(payload.request.path), rpc: rpcOperation(payload.request) },
    settings.operationNaming,
  );
  const operation = patternedName(recordedAs, method, matcher);
  const head = {
    appId: given.appId,
    operation,
    ...(operation !== recordedAs && { recordedAs }),
    method,
    session: shown.session,
    tags: { ...shown.tags, ...replayTags(request.headers) },
    durationMs: given.durationMs,
    status: response?.status ?? null,
    pinned: false,
    ...(credentialExpiresAt !== null && { credentialExpiresAt }),
  };
  if (Buffer.byteLength(head.operation) > MAX_OPERATION_BYTES)
    return refuse('INVALID_CASE', 'operation must be a string of 1 to 900 bytes');
  const recordedTrace = given.traceId ?? traceOf(payload.request.headers);
  const caseId = given.caseId ?? newId();
  return accept({
    ...head,
    ...sealedForCase(payload, caseId, sealer),
    caseId,
    recordedAt: given.recordedAt ?? now,
    traceId: recordedTrace ?? newId(),
  });
}

const UNFOLDS_TOO_MUCH = 'the decoded bodies of this request exceed the limit; send this case in another request';

const MAX_OPERATION_BYTES = 900;

const STANDARD_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);

const jsonOf = (value: unknown): string => JSON.stringify(value ?? null);

const tagsOf = (tags: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(tags).flatMap(([name, value]) => (value === null ? [] : [[name, value]])));

interface Body {
  headers: readonly (readonly [string, string])[];
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

/** Base64 must be canonical: padded, without blanks or stray bits. */
const isBody = ({ body, bodyEncoding }: Body): boolean =>
  body === null || bodyEncoding === 'utf8' || Buffer.from(body, 'base64').toString('base64') === body;

function plainBody(side: Body, decode: BudgetedDecoder): Pick<Body, 'body' | 'bodyEncoding'> | 'exhausted' | undefined {
  if (side.body === null || side.bodyEncoding === 'utf8') return undefined;
  const encoding = headerOf(side.headers, 'content-encoding');
  const decoded = encoding === undefined ? null : decode(encoding, Buffer.from(side.body, 'base64'));
  if (decoded === 'exhausted') return decoded;
  return decoded === null ? undefined : bodyOf(decoded);
}

/** The trace id of a recorded W3C traceparent; null if it is missing or invalid. */
function traceOf(headers: Body['headers']): string | null {
  const [, version, traceId] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-|$)/.exec(
      headerOf(headers, 'traceparent')?.trim() ?? '',
    ) ?? [];
  return traceId === undefined || version === 'ff' || /^0+$/.test(traceId) ? null : traceId;
}
