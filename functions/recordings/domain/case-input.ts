import * as v from 'valibot';
import { AppId } from '../../applications/domain/app-id.ts';
import { keyName } from '../../applications/domain/key-name.ts';
import { isoTime } from '../../platform/time/iso-time.ts';
import { HEADER_NAME, HEADER_VALUE } from '../../platform/values/http-tokens.ts';
import { CASE_ID, CallKind } from './recorded-case.ts';

const MAX_HEADERS = 1000;
const MAX_CALLS = 5000;
const MAX_TAGS = 64;

/** No blanks, control characters or fragment: as in a request line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is kept out
const PATH = /^\/[^\s#\x00-\x1f\x7f]*$/;
const TRACE_ID = /^(?!0{32})[0-9a-f]{32}$/i;

/** Numbers may come as JSON.rawJSON, which keeps how they were written. */
const number = (min: number, max: number) =>
  v.pipe(
    v.unknown(),
    v.metadata({ jsonSchema: { type: 'number', minimum: min, maximum: max } }),
    v.transform((value) => plainOf(value)),
    v.number(),
    v.minValue(min),
    v.maxValue(max),
  );

const Headers = v.pipe(
  v.array(v.tuple([v.pipe(v.string(), v.regex(HEADER_NAME)), v.pipe(v.string(), v.regex(HEADER_VALUE))])),
  v.maxLength(MAX_HEADERS),
);

const sideEntries = {
  headers: v.nullish(Headers, []),
  body: v.nullish(v.string(), null),
  bodyEncoding: v.nullish(v.picklist(['utf8', 'base64']), 'utf8'),
};

const CallInput = v.object({
  kind: CallKind,
  target: v.pipe(v.string(), v.maxLength(2048)),
  operation: v.pipe(v.string(), v.maxLength(8192)),
  request: v.optional(v.unknown()),
  response: v.optional(v.unknown()),
  error: v.nullish(
    v.pipe(
      v.unknown(),
      v.metadata({ jsonSchema: { type: ['string', 'object', 'array'], additionalProperties: true } }),
      v.transform((value) => (typeof value === 'object' ? JSON.stringify(value) : value)),
      v.string(),
    ),
    null,
  ),
  durationMs: v.nullish(number(0, Number.MAX_SAFE_INTEGER), null),
});

/** A case as recorders send it (interface 10); null counts as absent for every optional member. */
export const CaseInput = v.object({
  caseId: v.nullish(v.pipe(v.string(), v.regex(CASE_ID)), null),
  appId: AppId,
  operation: v.nullish(keyName(900), null),
  recordedAt: v.nullish(
    v.pipe(
      v.string(),
      v.transform((text) => isoTime(text)),
      v.number(),
    ),
    null,
  ),
  traceId: v.nullish(
    v.pipe(
      v.string(),
      v.regex(TRACE_ID),
      v.transform((text) => text.toLowerCase()),
    ),
    null,
  ),
  session: v.nullish(keyName(512), null),
  tags: v.pipe(
    v.nullish(
      v.record(
        keyName(256),
        v.nullable(
          v.pipe(
            v.unknown(),
            v.metadata({ jsonSchema: { type: ['string', 'number', 'boolean'] } }),
            v.transform((value) => rawText(value)),
            v.string(),
            v.maxLength(1024),
          ),
        ),
      ),
      {},
    ),
    v.check((tags) => Object.keys(tags).length <= MAX_TAGS),
  ),
  durationMs: v.nullish(number(0, Number.MAX_SAFE_INTEGER), null),
  request: v.object({
    method: v.pipe(v.string(), v.regex(HEADER_NAME), v.maxLength(32)),
    path: v.pipe(v.string(), v.regex(PATH), v.maxLength(65_536)),
    ...sideEntries,
  }),
  response: v.nullish(v.object({ status: v.pipe(number(100, 599), v.integer()), ...sideEntries }), null),
  calls: v.nullish(v.pipe(v.array(CallInput), v.maxLength(MAX_CALLS)), []),
  sealedKey: v.nullish(
    v.pipe(
      v.string(),
      v.description('The key that seals the credentials of a case that `replay record --out --seal-key` wrote.'),
    ),
    null,
  ),
});
export type CaseInput = v.InferOutput<typeof CaseInput>;

/** Error messages by field, without list positions. Default: `<field> is missing or invalid`. */
const REASONS: Readonly<Record<string, string>> = {
  caseId: 'caseId must be 1 to 128 of A-Z a-z 0-9 . _ : -',
  appId: 'appId must be a string of 1 to 200 bytes, neither . nor ..',
  operation: 'operation must be a string of 1 to 900 bytes',
  recordedAt: 'recordedAt must be an ISO-8601 time with a time zone',
  traceId: 'traceId must be 32 hex digits, not all 0',
  tags: 'tags must be an object of at most 64 names, each with a string, number or boolean',
  'request.method': 'request.method must be an HTTP method',
  'request.path': 'request.path must begin with / and contain no space, control character or #',
  'request.headers': 'request.headers must be a list of valid HTTP headers [name, value]',
  'request.bodyEncoding': 'request.bodyEncoding must be utf8 or base64',
  'request.body': 'request.body must be a string',
  'response.status': 'response.status must be a whole number from 100 to 599',
  'response.headers': 'response.headers must be a list of valid HTTP headers [name, value]',
  'response.bodyEncoding': 'response.bodyEncoding must be utf8 or base64',
  'response.body': 'response.body must be a string',
};

/** The message for the first error; it names the field and never its value. */
export function reasonOf(issue: v.BaseIssue<unknown>): string {
  const names = (issue.path ?? []).map(({ key }) => key).filter((key) => typeof key === 'string');
  const field = names[0] === 'tags' ? 'tags' : names.slice(0, 2).join('.');
  return REASONS[field] ?? `${field || 'the case'} is missing or invalid`;
}

/** TypeScript's library does not declare ES2025 raw JSON yet. */
const { isRawJSON } = JSON as typeof JSON & { isRawJSON(value: unknown): value is { rawJSON: string } };

const plainOf = (value: unknown): unknown => (isRawJSON(value) ? Number(value.rawJSON) : value);

function rawText(value: unknown): unknown {
  if (isRawJSON(value)) return value.rawJSON;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}
