import { type EndpointPattern, patternKey } from '../../applications/domain/endpoint-patterns.ts';
import { pathOfName } from '../domain/endpoints/patterned-name.ts';
import type { RecordedEndpoint } from '../domain/recorded-endpoint.ts';
import type { RecordingStore } from '../store/recordings.ts';

/** Maximum recordings that are counted for all patterns together. */
const MAX_COUNTED = 5_000;
const ALWAYS = { from: 0, to: 8_640_000_000_000_000 };

/** Recordings of a pattern. */
export interface PatternRecordings {
  recordings: number;
  /** More were not counted. */
  isAtLeast: boolean;
}

/** The stored recordings whose endpoint is that of a pattern, by the pattern's key. */
export async function patternRecordings(
  recordings: Pick<RecordingStore, 'between'>,
  appId: string,
  { patterns, recorded }: { patterns: readonly EndpointPattern[]; recorded: readonly RecordedEndpoint[] },
): Promise<ReadonlyMap<string, PatternRecordings>> {
  const rows = patterns.map((one) => ({ ...one, recordings: 0, isAtLeast: false }));
  let left = MAX_COUNTED;
  for (const { operation } of recorded) {
    const path = pathOfName(operation);
    const own = rows.filter(({ pattern }) => pattern === path);
    if (own.length === 0) continue;
    for await (const { method } of recordings.between(appId, operation, ALWAYS)) {
      if (left === 0) {
        for (const row of own) row.isAtLeast = true;
        break;
      }
      left--;
      const row = own.find(({ methods }) => methods?.includes(method)) ?? own.find(({ methods }) => !methods);
      if (row) row.recordings++;
    }
  }
  return new Map(rows.map((row) => [patternKey(row), row]));
}
