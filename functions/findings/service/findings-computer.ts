import { faultFacts } from '../../platform/fault-facts.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { UnreadClusters } from '../../replay/domain/results/result-summaries.ts';
import { type ComputedAnswer, computeFindingsJob } from '../domain/stored/compute-findings-job.ts';
import type { CurrentFacts } from '../domain/stored/current-input.ts';
import type { AnswerStore } from '../store/answers.ts';

/** How often the pool tries, and the delay after which a poll lets it try again. */
const MAX_TRIES = 2;
const RETRY_MS = 60_000;

/** What the findings of a large round are computed from. */
export interface LargeRound {
  plan: ReplayPlan;
  round: ReplayRound;
  unread: UnreadClusters;
  facts: CurrentFacts;
}

export interface FindingsComputerParts extends Pick<World, 'work' | 'elapsed' | 'log'> {
  answers: AnswerStore;
}

/** Computes findings of large rounds in the pool, and stores them. */
export function findingsComputer({ answers, work, elapsed, log }: FindingsComputerParts) {
  const underway = new Map<string, Promise<ComputedAnswer | undefined>>();
  /** Rounds that are computed while polls get what was stored before. */
  const later = new Set<string>();
  /** When those that failed may be tried again. */
  const retryAt = new Map<string, number>();

  /** Undefined if the clusters have expired. */
  async function computed({ plan, round, unread, facts }: LargeRound, key: string, isSettling: boolean) {
    for (let tries = 1; ; tries++) {
      const made = await work.run(
        computeFindingsJob,
        async () => ({ ...facts, stored: await unread.bytes(), isSettling }),
        { bytes: unread.size, urgent: true },
      );
      if (made.ok) {
        if (made.value !== null) await answers.put(plan, round.round, key, made.value);
        return made.value ?? undefined;
      }
      if (tries === MAX_TRIES) throw new Error(`findings of a round were not computed: ${made.code}`);
    }
  }

  /** Computes and stores findings once for all concurrent callers. */
  function computeOnce(large: LargeRound, key: string): Promise<ComputedAnswer | undefined> {
    const running = underway.get(key) ?? computed(large, key, false).finally(() => underway.delete(key));
    underway.set(key, running);
    return running;
  }

  /** The same while no one waits; changes in the meantime are left to the next poll. */
  async function computeLater(large: LargeRound, key: string): Promise<void> {
    const { planId } = large.plan;
    const id = `${planId}#${large.round.round}`;
    if (later.has(id) || elapsed() < (retryAt.get(id) ?? 0)) return;
    later.add(id);
    try {
      await computeOnce(large, key);
      retryAt.delete(id);
    } catch (fault) {
      retryAt.set(id, elapsed() + RETRY_MS);
      log.warn('findings stay as they were before the latest change', { plan_id: planId, ...faultFacts(fault) });
    } finally {
      later.delete(id);
    }
  }

  return { computed, computeOnce, computeLater };
}
