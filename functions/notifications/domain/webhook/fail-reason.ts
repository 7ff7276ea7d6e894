import type { NotificationFacts } from '../notification-facts.ts';

type FailFacts = Pick<NotificationFacts, 'result' | 'errorMessage' | 'passThresholdGiven'>;
type Row = (facts: FailFacts) => string | null;

/**
 * Reasons of spec 3.4, in its order: did not finish, no cases, without result, below the threshold, failed. The first
 * that applies is used.
 */
const REASONS: readonly Row[] = [
  ({ errorMessage }) => errorMessage,
  ({ result }) => (result.totalCases === 0 ? 'There was no case to replay.' : null),
  ({ result: { totalCases, successCases, failedCases } }) =>
    successCases + failedCases < totalCases
      ? `Cases without a result: ${totalCases - successCases - failedCases} of ${totalCases}.`
      : null,
  ({ passThresholdGiven, result }) =>
    passThresholdGiven ? `The pass rate is below the required one: ${failedOf(result)}.` : null,
];

/** Why the verdict is FAIL, in one sentence without the threshold (spec 6.1, interface 6). Null on PASS. */
export function failReason(facts: FailFacts): string | null {
  if (facts.result.verdict === 'PASS') return null;
  for (const row of REASONS) {
    const reason = row(facts);
    if (reason !== null) return reason;
  }
  return `${failedOf(facts.result)}.`;
}

const failedOf = ({ failedCases, totalCases }: FailFacts['result']) => `${failedCases} of ${totalCases} cases failed`;
