import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import type { CaseMapping } from '../results/case-mapping.ts';
import type { Comparing } from '../values/compare-mapped.ts';
import { sessionValues, valueMap } from '../values/session-values.ts';
import { valuesBetween } from './values-between.ts';

/** One build, and the values that it issued. */
interface Side {
  /** Null where values are not mapped. */
  mapping: CaseMapping | null;
  /** Host and port of the build. */
  host: string;
}

/** How the responses of two builds are compared: by the values that each of them issued, and learning none. */
export function comparingBetween(
  { method, path }: Pick<RecordedRequest, 'method' | 'path'>,
  baseline: Side,
  target: Side,
): Comparing | null {
  if (baseline.mapping === null || target.mapping === null) return null;
  return {
    values: { ...sessionValues(), own: valuesBetween(mapsOf(baseline.mapping), mapsOf(target.mapping)) },
    run: valueMap(0),
    address: {
      recorded: baseline.host,
      replayed: target.host,
      thing: null,
      from: { planItemId: target.mapping.planItemId, place: '@request.header.host' },
    },
    learning: null,
    request: { method, path },
  };
}

const mapsOf = ({ values, run }: CaseMapping) => [values.own, run];
