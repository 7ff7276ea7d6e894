import type { StepsByName } from '../../platform/capability.ts';
import type { ServicesHost } from '../../platform/composition.ts';
import { decideGate } from '../gates/steps/decide-gate.ts';
import { admitRun } from '../runs/steps/admit-run.ts';
import { commitResult } from '../runs/steps/commit-result.ts';
import { completeRun } from '../runs/steps/complete-run.ts';
import { failRun } from '../runs/steps/fail-run.ts';
import { pollAttempt } from '../runs/steps/poll-attempt.ts';
import { projectScores } from '../runs/steps/project-scores.ts';
import { startAttempt } from '../runs/steps/start-attempt.ts';
import { validateRun } from '../runs/steps/validate-run.ts';
import { runningServices } from '../services.ts';
import { runnableOfRun } from './evaluation-step.ts';

/** The Tasks of state-machines/evaluation.asl.json, by the names of its placeholders. */
export const steps = {
  ValidateRun: validateRun,
  AdmitRun: admitRun,
  StartAttempt: startAttempt,
  PollAttempt: pollAttempt,
  CommitResult: commitResult,
  ProjectScores: projectScores,
  DecideGate: decideGate,
  CompleteRun: completeRun,
  FailRun: failRun,
} as const;

/** Gives the steps the services of the tenant in their input. */
export function mountSteps(host: ServicesHost<'table' | 'blobs' | 'workflows' | 'egress' | 'keys'>): StepsByName {
  const servicesOf = host.servicesOf(runningServices);
  return {
    ValidateRun: runnableOfRun(steps.ValidateRun, servicesOf),
    AdmitRun: runnableOfRun(steps.AdmitRun, servicesOf),
    StartAttempt: runnableOfRun(steps.StartAttempt, servicesOf),
    PollAttempt: runnableOfRun(steps.PollAttempt, servicesOf),
    CommitResult: runnableOfRun(steps.CommitResult, servicesOf),
    ProjectScores: runnableOfRun(steps.ProjectScores, servicesOf),
    DecideGate: runnableOfRun(steps.DecideGate, servicesOf),
    CompleteRun: runnableOfRun(steps.CompleteRun, servicesOf),
    FailRun: runnableOfRun(steps.FailRun, servicesOf),
  };
}
