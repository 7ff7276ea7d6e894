import * as v from 'valibot';
import { sha256Hex } from '../../platform/values/sha256.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import type { FailedCases } from '../../replay/domain/results/failed-cases.ts';
import type { ComputedAnswer } from '../domain/stored/compute-findings-job.ts';
import { StoredAnswer, StoredClusters } from '../domain/stored/stored-answer.ts';
import type { Digested } from '../store/answers.ts';
import { type FindingsComputerParts, findingsComputer, type LargeRound } from './findings-computer.ts';

/** Bytes of clusters (as JSON) from which on findings are computed by the pool and stored. */
export const MIN_STORED_BYTES = 256 * 1024;

/** Part of each digest, to be raised when the same facts make other findings. */
const VERSION = 6;
export type StoredFindings = ReturnType<typeof storedFindings>;

/** One of the values that a computation stores. */
interface Part<Value> {
  find(planId: string, round: number): Promise<Digested<Value> | undefined>;
  read(made: ComputedAnswer): Value;
}

/** The findings of a round that can be shown now. */
export interface LatestAnswer extends StoredAnswer {
  /** They are those from before the latest change: the pool still computes the current ones. */
  isPending: boolean;
}

/**
 * Findings of rounds with many clusters: computed by the pool once for the same clusters, rules, marks and suggestions.
 */
export function storedFindings({ answers, ...world }: FindingsComputerParts) {
  const { work } = world;
  const keyOf = answerKeys();
  const { computed, computeOnce, computeLater } = findingsComputer({ answers, ...world });

  /**
   * A part of what is stored under a key; it is computed if it is not there, and read from that if it was replaced
   * since.
   */
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

    /**
     * The findings without a wait for the pool, as long as there are earlier ones; undefined if the clusters have
     * expired.
     */
    async latest(large: LargeRound): Promise<LatestAnswer | undefined> {
      const key = keyOf(large);
      const present = await answers.findAnswer(large.plan.planId, large.round.round);
      if (present !== undefined && present.digest !== key && work.hasThreads) {
        void computeLater(large, key);
        return { ...present.value, isPending: true };
      }
      const current = present?.digest === key ? present.value : await partOf(large, key, answerPart);
      return current && { ...current, isPending: false };
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

/** Creates the function that names the facts of a round by a digest. */
function answerKeys() {
  const digests = new WeakMap<object, string>();

  /** Rules and suggestions that have not changed are the same objects. */
  function digestOf(part: object, text: () => string): string {
    const digest = digests.get(part) ?? sha256Hex(text());
    digests.set(part, digest);
    return digest;
  }

  return ({ unread, facts: { rules, suggested, markedOutcomes, ...others } }: LargeRound): string =>
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
}
