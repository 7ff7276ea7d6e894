import { isSealed } from '../../../platform/values/sealed-text.ts';

/** What a value looks like; only values of one shape can stand for each other. */
export type ValueShape =
  | ('sealed' | 'jwt' | 'uuid' | 'ulid' | 'hex' | 'opaque' | 'long')
  | ('integer' | 'code' | 'slug');

/** Maximum length of a value that is mapped. */
export const MAX_VALUE_LENGTH = 8192;

const JWT = /^eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ULID = /^(?=.*\d)[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const HEX = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{16,}$/i;
/** The same, also where chance has drawn no letter. */
const HEX_DIGITS = /^[0-9a-f]{16,}$/i;
const OPAQUE = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9_\-+/=.~%:!*|$]{16,}$/;
const WORDS = /^[a-z]+\d*(?:[-_.:/][a-z]*\d*)+$/i;
const INTEGER = /^[1-9]\d{0,19}$/;
/** A number of 56 bits or more, such as the id of a lease or a snowflake; no time in microseconds or nanoseconds. */
const LONG = /^(?!(?:1[6-9]|20)\d{17}$)\d{17,20}$/;
const CODE = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9_\-.#]{2,64}$/;
/** A short random id that has no digit by chance: `yQYNwtJ`. */
const MIXED = /^(?=.*[a-z])(?=.+[A-Z])[A-Za-z_-]{5,64}$/;
/** The revision of a document: how many there were, and a hash. */
const REVISION = /^(\d+)-[0-9a-f]{16,}$/i;
const CAMEL = /^[a-z]+(?:[A-Z][a-z]{2,})*$|^(?:[A-Z][a-z]{2,})+$/;
const LETTERS = /^[A-Za-z_-]{5,}$/;
const SLUG = /^[a-z0-9]+(?:[-_][a-z0-9]+)+$/i;
/** A short random id that looks like a slug by chance: both cases inside a word, or a digit between letters. */
const MIXED_SLUG = /[a-z][A-Z]|[A-Z]{2,}[a-z]|[A-Za-z]\d[A-Za-z]|\d[A-Za-z]{1,2}\d/;
const TIME = /^(?:\d{4}-\d{2}-\d{2}(?:[T ].*)?|\d{2}:\d{2}.*|\d{8}T\d{6}.*)$/;
/** Seconds or milliseconds of the years 2005 to 2055. */
const EPOCH = /^(?:1[1-9]|2[0-6])\d{8}(?:\d{3})?$/;

const TEXTS: ReadonlySet<ValueShape> = new Set(['opaque', 'code', 'slug']);
const RANDOM: ReadonlySet<ValueShape> = new Set(['sealed', 'jwt', 'uuid', 'ulid', 'hex', 'opaque', 'long']);

/** Whether values of this shape are so rare that an equal text elsewhere means the same thing. */
export const isRandom = (shape: ValueShape): boolean => RANDOM.has(shape);

/** The shape of a value; null for words, times, fractions, 0 and whatever else never identifies anything. */
export function shapeOf(value: string): ValueShape | null {
  if (value.length > MAX_VALUE_LENGTH || value === '') return null;
  if (INTEGER.test(value)) return EPOCH.test(value) ? null : LONG.test(value) ? 'long' : 'integer';
  if (TIME.test(value)) return null;
  if (value.length >= 16) {
    if (UUID.test(value)) return 'uuid';
    if (isSealed(value)) return 'sealed';
    if (JWT.test(value)) return 'jwt';
    if (ULID.test(value)) return 'ulid';
    if (HEX.test(value)) return 'hex';
    if (!WORDS.test(value) && OPAQUE.test(value)) return 'opaque';
  }
  if (SLUG.test(value)) return 'slug';
  return CODE.test(value) || isMixed(value) ? 'code' : null;
}

/** Whether a text is letters of both cases, and no words in camel case. */
export const isMixed = (text: string): boolean => MIXED.test(text) && !CAMEL.test(text);

/** The shape that two values share; null if they cannot stand for each other. */
export function sharedShape(recorded: string, replayed: string): ValueShape | null {
  const [shape, other] = [shapeOf(recorded), shapeOf(replayed)];
  if (shape !== other && (shape === 'hex' || other === 'hex'))
    return recorded.length === replayed.length && HEX_DIGITS.test(recorded) && HEX_DIGITS.test(replayed) ? 'hex' : null;
  if ((shape === null) !== (other === null)) {
    const [text, found] = shape === null ? [replayed, other] : [recorded, shape];
    return isRandomBeside(text, found) && mayBeWords(recorded, replayed) ? 'code' : null;
  }
  if (shape === null || other === null || revisionOf(recorded) !== revisionOf(replayed)) return null;
  // Whether a slug or a code ends in something random depends on the digits that it happens to have.
  if (TEXTS.has(shape) && TEXTS.has(other)) return isNear(recorded.length, replayed.length) ? shape : null;
  if (shape !== other) return null;
  if (shape === 'hex') return recorded.length === replayed.length ? shape : null;
  return shape;
}

/** Whether a text is random enough for the other one to be a word by chance: `zdznZsj` beside `T_eiRNq`. */
const isRandomBeside = (text: string, shape: ValueShape | null): boolean =>
  shape === 'code' || (shape === 'slug' && MIXED_SLUG.test(text));

/** Whether one of two random ids may look like a word by chance: letters alone, of the same length as the other. */
const mayBeWords = (recorded: string, replayed: string): boolean =>
  recorded.length === replayed.length && (LETTERS.test(recorded) || LETTERS.test(replayed));

/** The number of a revision: the second one never stands for the first. */
const revisionOf = (value: string): string | undefined => REVISION.exec(value)?.[1];

const isNear = (a: number, b: number) => Math.max(a, b) <= 2 * Math.min(a, b);
