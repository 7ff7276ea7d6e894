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
  const { damagedRecordings, unansweredCalls, uncompared } = computed.totals;
  const failed = uncompared?.failed ?? 0;
  const gone = computed.findings.scope.requestsWithoutResult - damagedRecordings - unansweredCalls - failed;
  const reasons = [
    ...(damagedRecordings > 0 ? [damaged(damagedRecordings)] : []),
    ...(unansweredCalls > 0 ? [unanswered(unansweredCalls)] : []),
    ...(failed > 0 ? [baselineFailed(failed)] : []),
    ...(gone > 0 ? [GONE] : []),
  ];
  return reasons.length === 0 ? null : reasons.join(' ');
}

const damaged = (recordings: number): string =>
  recordings === 1
    ? '1 request was not sent: its recording is damaged.'
    : `${recordings} requests were not sent: their recordings are damaged.`;

const unanswered = (requests: number): string =>
  `${requests} ${requests === 1 ? 'request has' : 'requests have'} no result: the service did not answer a downstream call, by a limit or a fault of its own. Run again, at a lower rate.`;

const baselineFailed = (requests: number): string =>
  `${requests} ${requests === 1 ? 'request has' : 'requests have'} no result: the running build did not answer, or answered with 429 or 5xx unlike the recording.`;

const GONE = 'Some requests have no result: their recordings were deleted or had expired before they were sent.';
