import { isSealed, SEALED } from '../../platform/values/sealed-text.ts';
import { sealedAlike } from '../../recordings/domain/sealed/sealer.ts';

/** Parts of texts that differ from run to run: times, and ids and tokens that are made at random. */
const FORMS: readonly (readonly [kind: string, form: RegExp])[] = [
  ['id', new RegExp(`%?${SEALED.source}`, 'g')],
  ['id', /\beyJ[\w-]{4,}\.[\w-]{4,}\.[\w-]*/g],
  ['id', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi],
  ['id', /\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}/g],
  ['time', /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/g],
  ['time', /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [A-Z]{3}/g],
  // Tokens of letters and digits; with dashes, only where both cases and digits are mixed.
  ['id', /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{20,}(?![\w-])/g],
  ['id', /(?<![\w-])(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{16,}(?![\w-])/g],
];

/** Seconds, milliseconds and microseconds from 2001 to 2099. */
const EPOCH = /^[1-3]\d{9}(?:\.\d+)?$|^[1-3]\d{12}(?:\.\d+)?$|^[1-3]\d{15}$/;

/** Longer values are content. */
const MAX_LENGTH = 16_384;
/** A clear value of this length may be what a sealed one was made again. */
const MIN_TOKEN = 16;

/**
 * Whether two different values differ only in times, random ids and tokens, so that their difference says little. A
 * sealed value is alike to a clear one that may be a token: the credential that was recorded, made again.
 */
export function changesAlike(a: string, b: string): boolean {
  if (a.length > MAX_LENGTH || b.length > MAX_LENGTH) return false;
  if (isSealed(a) && isSealed(b)) return sealedAlike(a, b) !== null;
  if (isSealed(a) || isSealed(b)) return isToken(isSealed(a) ? b : a);
  if (EPOCH.test(a) && EPOCH.test(b)) return a.length === b.length || a.includes('.') || b.includes('.');
  const fixed = fixedParts(a);
  return fixed !== a && fixed === fixedParts(b);
}

/** A text with a sign in place of each part that changes. */
export function fixedParts(text: string): string {
  let fixed = text;
  for (const [kind, form] of FORMS) fixed = fixed.replaceAll(form, `{${kind}}`);
  return fixed;
}

const isToken = (text: string): boolean => text.length >= MIN_TOKEN && !/\s/.test(text);
