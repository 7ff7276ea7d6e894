import { repeatEvery } from '../../platform/steps/repeat-every.ts';
import { reloadedValue } from '../../platform/time/reloaded-value.ts';
import type { SendingServices } from '../composition.ts';
import { sendingOrder } from '../domain/lanes.ts';
import { startDelay } from '../domain/pace.ts';
import { dueTimes } from '../domain/pacing/recorded-pace.ts';
import { MAX_ROUND_AGE_MS, type ReplayPlan, type ReplayRound } from '../domain/plan.ts';
import type { Chunk } from '../domain/results/chunk.ts';
import { sendPaced } from '../service/sending/send-paced.ts';
import { chunkLanes, chunkSchedule, earlierOfSessions, type InLane } from './chunk-lanes.ts';
import { chunkProgress, outcomesSoFar } from './chunk-progress.ts';
import { caseSender } from './send-case.ts';
import type { SentOutcomes } from './sent-outcomes.ts';

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
 * Sends every request of a chunk without a stored outcome, in concurrent lanes, and stores outcomes by `outcomes`;
 * returns how many it left for another call.
 */
export async function sendChunk(
  { plan, round, chunk, services, signal, until }: ChunkWork,
  outcomes: SentOutcomes,
): Promise<number> {
  const { results, plans, elapsed } = services;
  const { workers = 1 } = round.selection ?? {};

  const soFar = await outcomesSoFar(plan, round.round, chunk, services);
  const { done } = soFar;
  const pending = chunk.cases.filter(({ item }) => !done.has(item));
  for (const { item } of await results.ofPreparation(plan, round.round, chunk)) done.add(item);
  if (pending.length === 0 || round.interruption !== null) return pending.length;

  const sender = await caseSender(plan, round.round, chunk, outcomes, { ...services, signal, done });
  const used = round.selection?.order?.used ?? 'sessions';
  const earlier = used === 'sessions' ? NO_EARLIER : await earlierOfSessions(plan, round.round, chunk, services);
  for (const cases of earlier.values()) for (const { item } of cases) done.add(item);
  const due = await recordedTimes({ plan, round, chunk, services }, done);
  const lanes = chunkLanes(chunk, earlier, soFar);
  const progress = chunkProgress({ plan, round, chunk }, { ...soFar, left: pending.length }, services);

  /** Sends a request with the values of its lane, which are kept while it has requests left. */
  async function sendInLane({ planned, lane }: InLane, turn: () => Promise<boolean>) {
    lane.values ??= sender.valuesOf({ cases: lane.cases, done });
    const sent = await sender.send(planned, turn, lane.values, lane.cut);
    if (--lane.left === 0) delete lane.values;
    return sent;
  }

  const latest = reloadedValue(() => plans.findRound(plan.planId, round.round), {
    now: elapsed,
    everyMs: MAX_ROUND_AGE_MS,
    retryMs: null,
  });

  /** Checks before every request, so that nothing is started after a stop was confirmed (interface 10). */
  async function sendOne(one: InLane, turn: () => Promise<boolean>) {
    if ((await latest.get())?.interruption !== null) {
      progress.stop();
      return null;
    }
    const sent = await sendInLane(one, turn);
    if (sent === 'stopped') return null;
    if (progress.note(one.planned, sent)) await progress.trip();
    return sent;
  }

  await noteStart(plan, round, services);
  const beat = repeatEvery(progress.heartbeat, HEARTBEAT_MS);
  try {
    await sendPaced({
      schedule: chunkSchedule(chunk, lanes, used),
      runners: Math.max(1, Math.floor(plan.load.concurrency / workers)),
      paceKey: `${plan.planId}-${round.round}`,
      maxQps: plan.load.maxQps / workers,
      delay: startDelay(chunk.chunk, workers),
      signal,
      until,
      elapsed,
      stopped: progress.stopped,
      dueAt: ({ planned }) => due.get(planned.item),
      send: sendOne,
    });
  } finally {
    await beat.stop();
  }
  await outcomes.stored();
  await progress.report();
  return progress.left();
}

/** The first worker that sends starts the round. */
async function noteStart(plan: ReplayPlan, round: ReplayRound, { plans, now }: SendingServices): Promise<void> {
  if (round.startedAt === null) await plans.setOnce(plan.planId, round.round, 'startedAt', now());
  if (plan.status === 'PENDING') await plans.advance(plan.planId, round.round, ['PENDING'], 'RUNNING');
}

const NO_EARLIER: ReadonlyMap<string, never> = new Map<string, never>();

const NONE_DUE: ReadonlyMap<number, number> = new Map<number, number>();

/** When the requests of a chunk are due; empty where the run does not keep the recorded pace. */
async function recordedTimes(
  { plan, round, chunk, services }: Pick<ChunkWork, 'plan' | 'round' | 'chunk' | 'services'>,
  done: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  const { pace: factor, planId } = plan;
  if (factor === undefined) return NONE_DUE;
  const { results, elapsed } = services;
  const before = chunk.chunk === 0 ? undefined : await results.findChunk(planId, round.round, chunk.chunk - 1);
  const previous = before && sendingOrder(before).at(-1);
  return dueTimes({ requests: sendingOrder(chunk), done, previous, factor, begin: elapsed() });
}
