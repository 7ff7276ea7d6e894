import { setTimeout as sleep } from 'node:timers/promises';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { World, Write } from '../../platform/world.ts';
import { missedServices } from '../../replay/domain/calls/missed-services.ts';
import { MAX_ROUND_AGE_MS, type ReplayPlan, type ReplayRound } from '../../replay/domain/plan.ts';
import type { FailedCases } from '../../replay/domain/results/failed-cases.ts';
import { openThreshold } from '../../replay/service/pass-threshold.ts';
import type { PlanStore } from '../../replay/store/plans.ts';
import { countEntries } from '../domain/findings.ts';
import { settledFacts } from '../domain/settled-facts.ts';
import { passRate, verdict } from '../domain/verdict.ts';
import type { FindingValues } from './finding-values.ts';
import type { RunHints } from './run-hints.ts';
import { type SettlingFindingsParts, settlingFindings } from './settling-findings.ts';
import { settlingHints } from './settling-hints.ts';

/** What begins together with the settling of a round. */
interface SettlingWrites {
  /** The writes that go through in the transaction that settles the round, or not at all. */
  settlingWrites(plan: ReplayPlan, round: ReplayRound, failed: FailedCases): Promise<Write[]>;
}

/** How often a round is settled again because something else changed at the same time. */
const RETRY = { subject: 'the round', maxTries: 51 };

interface SettlementParts extends SettlingFindingsParts, Pick<World, 'keys' | 'now'> {
  plans: PlanStore;
  values: FindingValues;
  analyses: SettlingWrites;
  hintsOfRound: RunHints;
}

/** Ends a round: settles findings, computes verdict and counts, and stores them once (spec 3.1, 3.4). */
export function settlement({ plans, values, analyses, hintsOfRound, keys, now, ...parts }: SettlementParts) {
  const { results, log } = parts;
  const { factsOf, computed } = settlingFindings(parts);
  const hintsOf = settlingHints({ results, hintsOfRound });

  async function settleAs(plan: ReplayPlan, round: ReplayRound): Promise<boolean> {
    const { settled, facts, itemsOf } = await factsOf(plan, round);
    const { clusters } = settled;
    await results.putClusters(plan, round.round, settled);
    await values.collect(plan, round, { ...settled, itemsOf });
    const { findings: found, counts, failed } = await computed(plan, round, settled, facts, itemsOf);
    const calls = 'calls' in settled ? settled.calls : undefined;
    const hints = await hintsOf(plan, round, { clusters, itemsOf, failedCases: counts.failedCases, calls }, failed);
    const result = {
      ...counts,
      verdict: verdict({
        ...counts,
        finishedNormally: round.interruption === null,
        // An interrupted round fails regardless of the threshold, and a caller that stops one may be unable to decrypt
        // it.
        passThreshold: round.interruption === null ? await openThreshold(keys, plan) : null,
      }),
      passRate: passRate(counts),
      settledAt: now(),
      state: found.state,
      findings: { needsAction: countEntries(found, 'needsAction'), toReview: countEntries(found, 'toReview') },
      ...(hints.length > 0 && { hints }),
      ...missedServices(calls),
    };
    const isSettled = await plans.settle(plan, round, result, [
      await results.failedWrite(plan, round.round, failed),
      ...(await analyses.settlingWrites(plan, { ...round, result }, failed)),
    ]);
    if (isSettled) log.info('replay settled', { app_id: plan.appId, ...settledFacts(round, result, calls) });
    return isSettled;
  }

  /** Settles a round that has ended or is ended as it is; idempotent. */
  async function settle(plan: ReplayPlan, given: ReplayRound): Promise<void> {
    let round: ReplayRound | undefined = given;
    await retryOnConflict(async () => {
      if (round?.result !== null || (await settleAs(plan, round))) return;
      // Not settled by anyone: it was interrupted since it was read, or another round took of the day's analyses at the
      // same time.
      round = await plans.findRound(plan.planId, given.round);
      return CONFLICT;
    }, RETRY);
  }

  /**
   * Interrupts a round with this message: requests in flight complete, no more are sent (interface 10). False if it
   * had already settled. Workers use the round as it was for MAX_ROUND_AGE_MS more.
   */
  async function stop(plan: ReplayPlan, number: number, message: string): Promise<boolean> {
    await plans.setOnce(plan.planId, number, 'interruption', message);
    const round = await plans.findRound(plan.planId, number);
    if (round === undefined || round.interruption === null) return false;
    // Everything was sent and findings were only settling, so nothing else could end the plan sooner.
    if (round.finishedAt !== null) await settle(plan, round);
    return true;
  }

  return {
    settle,
    stop,

    /** The same; resolves when no worker uses the round as it was, so that none starts a request any more. */
    async confirmedStop(...given: Parameters<typeof stop>): Promise<boolean> {
      const isStopped = await stop(...given);
      if (isStopped) await sleep(MAX_ROUND_AGE_MS);
      return isStopped;
    },
  };
}
