import { addMapping, keyOf, type Mapping, type ValueMap, valueMap } from '../values/session-values.ts';

/** The values of one build in place of recorded ones: of the session, and of the run. */
export type SideMaps = readonly ValueMap[];

/**
 * The values that the two builds issued for the same thing: those of the running build stand for those of the target.
 * Where only one build issued a new value, the other one has the recorded value.
 */
export function valuesBetween(baseline: SideMaps, target: SideMaps): ValueMap {
  const between = valueMap(Number.POSITIVE_INFINITY);
  for (const mapping of all(target))
    add(between, { ...mapping, recorded: found(baseline, mapping)?.replayed ?? mapping.recorded });
  for (const mapping of all(baseline))
    if (found(target, mapping) === undefined)
      add(between, { ...mapping, recorded: mapping.replayed, replayed: mapping.recorded });
  return between;
}

function* all(maps: SideMaps): Generator<Mapping> {
  for (const { byValue } of maps) yield* byValue.values();
}

function found(maps: SideMaps, { recorded, thing }: Mapping): Mapping | undefined {
  const key = keyOf(recorded, thing);
  return maps.map(({ byValue }) => byValue.get(key)).find((mapping) => mapping !== undefined);
}

function add(between: ValueMap, mapping: Mapping): void {
  if (mapping.recorded !== mapping.replayed) addMapping(between, mapping);
}
