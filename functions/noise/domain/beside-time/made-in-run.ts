import type { Difference } from '../../../compare/domain/difference.ts';
import { wordsOf } from '../../../compare/domain/generated/field-name.ts';
import { fieldValue } from '../../../compare/domain/generated/field-value.ts';
import { isOwnName } from '../../../replay/domain/values/value-entity.ts';
import { namesOf } from '../../../replay/domain/values/value-pair.ts';
import { sharedShape } from '../../../replay/domain/values/value-shape.ts';
import type { Explanation } from '../forms/value-forms.ts';

/** Names of the time at which an object was made. */
const MADE_AT = /^(?:created|created(?:at|on|date|time)|creation(?:date|time)|datecreated|insertedat|addedat)$/;
const MIN_LENGTH = 8;

/** A place with what explains it. */
export interface JudgedLocation {
  location: Difference;
  explanations: readonly Explanation[];
}

/** Where objects have the time of their making, if that is what explains it: the path without the last name. */
export function madeObjects(judged: readonly JudgedLocation[]): ReadonlySet<string> {
  const objects = new Set<string>();
  for (const { location, explanations } of judged) {
    if (!explanations.some(({ reason }) => reason === 'CURRENT_TIME' || reason === 'RELATIVE_TIME')) continue;
    const name = namesOf(location.path).at(-1) ?? '';
    if (MADE_AT.test(wordsOf(name).join(''))) objects.add(location.path.slice(0, -name.length));
  }
  return objects;
}

/**
 * Explains the short id of an object that was made during the recording and during the replay, which the time of its
 * making beside it shows: a session that a login has made and a later request reads. No response of a write had the id,
 * so that it is not mapped, and it stays the same in two replays.
 */
export function madeInRun({ path, recorded: a, replayed: b }: Difference, made: ReadonlySet<string>): Explanation[] {
  const name = namesOf(path).at(-1) ?? '';
  if (!isOwnName(name) || !made.has(path.slice(0, -name.length))) return [];
  const [recorded, replayed] = [fieldValue(a), fieldValue(b)];
  if (recorded?.type !== 'string' || replayed?.type !== 'string') return [];
  const [id, other] = [recorded.text, replayed.text];
  if (id.length < MIN_LENGTH || id.length !== other.length) return [];
  const shape = sharedShape(id, other);
  if (shape === null || shape === 'integer' || shape === 'slug') return [];
  return [{ reason: 'RANDOM_ID', form: 'id of an object that is new each time' }];
}
