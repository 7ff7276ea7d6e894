import { type ReplayStep, RoundInput, roundOf } from '../../replay/steps/replay-step.ts';
import { suggestionsWithModel } from '../domain/model-noise.ts';
import { mergeNoiseFacts, type NoiseFacts } from '../domain/noise-facts.ts';
import type { ReducingServices } from '../services.ts';
import { askAboutNoise } from './ask-about-noise.ts';
import { chunkJudge } from './reduce-noise-chunk.ts';

/** Returns after this time and is called again, well below the 15 minute limit of a Lambda function. */
const MAX_WORK_MS = 10 * 60_000;

/**
 * Sends failing requests again, judges the differences, and stores suggestions for fields that noise alone explains
 * (interface 3.1).
 */
export const reduceNoise: ReplayStep<RoundInput, ReducingServices> = {
  input: RoundInput,

  async run(input, services, signal) {
    const { noise, clusters, elapsed, log } = services;
    const { plan, round } = await roundOf(input, services);
    if (round.interruption !== null || round.result !== null) return { remaining: 0 };
    const chunks = round.selection?.chunks ?? 0;
    const until = elapsed() + MAX_WORK_MS;
    const judge = await chunkJudge({ plan, round, services, signal, until });

    const facts: NoiseFacts[] = [];
    for (let chunk = 0; chunk < chunks; chunk++) {
      const judged = (await noise.findChunk(plan.planId, round.round, chunk)) ?? (await judge(chunk));
      if (judged === 'ended') return { remaining: 0 };
      if (judged === 'unfinished') return { remaining: chunks - chunk };
      facts.push(judged);
    }
    const { clusters: found } = await clusters.gather(plan, round);
    const merged = mergeNoiseFacts(facts);
    const words = await askAboutNoise({ plan, round }, merged, found, services, signal);
    const suggestions = suggestionsWithModel({ planId: plan.planId, round: round.round }, merged, found, words);
    await noise.suggest(plan, round.round, suggestions);
    log.info('noise reduced', { plan_id: plan.planId, round: round.round, count: suggestions.length });
    return { remaining: 0 };
  },
};
