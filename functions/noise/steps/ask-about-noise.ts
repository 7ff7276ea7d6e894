import * as v from 'valibot';
import type { Difference } from '../../compare/domain/difference.ts';
import { abortable } from '../../platform/steps/abortable.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { Cluster } from '../../replay/domain/results/clusters.ts';
import { storedDifferences } from '../../replay/service/stored-differences.ts';
import type { ReducingServices } from '../composition.ts';
import {
  NoiseAnswer,
  type NoiseCandidate,
  NoiseTexts,
  noiseCandidates,
  noiseMaterial,
  noiseTexts,
} from '../domain/model-noise.ts';
import type { NoiseFacts } from '../domain/noise-facts.ts';
import { noiseInstructions } from '../domain/prompt.ts';

/** Maximum examples read for a prompt. */
const MAX_EXAMPLES = 40;
const MAX_OUTPUT_TOKENS = 4000;
const ANSWER_TIMEOUT_MS = 60_000;
const NAME = 'noise';

/**
 * The language model's entries about fields that rules could not explain (interface 3.1, `ai`). Asked once per round.
 * Empty if the model is unavailable.
 */
export async function askAboutNoise(
  { plan, round }: { plan: ReplayPlan; round: ReplayRound },
  facts: NoiseFacts,
  clusters: readonly Cluster[],
  services: Pick<ReducingServices, 'config' | 'model' | 'modelAnswers' | 'newId' | 'log' | 'results' | 'work'>,
  signal: AbortSignal,
): Promise<NoiseTexts> {
  const { config, model, modelAnswers, newId, log } = services;
  const ids = { planId: plan.planId, round: round.round };
  if (config.noiseReduction !== 'ai' || model === null) return [];
  const stored = await modelAnswers.find(ids.planId, ids.round, NAME);
  if (stored) return v.parse(v.nullable(NoiseTexts), stored.value) ?? [];
  const candidates = noiseCandidates({ ...ids, baselineEnv: plan.baselineEnv }, facts, clusters);
  if (candidates.length === 0) return [];
  if (!(await modelAnswers.take(plan, ids.round, NAME, config.aiDaily.noise))) {
    log.warn('daily limit of noise reduction by the model reached', { plan_id: ids.planId, round: ids.round });
    return [];
  }

  const exampleOf = await examples(plan, round, candidates, clusters, services);
  const pending = model.ask({
    instructions: noiseInstructions(config.aiLanguage),
    material: noiseMaterial(candidates, exampleOf, newId().slice(0, 12)),
    schema: NoiseAnswer,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    timeoutMs: ANSWER_TIMEOUT_MS,
  });
  const { calls, tokens, cost, ...reply } = await abortable(pending, signal);
  const value = reply.status === 'answered' ? noiseTexts(reply.value, candidates) : null;
  await modelAnswers.put(plan, ids.round, NAME, { value, calls, tokens, cost });
  log.info('noise judged by the model', {
    plan_id: ids.planId,
    round: ids.round,
    count: value?.length ?? 0,
    calls,
    input_tokens: tokens.input,
    output_tokens: tokens.output,
    cost,
  });
  return value ?? [];
}

/** A stored difference of each field, read from samples of its clusters. */
async function examples(
  plan: ReplayPlan,
  round: ReplayRound,
  candidates: readonly NoiseCandidate[],
  clusters: readonly Cluster[],
  { results, work }: Pick<ReducingServices, 'results' | 'work'>,
): Promise<(candidate: NoiseCandidate) => Difference | undefined> {
  const samples = new Set(candidates.flatMap((candidate) => sampleOf(candidate, clusters) ?? []));
  const found = new Map<string, readonly Difference[]>();
  for (const sample of [...samples].slice(0, MAX_EXAMPLES)) {
    const item = Number(sample.slice(sample.lastIndexOf(':') + 1));
    const planned = await results.findPlanned(plan.planId, round, item);
    const stored = planned && (await results.findUnread(plan, round.round, planned.chunk, item));
    found.set(sample, stored ? await storedDifferences(stored, work) : []);
  }
  return (candidate) =>
    found.get(sampleOf(candidate, clusters) ?? '')?.find(({ subject }) => subject === candidate.path);
}

const sampleOf = ({ operation, path }: NoiseCandidate, clusters: readonly Cluster[]) =>
  clusters.find((one) => one.operation === operation && one.differences.some(({ subject }) => subject === path))
    ?.samples[0];
