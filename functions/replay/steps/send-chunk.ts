import { countedTimeouts, isBroken, mergedTimeouts, NO_TIMEOUTS, type TimeoutCounts } from '../domain/breaker.ts';
import { sendingLanes } from '../domain/lanes.ts';
import type { ReplayPlan, ReplayRound } from '../domain/plan.ts';
import type { Chunk, PlannedCase } from '../domain/results/chunk.ts';
import { isFailing } from '../domain/results/is-failing.ts';
import type { SendingServices } from '../services.ts';
import type { LaneValues } from './lane-values.ts';
import { repeatEvery } from './repeat-every.ts';
import { caseSender } from './send-case.ts';
import { sendPaced } from './send-paced.ts';

/**
 * Maximum age of a worker's summary (interface 2.3), and maximum delay before a stop or a tripped breaker is noticed.
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

/** A request, and the values of its lane. */
interface InLane {
  planned: PlannedCase;
  values: LaneValues | null;
}

/**
 * Sends every request of a chunk without a stored outcome, in concurrent lanes; returns how many it left for another
 * call.
 */
export async function sendChunk({ plan, round, chunk, services, signal, until }: ChunkWork): Promise<number> {
  const { results, plans, now, elapsed, log } = services;
  const facts = { plan_id: plan.planId, round: round.round, chunk: chunk.chunk };
  const { workers = 1, requests = 0 } = round.selection ?? {};

  const done = new Set<number>();
  let counts: TimeoutCounts = NO_TIMEOUTS;
  let failing = 0;
  for await (const { item, outcome } of results.ofChunk(plan.planId, round.round, chunk)) {
    done.add(item);
    if (isFailing(outcome)) failing++;
    counts = countedTimeouts(counts, { kind: outcome.failure === 'timeout' ? 'timeout' : 'response' });
  }
  const pending = chunk.cases.filter(({ item }) => !done.has(item));
  for (const { item } of await results.ofPreparation(plan.planId, round.round, chunk)) done.add(item);
  if (pending.length === 0 || round.interruption !== null) return pending.length;

  const sender = await caseSender(plan, round.round, chunk, services);
  const waiting = sendingLanes(chunk)
    .map((cases): InLane[] => {
      const values = sender.valuesOf({ cases, done, chunk });
      return cases.filter(({ item }) => !done.has(item)).map((planned) => ({ planned, values }));
    })
    .filter((lane) => lane.length > 0);
  let left = pending.length;
  const stopped = new AbortController();

  const report = () =>
    results.putProgress(plan, round.round, { chunk: chunk.chunk, done: chunk.cases.length - left, failing, ...counts });

  /** Every second: reports this worker's progress, and detects a stop while waiting, or the timeouts of the others. */
  async function heartbeat(): Promise<void> {
    await report();
    const latest = await plans.findRound(plan.planId, round.round);
    if (latest?.interruption !== null) stopped.abort();
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

  /** Checks before every request, so that nothing is started after a stop was confirmed (interface 10). */
  async function sendOne({ planned, values }: InLane, turn: () => Promise<boolean>) {
    if ((await plans.findRound(plan.planId, round.round))?.interruption !== null) {
      stopped.abort();
      return null;
    }
    const sent = await sender.send(planned, turn, values);
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
      lanes: waiting,
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
