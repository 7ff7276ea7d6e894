import type { CaseLocation } from '../../../applications/domain/retention/case-location.ts';
import { isDamaged } from '../../../platform/values/damaged-data.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import type { Item, Table } from '../../../platform/world.ts';
import type { CaseHead } from '../../domain/recorded-case.ts';
import { arrivalOf, casesKey, headOf, unreadableHead } from '../case-rows.ts';
import { earlyCounts } from './early-counts.ts';

/** Cases that are looked at, and deleted, at the same time. */
const PAGE = 100;
/** How far the clock of a recorder may be ahead for its cases to be found among those recorded early. */
const AHEAD_MS = 3_600_000;

interface EarlyCaseParts {
  table: Table;
  tenant: string;
  operationsOf(appId: string): Promise<string[]>;
  removeRolling(caseIds: readonly string[]): Promise<number>;
}

/** What a page of a pass deleted, and where the next one begins; null after the last one. */
interface RemovedPage {
  removed: number;
  next: CaseLocation | null;
}

/**
 * Counts, and deletes a page of the rolling cases of an application that came in before an hour (epoch ms). The lists
 * are by the time of recording, which is usually before the arrival: only where the counts say that cases are left, a
 * second round looks at all. Reads a row per case that it looks at; per deleted case two more and a transaction.
 */
export function earlyCases({ table, tenant, operationsOf, removeRolling }: EarlyCaseParts) {
  const counts = earlyCounts(table, tenant);

  /**
   * A page of the list of an endpoint: its rolling cases that came in before the hour, and the cursor of the next page.
   */
  async function pageOf(appId: string, hour: number, { isAll, operation, after }: CaseLocation) {
    const { items, next } = await table.query({
      index: 'i1',
      pk: casesKey(tenant, appId, operation),
      limit: PAGE,
      damaged: 'marked',
      ...(!isAll && { to: paddedTime(hour + AHEAD_MS) }),
      ...(after !== null && { after }),
    });
    const heads = items.map((item) => headIn(item, appId, operation)).filter((head) => head !== null);
    const early = heads.filter((head) => !head.pinned && arrivalOf(head) < hour);
    return { early: early.map(({ caseId }) => caseId), next };
  }

  /** The second round, where it is needed. */
  const roundOfAll = async (appId: string, hour: number): Promise<CaseLocation | null> =>
    (await counts.countBefore(appId, hour)) > 0 ? { ...FIRST, isAll: true } : null;

  async function removeEarly(appId: string, hour: number, from: CaseLocation | null): Promise<RemovedPage> {
    const { isAll, operation: first, after } = from ?? FIRST;
    const operations = (await operationsOf(appId)).toSorted().filter((one) => one >= first);
    const [operation, following] = operations;
    if (operation === undefined) return { removed: 0, next: null };
    const at = { isAll, operation, after: operation === first ? after : null };
    const { early, next } = await pageOf(appId, hour, at);
    const removed = await removeRolling(early);
    if (next !== null) return { removed, next: { ...at, after: next } };
    if (following !== undefined) return { removed, next: { isAll, operation: following, after: null } };
    return { removed, next: isAll ? null : await roundOfAll(appId, hour) };
  }

  return { ...counts, removeEarly };
}

const FIRST: CaseLocation = { isAll: false, operation: '', after: null };

const headIn = (item: Item, appId: string, operation: string): CaseHead | null =>
  isDamaged(item) ? unreadableHead(item, appId, operation) : headOf(item);
