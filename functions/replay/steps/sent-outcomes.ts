import type { StoredJson } from '../../platform/values/stored-json.ts';
import type { SendingServices } from '../composition.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import type { Chunk, PlannedCase } from '../domain/results/chunk.ts';
import { headWithoutResult, type NoResultCause, type ResultHead } from '../domain/results/result-head.ts';
import { writesUnderWay } from './writes-under-way.ts';

/** Larger results are stored before the next request is sent, so that few bytes wait. */
const MAX_PATIENT_BYTES = 16 * 1024;

export type SentOutcomes = ReturnType<typeof sentOutcomes>;

/**
 * Stores the outcomes of the requests of a chunk, and remembers those that are stored by this call. `stored` waits for
 * all, and rejects with the first fault.
 */
export function sentOutcomes(
  plan: ReplayPlan,
  round: number,
  { chunk, cases }: Chunk,
  { results }: Pick<SendingServices, 'results'>,
) {
  const heads = new Map<number, ResultHead>();
  const writes = writesUnderWay();

  async function store(head: ResultHead, payload: StoredJson, patient: boolean): Promise<void> {
    if (await results.add(plan, round, chunk, head, payload, { patient })) heads.set(head.item, head);
  }

  return {
    /**
     * `mayBeSentAgain`: the request may be sent again after a crash, so that nothing waits until its outcome is stored.
     */
    async add(head: ResultHead, payload: StoredJson, { mayBeSentAgain }: { mayBeSentAgain: boolean }): Promise<void> {
      writes.throwFault();
      if (!mayBeSentAgain || payload.bytes.byteLength > MAX_PATIENT_BYTES) return store(head, payload, false);
      writes.add(store(head, payload, true));
    },

    stored: writes.settled,

    async addWithoutResult(...given: [PlannedCase, NoResultCause, Pick<ResultHead, 'sentToBoth'>?]): Promise<void> {
      const head = headWithoutResult(plan.planId, ...given);
      if (await results.addWithoutResult(plan, round, chunk, head)) heads.set(head.item, head);
    },

    /**
     * The outcome of each case of the chunk, in the order of the plan; null if this call has not stored all of them: an
     * earlier or a concurrent one has, or a recording is gone.
     */
    all(): ResultHead[] | null {
      const all = cases.flatMap(({ item }) => heads.get(item) ?? []);
      return all.length === cases.length ? all : null;
    },
  };
}
