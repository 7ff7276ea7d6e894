import { maySeal } from '../../../platform/values/sealed-text.ts';
import type { Sealer } from './sealer.ts';

/** A character as itself, or as JSON, a percent-encoding or markup writes it. */
const written = (character: string): string => {
  const code = character.charCodeAt(0);
  const hex = Array.from(code.toString(16), (digit) => `[${digit}${digit.toUpperCase()}]`).join('');
  const itself = character === '.' ? String.raw`\.|&period;` : character;
  return `(?:${itself}|%(?:25){0,8}${hex}|\\\\{1,16}u00${hex}|&#(?:[xX]0{0,8}${hex}|0{0,8}${code});?)`;
};

/** The start of a placeholder in any writing, with what follows it and the sign that an opener takes for its own. */
const LOOKALIKE = new RegExp(`%?${Array.from('sealed.v1.', written).join('')}[A-Za-z0-9_-]*\\.?`, 'g');

/** What no text without an encoded character of a placeholder has. */
const ENCODED = /%[2-7]|\\u00|&[#p]/;

/** Whether a text may hold one. Most texts have none of the characters, which are found without an expression. */
const mayLookAlike = (text: string): boolean =>
  maySeal(text) || ((text.includes('%') || text.includes('\\') || text.includes('&')) && ENCODED.test(text));

/**
 * A text from outside, in which nothing is taken for a placeholder that the service made: what looks like one, or would
 * where the text is decoded, is sealed as text. It is opened to the same characters, and never further.
 */
export const escapePlaceholders = (text: string, sealer: Pick<Sealer, 'seal'>): string =>
  mayLookAlike(text) ? text.replaceAll(LOOKALIKE, (whole) => sealer.seal('q', whole)) : text;
