import * as v from 'valibot';
import { applicationKey } from '../../applications/domain/application-key.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import type { Table } from '../../platform/world.ts';
import { ReplayPlan } from '../domain/plan.ts';
import type { PlanKeys } from './plan-keys.ts';

const PREFIX = 'GONE#';

/** A plan that no reader finds any more, as far as its rows are deleted by it. */
const RetiredPlan = v.pick(ReplayPlan, ['planId', 'round', 'resultShards']);
export type RetiredPlan = v.InferOutput<typeof RetiredPlan>;

/**
 * Takes plans out of all lists before their rows are deleted: `APP#<app>`, `GONE#<planId>` names one until that is
 * done, so that a crash leaves nothing behind.
 */
export function retiredPlans(
  table: Table,
  tenant: string,
  { keyOf, listQuery }: Pick<PlanKeys, 'keyOf' | 'listQuery'>,
) {
  const goneKey = (appId: string, planId: string) => ({ pk: applicationKey(tenant, appId), sk: PREFIX + planId });

  return {
    /** Plans of an application that were created before a time (epoch ms), the oldest first. */
    async *createdBefore(appId: string, time: number): AsyncGenerator<ReplayPlan> {
      const query = { ...listQuery(appId), descending: false, to: firstOf(time) };
      for await (const item of queryAll(table, query)) yield v.parse(ReplayPlan, item);
    },

    /** How many plans those are. They are numbered as they are created; reads two rows. */
    async countBefore(appId: string, time: number): Promise<number> {
      const [newest, oldest] = await Promise.all(
        [true, false].map(async (descending) => {
          const { items } = await table.query({ ...listQuery(appId), descending, to: firstOf(time), limit: 1 });
          return items[0] && v.parse(ReplayPlan, items[0]).number;
        }),
      );
      return newest === undefined ? 0 : newest - (oldest ?? 1) + 1;
    },

    /** Takes a finished plan out of all lists; false if a further round has begun. */
    retire: ({ appId, planId, round, resultShards, expiresAt }: ReplayPlan): Promise<boolean> =>
      table.transact([
        { remove: keyOf(planId), when: { status: { equals: 'COMPLETED' }, round: { equals: round } } },
        { put: { ...goneKey(appId, planId), planId, round, resultShards, expiresAt } },
      ]),

    /** Plans whose rows are still to be deleted. */
    async retired(appId: string): Promise<RetiredPlan[]> {
      const rows = queryAll(table, { pk: applicationKey(tenant, appId), prefix: PREFIX });
      return Array.fromAsync(rows, (row) => v.parse(RetiredPlan, row));
    },

    /** Notes that the rows of a plan are deleted. */
    forget: (appId: string, { planId }: RetiredPlan): Promise<boolean> => table.remove(goneKey(appId, planId)),
  };
}

/** Below all planIds of that second and later ones (interface 2.1: the first 8 digits are the second). */
const firstOf = (time: number) =>
  Math.floor(time / 1000)
    .toString(16)
    .padStart(8, '0');
