import * as v from 'valibot';
import type { OnlinePolicy } from './online-policy.ts';

/** What was recorded in [from, to), epoch ms. */
export const PolicyWindow = v.object({ from: v.number(), to: v.number() });
export type PolicyWindow = v.InferOutput<typeof PolicyWindow>;

const DAY_MS = 86_400_000;
/** Longest window: what was left lying is worked through a day at a time. */
export const LONGEST_WINDOW_MS = DAY_MS;
/** How far back a backfill may begin (evaluation 3.13). */
export const LONGEST_BACKFILL_MS = 180 * DAY_MS;

/** How long others leave what one tick is at to it: as long as a tick may last. */
export const CLAIM_MS = 15 * 60_000;
/** How long work waits for a run, or for room among the queued ones. */
export const WAIT_MS = 60_000;

/** The window [watermark_at, now - wait) of a policy (evaluation 3.13); null where nothing is in it yet, as when the clock went back. */
export function dueWindow(
  { watermark_at, spec }: Pick<OnlinePolicy, 'watermark_at' | 'spec'>,
  now: number,
): PolicyWindow | null {
  const until = now - spec.watermark.wait_for_late_s * 1000;
  const to = Math.min(until, watermark_at + LONGEST_WINDOW_MS);
  return to > watermark_at ? { from: watermark_at, to } : null;
}
