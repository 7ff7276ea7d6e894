import type { SendingServices } from '../composition.ts';
import { countedTimeouts, isBroken, mergedTimeouts, NO_TIMEOUTS, type TimeoutCounts } from '../domain/breaker.ts';
import type { ReplayPlan, ReplayRound } from '../domain/plan.ts';
import type { Chunk, PlannedCase } from '../domain/results/chunk.ts';
import { isFailing } from '../domain/results/clusters.ts';
import { maySend } from './may-send.ts';
import type { SentCase } from './sent-case.ts';

type SoFar = Awaited<ReturnType<typeof outcomesSoFar>>;

/** What the stored outcomes of a chunk say: of an earlier call, or one that crashed. */
export async function outcomesSoFar(
  plan: ReplayPlan,
  round: number,
  chunk: Chunk,
  { results }: Pick<SendingServices, 'results'>,
) {
  const done = new Set<number>();
  const cut = new Set<number>();
  let counts: TimeoutCounts = NO_TIMEOUTS;
  let failing = 0;
  for await (const { item, outcome } of results.ofChunk(plan, round, chunk)) {
    done.add(item);
    if (isFailing(outcome)) failing++;
    if (outcome.cut) cut.add(item);
    counts = countedTimeouts(counts, { kind: outcome.failure === 'timeout' ? 'timeout' : 'response' });
  }
  return { done, cut, counts, failing };
}

/** Workers of a run that read the progress of all others in one second: a row for each chunk. */
const READERS = 10;

/** Whether it is the turn of a worker, second by second: of many workers, each reads less often. @internal */
export function takesTurns(chunk: number, workers: number): () => boolean {
  const every = Math.max(1, Math.ceil(workers / READERS));
  let second = chunk;
  return () => second++ % every === 0;
}

const TIMED_OUT = 'stopped responding: too many requests in a row timed out. The rest were not sent.';
const broken = ({ baselineEnv }: ReplayPlan): string =>
  `${baselineEnv === undefined ? 'The target' : 'The target or the running build'} ${TIMED_OUT}`;

/** The progress of a worker that sends a chunk, `left` requests of which have no outcome, and what stops it. */
export function chunkProgress(
  { plan, round, chunk }: { plan: ReplayPlan; round: ReplayRound; chunk: Chunk },
  soFar: Pick<SoFar, 'counts' | 'failing'> & { left: number },
  services: SendingServices,
) {
  const { results, plans, log } = services;
  const { requests = 0, workers = 1 } = round.selection ?? {};
  let { counts, failing, left } = soFar;
  const stopped = new AbortController();
  const mayReadOthers = takesTurns(chunk.chunk, workers);

  const report = () =>
    results.putProgress(plan, round.round, { chunk: chunk.chunk, done: chunk.cases.length - left, failing, ...counts });

  /**
   * Every second: reports this worker's progress, and detects a stop, a removed target, or the timeouts of the others.
   */
  async function heartbeat(): Promise<void> {
    await report();
    const latest = await plans.findRound(plan.planId, round.round);
    if (latest?.interruption !== null || !(await maySend(plan, round, services))) stopped.abort();
    // Only a worker that has seen a timeout itself reads the counts of the others: the first to reach the sum trips the
    // breaker for all.
    else if (counts.timeouts > 0 && mayReadOthers()) {
      const all = await results.progress(plan.planId, round.round);
      if (isBroken(mergedTimeouts(all), requests)) await trip();
    }
  }

  async function trip(): Promise<void> {
    stopped.abort();
    const tripped = await plans.setOnce(plan.planId, round.round, 'interruption', broken(plan));
    if (tripped)
      log.warn('circuit breaker tripped', {
        plan_id: plan.planId,
        round: round.round,
        chunk: chunk.chunk,
        timeouts: counts.timeouts,
      });
  }

  return {
    report,
    heartbeat,
    trip,
    stop: () => stopped.abort(),
    stopped: stopped.signal,
    left: () => left,

    /** Counts a request that was sent; true if the target no longer answers. */
    note({ item }: PlannedCase, sent: SentCase | null): boolean {
      if (item < requests) {
        left--;
        if (sent?.isFailing) failing++;
      }
      if (sent === null) return false;
      counts = countedTimeouts(counts, sent);
      return isBroken(counts, requests);
    },
  };
}
