import * as v from 'valibot';
import type { ApiResponse } from '../../platform/http/api.ts';
import type { FieldErrors } from '../../platform/pages-shell/refusal.ts';

const Told = v.object({
  detail: v.string(),
  errors: v.optional(v.array(v.object({ pointer: v.string(), detail: v.string() })), []),
});

/**
 * Puts what an endpoint of the evaluation API says against a form beside the fields that it names (evaluation 3.3): `#/runner/version`
 * beside `runner`. `labels` are what people see of the fields; what is about none of them is `form`.
 */
export function refusedFields(
  { body }: Pick<ApiResponse, 'body'>,
  labels: Readonly<Record<string, string>>,
): FieldErrors {
  const told = v.safeParse(Told, body);
  if (!told.success) return { form: 'The service did not take this.' };
  const found = told.output.errors.flatMap(({ pointer, detail }): [string, string][] => {
    const name = pointer.split('/').find((part) => Object.hasOwn(labels, part));
    return name === undefined ? [] : [[name, sentence(`${labels[name]} ${detail}`)]];
  });
  return found.length > 0 ? Object.fromEntries(found) : { form: sentence(told.output.detail) };
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
