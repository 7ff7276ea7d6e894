import * as v from 'valibot';
import type { Refusal } from '../result.ts';
import { PROBLEMS, type ProblemCode, type ProblemError } from '../values/problems.ts';
import { type ApiRequest, type ApiResponse, ERRORS, type ErrorShape, type JsonResponse } from './api.ts';
import { named } from './documents/endpoint-doc.ts';
import type { ErrorRow } from './error-row.ts';

/** The media type of RFC 9457. */
export const PROBLEM_JSON = 'application/problem+json';

/** An error in the format of the evaluation API (evaluation 3.3). */
export const Problem = named(
  'Problem',
  v.object({
    type: v.pipe(v.string(), v.url()),
    title: v.string(),
    status: v.pipe(v.number(), v.integer()),
    code: v.string(),
    detail: v.string(),
    /** Path of the request. */
    instance: v.optional(v.string()),
    request_id: v.optional(v.string()),
    retryable: v.optional(v.literal(true)),
    errors: v.optional(v.array(v.object({ pointer: v.string(), code: v.string(), detail: v.string() }))),
  }),
);

/** The response to a failed request. */
export type ProblemResponse = JsonResponse<v.InferOutput<typeof Problem>>;

/** Optional members of a problem besides its code and detail. */
export interface ProblemMore {
  /** Overrides the status of the code (evaluation 3.5: a download of an uncommitted artifact). */
  status?: number;
  errors?: readonly ProblemError[];
  headers?: Record<string, string>;
}

/** The response to a failed request; the caller adds the request's path and id (`withRequest`). */
export function problem(
  code: ProblemCode,
  detail: string,
  { status, errors, headers }: ProblemMore = {},
): ProblemResponse {
  const row = PROBLEMS[code];
  return {
    status: status ?? row.status,
    headers: {
      'content-type': PROBLEM_JSON,
      ...(row.status === 401 && { 'www-authenticate': 'Bearer realm="evaluation"' }),
      ...headers,
    },
    body: {
      type: `https://errors.invalid/eval/${code}`,
      title: row.title,
      status: status ?? row.status,
      code,
      detail,
      ...((row.status === 429 || row.status >= 500) && { retryable: true as const }),
      ...(errors && { errors: [...errors] }),
    },
  };
}

/** The response to an error result whose code is one of the evaluation API. */
export const problemOf = (
  { code, message }: Refusal<ProblemCode> & { errors?: readonly ProblemError[] },
  more: ProblemMore = {},
): ProblemResponse => problem(code, message, more);

/** Adds the request to a problem; other responses are unchanged. */
export function withRequest(
  answer: ApiResponse,
  { path, requestId }: Pick<ApiRequest, 'path' | 'requestId'>,
): ApiResponse {
  if (answer.headers?.['content-type'] !== PROBLEM_JSON || answer.body === undefined) return answer;
  const { status, headers } = answer;
  // `problem` created the body as an object.
  return { status, headers, body: { ...(answer.body as object), instance: path, request_id: requestId } };
}

/** The code for each common error that is raised before an endpoint runs (evaluation 3.3, 5.1). */
const CODE_OF = new Map<ErrorRow, ProblemCode>([
  [ERRORS.invalidJson, 'invalid_json'],
  [ERRORS.notAnObject, 'validation_failed'],
  [ERRORS.prototypeMember, 'validation_failed'],
  [ERRORS.tooDeep, 'validation_failed'],
  [ERRORS.tooLarge, 'payload_too_large'],
  [ERRORS.unsupportedMediaType, 'unsupported_media_type'],
  [ERRORS.unusableCursor, 'invalid_cursor'],
  [ERRORS.unauthenticated, 'unauthenticated'],
  [ERRORS.tenantMismatch, 'tenant_mismatch'],
  [ERRORS.forbidden, 'forbidden'],
  [ERRORS.notFound, 'not_found'],
  [ERRORS.wrongMethod, 'method_not_allowed'],
  [ERRORS.bodyTimeout, 'request_timeout'],
  [ERRORS.internal, 'internal_error'],
  [ERRORS.diskFull, 'insufficient_storage'],
]);

const isProblemCode = (code: string): code is ProblemCode => code in PROBLEMS;

/** The response to a common error. */
export const problemOfError = (error: ErrorRow): ProblemResponse => {
  const code = CODE_OF.get(error) ?? (error.status === 429 ? 'rate_limited' : error.code);
  return problem(isProblemCode(code) ? code : 'internal_error', error.message);
};

/** Errors as problem+json (evaluation 3.3). */
export const problemErrors: ErrorShape = (error) => problemOfError(error).body;

/** Rows of problems for an endpoint's `doc.refusals`. */
export const problemDocs = (...codes: readonly ProblemCode[]): ErrorRow[] =>
  codes.map((code) => ({ status: PROBLEMS[code].status, code, message: `${PROBLEMS[code].title}.`, responseCode: 1 }));
