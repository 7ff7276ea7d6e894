import { rulesCompiler } from '../../compare/domain/rules/rules-compiler.ts';
import type { RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import { countedTimeouts, isBroken, NO_TIMEOUTS, type TimeoutCounts } from '../../replay/domain/breaker.ts';
import { lanes } from '../../replay/domain/lanes.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { Chunk, PlannedCase } from '../../replay/domain/results/chunk.ts';
import { repeatEvery } from '../../replay/steps/repeat-every.ts';
import { sendPaced } from '../../replay/steps/send-paced.ts';
import { requestSender, storedAnswer } from '../../replay/steps/send-request.ts';
import type { ResultHead } from '../../replay/store/results.ts';
import { canResend } from '../domain/can-resend.ts';
import { judgeRequest } from '../domain/judge-request.ts';
import { mergeNoiseFacts, type NoiseFacts } from '../domain/noise-facts.ts';
import { shouldJudge } from '../domain/should-judge.ts';
import type { ReducingServices } from '../services.ts';

/** How often requests that wait for their turn check for a stop. */
const HEARTBEAT_MS = 1000;

export interface NoiseWork {
  plan: ReplayPlan;
  round: ReplayRound;
  services: ReducingServices;
  signal: AbortSignal;
  /** Epoch ms after which no new request starts. */
  until: number;
}

/** A failing request of a chunk. */
interface Failing {
  planned: PlannedCase;
  head: ResultHead;
}

/**
 * Creates the function that judges one chunk. It returns `unfinished` if time ran out, `ended` if the round was stopped
 * meanwhile.
 */
export async function chunkJudge({ plan, round, services, signal, until }: NoiseWork) {
  const { noise, results, findings, rules, applications, recordings, plans, now, log } = services;
  const [today, settings] = await Promise.all([rules.inForce(plan.appId), applications.settings(plan.appId)]);
  const sendRequest = requestSender(plan, settings, services);
  const findingsRulesOf = findings.rulesByOperation(today);
  const rulesOf = rulesCompiler(today);
  let counts: TimeoutCounts = NO_TIMEOUTS;
  let ended = false;
  const isTargetGone = () => isBroken(counts, round.selection?.requests ?? 0);

  async function failingOf(chunk: Chunk): Promise<Failing[]> {
    const planned = new Map(chunk.cases.map((one) => [one.item, one]));
    const failing: Failing[] = [];
    for await (const head of results.ofChunk(plan.planId, round.round, chunk)) {
      const one = planned.get(head.item);
      if (one && shouldJudge(head.outcome, findingsRulesOf(one.operation))) failing.push({ planned: one, head });
    }
    return failing;
  }

  /** The requests that may be sent again, so that no turn of the pace is used for the others. */
  async function sendable(failing: readonly Failing[]): Promise<ReadonlySet<number>> {
    const may = new Set<number>();
    for (const { planned } of failing) {
      const [payload] = await recordings.payloads([planned.caseId]);
      if (payload && canResend(payload, { ...settings, enableMock: plan.enableMock })) may.add(planned.item);
    }
    return may;
  }

  async function judgeOne(chunk: number, { planned, head }: Failing, again: boolean) {
    const { operation, item } = planned;
    const stored = await results.find(plan.planId, round.round, chunk, item);
    const { request, recorded, replayed } = stored?.payload ?? { request: null, recorded: null, replayed: null };
    if (request === null || recorded === null || replayed === null) {
      await noise.putItem(plan, round.round, chunk, item, { fields: [], changed: [], unjudged: [operation] });
      return null;
    }
    const sent = again ? await sendRequest(request, planned.traceId) : null;
    if (sent) counts = countedTimeouts(counts, sent.outcome);
    const answer = sent?.outcome.kind === 'response' && !sent.outcome.truncated ? storedAnswer(sent.outcome) : null;
    const facts = judgeRequest(
      {
        operation,
        request,
        recorded,
        replayed,
        replayedAgain: answer?.status === replayed.status ? answer : null,
        recordedAt: planned.recordedAt,
        replayedAt: head.replayedAt ?? null,
      },
      rulesOf(operation),
    );
    await noise.putItem(plan, round.round, chunk, item, facts);
    return sent && { slowsDown: isFailure(answer, replayed) };
  }

  async function sendAgain(chunk: number, failing: readonly Failing[]): Promise<void> {
    const waiting = failing.map((one) => ({ ...one, session: one.planned.session }));
    const over = new AbortController();
    const look = async () => {
      const latest = await plans.findRound(plan.planId, round.round);
      ended ||= latest?.result !== null || latest.interruption !== null;
      if (ended || isTargetGone()) over.abort();
    };
    const beat = repeatEvery(look, HEARTBEAT_MS);
    try {
      await sendPaced({
        lanes: lanes(waiting),
        runners: plan.load.concurrency,
        paceKey: `${plan.planId}-${round.round}-noise`,
        maxQps: plan.load.maxQps,
        signal,
        until,
        now,
        stopped: over.signal,
        // Checks before every request, so that no request starts after a stop was answered (interface 10).
        async send(one) {
          await look();
          return over.signal.aborted ? null : judgeOne(chunk, one, true);
        },
      });
    } finally {
      await beat.stop();
    }
  }

  return async function judge(index: number): Promise<NoiseFacts | 'unfinished' | 'ended'> {
    if (signal.aborted || now() >= until) return 'unfinished';
    const chunk = await results.findChunk(plan.planId, round.round, index);
    if (chunk === undefined) throw new Error('the chunk was never written');
    const failing = await failingOf(chunk);
    const pending = async () => {
      const judged = await noise.itemsOf(plan.planId, round.round, chunk);
      return failing.filter(({ planned }) => !judged.has(planned.item));
    };
    const waiting = await pending();
    const may = isTargetGone() ? new Set<number>() : await sendable(waiting);
    await sendAgain(
      index,
      waiting.filter(({ planned }) => may.has(planned.item)),
    );
    if (ended) return 'ended';
    if (isTargetGone()) log.warn('noise reduction sends no more', { plan_id: plan.planId, timeouts: counts.timeouts });
    for (const one of await pending()) {
      if (may.has(one.planned.item) && !isTargetGone()) return 'unfinished';
      await judgeOne(index, one, false);
    }
    const judged = await noise.itemsOf(plan.planId, round.round, chunk);
    const facts = mergeNoiseFacts([...judged.values()]);
    await noise.putChunk(plan, round.round, index, facts);
    return facts;
  };
}

/** A failure that the first replay did not have means that requests must be sent more slowly. */
const isFailure = (answer: RecordedResponse | null, before: RecordedResponse) =>
  answer === null || (answer.status >= 400 && answer.status !== before.status);
