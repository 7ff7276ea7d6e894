import type { RunHint } from '../../../replay/domain/hint.ts';
import { familiesOf } from '../../../replay/domain/order/families.ts';
import { isWrite, type RunOrder } from '../../../replay/domain/order/run-order.ts';
import type { PlannedCase } from '../../../replay/domain/results/chunk.ts';
import type { FailedCases } from '../../../replay/domain/results/failed-cases.ts';
import { countedLocations } from './counted-locations.ts';

/** Whether the order of a round leaves reads and the writes of other sessions side by side. */
export const mayMissWrites = (order: RunOrder | undefined): boolean =>
  order !== undefined && order.used !== 'recorded' && order.reason !== 'only reads';

/** The requests of a round that its order hint is about, which are given in any order. */
export interface OrderEvidence {
  add(one: PlannedCase): void;
  /**
   * The hint that failing reads were recorded after a write of another session to the same resource family, which the
   * order of the run need not keep; none without such reads.
   */
  hint(): RunHint[];
}

/**
 * Gathers the writes and failing reads of a round, whose other requests say nothing. Requests that noise explains, or
 * that failed with the login of their session, have a cause of their own.
 */
export function orderEvidence({ clusters }: Pick<FailedCases, 'clusters'>): OrderEvidence {
  const failing = new Set(
    clusters
      .filter(({ differences }) => differences.some(({ likelyNoise }) => !likelyNoise))
      .flatMap(({ items }) => items),
  );
  const operations = new Set<string>();
  const requests: PlannedCase[] = [];
  return {
    add(one) {
      operations.add(one.operation);
      if (isWrite(one) || (failing.has(one.item) && !one.cut)) requests.push(one);
    },
    hint: () => orderHint(requests, familiesOf([...operations])),
  };
}

/** The hint of writes and failing reads. */
function orderHint(requests: readonly PlannedCase[], families: (operation: string) => string[]): RunHint[] {
  /** By family: the latest write before. */
  const written = new Map<string, PlannedCase>();
  const after: PlannedCase[] = [];
  for (const one of requests.toSorted((a, b) => a.recordedAt - b.recordedAt)) {
    const own = families(one.operation);
    if (isWrite(one)) for (const family of own) written.set(family, one);
    else if (own.some((family) => isOfAnother(written.get(family), one))) after.push(one);
  }
  if (after.length === 0) return [];
  return [
    { code: 'OTHER_SESSIONS_WRITE', ...countedLocations(after), requests: after.length, setting: 'replay.order' },
  ];
}

const isOfAnother = (write: PlannedCase | undefined, { session }: PlannedCase): boolean =>
  write !== undefined && (session === null || write.session !== session);
