import { html } from 'hono/html';
import { needsOf } from '../../../compare/domain/rules/rule-traits.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { choice, field } from '../../../platform/pages-shell/form-parts.ts';

/** Units of a time tolerance, in ms. */
const TIME_UNITS = { milliseconds: 1, seconds: 1000, minutes: 60_000 } as const;

/** The fields of a tolerance, each shown for its kind of rule. `read`: what is filled in. */
export const toleranceFields = (
  read: (name: string, fallback?: string) => string,
  label: string,
  error: string | null,
): Html =>
  html`<div class="field-row for-tolerance">${field({ name: 'amount', isOptional: false, label, inputmode: 'decimal', value: read('amount'), placeholder: '0.01', error })}
${choice({
  name: 'measure',
  label: 'Unit',
  value: read('measure', 'absolute'),
  options: [
    ['absolute', 'absolute'],
    ['percent', 'percent'],
  ],
})}</div>
<div class="field-row for-time-tolerance">${field({ name: 'duration', isOptional: false, label: `${label}, time`, inputmode: 'decimal', value: read('duration'), placeholder: '5', error })}
${choice({ name: 'timeUnit', label: 'Unit of time', value: read('timeUnit', 'seconds'), options: Object.keys(TIME_UNITS).map((unit) => [unit, unit] as const) })}</div>`;

/** The tolerance of a rule of this kind in the format of interface 11; undefined where none is needed or filled in. */
export function toleranceIn(kind: string, read: (name: string) => string): Record<string, number | string> | undefined {
  const needs = needsOf(kind);
  if (needs !== 'amount' && needs !== 'duration') return undefined;
  const given = numberIn(read(needs));
  if (given === undefined) return undefined;
  if (needs === 'amount') return read('measure') === 'percent' ? { relative: times(given, 0.01) } : { absolute: given };
  const unit = Object.entries(TIME_UNITS).find(([name]) => name === read('timeUnit'))?.[1] ?? 1;
  return { ms: times(given, unit) };
}

/** Text that is not a number is left for the endpoint to refuse. */
function numberIn(text: string): number | string | undefined {
  if (text === '') return undefined;
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

/** Without the error that a product of decimal fractions has. */
const times = (amount: number | string, factor: number): number | string =>
  typeof amount === 'number' ? Number((amount * factor).toPrecision(12)) : amount;
