import type { Comparing } from './compare-mapped.ts';
import { addMapping, type Mapping, sessionValues, valueMap } from './session-values.ts';
import type { PairFacts } from './value-pair.ts';

/** Compares stored responses again with the mappings that were used when they arrived, and learns no others. */
export function storedMappings(mapped: readonly Mapping[], request: Pick<PairFacts, 'method' | 'path'>): Comparing {
  const own = valueMap(Number.POSITIVE_INFINITY);
  for (const { recorded, replayed, thing, from } of mapped) addMapping(own, { recorded, replayed, thing, from });
  return { values: { ...sessionValues(), own }, run: valueMap(0), address: null, learning: null, request };
}
