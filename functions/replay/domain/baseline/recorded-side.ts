import type { Difference } from '../../../compare/domain/difference.ts';
import { isCallKind, isNodeKind } from '../../../compare/domain/kinds.ts';

/**
 * What was recorded at the place where two builds differ: a difference of the running build from the recording, whose
 * left side it is; 'same' where the running build answered as recorded; 'absent' where the recording lacks what
 * contains the place; or 'unknown'. `moved`: every difference of the running build from the recording.
 */
export function recordedSide(
  { kind, path }: Difference,
  moved: readonly Difference[],
): Difference | 'same' | 'absent' | 'unknown' {
  if (isCallKind(kind)) return moved.find((one) => isCallKind(one.kind) && one.path === path) ?? 'same';
  const ofAnswer = moved.filter((one) => !isCallKind(one.kind));
  // A status, or a response as a whole, is at no place in the body.
  if (!isNodeKind(kind)) return ofAnswer.every((one) => isNodeKind(one.kind)) ? 'same' : 'unknown';
  const at = ofAnswer.find((one) => one.path === path && one.kind !== 'ARRAY_ORDER');
  if (at !== undefined) return at;
  const around = ofAnswer.filter((one) => !isNodeKind(one.kind) || isWithin(path, one.path));
  if (around.length === 0) return 'same';
  // Elements of lists that differ in length or order have other positions in the recording.
  return around.every(({ recorded, kind: other }) => isNodeKind(other) && recorded === null) ? 'absent' : 'unknown';
}

const isWithin = (path: string, outer: string): boolean =>
  outer === '$' || path === outer || (path.startsWith(outer) && /^[.[]/.test(path.slice(outer.length)));
