import type { StepsByName } from '../../platform/capability.ts';
import type { ServicesHost } from '../../platform/composition.ts';
import { runningServices } from '../services.ts';
import { admitRun } from './admit-run.ts';
import { commitResult } from './commit-result.ts';
import { completeRun } from './complete-run.ts';
import { decideGate } from './decide-gate.ts';
import { runnableOfRun } from './evaluation-step.ts';
import { failRun } from './fail-run.ts';
import { pollAttempt } from './poll-attempt.ts';
import { projectScores } from './project-scores.ts';
import { startAttempt } from './start-attempt.ts';
import { validateRun } from './validate-run.ts';

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
