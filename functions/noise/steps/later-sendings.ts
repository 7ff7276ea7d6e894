import { pause } from '../../platform/steps/pause.ts';
import type { SecondAnswer } from '../../replay/composition.ts';
import { resentSide, resentStatus } from '../../replay/domain/baseline/resent-side.ts';
import { SAFE_METHODS } from '../../replay/domain/can-resend.ts';
import type { PlannedCase } from '../../replay/domain/results/chunk.ts';
import { hasOpenField, openFields } from '../domain/later-facts.ts';
import { chosenForLater, laterTimes, mayBeSentLater } from '../domain/later-times.ts';
import { mayHaveWritten } from '../domain/may-have-written.ts';
import { mergeNoiseFacts, type NoiseFacts } from '../domain/noise-facts.ts';
import type { Failing } from './failing-requests.ts';
import type { NoiseWork } from './paced-resending.ts';
import type { Judging } from './reduce-noise-chunk.ts';

/** How long the requests of one time may take. */
const MAX_SENDING_MS = 20_000;
/** Bytes of responses that are kept until their requests were sent for the last time. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** A request that is sent again later. */
interface Open extends Failing {
  /** What is known of it. */
  facts: NoiseFacts;
  answers: SecondAnswer[];
  /** Monotonic ms of the last sending. */
  sentAt: number;
}

/**
 * Sends safe requests with fields that are still not explained again, some seconds after the last request of the round
 * (interface 3.1), at most once per round; `except`: items that were sent again just now. Returns the facts by chunk,
 * or `ended` if the round was stopped in the meantime.
 */
export async function laterSendings(
  work: Omit<NoiseWork, 'until'>,
  { again, judge }: Judging,
  facts: readonly NoiseFacts[],
  except: ReadonlySet<number>,
): Promise<readonly NoiseFacts[] | 'ended'> {
  const { plan, round, services, signal } = work;
  const { noise, results, targets, now, elapsed, config } = services;
  const isDataChanged = mayHaveWritten(round);
  const times = laterTimes(config.settleMs, isDataChanged);
  const open = openFields(mergeNoiseFacts(facts));
  if (times.length === 0 || open.size === 0 || again.isTargetGone()) return facts;

  async function openOf(index: number): Promise<Open[]> {
    const chunk = await results.findChunk(plan.planId, round.round, index);
    if (chunk === undefined) return [];
    const items = await noise.itemsOf(plan.planId, round.round, chunk);
    return (await again.failingOf(chunk)).flatMap((one) => {
      const of = items.get(one.planned.item);
      const isOpen = of && isSafe(one.planned) && hasOpenField(of, open) && mayBeSentLater(of);
      return isOpen && !except.has(one.planned.item) ? { ...one, facts: of, answers: [], sentAt: 0 } : [];
    });
  }

  /** Sends requests at each time, as long as they are answered as before and have an open field. */
  async function sendAtTimes(requests: readonly Open[]): Promise<'ended' | undefined> {
    const begin = elapsed() - Math.max(0, now() - (round.finishedAt ?? now()));
    let keptBytes = 0;
    for (const [index, time] of times.entries()) {
      await pause(Math.max(0, begin + time - elapsed()), signal);
      const apart = time - (times[index - 1] ?? time);
      const still = requests.filter(
        (one) =>
          one.answers.length === index &&
          one.answers.every(isLike(resentStatus(plan, one.head))) &&
          hasOpenField(one.facts, open),
      );
      await again.sendAll(still, elapsed() + MAX_SENDING_MS, async (one, turn) => {
        await pause(Math.max(0, one.sentAt + apart - elapsed()), signal);
        return again.resend(one, turn, async (answer) => {
          one.sentAt = elapsed();
          keptBytes += bytesOf(answer);
          one.answers.push(keptBytes > MAX_KEPT_BYTES ? withoutBody(answer) : answer);
        });
      });
      if (again.isEnded()) return 'ended';
      // Where data may have changed, one response alone says nothing.
      if (!isDataChanged) await judgeAll(still.filter(({ answers }) => answers.length > index));
    }
    if (isDataChanged) await judgeAll(requests.filter(({ answers }) => answers.length > 0));
    return undefined;
  }

  async function judgeAll(requests: readonly Open[]): Promise<void> {
    for (const one of requests) one.facts = await judge.judgeLater(one, { answers: one.answers, isDataChanged });
  }

  const found: Open[] = [];
  for (const [index, of] of facts.entries())
    if (hasOpenField(of, open)) for (const one of await openOf(index)) found.push(one);
  const chosen = chosenForLater(found, ({ planned }) => planned.operation);
  if (chosen.length === 0 || !(await targets.isStillAllowed(resentSide(plan)))) return facts;
  if (!(await noise.beginLater(plan, round.round))) return facts;
  if ((await sendAtTimes(chosen)) === 'ended') return 'ended';
  const judged = new Set(chosen.flatMap(({ chunk, answers }) => (answers.length > 0 ? chunk : [])));
  return Promise.all(facts.map((of, index) => (judged.has(index) ? judgedChunk(work, index) : of)));
}

/** Stores and returns the facts of a chunk whose requests were judged again. */
async function judgedChunk(
  { plan, round, services: { noise, results } }: Pick<NoiseWork, 'plan' | 'round' | 'services'>,
  index: number,
): Promise<NoiseFacts> {
  const chunk = await results.findChunk(plan.planId, round.round, index);
  const items = chunk && (await noise.itemsOf(plan.planId, round.round, chunk));
  const merged = mergeNoiseFacts([...(items?.values() ?? [])]);
  await noise.putChunk(plan, round.round, index, merged);
  return merged;
}

const isSafe = ({ method }: PlannedCase): boolean => method !== undefined && SAFE_METHODS.has(method);

const isLike =
  (status: number | null) =>
  ({ outcome }: SecondAnswer): boolean =>
    outcome.kind === 'response' && !outcome.truncated && outcome.status === status;

const bytesOf = ({ outcome }: SecondAnswer): number => (outcome.kind === 'response' ? outcome.body.byteLength : 0);

/** A response that is not kept proves nothing. */
const withoutBody = ({ outcome, ...answer }: SecondAnswer): SecondAnswer => ({
  ...answer,
  outcome: outcome.kind === 'response' ? { ...outcome, body: NO_BYTES, truncated: true } : outcome,
});
const NO_BYTES = new Uint8Array();
