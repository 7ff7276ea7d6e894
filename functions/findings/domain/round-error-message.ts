import type { ReplayRound } from '../../replay/domain/plan.ts';
import type { ComputedFindings } from './compute-findings.ts';

/**
 * Returns why a settled round did not finish normally, in our own words for pollers and recipients (spec 2.3); null if
 * it did.
 */
export function roundErrorMessage(
  { interruption }: Pick<ReplayRound, 'interruption'>,
  computed: { findings: Pick<ComputedFindings['findings'], 'scope'>; totals: ComputedFindings['totals'] } | null,
): string | null {
  if (interruption !== null || computed === null) return interruption;
  const { damagedRecordings } = computed.totals;
  const gone = computed.findings.scope.requestsWithoutResult - damagedRecordings;
  const reasons = [...(damagedRecordings > 0 ? [damaged(damagedRecordings)] : []), ...(gone > 0 ? [GONE] : [])];
  return reasons.length === 0 ? null : reasons.join(' ');
}

const damaged = (recordings: number): string =>
  recordings === 1
    ? '1 request was not sent: its recording is damaged.'
    : `${recordings} requests were not sent: their recordings are damaged.`;

const GONE = 'Some requests have no result: their recordings were deleted or had expired before they were sent.';
