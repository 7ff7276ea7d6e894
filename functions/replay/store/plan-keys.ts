import { applicationKey, appPart } from '../../applications/domain/application-key.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { padded } from '../../platform/values/padded.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import type { Query, Write } from '../../platform/world.ts';
import type { ReplayPlan } from '../domain/plan.ts';

export type PlanKeys = ReturnType<typeof planKeys>;

/** Keys of plans and their rounds, and their entries in indexes (see `planStore`). */
export function planKeys(tenant: string) {
  const keyOf = (planId: string) => ({ pk: partitionOf('plans', tenant, planId), sk: 'PLAN' });
  const roundKey = (planId: string, round: number) => ({
    pk: keyOf(planId).pk,
    sk: `ROUND#${padded(round, 4)}`,
  });
  const attributesKey = (planId: string) => ({ pk: keyOf(planId).pk, sk: 'ATTRIBUTES' });
  const appKey = (appId: string, sk: string) => ({ pk: applicationKey(tenant, appId), sk });
  const runningKey = ({ appId, targetEnv }: Pick<ReplayPlan, 'appId' | 'targetEnv'>) =>
    appKey(appId, `RUNNING#${sha256Hex(sameTarget(targetEnv))}`);
  const countKey = (appId: string) => appKey(appId, 'RUNS');
  const lockKey = (appId: string) => appKey(appId, 'LOCK');
  const idempotencyKey = (key: string) => ({ pk: partitionOf('triggerKeys', tenant, sha256Hex(key)), sk: 'KEY' });
  const unannounced = (planId: string, round: number) => ({
    tenant,
    i1pk: partitionOf('unannouncedRounds'),
    i1sk: `${planId}#${padded(round, 4)}`,
  });
  const unfinished = (planId: string) => ({ i1pk: partitionOf('unfinishedPlans'), i1sk: planId });

  /** Entries of a plan in the lists of its application and of all. */
  const listed = ({ planId, appId }: Pick<ReplayPlan, 'planId' | 'appId'>) => ({
    i2pk: partitionOf('planListsOfApplications', tenant, appPart(appId)),
    i2sk: planId,
    i3pk: partitionOf('planLists', tenant),
    i3sk: planId,
  });
  const listQuery = (appId: string | null): Query => ({
    ...(appId === null
      ? { index: 'i3', pk: partitionOf('planLists', tenant) }
      : { index: 'i2', pk: partitionOf('planListsOfApplications', tenant, appPart(appId)) }),
    descending: true,
  });

  return {
    keyOf,
    roundKey,
    attributesKey,
    runningKey,
    countKey,
    lockKey,
    idempotencyKey,
    unannounced,
    unfinished,
    listed,
    listQuery,
  };
}

/** The write of a round that has not started. */
export const newRound = ({ roundKey }: PlanKeys, plan: ReplayPlan, round: number): Write => ({
  put: {
    ...roundKey(plan.planId, round),
    planId: plan.planId,
    round,
    selection: null,
    startedAt: null,
    interruption: null,
    finishedAt: null,
    settleAt: null,
    result: null,
    expiresAt: plan.expiresAt,
  },
  when: 'absent',
});

/** Normalizes a target, since one target can be spelled differently. */
const sameTarget = (targetEnv: string) => new URL(targetEnv).href.replace(/\/+$/, '');
