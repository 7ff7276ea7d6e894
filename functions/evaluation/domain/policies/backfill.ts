import * as v from 'valibot';
import { isoTime } from '../../../platform/time/iso-time.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { MAX_SET_CASES } from '../replay-regression/case-set.ts';
import { StatusReason } from '../runs/run.ts';
import type { RunStatus } from '../statuses.ts';
import { MAX_FAILED_RUNS } from './online-policy-budgets.ts';
import { MAX_BACKFILL_MS, MAX_WINDOW_MS, type PolicyWindow } from './policy-window.ts';

export const BACKFILL_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

/** Parses a sent time to epoch ms. */
const Moment = v.pipe(v.string(), v.transform(isoTime), v.number());

/** Body with a window of recordings, [from, to). */
export const WindowBody = v.object({ from: Moment, to: Moment });

/** Body of a backfill (evaluation 3.13). Default of `rate`: the policy's rate. */
export const BackfillBody = v.object({
  ...WindowBody.entries,
  rate: v.nullish(v.pipe(v.number(), v.gtValue(0), v.maxValue(1))),
  max_targets: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_SET_CASES)),
  dry_run: v.optional(v.boolean(), false),
});
export type BackfillBody = v.InferOutput<typeof BackfillBody>;

/** A backfill as stored (evaluation 3.13). Times are epoch ms. */
export const Backfill = v.object({
  backfill_id: v.string(),
  policy_id: v.string(),
  version: v.number(),
  policy_version: Digest,
  from: v.number(),
  to: v.number(),
  rate: v.number(),
  max_targets: v.number(),
  status: v.picklist(BACKFILL_STATUSES),
  /** Number of targets. Null until they are counted. */
  total: v.nullable(v.number()),
  /** Targets of ended runs. */
  processed: v.number(),
  error: v.nullable(StatusReason),
  /** Start of the next window. */
  next_from: v.number(),
  /**
   * Samples up to this position are selected (windowSelection). Null before they are counted, and if there are none.
   */
  cutoff: v.nullable(v.number()),
  /** The run that the backfill waits for. */
  current: v.nullable(v.object({ workflow_run_id: v.string(), targets: v.number() })),
  failed_in_a_row: v.number(),
  created_by: v.string(),
  created_at: v.number(),
  completed_at: v.nullable(v.number()),
  revision: v.number(),
});
export type Backfill = v.InferOutput<typeof Backfill>;

/** Which bound of a window is invalid, and why (evaluation 3.13). Null if the window is valid. */
export function windowFault({ from, to }: PolicyWindow, now: number, maxMs: number): ['from' | 'to', string] | null {
  if (to > now) return ['to', 'must not be in the future'];
  if (from >= to) return ['from', 'must be before to'];
  return to - from > maxMs ? ['from', 'exceeds the maximum window before to'] : null;
}

/** The same for a backfill, which reaches at most 180 days back. */
export const backfillFault = (window: PolicyWindow, now: number): ReturnType<typeof windowFault> =>
  windowFault(window, now, MAX_BACKFILL_MS) ??
  (window.from < now - MAX_BACKFILL_MS ? ['from', 'is more than 180 days back'] : null);

/** The next window of a backfill, at most one day. Null after the last one. */
export const nextBackfillWindow = ({ next_from, to }: Pick<Backfill, 'next_from' | 'to'>): PolicyWindow | null =>
  next_from < to ? { from: next_from, to: Math.min(to, next_from + MAX_WINDOW_MS) } : null;

export const isBackfillOver = ({ status }: Pick<Backfill, 'status'>): boolean =>
  status !== 'queued' && status !== 'running';

/** Whether a tick may have begun the next window: the backfill waits for no run. */
export const mayHaveStarted = ({ status, current }: Pick<Backfill, 'status' | 'current'>): boolean =>
  status === 'running' && current === null;

/** A backfill after its run has ended: its targets are processed, and three failures in a row end it. */
export function afterRun(backfill: Backfill, status: RunStatus, now: number): Backfill {
  const { current, processed, failed_in_a_row } = backfill;
  const failed = status === 'failed' ? failed_in_a_row + 1 : 0;
  const after = {
    ...backfill,
    current: null,
    processed: processed + (current?.targets ?? 0),
    failed_in_a_row: failed,
  };
  return failed < MAX_FAILED_RUNS
    ? after
    : endedBackfill(after, 'failed', now, {
        code: 'failed_runs',
        detail: `The last ${MAX_FAILED_RUNS} runs of the backfill failed.`,
      });
}

/** An ended backfill, with the reason if it failed. */
export const endedBackfill = (
  backfill: Backfill,
  status: 'completed' | 'failed' | 'cancelled',
  now: number,
  error: StatusReason | null = null,
): Backfill => ({ ...backfill, status, error, completed_at: now });
