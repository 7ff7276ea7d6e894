import { fieldTime } from './current-time.ts';
import { isMeasuredName, wordsOf } from './field-name.ts';
import type { FieldValue } from './field-value.ts';

/** Amounts with their units, from the largest on: `12.4ms`, `1.2 s`, `2m 13s`, `1h2m3.5s`, `00:00:01.234`. */
const DURATION =
  /^(?:\d{1,3}(?:d|h|m(?:in)?|s) ?){0,3}\d{1,9}(?:\.\d{1,9})? ?(?:ns|us|µs|μs|ms|m(?:in)?|s(?:ec(?:onds?)?)?|h)$|^\d{1,3}:\d\d:\d\d\.\d{1,9}$|^P(?:\d+D)?T(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?$/;

/**
 * The format in which both sides are a duration that was measured, in a field that says so by its name. A duration of
 * any other name may be content, such as that of a film, and a number of days without failure is an uptime as well.
 */
export function measuredForm(recorded: FieldValue, replayed: FieldValue, name: string): string | null {
  if (recorded.type !== replayed.type) return null;
  if (recorded.type === 'number')
    return isMeasuredName(name) && [recorded, replayed].every(isAmount) ? 'measured number' : null;
  if (!isMeasuredName(name) && wordsOf(name).at(-1) !== 'uptime') return null;
  const [a, b] = [recorded, replayed].map(({ text }) => (DURATION.test(text) ? lastUnit(text) : null));
  return a != null && a === b ? 'measured duration' : null;
}

const isAmount = (value: FieldValue) => /^\d+(?:\.\d+)?$/.test(value.text) && fieldTime(value) === null;

/** Measurements of one kind may have more or fewer units before it. */
const lastUnit = (text: string): string => /[a-zµμ]*$/i.exec(text)?.[0] ?? '';
