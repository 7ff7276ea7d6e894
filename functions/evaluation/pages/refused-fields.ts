import * as v from 'valibot';
import type { ApiResponse } from '../../platform/http/api.ts';
import type { FieldErrors } from '../../platform/pages-shell/refusal.ts';

const ProblemBody = v.object({
  detail: v.string(),
  errors: v.optional(v.array(v.object({ pointer: v.string(), detail: v.string() })), []),
});

/**
 * Assigns the errors of an evaluation endpoint to the form fields that they name (evaluation 3.3): `#/runner/version`
 * belongs to `runner`. `labels` are the labels of the fields. Errors of no field belong to `form`.
 */
export function refusedFields(
  { body }: Pick<ApiResponse, 'body'>,
  labels: Readonly<Record<string, string>>,
): FieldErrors {
  const problem = v.safeParse(ProblemBody, body);
  if (!problem.success) return { form: 'The service refused the request.' };
  const found = problem.output.errors.flatMap(({ pointer, detail }): [string, string][] => {
    const name = pointer.split('/').find((part) => Object.hasOwn(labels, part));
    return name === undefined ? [] : [[name, sentence(`${labels[name]} ${detail}`)]];
  });
  return found.length > 0 ? Object.fromEntries(found) : { form: sentence(problem.output.detail) };
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
