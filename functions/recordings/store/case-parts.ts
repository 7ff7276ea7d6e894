import { sumOf } from '../../platform/values/sum-of.ts';
import type { Table } from '../../platform/world.ts';
import { calledIn } from '../domain/called/called-services.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import type { caseBytes } from './case-bytes.ts';
import type { casePayloads } from './case-payloads.ts';
import { arrivalOf } from './case-rows.ts';
import type { sessionLinks } from './session-links.ts';

/** What the rows of a case are written with. */
export interface CaseParts {
  table: Table;
  tenant: string;
  payloads: ReturnType<typeof casePayloads>;
  sessions: ReturnType<typeof sessionLinks>;
  count: ReturnType<typeof caseCount>;
  grow: ReturnType<typeof caseGrowth>;
  /** When a rolling case expires, epoch ms. */
  expiryOf(head: Pick<CaseHead, 'intake'>): number;
}

/** Creates the function that notes the bytes of cases that were added or, by a sign of -1, are gone. */
export const caseCount = (bytes: Pick<ReturnType<typeof caseBytes>, 'add' | 'addPinned'>) =>
  async function count(cases: readonly { head: CaseHead; size: number }[], sign: 1 | -1): Promise<void> {
    const pinned = Map.groupBy(
      cases.filter(({ head }) => head.pinned),
      ({ head }) => head.appId,
    );
    const rolling = cases.filter(({ head }) => !head.pinned);
    await Promise.all([
      bytes.add(
        rolling.map(({ head, size }) => ({
          appId: head.appId,
          arrivedAt: arrivalOf(head),
          bytes: sign * size,
          cases: sign,
          called: calledIn(head.called),
        })),
      ),
      ...[...pinned].map(([appId, list]) =>
        bytes.addPinned(appId, {
          bytes: sign * sumOf(list, ({ size }) => size),
          cases: sign * list.length,
          called: list.flatMap(({ head }) =>
            calledIn(head.called).map(([service, calls]) => [service, sign * calls] as const),
          ),
        }),
      ),
    ]);
  };

/** Creates the function that notes that a case has more bytes, or fewer. */
export const caseGrowth = (bytes: Pick<ReturnType<typeof caseBytes>, 'add' | 'addPinned'>) =>
  async function grow(head: CaseHead, by: number): Promise<void> {
    if (head.pinned) await bytes.addPinned(head.appId, { bytes: by, cases: 0 });
    else await bytes.add([{ appId: head.appId, arrivedAt: arrivalOf(head), bytes: by, cases: 0 }]);
  };
