import * as v from 'valibot';
import { faultFacts } from '../../platform/fault-facts.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { FailedCases } from '../../replay/domain/results/failed-cases.ts';
import type { UnreadClusters } from '../../replay/domain/results/result-summaries.ts';
import { type ComputedAnswer, computeFindingsJob } from '../domain/stored/compute-findings-job.ts';
import { StoredAnswer, StoredClusters } from '../domain/stored/stored-answer.ts';
import type { TodaysFacts } from '../domain/stored/todays-input.ts';
import type { AnswerStore, Digested } from '../store/answers.ts';

/** Bytes of clusters (as JSON) from which on findings are computed by the pool and stored. */
export const MIN_STORED_BYTES = 256 * 1024;

/** Part of each digest, to be raised when the same facts make other findings. */
const VERSION = 4;
/** How often the pool tries, and the delay after which a poll lets it try again. */
const MAX_TRIES = 2;
const RETRY_MS = 60_000;

export type StoredFindings = ReturnType<typeof storedFindings>;

/** What the findings of a large round are computed from. */
export interface LargeRound {
  plan: ReplayPlan;
  round: ReplayRound;
  unread: UnreadClusters;
  facts: TodaysFacts;
}

/** One of the values that a computation stores. */
interface Part<Value> {
  find(planId: string, round: number): Promise<Digested<Value> | undefined>;
  read(made: ComputedAnswer): Value;
}

/** The findings of a round that can be shown now. */
export interface LatestAnswer extends StoredAnswer {
  /** They are those from before the latest change: the pool still computes those of today. */
  isPending: boolean;
}

/** Findings of rounds with many clusters: computed by the pool once for the same clusters, rules, marks and suggestions. */
export function storedFindings({
  answers,
  work,
  elapsed,
  log,
}: { answers: AnswerStore } & Pick<World, 'work' | 'elapsed' | 'log'>) {
  const underway = new Map<string, Promise<ComputedAnswer | undefined>>();
  /** Rounds that are computed while polls get what was stored before. */
  const later = new Set<string>();
  /** When those that failed may be tried again. */
  const retryAt = new Map<string, number>();
  const digests = new WeakMap<object, string>();

  /** Rules and suggestions that have not changed are the same objects. */
  function digestOf(part: object, text: () => string): string {
    const digest = digests.get(part) ?? sha256Hex(text());
    digests.set(part, digest);
    return digest;
  }

  const keyOf = ({ unread, facts: { rules, suggested, markedOutcomes, ...others } }: LargeRound): string =>
    sha256Hex(
      JSON.stringify([
        VERSION,
        unread.id(),
        digestOf(rules, () => JSON.stringify(rules)),
        digestOf(suggested, () =>
          JSON.stringify(
            [...suggested].map(([operation, { fields, orders }]) => [operation, [...fields], [...orders]]),
          ),
        ),
        markedOutcomes.toSorted(),
        others.interrupted,
        others.mainOperations,
      ]),
    );

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

  /** A part of what is stored under a key; it is computed if it is not there, and read from that if it was replaced since. */
  async function partOf<Value>(
    large: LargeRound,
    key: string,
    { find, read }: Part<Value>,
  ): Promise<Value | undefined> {
    const { planId } = large.plan;
    const { round } = large.round;
    const present = await find(planId, round);
    if (present?.digest === key) return present.value;
    const made = await computeOnce(large, key);
    if (made === undefined) return undefined;
    const stored = await find(planId, round);
    return stored?.digest === key ? stored.value : read(made);
  }

  const answerPart: Part<StoredAnswer> = {
    find: answers.findAnswer,
    read: ({ answer }) => v.parse(StoredAnswer, jsonOfStored(answer.bytes)),
  };
  const clustersPart: Part<StoredClusters> = {
    find: answers.findClusters,
    read: ({ clusters }) => v.parse(StoredClusters, jsonOfStored(clusters.bytes)),
  };

  return {
    /** The findings, the same object while nothing has changed; undefined if the clusters have expired. */
    of: (large: LargeRound): Promise<StoredAnswer | undefined> => partOf(large, keyOf(large), answerPart),

    /** The findings without a wait for the pool, as long as there are earlier ones; undefined if the clusters have expired. */
    async latest(large: LargeRound): Promise<LatestAnswer | undefined> {
      const key = keyOf(large);
      const present = await answers.findAnswer(large.plan.planId, large.round.round);
      if (present !== undefined && present.digest !== key && work.hasThreads) {
        void computeLater(large, key);
        return { ...present.value, isPending: true };
      }
      const today = present?.digest === key ? present.value : await partOf(large, key, answerPart);
      return today && { ...today, isPending: false };
    },

    /** The clusters of the findings, with folded subjects. */
    clustersOf: (large: LargeRound): Promise<StoredClusters | undefined> => partOf(large, keyOf(large), clustersPart),

    /** Computes the findings of a round that settles, and its failed cases with positions of clusters for requests. */
    async settling(large: LargeRound): Promise<{ found: StoredAnswer; failed: FailedCases }> {
      const key = keyOf(large);
      const failed = (await computed(large, key, true))?.failed;
      const found = await partOf(large, key, answerPart);
      if (!failed || !found) throw new Error('the clusters of a round that settles were not found');
      return { found, failed };
    },
  };
}
