import type { ChannelType, Judgement, NotificationEvent } from './channels/channel-kind.ts';
import { CHANNEL_TRAITS } from './channels/channel-traits.ts';
import type { TerminalState } from './delivery.ts';
import { retryAfterMs } from './retry-after.ts';
import { retryDelayMs } from './retry-delay.ts';

/** What happens to a delivery after an attempt: its end, or a retry at that time (epoch ms). */
export type AfterAttempt = { end: TerminalState } | { again: number };

type Meaning = Judgement['outcome'];

/** Meaning of an exchange that ended without a response (facts: delivery 3.2). */
export const meaningWithoutAnswer = ({ written }: { written: boolean }): Meaning =>
  written ? 'ambiguous' : 'not-delivered';

interface Attempted {
  type: ChannelType;
  event: NotificationEvent;
  /** Including this one. */
  attempts: number;
  meaning: Meaning;
  /** Retry-After of the response. Null if there was none. */
  retryAfter: string | null;
  now: number;
  chance: string;
}

/**
 * The outcome classes of facts: delivery 3.2. An ambiguous outcome is never retried for a bot; for a webhook it is
 * retried with the same id. A test has one attempt. Retry-After only applies if a retry is due anyway.
 */
export function afterAttempt({ type, event, attempts, meaning, retryAfter, now, chance }: Attempted): AfterAttempt {
  if (meaning === 'delivered') return { end: 'SENT' };
  if (meaning === 'refused') return { end: 'FAILED' };
  const givenUp: AfterAttempt = { end: meaning === 'ambiguous' ? 'UNKNOWN' : 'FAILED' };
  if (event === 'test' || (meaning === 'ambiguous' && !CHANNEL_TRAITS[type].recognisesRepeats)) return givenUp;
  const delay = retryDelayMs(attempts, chance);
  if (delay === null) return givenUp;
  return { again: now + Math.max(delay, retryAfterMs(retryAfter, now)) };
}
