import * as v from 'valibot';
import type { ProblemCode, ProblemError } from '../../platform/http/problems.ts';
import type { Refusal } from '../../platform/result.ts';
import { jsonPointer } from '../domain/json-pointer.ts';

/** A body that was read, or a refusal with one entry for each member at fault (evaluation 3.3). */
export type Validated<T> = { ok: true; value: T } | (Refusal<ProblemCode> & { errors: readonly ProblemError[] });

/**
 * Reads a body by its schema. The message of a check that is one of ours (`v.check(…, 'invalid_digest')`: a problem's code alone) becomes
 * the code of the entry; every other one is `validation_failed`. What was sent is never quoted.
 */
export function validated<const S extends v.GenericSchema>(
  schema: S,
  body: unknown,
  rules: Readonly<Record<string, string>> = {},
): Validated<v.InferOutput<S>> {
  const read = v.safeParse(schema, body);
  if (read.success) return { ok: true, value: read.output };
  const errors = read.issues.map((issue): ProblemError => {
    const path = v.getDotPath(issue) ?? '';
    const missing = issue.received === 'undefined';
    return {
      pointer: jsonPointer(issue.path?.map(({ key }) => String(key)) ?? []),
      code: issue.message === 'invalid_digest' && !missing ? 'invalid_digest' : 'validation_failed',
      detail: missing ? 'is missing' : (rules[path] ?? 'has an unusable value'),
    };
  });
  const isDigest = errors.every(({ code }) => code === 'invalid_digest');
  return {
    ok: false,
    code: isDigest ? 'invalid_digest' : 'validation_failed',
    message: 'one or more members of the body cannot be used',
    errors,
  };
}
