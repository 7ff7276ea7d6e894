import type { Work } from '../../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../../replay/domain/plan.ts';
import type { PlannedCase } from '../../../replay/domain/results/chunk.ts';
import type { Mapping } from '../../../replay/domain/values/session-values.ts';
import type { ResultStore } from '../../../replay/store/results.ts';
import { mappedValuesJob } from '../../domain/accepting/accepted-case-job.ts';

/** Sessions whose mappings are kept while a call works. */
const MAX_KEPT = 50;

/** Creates the function that reads which values the requests of a session mapped, in the order of recording. */
export function sessionMappings(
  plan: ReplayPlan,
  { round }: Pick<ReplayRound, 'round'>,
  { results, work }: { results: Pick<ResultStore, 'findUnread'> } & { work: Pick<Work, 'run'> },
) {
  const known = new Map<string, Promise<Mapping[]>>();

  async function read(chunk: number, cases: readonly PlannedCase[]): Promise<Mapping[]> {
    const mapped: Mapping[] = [];
    for (const { item } of cases) {
      const found = await results.findUnread(plan, round, chunk, item);
      if (found === undefined) continue;
      const { stored } = found;
      const values = await work.run(mappedValuesJob, async () => ({ stored: await stored.bytes() }), {
        bytes: stored.size,
      });
      if (values.ok) mapped.push(...values.value);
    }
    return mapped;
  }

  return (chunk: number, ofSession: readonly PlannedCase[]): Promise<Mapping[]> => {
    const [first] = ofSession;
    if (first === undefined || ofSession.length < 2) return Promise.resolve([]);
    const key = `${chunk}#${first.session}`;
    const reading = known.get(key) ?? read(chunk, ofSession);
    known.set(key, reading);
    const [oldest] = known.size > MAX_KEPT ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return reading;
  };
}
