import type { Difference } from '../../../compare/domain/difference.ts';
import { timeValue } from '../../../compare/domain/rules/time-value.ts';
import { durationText } from '../../../findings/pages/parts/rule-sentence.ts';
import { jsonOf } from '../../../platform/values/json-text.ts';

/** A tolerance that two values lie within: its words, and the values of the form of a rule. */
export interface ToleranceOffer {
  text: string;
  fields: { kind: 'tolerance'; amount: string } | { kind: 'time-tolerance'; duration: string; timeUnit: string };
}

/** In the order in which they are tried. */
const UNITS = [
  ['minutes', 60_000],
  ['seconds', 1000],
  ['milliseconds', 1],
] as const;

/** Longer texts are neither numbers nor times. */
const MAX_LENGTH = 60;
const SIGNIFICANT_DIGITS = 2;

/**
 * The smallest round tolerance for two numbers or two times; null for other values, and for other kinds of difference.
 */
export function toleranceOffer({
  kind,
  recorded,
  replayed,
}: Pick<Difference, 'kind' | 'recorded' | 'replayed'>): ToleranceOffer | null {
  if (kind !== 'FIELD_VALUE' || recorded === null || replayed === null) return null;
  if (recorded.length > MAX_LENGTH || replayed.length > MAX_LENGTH) return null;
  const [a, b] = [jsonOf(recorded), jsonOf(replayed)];
  const apart = Math.abs(timeOf(a, recorded) - timeOf(b, replayed));
  if (apart > 0) {
    const [timeUnit, ms] = UNITS.find(([, length]) => apart >= length) ?? ['milliseconds', 1];
    const duration = Math.ceil(apart / ms);
    return {
      text: `Allow ±${durationText(duration * ms)}…`,
      fields: { kind: 'time-tolerance', duration: String(duration), timeUnit },
    };
  }
  if (typeof a !== 'number' || typeof b !== 'number' || !Number.isFinite(a - b) || a === b) return null;
  const amount = roundedUp(Math.abs(a - b));
  return { text: `Allow ±${amount}…`, fields: { kind: 'tolerance', amount } };
}

const timeOf = (value: unknown, text: string): number =>
  typeof value === 'string' ? timeValue(value, true) : typeof value === 'number' ? timeValue(text, false) : Number.NaN;

/** Two digits, not less than the value; without the error that a difference of decimal fractions has. */
function roundedUp(value: number): string {
  const exact = Number(value.toPrecision(12));
  const digits = SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(exact));
  const scaled = Number(`${exact}e${digits}`);
  return String(Number(`${Math.ceil(Number(scaled.toPrecision(12)))}e${-digits}`));
}
