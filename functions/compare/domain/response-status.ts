import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import type { ResponseDifferenceKind } from './difference.ts';

/** Statuses with a dedicated kind, in the order of interface 2.4; each is the only difference of its request. */
const STATUS_KINDS: readonly { is: (status: number) => boolean; kind: ResponseDifferenceKind }[] = [
  { is: (status) => status >= 500 && status <= 599 && status !== 504, kind: 'SERVER_ERROR' },
  { is: (status) => status === 404, kind: 'NOT_FOUND' },
  { is: (status) => status === 401, kind: 'UNAUTHORIZED' },
  { is: (status) => status === 403, kind: 'FORBIDDEN' },
  { is: (status) => status === 429, kind: 'RATE_LIMITED' },
  { is: (status) => status === 504, kind: 'TIMEOUT' },
];

/** The difference of a changed status; `only`: the bodies are not compared. */
export interface StatusDifference {
  kind: ResponseDifferenceKind;
  subject: string;
  only: boolean;
}

/** Returns the difference that the outcome alone determines; null if the statuses are equal (interface 2.4). */
export function statusDifference(recorded: number, replayed: OutboundOutcome): StatusDifference | null {
  if (replayed.kind === 'timeout') return { kind: 'TIMEOUT', subject: 'timeout', only: true };
  if (replayed.kind === 'connection-failure') {
    return { kind: 'CONNECTION_FAILURE', subject: replayed.failure, only: true };
  }
  if (replayed.status === recorded) return null;
  const subject = String(replayed.status);
  const named = STATUS_KINDS.find(({ is }) => is(replayed.status));
  return named ? { kind: named.kind, subject, only: true } : { kind: 'UNCLASSIFIED', subject, only: false };
}
