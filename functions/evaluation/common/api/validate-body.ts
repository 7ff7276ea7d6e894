import * as v from 'valibot';
import type { Refusal } from '../../../platform/result.ts';
import type { ProblemCode, ProblemError } from '../../../platform/values/problems.ts';
import { jsonPointer } from '../../domain/json-pointer.ts';

/** A parsed body, or a refusal with one entry per invalid member (evaluation 3.3). */
export type ValidatedBody<T> = { ok: true; value: T } | (Refusal<ProblemCode> & { errors: readonly ProblemError[] });

/**
 * Parses a body by its schema. If the message of a failed check is a problem code (`v.check(…, 'invalid_digest')`), it
 * becomes the code of the entry; every other failure is `validation_failed`. The entry never quotes the sent value.
 */
export function validateBody<const S extends v.GenericSchema>(
  schema: S,
  body: unknown,
  rules: Readonly<Record<string, string>> = {},
): ValidatedBody<v.InferOutput<S>> {
  const read = v.safeParse(schema, body);
  if (read.success) return { ok: true, value: read.output };
  const errors = read.issues.map((issue): ProblemError => {
    const path = v.getDotPath(issue) ?? '';
    const missing = issue.received === 'undefined';
    return {
      pointer: jsonPointer(issue.path?.map(({ key }) => String(key)) ?? []),
      code: issue.message === 'invalid_digest' && !missing ? 'invalid_digest' : 'validation_failed',
      detail: missing ? 'is missing' : (rules[path] ?? 'is invalid'),
    };
  });
  const isDigest = errors.every(({ code }) => code === 'invalid_digest');
  return {
    ok: false,
    code: isDigest ? 'invalid_digest' : 'validation_failed',
    message: 'one or more members of the body are invalid',
    errors,
  };
}
