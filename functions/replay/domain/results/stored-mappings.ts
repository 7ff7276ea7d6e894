import type { Difference } from '../../../compare/domain/difference.ts';
import type { RecordedResponse } from '../../../recordings/domain/recorded-case.ts';
import { aliasOf, type Comparing, mappingsAt } from '../values/compare-mapped.ts';
import { renamedMembers } from '../values/members/renamed-members.ts';
import { addMapping, type Mapping, sessionValues, valueMap } from '../values/session-values.ts';
import type { PairFacts } from '../values/value-pair.ts';
import { answerOf } from './case-outcome.ts';

/** Compares stored responses again with the mappings that were used when they arrived, and learns no others. */
export function storedMappings(mapped: readonly Mapping[], request: Pick<PairFacts, 'method' | 'path'>): Comparing {
  const own = valueMap(Number.POSITIVE_INFINITY);
  for (const { recorded, replayed, thing, from } of mapped) addMapping(own, { recorded, replayed, thing, from });
  return { values: { ...sessionValues(), own }, run: valueMap(0), address: null, learning: null, request };
}

/** What a recorded identity of a stored response stood for, so that elements of lists are paired as they were. */
export function storedAlias({ request, mapped = [] }: Pick<StoredSides, 'request' | 'mapped'>) {
  const { values, run } = storedMappings(mapped, request);
  return aliasOf([values.own, run]);
}

/** The differences of two stored responses without those that the mappings of then explain. */
export function withoutMapped(
  differences: readonly Difference[],
  { recorded, replayed, request, mapped = [] }: StoredSides,
): Difference[] {
  if (mapped.length === 0) return [...differences];
  const { values, run } = storedMappings(mapped, request);
  const answer = { ...answerOf(replayed), headers: [...replayed.headers] };
  const context = {
    recorded: answerOf(recorded),
    replayed: { kind: 'response' as const, ...answer, truncated: false, durationMs: 0 },
    maps: [values.own, run],
    request,
  };
  const renamed = renamedMembers(differences, context.maps);
  return differences.filter((difference) => !renamed.has(difference) && mappingsAt(difference, context) === null);
}

interface StoredSides {
  recorded: RecordedResponse;
  replayed: RecordedResponse;
  request: Pick<PairFacts, 'method' | 'path'>;
  mapped?: readonly Mapping[] | undefined;
}
