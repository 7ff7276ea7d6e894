import type { RateLimit } from '../../platform/values/rate-window.ts';
import type { MessageKind } from './channel-kind.ts';

/** Maximum clock error of each writer (facts: delivery 3.2). */
const CLOCK_SKEW_MS = 2_000;

/** A token older than this before the first byte is not used (checked by the notifier). */
export const MAX_TOKEN_AGE_MS = 2_000;

/**
 * The window of tokens that enforces one minute. Token k has the time t(k) that its writer read from its clock after
 * reading the row. Its message is sent at u(k), no earlier than t(k) and at most MAX_TOKEN_AGE_MS later. Of 21
 * messages, let the first have token a and the last token b. Then b was granted against token m = b - 20 >= a, which
 * was stamped after a's row was written, or is a itself. Two clocks differ by at most 2 * CLOCK_SKEW_MS, so u(b) >=
 * t(b) >= t(m) + window - 4 s >= u(a) - 2 s + window - 4 s. With a window of 60 s + 4 s + 2 s, the two are at least 60
 * s apart.
 */
const MINUTE_MS = 60_000 + 2 * CLOCK_SKEW_MS + MAX_TOKEN_AGE_MS;

/** Vendors' rate limits per bot (facts: bots). `full`: what happens to a message above the limit (spec 8). */
export const SENDING_LIMITS: Readonly<
  Record<MessageKind, { limits: readonly RateLimit[]; full: 'drop' | 'delay' } | null>
> = {
  alpha_bot: {
    limits: [
      { max: 100, windowMs: MINUTE_MS },
      // Clock differences may let a few more through. The vendor then returns 11232, which proves that they were not
      // delivered, and they are retried.
      { max: 5, windowMs: 1_500 },
    ],
    full: 'delay',
  },
  beta_bot: { limits: [{ max: 20, windowMs: MINUTE_MS }], full: 'drop' },
  webhook: null,
  // https://api.slack.com/docs/rate-limits: one message per second and webhook; short bursts are accepted.
  slack: { limits: [{ max: 1, windowMs: 1_500 }], full: 'delay' },
  // Microsoft Teams, limits of webhooks: four requests per second.
  teams: { limits: [{ max: 4, windowMs: 1_500 }], full: 'delay' },
};

/** Rate limits of test sends (interface 2.7): per channel, and for all channels together (docs/settings.md). */
export const testLimits = (perMinute: number): Record<'channel' | 'all', readonly RateLimit[]> => ({
  channel: [{ max: 10, windowMs: 60_000 }],
  all: [{ max: perMinute, windowMs: 60_000 }],
});
