import { sumOf } from '../../../platform/values/sum-of.ts';
import type { Findings, FindingsEntry, SettledState } from '../findings.ts';

/** The states of runs whose requests all ended without a response: which one depends on the number of endpoints (spec 3.2). */
const STATES: ReadonlySet<SettledState> = new Set(['ENVIRONMENT_FAILURE', 'REVIEW_ONLY']);

/** Failures without a response from the target, by their subject (interface 2.4), in words. */
const WORDS: Readonly<Record<string, string>> = {
  refused: 'the target was not reached: it refused the connection',
  dns: 'the target was not reached: its name cannot be resolved',
  tls: 'the target was not reached: the TLS handshake failed',
  reset: 'the target did not respond: it closed the connection',
  timeout: 'the target did not respond in time',
};

const isFailure = ({ kind, subjects }: FindingsEntry): boolean =>
  (kind === 'CONNECTION_FAILURE' || kind === 'TIMEOUT') && subjects.every((subject) => Object.hasOwn(WORDS, subject));

/**
 * Why no request of a run got a response, in words; null if one did. Then the findings say nothing about the build, also
 * where too few endpoints are replayed for ENVIRONMENT_FAILURE.
 */
export function unreached({ state, scope, toReview }: Pick<Findings, 'state' | 'scope' | 'toReview'>): string | null {
  if (!STATES.has(state) || scope.requests === 0) return null;
  const failures = toReview.filter(isFailure);
  if (sumOf(failures, ({ affectedRequests }) => affectedRequests) < scope.requests) return null;
  const [subject, ...others] = new Set(failures.flatMap(({ subjects }) => subjects));
  return (others.length === 0 && WORDS[subject ?? '']) || 'the target was not reached, or did not respond';
}
