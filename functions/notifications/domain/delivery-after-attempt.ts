import type { DeliveryOutcome, MessageKind, NotificationEvent } from './channel-kind.ts';
import { CHANNEL_TRAITS } from './channels/channel-traits.ts';
import type { TerminalState } from './delivery.ts';
import { retryAfterMs } from './retry-after.ts';
import { retryDelayMs } from './retry-delay.ts';

/** What happens to a delivery after an attempt: its end, or a retry at that time (epoch ms). */
export type AfterAttempt = { end: TerminalState } | { retryAt: number };

type OutcomeKind = DeliveryOutcome['outcome'];

/** Meaning of an exchange that ended without a response (facts: delivery 3.2). */
export const outcomeWithoutAnswer = ({ written }: { written: boolean }): OutcomeKind =>
  written ? 'ambiguous' : 'not-delivered';

interface Attempted {
  type: MessageKind;
  event: NotificationEvent;
  /** Including this one. */
  attempts: number;
  outcome: OutcomeKind;
  /** Retry-After of the response. Null if there was none. */
  retryAfter: string | null;
  now: number;
  entropy: string;
}

/**
 * The outcome classes of facts: delivery 3.2. An ambiguous outcome is never retried for a chat; for an event it is
 * retried with the same id. A test has one attempt. Retry-After only applies if a retry is due anyway.
 */
export function afterAttempt({ type, event, attempts, outcome, retryAfter, now, entropy }: Attempted): AfterAttempt {
  if (outcome === 'delivered') return { end: 'SENT' };
  if (outcome === 'refused') return { end: 'FAILED' };
  const givenUp: AfterAttempt = { end: outcome === 'ambiguous' ? 'UNKNOWN' : 'FAILED' };
  if (event === 'test' || (outcome === 'ambiguous' && !CHANNEL_TRAITS[type].recognisesRepeats)) return givenUp;
  const delay = retryDelayMs(attempts, entropy);
  if (delay === null) return givenUp;
  return { retryAt: now + Math.max(delay, retryAfterMs(retryAfter, now)) };
}
