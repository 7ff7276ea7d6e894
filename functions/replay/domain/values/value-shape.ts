import { isSealed } from '../../../platform/values/sealed-text.ts';

/** What a value looks like; only values of one shape can stand for each other. */
export type ValueShape = ('sealed' | 'jwt' | 'uuid' | 'ulid' | 'hex' | 'opaque') | ('integer' | 'code' | 'slug');

/** Maximum length of a value that is mapped. */
export const MAX_VALUE_LENGTH = 8192;

const JWT = /^eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ULID = /^(?=.*\d)[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const HEX = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{16,}$/i;
const OPAQUE = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9_\-+/=.~%:!*|$]{16,}$/;
const WORDS = /^[a-z]+\d*(?:[-_.:/][a-z]*\d*)+$/i;
const INTEGER = /^[1-9]\d{0,19}$/;
const CODE = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9_\-.#]{2,64}$/;
const SLUG = /^[a-z0-9]+(?:[-_][a-z0-9]+)+$/i;
const TIME = /^(?:\d{4}-\d{2}-\d{2}(?:[T ].*)?|\d{2}:\d{2}.*|\d{8}T\d{6}.*)$/;
/** Seconds or milliseconds of the years 2005 to 2055. */
const EPOCH = /^(?:1[1-9]|2[0-6])\d{8}(?:\d{3})?$/;

const TEXTS: ReadonlySet<ValueShape> = new Set(['opaque', 'code', 'slug']);
const RANDOM: ReadonlySet<ValueShape> = new Set(['sealed', 'jwt', 'uuid', 'ulid', 'hex', 'opaque']);

/** Whether values of this shape are so rare that an equal text elsewhere means the same thing. */
export const isRandom = (shape: ValueShape): boolean => RANDOM.has(shape);

/** The shape of a value; null for words, times, fractions, 0 and whatever else never identifies anything. */
export function shapeOf(value: string): ValueShape | null {
  if (value.length > MAX_VALUE_LENGTH || value === '') return null;
  if (INTEGER.test(value)) return EPOCH.test(value) ? null : 'integer';
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
  return CODE.test(value) ? 'code' : null;
}

/** The shape that two values share; null if they cannot stand for each other. */
export function sharedShape(recorded: string, replayed: string): ValueShape | null {
  const [shape, other] = [shapeOf(recorded), shapeOf(replayed)];
  if (shape === null || other === null) return null;
  // Whether a slug or a code ends in something random depends on the digits that it happens to have.
  if (TEXTS.has(shape) && TEXTS.has(other)) return isNear(recorded.length, replayed.length) ? shape : null;
  if (shape !== other) return null;
  if (shape === 'hex') return recorded.length === replayed.length ? shape : null;
  return shape;
}

const isNear = (a: number, b: number) => Math.max(a, b) <= 2 * Math.min(a, b);
