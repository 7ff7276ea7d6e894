import { type ValueMap, valueMap } from '../domain/values/session-values.ts';

/** Maximum rounds whose values are remembered; the least recently used ones are forgotten first. */
const MAX_ROUNDS = 20;
const MAX_BYTES = 2 * 1024 * 1024;

const rounds = new Map<string, ValueMap>();

/** The mappings that hold for all sessions of a round, as far as this process has learned them. */
export function runValues(round: string): ValueMap {
  const values = rounds.get(round) ?? valueMap(MAX_BYTES);
  rounds.delete(round);
  rounds.set(round, values);
  const [oldest] = rounds.keys();
  if (rounds.size > MAX_ROUNDS && oldest !== undefined) rounds.delete(oldest);
  return values;
}
