/** Where the pages of evaluations are. */
export const EVALUATIONS = '/console/evaluations';

/** The page of an evaluation run. */
export const evaluationRunPath = (runId: string): string => `${EVALUATIONS}/runs/${encodeURIComponent(runId)}`;
