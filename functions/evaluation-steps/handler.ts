import middy from '@middy/core';
import { tickPolicies as tick } from '../evaluation/policies/steps/policy-tick.ts';
import { resumeRuns as resume } from '../evaluation/runs/steps/resume-runs.ts';
import { type EvaluationStep, type RunInput, runnableOfRun } from '../evaluation/steps/evaluation-step.ts';
import { steps } from '../evaluation/steps/steps.ts';
import { awsWorld } from '../platform/aws/world.ts';
import { servicesFor } from '../platform/http/services.ts';
import { awsConfig } from '../platform/settings/config.ts';

const config = awsConfig(process.env);
const world = awsWorld(config);
const servicesOf = servicesFor(world, config);

function stepHandler<Input extends RunInput>(step: EvaluationStep<Input>) {
  const run = runnableOfRun(step, servicesOf);
  return middy<unknown>()
    .after(servicesOf.linesStored)
    .onError(servicesOf.linesStored)
    .handler((input) => run(input));
}

export const validateRun = stepHandler(steps.ValidateRun);
export const admitRun = stepHandler(steps.AdmitRun);
export const startAttempt = stepHandler(steps.StartAttempt);
export const pollAttempt = stepHandler(steps.PollAttempt);
export const commitResult = stepHandler(steps.CommitResult);
export const projectScores = stepHandler(steps.ProjectScores);
export const decideGate = stepHandler(steps.DecideGate);
export const completeRun = stepHandler(steps.CompleteRun);
export const failRun = stepHandler(steps.FailRun);

/** Looks on a schedule after runs that nobody looks after (evaluation 3.15). */
export const resumeRuns = middy<unknown>().handler(async () => {
  const { failed } = await resume(world, servicesOf);
  if (failed > 0) throw new Error('some evaluation runs could not be looked after');
});

/** Does each minute what is due of online policies and backfills (evaluation 3.15). */
export const tickPolicies = middy<unknown>()
  .after(servicesOf.linesStored)
  .onError(servicesOf.linesStored)
  .handler(async () => {
    const { failed } = await tick(world, servicesOf);
    if (failed > 0) throw new Error('some online policies could not be run');
  });
