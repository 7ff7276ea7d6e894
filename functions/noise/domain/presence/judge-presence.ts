import type { Difference } from '../../../compare/domain/difference.ts';
import type { Kind } from '../../../compare/domain/kinds.ts';
import type { FieldNoise, NoiseReason } from '../noise-facts.ts';

/** What differs between one side of a request and a further response of the build on the other side. */
export interface FurtherDifferences {
  differences: readonly Difference[];
  complete: boolean;
}

/** Which fields are judged by their presence, and the reason that explains them. */
interface Presence {
  kinds: ReadonlySet<Kind>;
  reason: NoiseReason;
}

/**
 * Fields that the target lacks: a further response of it has them as they were recorded. A job in the background had
 * not made them yet.
 */
export const APPEARING: Presence = { kinds: new Set<Kind>(['FIELD_MISSING']), reason: 'APPEARS_LATER' };

/**
 * Fields that one of both builds lacks: a further response of the running build has, or lacks, them as the target does.
 */
export const OF_BASELINE: Presence = {
  kinds: new Set<Kind>(['FIELD_MISSING', 'NEW_FIELD']),
  reason: 'DIFFERS_ON_BASELINE',
};

/**
 * Judges the fields that only one of both responses has: noise if a further response to the same request, before which
 * nothing changed data, is as the other side there, apart from values that noise explains. Returns nothing for the
 * other fields.
 */
export function judgePresence(
  operation: string,
  { kinds, reason }: Presence,
  found: readonly Difference[],
  furtherOf: () => readonly FurtherDifferences[],
  isExplained: (location: Difference) => boolean,
): FieldNoise[] {
  const lacking = Map.groupBy(
    found.filter(({ kind }) => kinds.has(kind)),
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
      reasons: [{ reason, requests: 1, forms: [] }],
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
