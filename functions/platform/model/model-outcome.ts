import type { OutboundOutcome } from '../outbound/outbound.ts';
import type { ModelFailure } from './model-question.ts';

/** How to treat an attempt without an answer. */
export interface FailedAttempt {
  reason: ModelFailure;
  /** `later`: retry after a wait; `otherwise`: the endpoint may accept the same question in another dialect. */
  retry: 'later' | 'otherwise' | null;
}

interface StatusRow {
  is(status: number): boolean;
  means: FailedAttempt;
}

/** The meaning of statuses of model endpoints (OpenAI, Bedrock Runtime); the first matching row applies. */
const STATUSES: readonly StatusRow[] = [
  { is: (status) => status < 300, means: { reason: 'unreadable', retry: null } },
  { is: (status) => status === 402, means: { reason: 'quota', retry: null } },
  { is: (status) => status === 429, means: { reason: 'quota', retry: 'later' } },
  { is: (status) => status === 408 || status >= 500, means: { reason: 'unreachable', retry: 'later' } },
  { is: (status) => status === 400 || status === 422, means: { reason: 'refused', retry: 'otherwise' } },
  { is: () => true, means: { reason: 'refused', retry: null } },
];

/** Error codes of an exhausted budget, which make a retry useless. */
const OUT_OF_QUOTA = /insufficient_quota|billing_hard_limit_reached|ServiceQuotaExceeded/;

/** Classifies how an attempt ended; null: nothing was sent, because credentials or a region are missing. */
export function failedAttempt(outcome: OutboundOutcome | null): FailedAttempt {
  if (outcome === null) return { reason: 'refused', retry: null };
  if (outcome.kind === 'timeout') return { reason: 'timeout', retry: null };
  if (outcome.kind === 'connection-failure') return { reason: 'unreachable', retry: 'later' };
  const { status, body } = outcome;
  const isOutOfQuota = status >= 400 && status < 500 && OUT_OF_QUOTA.test(Buffer.from(body).toString('utf8', 0, 4096));
  const row = STATUSES.find(({ is }) => is(status));
  return isOutOfQuota || row === undefined ? { reason: 'quota', retry: null } : row.means;
}

const MAX_WAIT_MS = 20_000;

/** Ms that a response asks to wait (Retry-After in seconds, at most 20 s), else exponential backoff from 1 s. */
export function retryDelayMs(outcome: OutboundOutcome | null, failures: number): number {
  const asked =
    outcome?.kind === 'response'
      ? outcome.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
      : undefined;
  const ms = asked !== undefined && /^\d{1,6}$/.test(asked) ? Number(asked) * 1000 : 1000 * 2 ** failures;
  return Math.min(ms, MAX_WAIT_MS);
}
