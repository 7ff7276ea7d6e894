import { isSealed } from '../../platform/values/sealed-text.ts';
import { sealedAlike } from '../../recordings/domain/sealed/sealer.ts';

/** Kinds of values that differ from run to run: times, and ids and tokens that are made at random. */
const FORMS: readonly (readonly [kind: string, form: RegExp])[] = [
  ['UUID', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['ULID', /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i],
  ['time', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/],
  ['time', /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d/],
  // Seconds, milliseconds and microseconds from 2001 to 2099.
  ['epoch', /^[1-3]\d{9}(?:\.\d+)?$|^[1-3]\d{12}(?:\.\d+)?$|^[1-3]\d{15}$/],
  ['JWT', /^eyJ[\w-]{4,}\.[\w-]{4,}\.[\w-]*$/],
  ['hex', /^(?=.*\d)(?=.*[a-f])[0-9a-f]{16,}$/i],
];

/** Longer values are content. */
const MAX_LENGTH = 16_384;

/** The kind of a value that is a time or made at random; null for any other. */
export function changingKind(value: string): string | null {
  if (value.length < 10 || value.length > MAX_LENGTH) return null;
  return FORMS.find(([, form]) => form.test(value))?.[0] ?? null;
}

/** Whether two different values are of one such kind, so that their difference says little; sealed ones, too. */
export function changesAlike(a: string, b: string): boolean {
  if (isSealed(a) && isSealed(b)) return sealedAlike(a, b) !== null;
  const kind = changingKind(a);
  return kind !== null && kind === changingKind(b);
}
