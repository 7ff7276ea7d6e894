import { repeatEvery } from '../../platform/steps/repeat-every.ts';
import { countedTimeouts, isBroken, mergedTimeouts, NO_TIMEOUTS, type TimeoutCounts } from '../domain/breaker.ts';
import type { ReplayPlan, ReplayRound } from '../domain/plan.ts';
import type { Chunk } from '../domain/results/chunk.ts';
import { isFailing } from '../domain/results/is-failing.ts';
import { sendPaced } from '../service/sending/send-paced.ts';
import type { SendingServices } from '../services.ts';
import { chunkLanes, chunkSchedule, earlierOfSessions, type InLane } from './chunk-lanes.ts';
import { maySend } from './may-send.ts';
import { caseSender } from './send-case.ts';

/**
 * Maximum age of a worker's summary (interface 2.3), and maximum delay before a stop, a removed target or a tripped
 * breaker is noticed.
 */
const HEARTBEAT_MS = 1000;

export interface ChunkWork {
  plan: ReplayPlan;
  round: ReplayRound;
  chunk: Chunk;
  services: SendingServices;
  signal: AbortSignal;
  /** Monotonic ms after which nothing new is started. */
  until: number;
}

/**
 * Sends every request of a chunk without a stored outcome, in concurrent lanes; returns how many it left for another
 * call.
 */
export async function sendChunk({ plan, round, chunk, services, signal, until }: ChunkWork): Promise<number> {
  const { results, plans, now, elapsed, log } = services;
  const facts = { plan_id: plan.planId, round: round.round, chunk: chunk.chunk };
  const { workers = 1, requests = 0 } = round.selection ?? {};

  const soFar = await outcomesSoFar(plan, round.round, chunk, services);
  const { done } = soFar;
  let { counts, failing } = soFar;
  const pending = chunk.cases.filter(({ item }) => !done.has(item));
  for (const { item } of await results.ofPreparation(plan.planId, round.round, chunk)) done.add(item);
  if (pending.length === 0 || round.interruption !== null) return pending.length;

  const sender = await caseSender(plan, round.round, chunk, { ...services, signal });
  const used = round.selection?.order?.used ?? 'sessions';
  const earlier = used === 'sessions' ? NO_EARLIER : await earlierOfSessions(plan, round.round, chunk, services);
  for (const cases of earlier.values()) for (const { item } of cases) done.add(item);
  const lanes = chunkLanes(chunk, earlier, soFar);
  let left = pending.length;
  const stopped = new AbortController();

  const report = () =>
    results.putProgress(plan, round.round, { chunk: chunk.chunk, done: chunk.cases.length - left, failing, ...counts });

  /** Every second: reports this worker's progress, and detects a stop, a removed target, or the timeouts of the others. */
  async function heartbeat(): Promise<void> {
    await report();
    const latest = await plans.findRound(plan.planId, round.round);
    if (latest?.interruption !== null || !(await maySend(plan, round, services))) stopped.abort();
    // Only a worker that has seen a timeout itself reads the counts of the others: the first to reach the sum trips the
    // breaker for all.
    else if (counts.timeouts > 0) {
      const all = await results.progress(plan.planId, round.round);
      if (isBroken(mergedTimeouts(all), requests)) await trip();
    }
  }

  async function trip(): Promise<void> {
    stopped.abort();
    const tripped = await plans.setOnce(plan.planId, round.round, 'interruption', BROKEN);
    if (tripped) log.warn('circuit breaker tripped', { ...facts, timeouts: counts.timeouts });
  }

  /** Sends a request with the values of its lane, which are kept while it has requests left. */
  async function sendInLane({ planned, lane }: InLane, turn: () => Promise<boolean>) {
    lane.values ??= sender.valuesOf({ cases: lane.cases, done });
    const sent = await sender.send(planned, turn, lane.values, lane.cut);
    if (--lane.left === 0) delete lane.values;
    return sent;
  }

  /** Checks before every request, so that nothing is started after a stop was confirmed (interface 10). */
  async function sendOne(one: InLane, turn: () => Promise<boolean>) {
    const { planned } = one;
    if ((await plans.findRound(plan.planId, round.round))?.interruption !== null) {
      stopped.abort();
      return null;
    }
    const sent = await sendInLane(one, turn);
    if (sent === 'stopped') return null;
    if (planned.item < requests) {
      left--;
      if (sent?.isFailing) failing++;
    }
    if (sent === null) return null;
    counts = countedTimeouts(counts, sent);
    if (isBroken(counts, requests)) await trip();
    return sent;
  }

  if (round.startedAt === null) await plans.setOnce(plan.planId, round.round, 'startedAt', now());
  if (plan.status === 'PENDING') await plans.advance(plan.planId, round.round, ['PENDING'], 'RUNNING');
  const beat = repeatEvery(heartbeat, HEARTBEAT_MS);
  try {
    await sendPaced({
      schedule: chunkSchedule(chunk, lanes, used),
      runners: Math.max(1, Math.floor(plan.load.concurrency / workers)),
      paceKey: `${plan.planId}-${round.round}`,
      maxQps: plan.load.maxQps / workers,
      signal,
      until,
      elapsed,
      stopped: stopped.signal,
      send: sendOne,
    });
  } finally {
    await beat.stop();
  }
  await report();
  return left;
}

const BROKEN = 'The target stopped responding: too many requests in a row timed out. The rest were not sent.';

const NO_EARLIER: ReadonlyMap<string, never> = new Map<string, never>();

/** What the stored outcomes of a chunk say: of an earlier call, or one that crashed. */
async function outcomesSoFar(
  { planId }: ReplayPlan,
  round: number,
  chunk: Chunk,
  { results }: Pick<SendingServices, 'results'>,
) {
  const done = new Set<number>();
  const cut = new Set<number>();
  let counts: TimeoutCounts = NO_TIMEOUTS;
  let failing = 0;
  for await (const { item, outcome } of results.ofChunk(planId, round, chunk)) {
    done.add(item);
    if (isFailing(outcome)) failing++;
    if (outcome.cut) cut.add(item);
    counts = countedTimeouts(counts, { kind: outcome.failure === 'timeout' ? 'timeout' : 'response' });
  }
  return { done, cut, counts, failing };
}
