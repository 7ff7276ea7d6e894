import * as v from 'valibot';
import type { ApiResponse } from '../http/api.ts';

const Refused = v.union([
  v.object({ errorCode: v.string(), errorMessage: v.string() }),
  v.object({ responseStatusType: v.object({ responseDesc: v.string() }) }),
  v.object({ result: v.literal(2), desc: v.string() }),
]);

/** Returns an endpoint's error message, in any family's format; null if the request succeeded. */
export function refusalOf({ status, body }: ApiResponse): string | null {
  const parsed = v.safeParse(Refused, body);
  if (!parsed.success) return status < 400 ? null : 'the service refused the request';
  if ('errorMessage' in parsed.output) return parsed.output.errorMessage;
  if ('desc' in parsed.output) return parsed.output.desc;
  return status < 400 ? null : parsed.output.responseStatusType.responseDesc;
}

/** Errors by field; `form` for errors of no particular field. */
export type FieldErrors = Readonly<Record<string, string>>;

/**
 * Assigns an error message to the field that it names first: `load.maxQps is missing` to `maxQps`. `labels` replace the
 * names of fields; `redact[1].path is invalid` names the second line.
 */
export function errorsOf(
  message: string | null,
  fields: readonly string[],
  labels: Readonly<Record<string, string>> = {},
): FieldErrors {
  if (message === null) return {};
  const [named = '', path = '', entry] = /^([A-Za-z_.]+)(?:\[(\d+)\][A-Za-z_.]*)?/.exec(message) ?? [];
  const parts = path.split('.').toReversed();
  const field = parts.find((name) => fields.includes(name));
  const label = field === undefined ? undefined : labels[field];
  if (label === undefined) return { [field ?? 'form']: sentence(message) };
  const line = entry === undefined ? '' : `, line ${Number(entry) + 1},`;
  return { [field ?? 'form']: sentence(label + line + message.slice(named.length)) };
}

/** Our messages start with the name of a field, or in lower case. */
const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
