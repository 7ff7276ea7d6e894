import { isIdName } from './field-name.ts';
import { isUnlikeWords } from './random-token.ts';

/** A randomly generated id: its format, and the part of the text that is not random and must be equal on both sides. */
export interface RandomId {
  form: string;
  fixed: string;
}

interface IdForm {
  form: string;
  text: RegExp;
  /** Further condition on the part without the prefix. */
  when?(id: string): boolean;
  /** The same beside an id that meets `when`: by chance, an id in some hundreds has no digits, or no letters. */
  beside?(id: string): boolean;
  /** The text alone could be a hash or a word, so only a field with the name of an id counts. */
  byName?: true;
}

const hasLetterAndDigit = (id: string) => /[a-z]/i.test(id) && /\d/.test(id);
const isMixed = (id: string) => /[a-z]/.test(id) && /[A-Z]/.test(id) && /\d/.test(id);
const isVaried = (id: string) => new Set(id).size >= 6;
/** Random hex digits: not a number, not a word, not a filler. */
const isScattered = (id: string) => hasLetterAndDigit(id) && isVaried(id);
const hasNoWords = (id: string) => /[a-z]/.test(id) && isUnlikeWords(id, 2);

/** UUIDs generated from random numbers or the clock. Versions 3, 5 and 8 are derived from content, 2 from accounts. */
const uuid = (version: 1 | 4 | 6 | 7): IdForm[] => [
  {
    form: `UUID version ${version}`,
    text: RegExp(`^[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`),
  },
  {
    form: `UUID version ${version}, upper case`,
    text: RegExp(`^[0-9A-F]{8}-[0-9A-F]{4}-${version}[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$`),
  },
];

/** Formats of interface 3.1 c. */
const FORMS: readonly IdForm[] = [
  ...uuid(4),
  ...uuid(7),
  ...uuid(1),
  ...uuid(6),
  { form: 'ULID', text: /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, when: isUlid },
  { form: 'ULID, lower case', text: /^[0-7][0-9a-hjkmnp-tv-z]{25}$/, when: isUlid },
  { form: 'traceparent', text: /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/ },
  { form: 'X-Ray trace id', text: /^1-[0-9a-f]{8}-[0-9a-f]{24}$/ },
  { form: '128-bit hex id', text: /^[0-9a-f]{32}$|^[0-9A-F]{32}$/, when: isScattered, beside: isVaried, byName: true },
  { form: '96-bit hex id', text: /^[0-9a-f]{24}$|^[0-9A-F]{24}$/, when: isScattered, beside: isVaried, byName: true },
  { form: '64-bit hex id', text: /^[0-9a-f]{16}$|^[0-9A-F]{16}$/, when: isScattered, beside: isVaried, byName: true },
  { form: 'KSUID', text: /^[0-9A-Za-z]{27}$/, when: isMixed, beside: hasNoWords, byName: true },
  { form: 'Nano ID', text: /^[\w-]{21}$/, when: isMixed, beside: hasNoWords, byName: true },
  { form: 'CUID', text: /^c[0-9a-z]{24}$/, when: (id) => (id.match(/\d/g) ?? []).length >= 3, byName: true },
];

/** `ord_`, `req-`: the type of the object that the id belongs to. */
const PREFIX = /^[A-Za-z]{2,12}[_-](?=.{16})/;

/** Detects a randomly generated id in a field of this name. Null for texts that could be meaningful. */
export const randomId = (text: string, fieldName: string): RandomId | null => idOf(text, fieldName, 'when');

/** The common format of two different ids. Null if their formats differ (interface 3.1 c). */
export function randomIdForm(recorded: string, replayed: string, fieldName: string): string | null {
  const sides = [randomId(recorded, fieldName), randomId(replayed, fieldName)];
  if (sides.every((side) => side === null)) return null;
  const [a, b] = [sides[0] ?? idOf(recorded, fieldName, 'beside'), sides[1] ?? idOf(replayed, fieldName, 'beside')];
  return a !== null && b !== null && a.form === b.form && a.fixed === b.fixed ? a.form : null;
}

function idOf(text: string, fieldName: string, condition: 'when' | 'beside'): RandomId | null {
  if (text.length > 64) return null;
  for (const prefix of ['', PREFIX.exec(text)?.[0]]) {
    if (prefix === undefined) continue;
    const id = text.slice(prefix.length);
    const found = FORMS.find(
      (one) =>
        one.text.test(id) && ((one[condition] ?? one.when)?.(id) ?? true) && (!one.byName || isIdName(fieldName)),
    );
    if (found) return { form: found.form, fixed: prefix + fixedPart(found.form, id) };
  }
  return null;
}

/** The flags of a traceparent, and the letter case of hex. */
function fixedPart(form: string, id: string): string {
  if (form === 'traceparent') return id.slice(-2);
  return form.endsWith('hex id') && /[A-F]/.test(id) ? 'upper' : '';
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const YEAR_2010 = Date.UTC(2010, 0);
const YEAR_2100 = Date.UTC(2100, 0);

/** Its first ten characters are a time, which must be a plausible one; digits alone are a number. */
function isUlid(id: string): boolean {
  const time = [...id.slice(0, 10).toUpperCase()].reduce((sum, letter) => sum * 32 + CROCKFORD.indexOf(letter), 0);
  return time >= YEAR_2010 && time < YEAR_2100 && /[a-z]/i.test(id.slice(10)) && isVaried(id.slice(10));
}
