import type { Table, Write } from '../../platform/world.ts';
import type { PlanStatus, ReplayPlan, ReplayRound, RoundResult } from '../domain/plan.ts';
import { isNotified } from '../domain/plan.ts';
import { newRound, type PlanKeys } from './plan-keys.ts';

/** Moves plans and their rounds forward (see `planStore`). */
export function planProgress(table: Table, keys: PlanKeys) {
  const { keyOf, roundKey, runningKey, unannounced, unfinished } = keys;
  return {
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
        newRound(keys, plan, plan.round + 1),
        { put: { ...runningKey(plan), planId: plan.planId, expiresAt: plan.expiresAt }, when: 'absent' },
      ]),
  };
}
