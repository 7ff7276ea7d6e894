import { parseCache } from '../../platform/table/parse-cache.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { FailedCases } from '../../replay/domain/results/failed-cases.ts';
import type { UnreadClusters } from '../../replay/domain/results/result-summaries.ts';
import { computeFindingsJob, type TodaysFacts } from '../domain/stored/compute-findings-job.ts';
import type { StoredAnswer, StoredClusters } from '../domain/stored/stored-answer.ts';
import type { AnswerStore } from '../store/answers.ts';

/** Bytes of clusters (as JSON) from which on findings are computed by the pool and stored. */
export const MIN_STORED_BYTES = 256 * 1024;

/** Part of each digest, to be raised when the same facts make other findings. */
const VERSION = 2;
/** Rounds whose findings, and whose folded clusters, stay cached between queries. */
const CACHE_SIZE = 50;
const CLUSTERS_CACHE_SIZE = 5;

export type StoredFindings = ReturnType<typeof storedFindings>;

/** What the findings of a large round are computed from. */
export interface LargeRound {
  plan: ReplayPlan;
  round: ReplayRound;
  unread: UnreadClusters;
  facts: TodaysFacts;
}

/** Findings of rounds with many clusters: computed by the pool once for the same clusters, rules, marks and suggestions. */
export function storedFindings({ answers, work }: { answers: AnswerStore } & Pick<World, 'work'>) {
  const remembered = parseCache<StoredAnswer | undefined>(CACHE_SIZE);
  const rememberedClusters = parseCache<StoredClusters | undefined>(CLUSTERS_CACHE_SIZE);
  const underway = new Map<string, Promise<FailedCases | null | undefined>>();
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
  async function computed(large: LargeRound, key: string, isSettling: boolean) {
    const { plan, round, unread, facts } = large;
    const made = await work.run(
      computeFindingsJob,
      async () => ({ ...facts, stored: await unread.bytes(), isSettling }),
      { bytes: unread.size, urgent: true },
    );
    if (!made.ok) throw new Error(`findings of a round were not computed: ${made.code}`);
    if (made.value === null) return undefined;
    await answers.put(plan, round.round, key, made.value);
    return made.value.failed;
  }

  /** Computes and stores findings once for all concurrent callers. */
  function computeOnce(large: LargeRound, key: string): Promise<FailedCases | null | undefined> {
    const running = underway.get(key) ?? computed(large, key, false).finally(() => underway.delete(key));
    underway.set(key, running);
    return running;
  }

  const answerOf = (large: LargeRound, key: string): Promise<StoredAnswer | undefined> => {
    const { planId } = large.plan;
    const { round } = large.round;
    return remembered(`${planId}#${round}`, key, async () => {
      const present = await answers.findAnswer(planId, round, key);
      if (present) return present;
      await computeOnce(large, key);
      return answers.findAnswer(planId, round, key);
    });
  };

  return {
    /** The findings, the same object while nothing has changed; undefined if the clusters have expired. */
    of: (large: LargeRound): Promise<StoredAnswer | undefined> => answerOf(large, keyOf(large)),

    /** The clusters of the findings, with folded subjects. */
    async clustersOf(large: LargeRound): Promise<StoredClusters | undefined> {
      const { planId } = large.plan;
      const { round } = large.round;
      const key = keyOf(large);
      return rememberedClusters(`${planId}#${round}`, key, async () => {
        const present = await answers.findClusters(planId, round, key);
        if (present) return present;
        await computeOnce(large, key);
        return answers.findClusters(planId, round, key);
      });
    },

    /** Computes the findings of a round that settles, and its failed cases with positions of clusters for requests. */
    async settling(large: LargeRound): Promise<{ found: StoredAnswer; failed: FailedCases }> {
      const key = keyOf(large);
      const failed = await computed(large, key, true);
      const found = await answerOf(large, key);
      if (!failed || !found) throw new Error('the clusters of a round that settles were not found');
      return { found, failed };
    },
  };
}
