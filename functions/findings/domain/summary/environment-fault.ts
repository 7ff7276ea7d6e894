import { sumOf } from '../../../platform/values/sum-of.ts';
import type { Findings, FindingsEntry, SettledState } from '../findings.ts';

/** What findings mean, and what to do about them, in a few words. */
export interface ShortText {
  means: string;
  next: string;
}

/**
 * The states of runs whose requests all failed by their environment: which one depends on the number of endpoints (spec
 * 3.2).
 */
const STATES: ReadonlySet<SettledState> = new Set(['ENVIRONMENT_FAILURE', 'REVIEW_ONLY']);

/** Failures that the build does not cause, by the subject of their entries (interface 2.4), in words. */
const NO_RESPONSE: Readonly<Record<string, string>> = {
  refused: 'the target was not reached: it refused the connection',
  dns: 'the target was not reached: its name cannot be resolved',
  tls: 'the target was not reached: the TLS handshake failed',
  reset: 'the target did not respond: it closed the connection',
  timeout: 'the target did not respond in time',
};
const REFUSED: Readonly<Record<string, string>> = {
  401: 'the target refused every request with 401',
  403: 'the target refused every request with 403',
};

type Fault = readonly [texts: Readonly<Record<string, string>>, several: string, next: string];

const FAULTS: readonly Fault[] = [
  [
    NO_RESPONSE,
    'the target was not reached, or did not respond',
    'Check that the target is up, reachable and configured, then run again.',
  ],
  [
    REFUSED,
    'the target refused every request with 401 or 403',
    'Give the run credentials that the target accepts, then run again.',
  ],
];

/** The kinds whose subjects these are. */
const KINDS: ReadonlySet<FindingsEntry['kind']> = new Set([
  'CONNECTION_FAILURE',
  'TIMEOUT',
  'UNAUTHORIZED',
  'FORBIDDEN',
]);

/**
 * Why every request of a run failed without saying anything about the build; null if one did not. It holds also where
 * too few endpoints are replayed for ENVIRONMENT_FAILURE.
 */
export function environmentFault({
  state,
  scope,
  toReview,
}: Pick<Findings, 'state' | 'scope' | 'toReview'>): ShortText | null {
  if (!STATES.has(state) || scope.requests === 0) return null;
  for (const [texts, several, next] of FAULTS) {
    const failures = toReview.filter(
      ({ kind, subjects }) => KINDS.has(kind) && subjects.every((one) => Object.hasOwn(texts, one)),
    );
    if (sumOf(failures, ({ affectedRequests }) => affectedRequests) < scope.requests) continue;
    const [subject, ...others] = new Set(failures.flatMap(({ subjects }) => subjects));
    return { means: (others.length === 0 && texts[subject ?? '']) || several, next };
  }
  return null;
}
