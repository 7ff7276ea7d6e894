import type { Step } from '../../platform/steps/step.ts';
import { resentSide } from '../../replay/domain/baseline/resent-side.ts';
import { RoundInput } from '../../replay/domain/round-input.ts';
import { roundOf } from '../../replay/service/round-of.ts';
import { roundSending } from '../../replay/service/sending/round-sending.ts';
import type { ReducingServices } from '../composition.ts';
import { suggestionsWithModel } from '../domain/model-noise.ts';
import { mergeNoiseFacts, type NoiseFacts } from '../domain/noise-facts.ts';
import { requestJudge } from '../service/request-judge.ts';
import { askAboutNoise } from './ask-about-noise.ts';
import { laterSendings } from './later-sendings.ts';
import { chunkJudge } from './reduce-noise-chunk.ts';
import { resending } from './resending.ts';

/** Returns after this time and is called again, well below the 15 minute limit of a Lambda function. */
const MAX_WORK_MS = 10 * 60_000;

/**
 * Sends failing requests again, judges the differences, and stores suggestions for fields that noise alone explains
 * (interface 3.1).
 */
export const reduceNoise: Step<RoundInput, ReducingServices> = {
  input: RoundInput,

  async run(input, services, signal) {
    const { noise, clusters, elapsed, now, log } = services;
    const { plan, round } = await roundOf(input, services);
    if (round.interruption !== null || round.result !== null) return { remaining: 0 };
    const chunks = round.selection?.chunks ?? 0;
    const until = elapsed() + MAX_WORK_MS;
    const sending = await roundSending(resentSide(plan), round.round, services);
    const work = { plan, round, services, signal, until };
    const judging = { sending, again: resending(work, sending), judge: requestJudge(work, sending, services) };
    const resent = new Set<number>();
    const judge = chunkJudge(work, judging, resent);

    const facts: NoiseFacts[] = [];
    for (let chunk = 0; chunk < chunks; chunk++) {
      const judged = (await noise.findChunk(plan.planId, round.round, chunk)) ?? (await judge(chunk));
      if (judged === 'ended') return { remaining: 0 };
      if (judged === 'unfinished') return { remaining: chunks - chunk };
      facts.push(judged);
    }
    const all = await laterSendings(work, judging, facts, resent);
    if (all === 'ended') return { remaining: 0 };
    const { clusters: found } = await clusters.gather(plan, round);
    const merged = mergeNoiseFacts(all);
    const texts = await askAboutNoise({ plan, round }, merged, found, services, signal);
    const suggestions = suggestionsWithModel({ ...plan, round: round.round }, merged, found, texts);
    await noise.suggest(plan, round.round, suggestions);
    if (merged.secondAnswers) {
      const tookMs = Math.max(0, now() - (round.finishedAt ?? now()));
      await noise.putSecondAnswers(plan, round.round, { ...merged.secondAnswers, tookMs });
    }
    log.info('noise reduced', { plan_id: plan.planId, round: round.round, count: suggestions.length });
    return { remaining: 0 };
  },
};
