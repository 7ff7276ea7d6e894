import type { StoredJson } from '../../platform/values/stored-json.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { ResultHead } from '../domain/results/result-head.ts';
import type { ResultsOf } from './result-keys.ts';
import type { RoundRows } from './round-rows.ts';

/** Writes the outcomes of a round's cases (see `resultStore`). */
export function caseResultWrites({ table, values, keys: { resultKey, blobKey } }: RoundRows) {
  return {
    /**
     * Stores one request's outcome, with what `storedJson` made of its ResultPayload; the first write wins, so that a
     * repeat after a crash changes nothing. `patient`: see the Table port.
     */
    async add(
      plan: ReplayPlan,
      round: number,
      chunk: number,
      head: ResultHead,
      payload: StoredJson,
      { patient = false }: { patient?: boolean } = {},
    ): Promise<boolean> {
      const { planId, expiresAt } = plan;
      const stored = await values.writeStored(blobKey(planId, `result-${round}-${head.item}`), payload);
      return table.put(
        { ...resultKey(plan, round, chunk, head.item), ...head, ...stored, expiresAt },
        { when: 'absent', patient },
      );
    },

    /** Stores that a request has no result, and why. */
    addWithoutResult: (plan: ReplayPlan, round: number, chunk: number, head: ResultHead) =>
      table.put(
        {
          ...resultKey(plan, round, chunk, head.item),
          ...head,
          expiresAt: plan.expiresAt,
        },
        { when: 'absent' },
      ),

    /** Replaces a stored outcome by that of a recompare. */
    async replace(plan: ReplayPlan, round: number, chunk: number, head: ResultHead, payload: StoredJson) {
      const { planId, expiresAt } = plan;
      const stored = await values.writeStored(blobKey(planId, `result-${round}-${head.item}`), payload);
      const key = resultKey(plan, round, chunk, head.item);
      return table.put({ ...key, ...head, ...stored, expiresAt }, { when: 'present' });
    },

    /** Replaces a stored outcome alone, where the responses could not be compared again. */
    replaceOutcome: (
      plan: ResultsOf,
      round: number,
      chunk: number,
      { item, outcome, comparedUnder: digest }: Pick<ResultHead, 'item' | 'outcome' | 'comparedUnder'>,
    ) => table.update(resultKey(plan, round, chunk, item), { outcome, comparedUnder: digest }, { when: 'present' }),

    /** Records the rules of a comparison whose result did not change. */
    noteRules: (plan: ResultsOf, round: number, chunk: number, item: number, digest: string) =>
      table.update(resultKey(plan, round, chunk, item), { comparedUnder: digest }, { when: 'present' }),
  };
}
