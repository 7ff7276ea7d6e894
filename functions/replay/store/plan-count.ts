import * as v from 'valibot';
import type { Table } from '../../platform/world.ts';
import { ReplayPlan } from '../domain/plan.ts';
import type { PlanKeys } from './plan-keys.ts';

/** Counts plans without reading them all. */
export const planCount = (table: Table, { listQuery }: Pick<PlanKeys, 'listQuery'>) => ({
  /**
   * How many plans of an application are stored: they are numbered as they are created, and expire in that order. Those
   * of earlier versions have no number, and count as none. Reads two rows, however many there are.
   */
  async countOf(appId: string): Promise<number> {
    const [newest, oldest] = await Promise.all(
      [true, false].map(async (descending) => {
        const { items } = await table.query({ ...listQuery(appId), descending, limit: 1 });
        return items[0] && v.parse(ReplayPlan, items[0]).number;
      }),
    );
    return newest === undefined ? 0 : newest - (oldest ?? 1) + 1;
  },
});
