import type { RateLimit } from '../../platform/rate-window.ts';
import type { ChannelType } from './channels/channel-kind.ts';

/** Each writer's clock may be off by so much (facts: delivery 3.2). */
const CLOCK_SKEW_MS = 2_000;

/** A token that is older than this when the first byte would go out is not used (checked by the notifier). */
export const MOST_TOKEN_AGE_MS = 2_000;

/**
 * A minute as tokens count it. Token k carries the time t(k) that its writer read from its clock after reading the row; its
 * message leaves at u(k), no sooner than t(k) and at most MOST_TOKEN_AGE_MS later. Of 21 messages, let the first have token a and
 * the last token b; then b was granted against token m = b - 20 >= a, stamped at or after a's row was written or a's own. Two
 * clocks differ by at most 2 * CLOCK_SKEW_MS, so u(b) >= t(b) >= t(m) + window - 4 s >= u(a) - 2 s + window - 4 s: with a
 * window of 60 s + 4 s + 2 s the two are never less than 60 s apart.
 */
const MINUTE_MS = 60_000 + 2 * CLOCK_SKEW_MS + MOST_TOKEN_AGE_MS;

/** What the vendors take from one robot (facts: bots); `full`: what happens to a message that finds no room (spec 8). */
export const SENDING_LIMITS: Readonly<
  Record<ChannelType, { limits: readonly RateLimit[]; full: 'drop' | 'delay' } | null>
> = {
  alpha_bot: {
    limits: [
      { most: 100, windowMs: MINUTE_MS },
      // Two clocks may let a few more through: the vendor says 11232, which is proven not delivered, and they come again.
      { most: 5, windowMs: 1_500 },
    ],
    full: 'delay',
  },
  beta_bot: { limits: [{ most: 20, windowMs: MINUTE_MS }], full: 'drop' },
  webhook: null,
};

/** Test sends (interface 2.7): of one channel, and of all channels together. */
export const TEST_LIMITS: Readonly<Record<'channel' | 'all', readonly RateLimit[]>> = {
  channel: [{ most: 10, windowMs: 60_000 }],
  all: [{ most: 30, windowMs: 60_000 }],
};
