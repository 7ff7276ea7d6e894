import middy from '@middy/core';
import type { EventBridgeEvent } from 'aws-lambda';
import * as v from 'valibot';
import { sweepDeliveries } from '../notifications/service/sweep-deliveries.ts';
import { endRound } from '../notifications/steps/end-round.ts';
import { resumePlans as resume } from '../notifications/steps/resume-plans.ts';
import { awsWorld } from '../platform/aws/world.ts';
import { servicesFor } from '../platform/http/services.ts';
import { awsConfig } from '../platform/settings/config.ts';
import { type ReplayStep, RoundInput, runnable } from '../replay/steps/replay-step.ts';
import { steps } from './steps.ts';

const config = awsConfig(process.env);
const world = awsWorld(config);
const servicesOf = servicesFor(world, config);

/** What is left of a Lambda's time when a step must hand back. */
const HAND_BACK_MS = 30_000;

const end = endRound(servicesOf);

function stepHandler<Input extends RoundInput>(step: ReplayStep<Input>) {
  const run = runnable(step, servicesOf);
  return middy<unknown>()
    .after(servicesOf.linesStored)
    .onError(servicesOf.linesStored)
    .handler((input, context) =>
      run(input, AbortSignal.timeout(Math.max(0, context.getRemainingTimeInMillis() - HAND_BACK_MS))),
    );
}

export const selectCases = stepHandler(steps.SelectCases);
export const replayChunk = stepHandler(steps.ReplayChunk);
export const finishReplay = stepHandler(steps.FinishReplay);
export const reduceNoise = stepHandler(steps.ReduceNoise);
export const settleFindings = stepHandler(steps.SettleFindings);
export const requestAnalysis = stepHandler(steps.RequestAnalysis);
export const awaitAnalysis = stepHandler(steps.AwaitAnalysis);
export const notifyResult = stepHandler(steps.NotifyResult);
export const interruptReplay = stepHandler(steps.InterruptReplay);
export const analyzeRound = stepHandler(steps.AnalyzeRound);
export const failAnalysis = stepHandler(steps.FailAnalysis);
export const recompareChunk = stepHandler(steps.RecompareChunk);
export const storeClusters = stepHandler(steps.StoreClusters);

/** Sweeps on a schedule, and ends the round of an execution that Step Functions gave up (its event carries the input). */
export const resumePlans = middy<Partial<EventBridgeEvent<string, { input: string; status: string }>>>().handler(
  async ({ detail }, context) => {
    if (typeof detail?.input === 'string') {
      const round = v.parse(RoundInput, JSON.parse(detail.input));
      return end(round, `execution ${detail.status}`, AbortSignal.timeout(context.getRemainingTimeInMillis()));
    }
    const plans = await resume(world, servicesOf);
    const deliveries = await sweepDeliveries(world, servicesOf);
    if (plans.failed + deliveries.failed > 0) throw new Error('some unfinished work could not be looked after');
  },
);
