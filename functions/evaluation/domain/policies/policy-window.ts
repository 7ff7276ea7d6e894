import * as v from 'valibot';
import type { OnlinePolicy } from './online-policy.ts';

/** A window of recordings, [from, to), in epoch ms. */
export const PolicyWindow = v.object({ from: v.number(), to: v.number() });
export type PolicyWindow = v.InferOutput<typeof PolicyWindow>;

const DAY_MS = 86_400_000;
/** Maximum window: a backlog is processed one day at a time. */
export const MAX_WINDOW_MS = DAY_MS;
/** Maximum age of the start of a backfill (evaluation 3.13). */
export const MAX_BACKFILL_MS = 180 * DAY_MS;

/** How long a tick's claim lasts: the maximum duration of a tick. */
export const CLAIM_MS = 15 * 60_000;
/** Delay while work waits for a run, or for room in the queue. */
export const WAIT_MS = 60_000;

/**
 * The window [watermark_at, now - wait) of a policy (evaluation 3.13). Null if it is empty, for example after the clock
 * was set back.
 */
export function dueWindow(
  { watermark_at, spec }: Pick<OnlinePolicy, 'watermark_at' | 'spec'>,
  now: number,
): PolicyWindow | null {
  const until = now - spec.watermark.wait_for_late_s * 1000;
  const to = Math.min(until, watermark_at + MAX_WINDOW_MS);
  return to > watermark_at ? { from: watermark_at, to } : null;
}
