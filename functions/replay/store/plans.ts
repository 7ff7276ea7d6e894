import * as v from 'valibot';
import { writeCursor } from '../../platform/table/table-cursor.ts';
import { findsDamage } from '../../platform/values/damaged-data.ts';
import type { Page, Query, Table } from '../../platform/world.ts';
import { ReplayPlan, ReplayRound } from '../domain/plan.ts';
import { planCount } from './plan-count.ts';
import { planCreation } from './plan-creation.ts';
import { planKeys } from './plan-keys.ts';
import { planProgress } from './plan-progress.ts';
import { retiredPlans } from './retired-plans.ts';

export type PlanStore = ReturnType<typeof planStore>;

/**
 * Stores plans and their rounds. Every pk begins with `T#<tenant>#`.
 * `PLAN#<planId>`: `PLAN`, `ATTRIBUTES` (large, and not copied into indexes), `ROUND#<n>`. Indexes of PLAN: i1
 * `SYSTEM#UNFINISHED` / planId while a round is not settled (across all tenants, for the sweeper), i2 `PLANS#<app>` /
 * planId, i3 `PLANS` / planId. Index of ROUND: i1 `SYSTEM#UNANNOUNCED` / `<planId>#<n>` from settling until its
 * channels are notified (of triggered plans, likewise).
 * `APP#<app>`: `LOCK` (creation lease), `RUNS` (number of its last run), `RUNNING#<target>` (the plan that replays
 * against that target).
 * `IDEMPOTENCY#<key>` / `KEY`.
 */
export function planStore(table: Table, tenant: string) {
  const keys = planKeys(tenant);
  const { keyOf, roundKey, attributesKey, runningKey, listQuery } = keys;

  async function find(planId: string): Promise<ReplayPlan | undefined> {
    const item = await table.get(keyOf(planId));
    return item && v.parse(ReplayPlan, item);
  }

  return {
    find,

    /** JSON text of the attributes as given at trigger (spec 2.1); null if there were none. */
    async attributesOf(planId: string): Promise<string | null> {
      const item = await table.get(attributesKey(planId));
      return item === undefined ? null : v.parse(v.object({ attributes: v.nullable(v.string()) }), item).attributes;
    },

    async findRound(planId: string, round: number): Promise<ReplayRound | undefined> {
      const item = await table.get(roundKey(planId, round));
      return item && v.parse(ReplayRound, item);
    },

    /** The unfinished plan of this application that replays against this target (PLAN_RUNNING_1). */
    async runningPlan(appId: string, targetEnv: string): Promise<string | undefined> {
      const item = await table.get(runningKey({ appId, targetEnv }));
      return item && v.parse(v.object({ planId: v.string() }), item).planId;
    },

    /** Frees a target whose running plan is damaged, and so can never end; false if that plan is intact. */
    async freeFromDamaged(target: Pick<ReplayPlan, 'appId' | 'targetEnv'>, planId: string): Promise<boolean> {
      const isPlanDamaged = await findsDamage(find(planId));
      return isPlanDamaged && table.remove(runningKey(target), { when: { planId: { equals: planId } } });
    },

    ...planCount(table, keys),
    ...planCreation(table, tenant, keys),
    ...planProgress(table, keys),
    ...retiredPlans(table, tenant, keys),

    /** Plans of the same application that were created before this one, newest first. */
    earlier: (plan: ReplayPlan, max: number): Promise<ReplayPlan[]> =>
      earlierPlans(table, listQuery(plan.appId), plan, max),

    /** The latest rounds of plans, in the same order. */
    async latestRounds(plans: readonly ReplayPlan[]): Promise<(ReplayRound | undefined)[]> {
      const rows = await table.batchGet(plans.map(({ planId, round }) => roundKey(planId, round)));
      return rows.map((row) => row && v.parse(ReplayRound, row));
    },

    /** Plans of one application, or of all, newest first. */
    async list({ appId, limit, after }: { appId: string | null; limit: number; after: string | null }) {
      const page: Page = await table.query({ ...listQuery(appId), limit, ...(after !== null && { after }) });
      return { plans: page.items.map((item) => v.parse(ReplayPlan, item)), next: page.next };
    },

    /** The cursor of `list` that continues after this plan. */
    cursorAfter: (appId: string | null, { planId }: Pick<ReplayPlan, 'planId'>): string =>
      writeCursor({ ...keyOf(planId), i2sk: planId, i3sk: planId }, listQuery(appId)),
  };
}

async function earlierPlans(
  table: Table,
  query: Query,
  { planId, createdAt }: ReplayPlan,
  max: number,
): Promise<ReplayPlan[]> {
  const { items } = await table.query({ ...query, to: secondAfter(planId), limit: max + 1 });
  const found = items.map((item) => v.parse(ReplayPlan, item));
  return found
    .filter((plan) => plan.planId !== planId && plan.createdAt <= createdAt)
    .sort((a, b) => b.createdAt - a.createdAt)
    .slice(0, max);
}

/**
 * An upper bound for all planIds of that second, below those of later ones (interface 2.1: the first 8 digits are the
 * second).
 */
const secondAfter = (planId: string) => (Number.parseInt(planId.slice(0, 8), 16) + 1).toString(16).padStart(8, '0');
