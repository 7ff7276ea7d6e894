import type { ReplayRound } from '../../replay/domain/plan.ts';
import type { Findings } from './findings.ts';

/**
 * Returns why a settled round did not finish normally, in our own words for pollers and recipients (spec 2.3); null if
 * it did.
 */
export function roundErrorMessage(
  { interruption }: Pick<ReplayRound, 'interruption'>,
  findings: Pick<Findings, 'scope'> | null,
): string | null {
  return interruption ?? (findings?.scope.requestsWithoutResult ? GONE : null);
}

const GONE = 'Some requests have no result: their recordings were deleted or had expired before they were sent.';
