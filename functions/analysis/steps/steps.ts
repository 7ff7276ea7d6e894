import type { StepsByName } from '../../platform/capability.ts';
import type { ServicesHost } from '../../platform/composition.ts';
import { runnable } from '../../replay/steps/replay-step.ts';
import { analyzingServices } from '../services.ts';
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

/** Runs the steps with the services of the tenant in their input. */
export function mountSteps(host: ServicesHost<'table' | 'blobs' | 'workflows' | 'model'>): StepsByName {
  const servicesOf = host.servicesOf(analyzingServices);
  return {
    RequestAnalysis: runnable(steps.RequestAnalysis, servicesOf),
    AwaitAnalysis: runnable(steps.AwaitAnalysis, servicesOf),
    AnalyzeRound: runnable(steps.AnalyzeRound, servicesOf),
    FailAnalysis: runnable(steps.FailAnalysis, servicesOf),
  };
}
