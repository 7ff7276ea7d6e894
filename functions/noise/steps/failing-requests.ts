import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { Chunk } from '../../replay/domain/results/chunk.ts';
import type { Side } from '../../replay/domain/results/relearned-values.ts';
import type { ResultHead } from '../../replay/domain/results/result-head.ts';
import { type SentBefore, sentRequestJob } from '../../replay/domain/results/sent-request-job.ts';
import type { RoundSending } from '../../replay/service/sending/round-sending.ts';
import type { ReducingServices } from '../composition.ts';
import { shouldJudge } from '../domain/should-judge.ts';
import type { FailingRequest } from '../service/request-judge.ts';

/** A failing request with its result. */
export interface Failing extends FailingRequest {
  head: ResultHead;
}

/** Reads the failing requests of a round, and how they were sent. */
export function failingRequests(
  plan: ReplayPlan,
  { round }: ReplayRound,
  sending: Pick<RoundSending, 'currentRules' | 'sendable'>,
  { results, recordings, findings, work }: Pick<ReducingServices, 'results' | 'recordings' | 'findings' | 'work'>,
) {
  const findingsRulesOf = findings.rulesByOperation(sending.currentRules);

  async function failingOf(chunk: Chunk): Promise<Failing[]> {
    const planned = new Map(chunk.cases.map((one) => [one.item, one]));
    const failing: Failing[] = [];
    for await (const head of results.ofChunk(plan, round, chunk)) {
      const one = planned.get(head.item);
      if (one && shouldJudge(head.outcome, findingsRulesOf(one.operation), plan))
        failing.push({ chunk: chunk.chunk, planned: one, head });
    }
    return failing;
  }

  /** What is sent of a request as recorded; null if its recording has expired. */
  async function recordedOf({ planned }: Pick<Failing, 'planned'>) {
    const stored = await recordings.versions.payload(planned);
    return stored ? sending.sendable(planned.caseId, stored) : null;
  }

  const side: Side = plan.baselineEnv === undefined ? 'target' : 'baseline';

  /** A request as it was sent first to the build that is sent it again, if that is not as recorded. */
  async function sentBefore({ chunk, planned }: Failing): Promise<SentBefore | null> {
    const found = await results.findUnread(plan, round, chunk, planned.item);
    if (found === undefined) return null;
    const read = await work.run(sentRequestJob, async () => ({ stored: await found.stored.bytes(), side }), {
      bytes: found.stored.size,
    });
    return read.ok ? read.value : null;
  }

  return { failingOf, recordedOf, sentBefore };
}
