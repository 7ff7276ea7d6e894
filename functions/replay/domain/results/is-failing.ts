import type { CaseOutcome } from './clusters.ts';

/** Whether a request failed under the rules at which it was compared. */
export const isFailing = ({ hasResult, differences, truncated }: CaseOutcome): boolean =>
  hasResult && (truncated || differences.some(({ rule }) => rule === null));
