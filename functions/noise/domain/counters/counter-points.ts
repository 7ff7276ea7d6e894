import * as v from 'valibot';
import type { Difference } from '../../../compare/domain/difference.ts';
import { type FieldValue, fieldValue } from '../../../compare/domain/generated/field-value.ts';
import { isSensitiveName } from '../../../compare/domain/sensitive-field.ts';

/** Maximum requests of which a field keeps its numbers. */
const MAX_POINTS = 200;

/** The whole numbers of a field that may count something, one pair for each request. */
export const CounterPoints = v.object({
  /** When the request was recorded, and both numbers; the earliest requests, in order. */
  points: v.array(v.tuple([v.number(), v.number(), v.number()])),
  /** Requests in which the number rose between two sendings. */
  rose: v.number(),
});
export type CounterPoints = v.InferOutput<typeof CounterPoints>;

const WHOLE = /^\d{1,15}$/;

/**
 * The numbers of a field that one request has once; nothing for any other field, and for personal data. `again`: the
 * text when the request was sent again, to the running build if `ofBaseline`.
 */
export function counterPoints(
  differences: readonly Difference[],
  name: string,
  recordedAt: number,
  { again, ofBaseline }: { again: string | undefined; ofBaseline: boolean },
): { counter?: CounterPoints } {
  const [difference, other] = differences;
  if (difference === undefined || other !== undefined || isSensitiveName(name)) return {};
  const [recorded, replayed] = [wholeOf(fieldValue(difference.recorded)), wholeOf(fieldValue(difference.replayed))];
  if (recorded === null || replayed === null) return {};
  const later = again !== undefined && WHOLE.test(again) ? Number(again) : null;
  const before = ofBaseline ? recorded : replayed;
  return { counter: { points: [[recordedAt, recorded, replayed]], rose: later !== null && later > before ? 1 : 0 } };
}

const wholeOf = (value: FieldValue | null): number | null =>
  value !== null && WHOLE.test(value.text) ? Number(value.text) : null;

/** The numbers of the requests of both; nothing where one of them has none. */
export function addedPoints(a: CounterPoints | undefined, b: CounterPoints | undefined): { counter?: CounterPoints } {
  if (a === undefined || b === undefined) return {};
  const points = inOrder([...a.points, ...b.points]);
  return { counter: { points: points.slice(0, MAX_POINTS), rose: a.rose + b.rose } };
}

/** Numbers in the order of recording. */
export const inOrder = (points: CounterPoints['points']): CounterPoints['points'] =>
  points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
