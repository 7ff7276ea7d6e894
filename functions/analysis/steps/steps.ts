import { analyzeRound } from './analyze-round.ts';
import { awaitAnalysis } from './await-analysis.ts';
import { failAnalysis } from './fail-analysis.ts';
import { requestAnalysis } from './request-analysis.ts';

/** Tasks of state-machines/*.asl.json for the cause analysis, by the names of their placeholders. */
export const steps = {
  RequestAnalysis: requestAnalysis,
  AwaitAnalysis: awaitAnalysis,
  AnalyzeRound: analyzeRound,
  FailAnalysis: failAnalysis,
} as const;
