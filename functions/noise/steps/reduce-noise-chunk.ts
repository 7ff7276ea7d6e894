import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import { countedTimeouts, isBroken, NO_TIMEOUTS, type TimeoutCounts } from '../../replay/domain/breaker.ts';
import { canResend } from '../../replay/domain/can-resend.ts';
import { lanes } from '../../replay/domain/lanes.ts';
import { laneSchedule } from '../../replay/domain/order/schedules.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { Chunk, PlannedCase } from '../../replay/domain/results/chunk.ts';
import { type SentBefore, sentRequestJob } from '../../replay/domain/results/sent-request-job.ts';
import { comparisonSetup } from '../../replay/steps/comparison-setup.ts';
import { callNotice } from '../../replay/steps/noticed-calls.ts';
import { repeatEvery } from '../../replay/steps/repeat-every.ts';
import { sendPaced } from '../../replay/steps/send-paced.ts';
import { type LoginCase, sessionLogin } from '../../replay/steps/session-login.ts';
import type { ResultHead } from '../../replay/store/result-rows.ts';
import { mergeNoiseFacts, type NoiseFacts } from '../domain/noise-facts.ts';
import { shouldJudge } from '../domain/should-judge.ts';
import { requestJudge } from '../service/request-judge.ts';
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
  const { noise, results, findings, recordings, plans, targets, work, elapsed, log } = services;
  const setup = await comparisonSetup(plan, services);
  const { today, settings, opener } = setup;
  const judgeOne = requestJudge({ plan, round }, setup, services);
  const noticedCalls = callNotice(services);
  const sendRequest = sessionLogin(plan, round.round, settings, services, opener);
  const findingsRulesOf = findings.rulesByOperation(today);
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

  /** A request as it was sent first, if that is not as recorded. */
  async function sentBefore(chunk: number, item: number): Promise<SentBefore | null> {
    const found = await results.findUnread(plan.planId, round.round, chunk, item);
    if (found === undefined) return null;
    const read = await work.run(sentRequestJob, async () => ({ stored: await found.stored.bytes() }), {
      bytes: found.stored.size,
    });
    return read.ok ? read.value : null;
  }

  /** The requests that may be sent again, so that no turn of the pace is used for the others. */
  async function sendable(failing: readonly Failing[]): Promise<ReadonlySet<number>> {
    const may = new Set<number>();
    for (const { planned, head } of failing) {
      const stored = await recordings.storedPayload(planned.caseId);
      const recorded = stored && (await setup.sendable(planned.caseId, stored));
      if (recorded && canResend(recorded.request.method, head.calls, settings)) may.add(planned.item);
    }
    return may;
  }

  /** Sends a request again and judges it; null if nothing was sent after all. */
  async function judgeAgain(chunk: number, failing: Failing, turn: LoginCase['turn']) {
    const { planned, head } = failing;
    const stored = await recordings.storedPayload(planned.caseId);
    const recorded = stored && (await setup.sendable(planned.caseId, stored));
    if (!recorded || head.replayedStatus === null || head.recordedStatus === null) {
      await judgeOne(chunk, planned, head, null);
      return null;
    }
    const { planItemId } = head;
    const { caseId, recordedAt } = planned;
    // With the values that the target issued before.
    const { request, aliases } = (await sentBefore(chunk, planned.item)) ?? { ...recorded, aliases: [] };
    const { calls } = recorded;
    const replayed = { planItemId, caseId, recordedAt, calls: calls.length, aliases };
    const about = { planned, recorded: recorded.request, recordedStatus: head.recordedStatus, turn, replayed };
    const judged = await sendRequest(request, planned.traceId, about, async (outcome, { replayId, begun, secrets }) => {
      counts = countedTimeouts(counts, outcome);
      const slowsDown = isFailure(outcome, head.replayedStatus);
      const replay = { replayId, appId: plan.appId, round: `${plan.planId}-${round.round}` };
      const noticed = begun ? await noticedCalls(replay, calls) : null;
      await judgeOne(chunk, planned, head, { outcome, calls: noticed, secrets });
      return { slowsDown };
    });
    return judged === 'stopped' ? null : judged;
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
        schedule: laneSchedule(lanes(waiting)),
        runners: plan.load.concurrency,
        paceKey: `${plan.planId}-${round.round}-noise`,
        maxQps: plan.load.maxQps,
        signal,
        until,
        elapsed,
        stopped: over.signal,
        // Checks before every request, so that no request starts after a stop was answered (interface 10).
        async send(one, turn) {
          await look();
          return over.signal.aborted ? null : judgeAgain(chunk, one, turn);
        },
      });
    } finally {
      await beat.stop();
    }
  }

  return async function judge(index: number): Promise<NoiseFacts | 'unfinished' | 'ended'> {
    if (signal.aborted || elapsed() >= until) return 'unfinished';
    const chunk = await results.findChunk(plan.planId, round.round, index);
    if (chunk === undefined) throw new Error('the chunk was never written');
    const failing = await failingOf(chunk);
    const pending = async () => {
      const judged = await noise.itemsOf(plan.planId, round.round, chunk);
      return failing.filter(({ planned }) => !judged.has(planned.item));
    };
    const waiting = await pending();
    // The target may have been removed since the replay.
    const isClosed = isTargetGone() || !(await targets.isStillAllowed(plan));
    const may = isClosed ? new Set<number>() : await sendable(waiting);
    await sendAgain(
      index,
      waiting.filter(({ planned }) => may.has(planned.item)),
    );
    if (ended) return 'ended';
    if (isTargetGone())
      log.warn('noise reduction stopped sending', { plan_id: plan.planId, timeouts: counts.timeouts });
    for (const one of await pending()) {
      if (may.has(one.planned.item) && !isTargetGone()) return 'unfinished';
      await judgeOne(index, one.planned, one.head, null);
    }
    const judged = await noise.itemsOf(plan.planId, round.round, chunk);
    const facts = mergeNoiseFacts([...judged.values()]);
    await noise.putChunk(plan, round.round, index, facts);
    return facts;
  };
}

/** A failure that the first replay did not have means that requests must be sent more slowly. */
const isFailure = (outcome: OutboundOutcome, statusBefore: number | null) =>
  outcome.kind !== 'response' || outcome.truncated || (outcome.status >= 400 && outcome.status !== statusBefore);
