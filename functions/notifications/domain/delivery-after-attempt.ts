import type { ChannelType, Judgement, NotificationEvent } from './channels/channel-kind.ts';
import type { TerminalState } from './delivery.ts';
import { retryAfterMs } from './retry-after.ts';
import { retryDelayMs } from './retry-delay.ts';

/** What becomes of a delivery: its end, or another attempt at that time (epoch ms). */
export type AfterAttempt = { end: TerminalState } | { again: number };

type Meaning = Judgement['outcome'];

/** What an end of an exchange means before anybody looks at an answer (facts: delivery 3.2). */
export const meaningWithoutAnswer = ({ written }: { written: boolean }): Meaning =>
  written ? 'ambiguous' : 'not-delivered';

interface Attempted {
  type: ChannelType;
  event: NotificationEvent;
  /** This one included. */
  attempts: number;
  meaning: Meaning;
  /** Retry-After of the answer; null where there was none. */
  retryAfter: string | null;
  now: number;
  chance: string;
}

/**
 * The outcome classes of facts: delivery 3.2. What nobody can tell is never sent to a bot again; a webhook gets it again with the
 * same id. A test is one attempt. Retry-After is heard where another attempt is due anyway.
 */
export function afterAttempt({ type, event, attempts, meaning, retryAfter, now, chance }: Attempted): AfterAttempt {
  if (meaning === 'delivered') return { end: 'SENT' };
  if (meaning === 'refused') return { end: 'FAILED' };
  const givenUp: AfterAttempt = { end: meaning === 'ambiguous' ? 'UNKNOWN' : 'FAILED' };
  if (event === 'test' || (meaning === 'ambiguous' && type !== 'webhook')) return givenUp;
  const delay = retryDelayMs(attempts, chance);
  if (delay === null) return givenUp;
  return { again: now + Math.max(delay, retryAfterMs(retryAfter, now)) };
}
