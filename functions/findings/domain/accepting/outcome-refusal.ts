import type { CaseOutcome } from '../../../replay/domain/results/clusters.ts';
import type { LeftOutReason } from './left-out.ts';

/** A result as far as it says whether it can be accepted. */
interface AcceptableResult {
  outcome: Pick<CaseOutcome, 'hasResult' | 'differences' | 'truncated' | 'cut'>;
  recordedStatus: number | null;
  replayedStatus: number | null;
}

/** Why what a request ended in says nothing that could be recorded; null if it does. */
export function outcomeRefusal(
  { outcome, replayedStatus }: AcceptableResult,
  { force }: { force: boolean },
): LeftOutReason | null {
  const kinds = new Set(outcome.differences.map(({ kind }) => kind));
  if (!outcome.hasResult) return 'NO_RESULT';
  if (replayedStatus === null || kinds.has('TIMEOUT') || kinds.has('CONNECTION_FAILURE')) return 'NO_RESPONSE';
  if (outcome.cut) return 'NO_LOGIN';
  if (replayedStatus === 429) return 'RATE_LIMITED';
  if (kinds.has('NO_DETAILS') || outcome.differences.some(isOfCutAnswer)) return 'CUT_RESPONSE';
  if (kinds.size === 0 && !outcome.truncated) return 'UNCHANGED';
  return replayedStatus >= 500 && !force ? 'SERVER_ERROR' : null;
}

/** Only the beginning of an oversized response is stored. */
const isOfCutAnswer = ({ kind, subject }: { kind: string; subject: string }) =>
  kind === 'UNCLASSIFIED' && subject === 'response';
