import { decideGate } from '../gates/steps/decide-gate.ts';
import { admitRun } from '../runs/steps/admit-run.ts';
import { commitResult } from '../runs/steps/commit-result.ts';
import { completeRun } from '../runs/steps/complete-run.ts';
import { failRun } from '../runs/steps/fail-run.ts';
import { pollAttempt } from '../runs/steps/poll-attempt.ts';
import { projectScores } from '../runs/steps/project-scores.ts';
import { startAttempt } from '../runs/steps/start-attempt.ts';
import { validateRun } from '../runs/steps/validate-run.ts';

/** The Tasks of state-machines/evaluation.asl.json by the names of its placeholders. */
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
