import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import { BASELINE_FAILED, BOTH_REFUSED } from '../results/clusters.ts';

/**
 * A running build that answers so has failed, unless it was recorded: a limit of requests, and every fault of a server.
 */
const isFailure = (status: number): boolean => status === 429 || status >= 500;

/**
 * Why the two responses to a request say nothing about the target: the running build failed, or both builds refused the
 * credentials of the recording; null if they are compared.
 */
export function whyNotCompared(
  baseline: OutboundOutcome,
  target: OutboundOutcome,
  recordedStatus: number | null,
): typeof BASELINE_FAILED | typeof BOTH_REFUSED | null {
  if (baseline.kind !== 'response' || baseline.truncated) return BASELINE_FAILED;
  if (baseline.status === recordedStatus) return null;
  if (isFailure(baseline.status)) return BASELINE_FAILED;
  const isRefused = baseline.status === 401 && target.kind === 'response' && target.status === 401;
  return isRefused ? BOTH_REFUSED : null;
}
