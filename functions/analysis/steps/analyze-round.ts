import * as v from 'valibot';
import { addSpending, type ModelFailure, NO_SPENDING } from '../../platform/model/model-question.ts';
import { repeatEvery } from '../../platform/steps/repeat-every.ts';
import type { Step } from '../../platform/steps/step.ts';
import { acrossMethods } from '../../replay/domain/results/failed-cases.ts';
import { RoundInput } from '../../replay/domain/round-input.ts';
import { roundOf } from '../../replay/service/round-of.ts';
import type { AnalyzingServices } from '../composition.ts';
import { deploymentFacts } from '../domain/deployment-facts.ts';
import { type ModelChange, ModelFindings } from '../domain/model-answer.ts';
import { askAboutClusters } from './ask-about-clusters.ts';

/** Budget of an analysis: clusters per question, questions, and tokens after which no further question is asked. */
const CLUSTERS_PER_PART = 20;
const MAX_PARTS = 4;
const MAX_TOKENS = 400_000;
/** Much shorter than the time after which an analysis counts as interrupted. */
const HEARTBEAT_MS = 60_000;

/**
 * The built-in executor (interface 2.5): asks the language model about the failed requests of a round, those with the
 * most cases first, and writes its diagnosis like any executor. Answers are stored and not requested again. Does
 * nothing if the analysis has ended.
 */
export const analyzeRound: Step<
  RoundInput,
  Pick<
    AnalyzingServices,
    'config' | 'analyses' | 'plans' | 'model' | 'log' | 'modelAnswers' | 'newId' | 'results' | 'recordings' | 'work'
  >
> = {
  input: RoundInput,

  async run(input, services, signal) {
    const { analyses, plans, model, log } = services;
    const { plan, round } = await roundOf(input, services);
    const { analysis } = await analyses.viewOf(plan, round);
    if (analysis?.state !== 'RUNNING') {
      // An earlier execution may have crashed right after its final write.
      await analyses.notify(plan, round);
      return {};
    }
    const write = async (diagnosis: object) => {
      const written = await analyses.write(plan, round, diagnosis, 'built-in');
      if (!written.ok && written.code === 'INVALID_DIAGNOSIS')
        throw new Error('the built-in diagnosis was not accepted');
      return written.ok;
    };
    if (model === null) {
      await write({ state: 'SKIPPED', reason: 'NO_EXECUTOR' });
      return {};
    }

    const failed = await analyses.failedCases(plan.planId, round.round);
    const clusters = acrossMethods(failed?.clusters ?? []).toSorted((a, b) => b.items.length - a.items.length);
    const deployment = deploymentFacts(await plans.attributesOf(plan.planId));
    const known = new Map<string, ModelChange>();
    const summaries: string[] = [];
    let spent = NO_SPENDING;
    let analysed = 0;
    let failure: ModelFailure | null = null;

    for (let part = 0; part < MAX_PARTS && part * CLUSTERS_PER_PART < clusters.length; part++) {
      if (failure !== null || spent.tokens.input + spent.tokens.output >= MAX_TOKENS) break;
      const some = clusters.slice(part * CLUSTERS_PER_PART, (part + 1) * CLUSTERS_PER_PART);
      const question = {
        plan,
        round,
        services,
        signal,
        model,
        part,
        clusters: some,
        deployment,
        known: [...known.values()],
      };
      const beat = repeatEvery(async () => void (await write({ state: 'RUNNING' })), HEARTBEAT_MS);
      const { answer, ...end } = await askAboutClusters(question).finally(beat.stop);
      spent = addSpending(spent, answer);
      failure = end.failure;
      const found = v.parse(v.nullable(ModelFindings), answer.value);
      if (found === null) continue;
      const { summary, cases, codeChanges } = found;
      if (!(await write({ state: 'RUNNING', cases, codeChanges }))) return {};
      analysed += some.length;
      summaries.push(summary);
      for (const change of codeChanges) known.set(change.key, change);
    }

    const summary = summaries.filter(Boolean).join('\n') || null;
    await write({ ...endOf({ analysed, clusters: clusters.length, failure }), summary });
    log.info('round analysed', {
      plan_id: plan.planId,
      round: round.round,
      app_id: plan.appId,
      clusters: analysed,
      calls: spent.calls,
      input_tokens: spent.tokens.input,
      output_tokens: spent.tokens.output,
      cost: spent.cost,
    });
    return {};
  },
};

/** DONE only if every cluster was analysed, because users rely on a complete analysis that found no code change. */
function endOf({ analysed, clusters, failure }: { analysed: number; clusters: number; failure: ModelFailure | null }) {
  if (analysed === clusters) return { state: 'DONE' };
  if (failure !== 'quota') return { state: 'PARTIAL', reason: 'STALE' };
  return { state: analysed === 0 ? 'SKIPPED' : 'PARTIAL', reason: 'MODEL_QUOTA' };
}
