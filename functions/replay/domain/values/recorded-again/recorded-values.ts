import { addressMapping } from '../address-mapping.ts';
import { addMapping, type Mapping, type ValueMap, valueMap } from '../session-values.ts';
import { isRandom, shapeOf } from '../value-shape.ts';
import type { AnswerTimes } from './recorded-times.ts';

/** Values that a replayed target issued, and the recorded ones that they stand for. */
export interface RecordedValues {
  /** By the replayed value. */
  map: ValueMap;
  /** The address of the target in place of the recorded one; null if both are the same. */
  address: Mapping | null;
  times: AnswerTimes;
  /** Whether the recorded response has a text: a time that both name was not generated. */
  isRecorded(text: string): boolean;
}

/** The request of a session, and where its target was. */
interface ReplayedAt {
  request: Parameters<typeof addressMapping>[0];
  targetHost: string;
  planItemId: string;
  times: AnswerTimes;
  recorded: { body: string | null } | null;
}

/** Turns what a session of a replay mapped around: a later replay sends the recorded values again. */
export function recordedValues(
  mapped: readonly Mapping[],
  { request, targetHost, planItemId, times, recorded: response }: ReplayedAt,
): RecordedValues {
  const map = valueMap(Number.POSITIVE_INFINITY);
  const address = addressMapping(request, targetHost, planItemId);
  for (const { recorded, replayed, thing, from } of mapped) {
    if (replayed === targetHost) continue;
    const inverse = { recorded: replayed, replayed: recorded, from };
    addMapping(map, { ...inverse, thing });
    const shape = shapeOf(replayed);
    // A random value means the same wherever it is, also where it was learned as the value of a cookie.
    if (thing !== null && shape !== null && isRandom(shape)) addMapping(map, { ...inverse, thing: null });
  }
  return { map, address, times, isRecorded: (text) => response?.body?.includes(text) ?? false };
}
