import { removePartition } from '../../../platform/table/remove-partition.ts';
import type { World } from '../../../platform/world.ts';
import type { ReplayPlan } from '../../../replay/domain/plan.ts';
import type { PlanStore } from '../../../replay/store/plans.ts';
import type { RetiredPlan } from '../../../replay/store/retired-plans.ts';

/** Partitions that are deleted at the same time. */
const CONCURRENCY = 10;
/** How long after its last round a run may still be read by what that round started. */
const RECENT_MS = 3_600_000;

/** What deletes runs. */
export interface EarlyRunParts extends Pick<World, 'table' | 'blobs' | 'now'> {
  plans: Pick<PlanStore, 'createdBefore' | 'findRound' | 'retire' | 'retired' | 'forget'>;
  /** The partitions of a plan and its rounds, by what stores them. */
  partitionsOf(plan: RetiredPlan): readonly string[];
  /** Whether the evaluation attempt that created a run has ended. */
  hasEnded(attemptId: string): Promise<boolean>;
}

/**
 * Deletes the runs of an application that were created before a time (epoch ms), and what an earlier call left of
 * others; yields 1 for each. One that is under way, has just ended, or belongs to an attempt that has not ended stays.
 * Per run a transaction takes it out of all lists, and each of its partitions is read; rows are deleted in batches.
 */
export async function* removeEarlyRuns(parts: EarlyRunParts, appId: string, time: number | null) {
  const { plans } = parts;
  for (const retired of await plans.retired(appId)) yield deleted(parts, appId, retired);
  if (time === null) return;
  for await (const plan of plans.createdBefore(appId, time))
    if ((await isOver(parts, plan)) && (await plans.retire(plan))) yield deleted(parts, appId, plan);
}

async function deleted({ plans, partitionsOf, ...world }: EarlyRunParts, appId: string, plan: RetiredPlan): Promise<1> {
  const partitions = partitionsOf(plan);
  for (let at = 0; at < partitions.length; at += CONCURRENCY)
    await Promise.all(partitions.slice(at, at + CONCURRENCY).map((pk) => removePartition(world, pk)));
  await plans.forget(appId, plan);
  return 1;
}

async function isOver({ plans, hasEnded, now }: EarlyRunParts, plan: ReplayPlan): Promise<boolean> {
  if (plan.status !== 'COMPLETED') return false;
  const round = await plans.findRound(plan.planId, plan.round);
  if ((round?.finishedAt ?? plan.createdAt) > now() - RECENT_MS) return false;
  return plan.attemptId === undefined || hasEnded(plan.attemptId);
}
