import { admitRun } from './admit-run.ts';
import { commitResult } from './commit-result.ts';
import { completeRun } from './complete-run.ts';
import { decideGate } from './decide-gate.ts';
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
