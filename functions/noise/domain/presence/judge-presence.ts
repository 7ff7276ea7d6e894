import type { Difference } from '../../../compare/domain/difference.ts';
import type { FieldNoise } from '../noise-facts.ts';

/** What differs between the recorded response and a further one of the same build. */
export interface FurtherDifferences {
  differences: readonly Difference[];
  complete: boolean;
}

/**
 * Judges the fields that the replayed response lacks: noise if a further response to the same request, before which
 * nothing changed data, has them as they were recorded, apart from values that noise explains. A job in the background
 * had not made them yet. Returns nothing for the other fields.
 */
export function judgePresence(
  operation: string,
  found: readonly Difference[],
  furtherOf: () => readonly FurtherDifferences[],
  isExplained: (location: Difference) => boolean,
): FieldNoise[] {
  const lacking = Map.groupBy(
    found.filter(({ kind }) => kind === 'FIELD_MISSING'),
    ({ subject }) => subject,
  );
  if (lacking.size === 0) return [];
  const further = furtherOf();
  // Facts of one request have each field once.
  const alsoDiffer = new Set(found.filter(isOfValue).map(({ subject }) => subject));
  const isThere = ({ path }: Difference) =>
    further.some(
      ({ differences, complete }) =>
        complete && differences.filter((one) => touches(one, path)).every((one) => isOfValue(one) && isExplained(one)),
    );
  return [...lacking]
    .filter(([subject, locations]) => !alsoDiffer.has(subject) && locations.every(isThere))
    .map(([subject]) => ({
      operation,
      subject,
      requests: 1,
      unexplained: 0,
      sentAgain: 1,
      reasons: [{ reason: 'APPEARS_LATER', requests: 1, forms: [] }],
    }));
}

const isOfValue = ({ kind }: Difference) => kind === 'FIELD_VALUE';

/** Whether a difference is at a place, below it, or of something that contains it. */
function touches({ path }: Difference, location: string): boolean {
  return path === ROOT || !isInBody(path) || isWithin(path, location) || isWithin(location, path);
}

const ROOT = '$';

/** Whether a difference is of a part of the body; any other, such as its format, is of all of it. */
const isInBody = (path: string): boolean => /^[^@\s]/.test(path) && path !== 'response';

const isWithin = (path: string, outer: string): boolean =>
  path === outer || (path.startsWith(outer) && /^[.[]/.test(path.slice(outer.length)));
