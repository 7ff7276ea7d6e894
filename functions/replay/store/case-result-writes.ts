import { padded } from '../../platform/values/padded.ts';
import type { StoredJson } from '../../platform/values/stored-json.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { PlannedCase } from '../domain/results/chunk.ts';
import { headWithoutResult, type NoResultCause, type ResultHead } from '../domain/results/result-head.ts';
import type { RoundRows } from './round-rows.ts';

/** Writes the outcomes of a round's cases (see `resultStore`). */
export function caseResultWrites({ table, values, keys: { resultsKey, resultKey, blobKey } }: RoundRows) {
  return {
    /**
     * Stores one request's outcome, with what `storedJson` made of its ResultPayload; the first write wins, so that a
     * repeat after a crash changes nothing.
     */
    async add(
      { planId, expiresAt }: ReplayPlan,
      round: number,
      chunk: number,
      head: ResultHead,
      payload: StoredJson,
    ): Promise<boolean> {
      const stored = await values.writeStored(blobKey(planId, `result-${round}-${head.item}`), payload);
      return table.put(
        { pk: resultsKey(planId, round, chunk), sk: padded(head.item, 8), ...head, ...stored, expiresAt },
        { when: 'absent' },
      );
    },

    /** Stores that a request has no result, and why. */
    addWithoutResult: (
      { planId, expiresAt }: ReplayPlan,
      round: number,
      chunk: number,
      planned: PlannedCase,
      cause: NoResultCause,
    ) =>
      table.put(
        { ...resultKey(planId, round, chunk, planned.item), ...headWithoutResult(planId, planned, cause), expiresAt },
        { when: 'absent' },
      ),

    /** Replaces a stored outcome by that of a recompare. */
    async replace(
      { planId, expiresAt }: ReplayPlan,
      round: number,
      chunk: number,
      head: ResultHead,
      payload: StoredJson,
    ) {
      const stored = await values.writeStored(blobKey(planId, `result-${round}-${head.item}`), payload);
      const key = { pk: resultsKey(planId, round, chunk), sk: padded(head.item, 8) };
      return table.put({ ...key, ...head, ...stored, expiresAt }, { when: 'present' });
    },

    /** Replaces a stored outcome alone, where the responses could not be compared again. */
    replaceOutcome: (
      planId: string,
      round: number,
      chunk: number,
      { item, outcome, comparedUnder: digest }: Pick<ResultHead, 'item' | 'outcome' | 'comparedUnder'>,
    ) => table.update(resultKey(planId, round, chunk, item), { outcome, comparedUnder: digest }, { when: 'present' }),

    /** Records the rules of a comparison whose result did not change. */
    noteRules: (planId: string, round: number, chunk: number, item: number, digest: string) =>
      table.update(resultKey(planId, round, chunk, item), { comparedUnder: digest }, { when: 'present' }),
  };
}
