import { wordsOf } from '../../../compare/domain/generated/field-name.ts';
import { lastNameOf } from '../last-name.ts';
import type { FieldNoise } from '../noise-facts.ts';
import { type CounterPoints, inOrder } from './counter-points.ts';

/** Requests whose numbers must rise alike before they count as a counter by themselves. */
const MIN_POINTS = 5;
/** Requests of other fields that a counter of their name must rise in. */
const MIN_SEEN = 2;

/**
 * Explains counters in responses that are never sent again, such as those of POSTs, by what other requests of the run
 * showed. One way: a field of the same name rose between two sendings in each of its requests, and all numbers of that
 * name rise in the order of recording on both sides. The other: the numbers of five or more requests rise on both sides
 * by the same steps, each by one, or by any in a field that is named like a counter. A name of an amount is not.
 */
export function explainedCounters(fields: readonly FieldNoise[]): FieldNoise[] {
  const seen = new Map<string, CounterPoints['points'][number][]>();
  for (const field of fields) {
    const name = lastNameOf(field.subject);
    if (isProven(field)) seen.set(name, [...(seen.get(name) ?? []), ...(field.counter?.points ?? [])]);
  }
  return fields.map((field): FieldNoise => {
    const { counter, requests, unexplained, sentAgain, reasons } = field;
    // Of every request a number must be known.
    if (unexplained === 0 || sentAgain > 0 || counter?.points.length !== requests) return field;
    const name = lastNameOf(field.subject);
    const others = seen.get(name) ?? [];
    const isSeen = others.length >= MIN_SEEN && rises([...others, ...counter.points]);
    if (!isSeen && !countsAlone(counter.points, name)) return field;
    return {
      ...field,
      unexplained: 0,
      reasons: [
        ...reasons,
        { reason: 'COUNTER', requests: unexplained, forms: [isSeen ? 'as in other requests' : 'same steps'] },
      ],
    };
  });
}

/** Whether a field was sent again in each of its requests, and rose each time. */
const isProven = ({ counter, requests, sentAgain }: FieldNoise): boolean =>
  counter !== undefined && counter.rose === requests && sentAgain === requests && counter.points.length === requests;

/** Whether numbers rise with each request on both sides. */
function rises(points: CounterPoints['points']): boolean {
  const ordered = inOrder(points);
  return ordered.every(([, recorded, replayed], at) => {
    const before = ordered[at - 1];
    return before === undefined || (recorded > before[1] && replayed > before[2]);
  });
}

function countsAlone(points: CounterPoints['points'], name: string): boolean {
  const words = wordsOf(name);
  if (points.length < MIN_POINTS || !rises(points) || words.some((word) => AMOUNTS.has(word))) return false;
  const [first] = points;
  if (first === undefined) return false;
  const offset = first[2] - first[1];
  if (points.some(([, recorded, replayed]) => replayed - recorded !== offset)) return false;
  if (COUNTERS.has(words.at(-1) ?? '')) return true;
  const ordered = inOrder(points);
  return ordered.every(([, recorded], at) => at === 0 || recorded - (ordered[at - 1]?.[1] ?? 0) === 1);
}

/** Last words of names that count what happens. */
const COUNTERS: ReadonlySet<string> = new Set(
  'id no nr number num seq sequence serial revision rev version counter position offset index ticket generation txid lsn tick epoch'.split(
    ' ',
  ),
);

/** Words of names that measure what an application is for. */
const AMOUNTS: ReadonlySet<string> = new Set(
  'price cost amount fee tax sum balance salary rate discount quantity qty stock score rating points age weight size limit cents money value'.split(
    ' ',
  ),
);
