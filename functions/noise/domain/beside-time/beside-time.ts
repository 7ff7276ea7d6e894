import type { Difference } from '../../../compare/domain/difference.ts';
import { commonTimes } from '../../../compare/domain/generated/current-time.ts';
import { fieldValue } from '../../../compare/domain/generated/field-value.ts';
import type { Explanation } from '../forms/value-forms.ts';
import type { JudgedLocation } from './made-in-run.ts';

/** How far the distance of two times may change where one of them has whole seconds, in ms. */
const MAX_DRIFT_MS = 1000;
/** Times of one response that others are measured from. */
const MAX_ANCHORS = 20;

/** A time that noise explains, on both sides, in epoch ms. */
export interface Anchor {
  recorded: number;
  replayed: number;
}

/** The times of a response that noise explains. */
export function anchorsOf(judged: readonly JudgedLocation[]): Anchor[] {
  return judged
    .filter(({ explanations }) => explanations.some(({ reason }) => reason === 'CURRENT_TIME'))
    .slice(0, MAX_ANCHORS)
    .flatMap(({ location }) => timesOf(location));
}

/**
 * Explains a time at the same distance from another time of the response, which is the current one: a session expires a
 * year after it was made, however long after that it is read.
 */
export function besideTime(location: Difference, anchors: readonly Anchor[]): Explanation[] {
  if (anchors.length === 0) return [];
  const isSame = timesOf(location).some(({ recorded, replayed }) =>
    anchors.some(
      (anchor) =>
        isMoved(anchor) && Math.abs(recorded - anchor.recorded - (replayed - anchor.replayed)) <= MAX_DRIFT_MS,
    ),
  );
  return isSame ? [{ reason: 'RELATIVE_TIME', form: 'time at the same distance from the one beside it' }] : [];
}

/** Whether more time has passed than a distance may change by. */
const isMoved = ({ recorded, replayed }: Anchor): boolean => Math.abs(replayed - recorded) > 2 * MAX_DRIFT_MS;

function timesOf({ recorded: a, replayed: b }: Difference): Anchor[] {
  const [recorded, replayed] = [fieldValue(a), fieldValue(b)];
  if (recorded === null || replayed === null) return [];
  return commonTimes(recorded, replayed).map(([one, other]) => ({ recorded: one.time, replayed: other.time }));
}
