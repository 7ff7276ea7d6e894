import { type Exact, minus, parseExact } from '../../../platform/values/exact-number.ts';
import { jsonOf } from '../../../platform/values/json-text.ts';
import { type Change, type ChangedPair, MAX_VALUE_LENGTH } from './change.ts';

/** Maximum characters of a number that a relation is looked for in. */
const MAX_NUMBER_LENGTH = 30;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Whether a change covers two values as JSON. A value that may be cut is never covered, unless any value is. */
export function coversPair(change: Change, { recorded, replayed }: ChangedPair): boolean {
  if (change.is === 'any') return true;
  if (!isWhole(recorded) || !isWhole(replayed)) return false;
  if (change.is === 'pairs')
    return change.pairs.some((pair) => pair.recorded === recorded && pair.replayed === replayed);
  if (change.is === 'removed') return recorded !== null && replayed === null;
  return recorded !== null && replayed !== null && coversValues(change, recorded, replayed);
}

type Relation = Exclude<Change, { is: 'any' | 'pairs' | 'removed' }>;

function coversValues(change: Relation, recorded: string, replayed: string): boolean {
  switch (change.is) {
    case 'text': {
      const found = replacedText(recorded, replayed);
      return found !== null && found.removed === change.removed && found.added === change.added;
    }
    case 'sum':
      return addedNumber(recorded, replayed) === change.by;
    case 'factor':
      return isMultiple(recorded, replayed, change);
    case 'retyped':
      return isRetyped(recorded, replayed);
  }
}

/** Whether a value is as it was, and not the beginning of a longer one. */
export const isWhole = (value: string | null): boolean => value === null || value.length <= MAX_VALUE_LENGTH;

/**
 * The words that a text has in place of others, where what stands around them is equal; null if a value is not a
 * text of JSON.
 */
export function replacedText(recorded: string, replayed: string): { removed: string; added: string } | null {
  const [before, after] = [textIn(recorded), textIn(replayed)];
  if (before === null || after === null || before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  // Never a part of a word, a number or a character: 10 -> 11 and 20 -> 21 are not the same change.
  while (start > 0 && [before, after].some((text) => isInsideWord(text, start))) start--;
  while (end > 0 && [before, after].some((text) => isInsideWord(text, text.length - end))) end--;
  return { removed: before.slice(start, before.length - end), added: after.slice(start, after.length - end) };
}

const isInsideWord = (text: string, at: number): boolean =>
  at > 0 && at < text.length && WORD.test(text[at - 1] ?? '') && WORD.test(text[at] ?? '');

/** Units of characters beyond the basic plane count as well. */
const WORD = /[\p{L}\p{N}_\uD800-\uDFFF]/u;

/** The text that a value is as JSON; null for other values, and for headers and texts, which are not JSON. */
function textIn(value: string): string | null {
  if (!value.startsWith('"')) return null;
  const text = jsonOf(value);
  return typeof text === 'string' ? text : null;
}

const isNumber = (text: string): boolean => text.length <= MAX_NUMBER_LENGTH && NUMBER.test(text);

/** By how much a number grew, in decimals without trailing zeros; null if a value is not a plain number. */
export function addedNumber(recorded: string, replayed: string): string | null {
  if (!isNumber(recorded) || !isNumber(replayed)) return null;
  const [a, b] = [parseExact(recorded), parseExact(replayed)];
  return a.ok && b.ok ? decimalText(minus(b.value, a.value)) : null;
}

/** A number whose denominator is a power of ten, as it is for numbers in decimals. */
function decimalText({ numerator, denominator }: Exact): string {
  const decimals = String(denominator).length - 1;
  const digits = String(numerator < 0n ? -numerator : numerator).padStart(decimals + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  return `${numerator < 0n ? '-' : ''}${`${whole}.${fraction}`.replace(/\.?0*$/, '')}`;
}

/** Whether a number is another one times a factor, rounded. */
const isMultiple = (recorded: string, replayed: string, { by, decimals }: { by: number; decimals: number }): boolean =>
  isNumber(recorded) &&
  isNumber(replayed) &&
  decimalsOf(replayed) <= decimals &&
  Math.abs(Number(replayed) - Number(recorded) * by) <= (0.5 + 1e-6) * 10 ** -decimals;

/** Decimals of a number as written. */
export const decimalsOf = (number: string): number => number.split('.')[1]?.length ?? 0;

/** Whether one value is the text of the other one, which is a number or a boolean. */
export const isRetyped = (recorded: string, replayed: string): boolean =>
  (textIn(recorded) === replayed && SCALAR.test(replayed)) || (textIn(replayed) === recorded && SCALAR.test(recorded));

const SCALAR = /^(?:true|false|-?\d[\d.eE+-]*)$/;
