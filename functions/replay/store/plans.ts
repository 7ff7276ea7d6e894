import * as v from 'valibot';
import { applicationKey, appPart } from '../../applications/store/application-key.ts';
import { writeCursor } from '../../platform/table/table-cursor.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { padded } from '../../platform/values/padded.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import type { Page, Query, Table, Write } from '../../platform/world.ts';
import { isNotified } from '../domain/is-notified.ts';
import { type PlanStatus, ReplayPlan, ReplayRound, type RoundResult } from '../domain/plan.ts';

/** Lease of an application during the creation of a plan (interface 2.1, REASON_1). */
const LEASE_MS = 60_000;
const IDEMPOTENCY_MS = 24 * 3_600_000;

const IdempotencyRecord = v.object({ fingerprint: v.string(), planId: v.string() });
const RunCount = v.object({ number: v.number() });

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
  const keyOf = (planId: string) => ({ pk: `T#${tenant}#PLAN#${planId}`, sk: 'PLAN' });
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
  const idempotencyKey = (key: string) => ({ pk: `T#${tenant}#IDEMPOTENCY#${sha256Hex(key)}`, sk: 'KEY' });
  const unannounced = (planId: string, round: number) => ({
    tenant,
    i1pk: 'SYSTEM#UNANNOUNCED',
    i1sk: `${planId}#${padded(round, 4)}`,
  });
  const unfinished = (planId: string) => ({ i1pk: 'SYSTEM#UNFINISHED', i1sk: planId });

  const newRound = (plan: ReplayPlan, round: number): Write => ({
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

  const listQuery = (appId: string | null): Query => ({
    ...(appId === null
      ? { index: 'i3', pk: `T#${tenant}#PLANS` }
      : { index: 'i2', pk: `T#${tenant}#PLANS#${appPart(appId)}` }),
    descending: true,
  });

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
     * Writes the plan, its first round, its idempotency record and related writes together and releases the lock; false when another
     * plan already replays against the target. The plan gets the application's next number: only the holder of
     * the lock counts.
     */
    async create(
      plan: Omit<ReplayPlan, 'number'>,
      attributes: string | null,
      idempotency: { key: string; fingerprint: string; lastsAsPlan?: true } | null,
      together: readonly Write[] = [],
    ): Promise<boolean> {
      const last = await table.get(countKey(plan.appId));
      const number = (last === undefined ? 0 : v.parse(RunCount, last).number) + 1;
      return table.transact([
        { put: { ...countKey(plan.appId), number } },
        { put: { ...attributesKey(plan.planId), attributes, expiresAt: plan.expiresAt }, when: 'absent' },
        {
          put: {
            ...keyOf(plan.planId),
            ...plan,
            number,
            tenant,
            ...unfinished(plan.planId),
            i2pk: `T#${tenant}#PLANS#${appPart(plan.appId)}`,
            i2sk: plan.planId,
            i3pk: `T#${tenant}#PLANS`,
            i3sk: plan.planId,
          },
          when: 'absent',
        },
        newRound(plan, plan.round),
        { put: { ...runningKey(plan), planId: plan.planId, expiresAt: plan.expiresAt }, when: 'absent' },
        { remove: lockKey(plan.appId), when: { owner: { equals: plan.planId } } },
        ...together,
        ...(idempotency
          ? [
              {
                put: {
                  ...idempotencyKey(idempotency.key),
                  fingerprint: idempotency.fingerprint,
                  planId: plan.planId,
                  expiresAt: idempotency.lastsAsPlan ? plan.expiresAt : plan.createdAt + IDEMPOTENCY_MS,
                },
                when: 'absent' as const,
              },
            ]
          : []),
      ]);
    },

    /** The request that used an Idempotency-Key within the last 24 h. */
    async findIdempotency(key: string) {
      const item = await table.get(idempotencyKey(key));
      return item && v.parse(IdempotencyRecord, item);
    },

    /** The unfinished plan of this application that replays against this target (PLAN_RUNNING_1). */
    async runningPlan(appId: string, targetEnv: string): Promise<string | undefined> {
      const item = await table.get(runningKey({ appId, targetEnv }));
      return item && v.parse(v.object({ planId: v.string() }), item).planId;
    },

    /** Frees a target whose running plan is damaged, and so can never end; false if that plan is intact. */
    async freeFromDamaged(target: Pick<ReplayPlan, 'appId' | 'targetEnv'>, planId: string): Promise<boolean> {
      let isPlanDamaged = false;
      await undefinedIfDamaged(find(planId), () => {
        isPlanDamaged = true;
      });
      return isPlanDamaged && table.remove(runningKey(target), { when: { planId: { equals: planId } } });
    },

    /** Moves a plan forward only; a late write for an older round or state changes nothing. */
    advance: (planId: string, round: number, from: readonly PlanStatus[], to: PlanStatus) =>
      table.update(keyOf(planId), { status: to }, { when: { status: { oneOf: from }, round: { equals: round } } }),

    /** Sets a moment of a round once; false if it was already set, or the round has settled. */
    setOnce: <M extends 'selection' | 'startedAt' | 'interruption'>(
      planId: string,
      round: number,
      member: M,
      value: NonNullable<ReplayRound[M]>,
    ) =>
      table.update(
        roundKey(planId, round),
        { [member]: value },
        { when: { [member]: { equals: null }, result: { equals: null } } },
      ),

    /** Records the end of sending once. */
    finish: (planId: string, round: number, finishedAt: number, settleAt: number) =>
      table.update(roundKey(planId, round), { finishedAt, settleAt }, { when: { finishedAt: { equals: null } } }),

    /**
     * Stores a round's result once, together with related writes, and ends the plan (spec 3.4); false if it had already
     * settled, or was interrupted after `round` was read.
     */
    settle: (
      plan: ReplayPlan,
      { round, interruption }: ReplayRound,
      result: RoundResult,
      together: readonly Write[] = [],
    ) =>
      table.transact([
        {
          update: roundKey(plan.planId, round),
          set: { result, ...(isNotified(plan) && unannounced(plan.planId, round)) },
          when: { result: { equals: null }, interruption: { equals: interruption } },
        },
        {
          update: keyOf(plan.planId),
          set: { status: 'COMPLETED', i1pk: undefined, i1sk: undefined },
          when: { round: { equals: round } },
        },
        { remove: runningKey(plan) },
        ...together,
      ]),

    /** Records that every channel of a settled round has a delivery. */
    announced: (planId: string, round: number) =>
      table.update(roundKey(planId, round), { i1pk: undefined, i1sk: undefined }, { when: 'present' }),

    /** Starts the next round of a finished plan; false if it is not finished or its target is busy. */
    begin: (plan: ReplayPlan, admission = plan.admission) =>
      table.transact([
        {
          update: keyOf(plan.planId),
          set: { status: 'PENDING', round: plan.round + 1, admission, ...unfinished(plan.planId) },
          when: { status: { equals: 'COMPLETED' }, round: { equals: plan.round } },
        },
        newRound(plan, plan.round + 1),
        { put: { ...runningKey(plan), planId: plan.planId, expiresAt: plan.expiresAt }, when: 'absent' },
      ]),

    /** Plans of the same application that were created before this one, newest first. */
    async earlier({ appId, planId, createdAt }: ReplayPlan, max: number): Promise<ReplayPlan[]> {
      const { items } = await table.query({
        index: 'i2',
        pk: `T#${tenant}#PLANS#${appPart(appId)}`,
        to: secondAfter(planId),
        descending: true,
        limit: max + 1,
      });
      const found = items.map((item) => v.parse(ReplayPlan, item));
      return found
        .filter((plan) => plan.planId !== planId && plan.createdAt <= createdAt)
        .sort((a, b) => b.createdAt - a.createdAt)
        .slice(0, max);
    },

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

/**
 * An upper bound for all planIds of that second, below those of later ones (interface 2.1: the first 8 digits are the
 * second).
 */
const secondAfter = (planId: string) => (Number.parseInt(planId.slice(0, 8), 16) + 1).toString(16).padStart(8, '0');

/** Normalizes a target, since one target can be spelled differently. */
const sameTarget = (targetEnv: string) => new URL(targetEnv).href.replace(/\/+$/, '');
