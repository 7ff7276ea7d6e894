import type { NotificationFacts } from '../notification-facts.ts';

/**
 * Current findings.state, or that of settling if the clusters of the round were deleted. A string, because it is stored
 * as one.
 */
export const cardState = ({ findings, result }: Pick<NotificationFacts, 'findings' | 'result'>): string | undefined =>
  findings?.state ?? result.state;

/** Whether the analysis finished without a difference caused by a code change (spec 6.3). */
export const foundNoCodeCause = ({ analysis }: Pick<NotificationFacts, 'analysis'>): boolean =>
  analysis?.state === 'DONE' && analysis.codeChangeCases === 0 && analysis.codeChanges.length === 0;
