import type { NotificationFacts } from '../notification-facts.ts';

/** findings.state of today, or that of settling where the clusters of the round are gone; text because it is stored as such. */
export const cardState = ({ findings, result }: Pick<NotificationFacts, 'findings' | 'result'>): string | undefined =>
  findings?.state ?? result.state;

/** Whether the analysis finished and found no difference that a code change caused (spec 6.3). */
export const foundNoCodeCause = ({ analysis }: Pick<NotificationFacts, 'analysis'>): boolean =>
  analysis?.state === 'DONE' && analysis.codeChangeCases === 0 && analysis.codeChanges.length === 0;
