import * as v from 'valibot';
import type { Table, Write } from '../../platform/world.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import { newRound, type PlanKeys } from './plan-keys.ts';

/** Lease of an application during the creation of a plan (interface 2.1, REASON_1). */
const LEASE_MS = 60_000;
const IDEMPOTENCY_MS = 24 * 3_600_000;

const IdempotencyRecord = v.object({ fingerprint: v.string(), planId: v.string() });
const RunCount = v.object({ number: v.number() });

/** An Idempotency-Key as its plan is created. */
interface UsedKey {
  key: string;
  fingerprint: string;
  lastsAsPlan?: true;
}

/** Creates plans, one at a time for each application (see `planStore`). */
export function planCreation(table: Table, tenant: string, keys: PlanKeys) {
  const { keyOf, attributesKey, runningKey, countKey, lockKey, idempotencyKey, unfinished, listed } = keys;
  return {
    /** Leases the application during the creation of a plan; false while another request holds it (REASON_1). */
    lock: (appId: string, owner: string, now: number) =>
      table
        .put({ ...lockKey(appId), owner, leaseUntil: now + LEASE_MS }, { when: 'absent' })
        .then(
          (taken) =>
            taken ||
            table.update(
              lockKey(appId),
              { owner, leaseUntil: now + LEASE_MS },
              { when: { leaseUntil: { before: now } } },
            ),
        ),

    unlock: (appId: string, owner: string) => table.remove(lockKey(appId), { when: { owner: { equals: owner } } }),

    /**
     * Writes the plan, its first round, its idempotency record and related writes together and releases the lock; false
     * when another plan already replays against the target. The plan gets the application's next number: only the
     * holder of the lock counts.
     */
    async create(
      plan: Omit<ReplayPlan, 'number'>,
      attributes: string | null,
      idempotency: UsedKey | null,
      together: readonly Write[] = [],
    ): Promise<boolean> {
      const last = await table.get(countKey(plan.appId));
      const number = (last === undefined ? 0 : v.parse(RunCount, last).number) + 1;
      return table.transact([
        { put: { ...countKey(plan.appId), number } },
        { put: { ...attributesKey(plan.planId), attributes, expiresAt: plan.expiresAt }, when: 'absent' },
        {
          put: { ...keyOf(plan.planId), ...plan, number, tenant, ...unfinished(plan.planId), ...listed(plan) },
          when: 'absent',
        },
        newRound(keys, plan, plan.round),
        { put: { ...runningKey(plan), planId: plan.planId, expiresAt: plan.expiresAt }, when: 'absent' },
        { remove: lockKey(plan.appId), when: { owner: { equals: plan.planId } } },
        ...together,
        ...(idempotency ? [idempotencyWrite(keys, plan, idempotency)] : []),
      ]);
    },

    /** The request that used an Idempotency-Key within the last 24 h. */
    async findIdempotency(key: string) {
      const item = await table.get(idempotencyKey(key));
      return item && v.parse(IdempotencyRecord, item);
    },
  };
}

const idempotencyWrite = (
  { idempotencyKey }: PlanKeys,
  { planId, createdAt, expiresAt }: Pick<ReplayPlan, 'planId' | 'createdAt' | 'expiresAt'>,
  { key, fingerprint, lastsAsPlan }: UsedKey,
): Write => ({
  put: {
    ...idempotencyKey(key),
    fingerprint,
    planId,
    expiresAt: lastsAsPlan ? expiresAt : createdAt + IDEMPOTENCY_MS,
  },
  when: 'absent',
});
