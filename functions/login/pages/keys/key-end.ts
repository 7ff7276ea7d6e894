import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { isoText } from '../../../platform/time/iso-text.ts';

const DAY_MS = 86_400_000;

/** The ends that the form offers, in days; the first one is the default. */
const END_DAYS = { '90': 90, '365': 365 } as const;

const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });

/** The day of a time in UTC, with its year unless that is the current one: `20 Feb`, `20 Feb 2027`. Epoch ms. */
export function dayText(at: number, now: number): string {
  const [year, current] = [at, now].map((time) => new Date(time).getUTCFullYear());
  return year === current ? DAY.format(at) : `${DAY.format(at)} ${year}`;
}

/** The choices of the end, with the day of the default. `now`: epoch ms. */
export const endChoices = (now: number): readonly (readonly [value: string, text: string])[] => [
  ['90', `In 90 days, ${DAY.format(now + END_DAYS['90'] * DAY_MS)}`],
  ['365', 'In a year'],
  ['day', 'On a day…'],
  ['never', 'Never'],
];

/** The chosen end in ISO-8601; undefined: never. A form without a choice names its day. */
export function endOf(form: FormData, now: number): string | undefined {
  const chosen = textOf(form, 'ends');
  if (chosen === '90' || chosen === '365') return isoText(now + END_DAYS[chosen] * DAY_MS);
  return chosen === 'never' ? undefined : utcOf(form, 'expiresAt');
}

/** The time of a field in UTC; undefined if it is empty. */
export function utcOf(form: FormData, name: string): string | undefined {
  const text = textOf(form, name);
  return text === '' ? undefined : `${text}Z`;
}
