import type { Difference } from '../../../compare/domain/difference.ts';

/** A call that one side makes and the recording lacks is one that the other side lacks. */
const OPPOSITE: Readonly<Partial<Record<Difference['kind'], Difference['kind']>>> = {
  FEWER_CALLS: 'MORE_CALLS',
  MORE_CALLS: 'FEWER_CALLS',
};

/**
 * The differences between the downstream calls of the running build and those of the target, from what each of them
 * differs from the recording in. What is alike on both sides is left out.
 */
export function callsBetween(baseline: readonly Difference[], target: readonly Difference[]): Difference[] {
  const ofBaseline = Map.groupBy(baseline, placeOf);
  const between = target.flatMap((difference) => {
    const other = ofBaseline.get(placeOf(difference))?.shift();
    if (other === undefined) return [difference];
    return other.replayed === difference.replayed && other.recorded === difference.recorded
      ? []
      : [{ ...difference, recorded: other.replayed }];
  });
  return [...between, ...[...ofBaseline.values()].flat().map(opposite)];
}

const placeOf = ({ kind, path }: Difference): string => JSON.stringify([kind, path]);

const opposite = ({ kind, recorded, replayed, ...rest }: Difference): Difference => ({
  ...rest,
  kind: OPPOSITE[kind] ?? kind,
  recorded: replayed,
  replayed: recorded,
});
