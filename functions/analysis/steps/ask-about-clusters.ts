import { analysisInstructions } from '../../noise/domain/prompt.ts';
import type { StoredAnswer } from '../../noise/store/model-answers.ts';

import type { ModelFailure } from '../../platform/model/model-question.ts';
import { abortable } from '../../platform/steps/abortable.ts';
import type { Model } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { FailedCluster } from '../../replay/domain/results/failed-cases.ts';
import type { AnalyzingServices } from '../composition.ts';
import type { DeploymentFacts } from '../domain/deployment-facts.ts';
import { analysisMaterial, type ClusterToShow } from '../domain/material.ts';
import { materialSampleJob } from '../domain/material-sample-job.ts';
import { findingsOfAnswer, ModelAnswer, type ModelChange } from '../domain/model-answer.ts';

const MAX_OUTPUT_TOKENS = 8000;
const ANSWER_TIMEOUT_MS = 120_000;

/** A part of a round's failed requests, with the context of its question. */
interface Question {
  plan: ReplayPlan;
  round: ReplayRound;
  services: Pick<AnalyzingServices, 'config' | 'modelAnswers' | 'newId' | 'results' | 'recordings' | 'work'>;
  signal: AbortSignal;
  model: Model;
  part: number;
  clusters: readonly FailedCluster[];
  deployment: DeploymentFacts;
  known: readonly ModelChange[];
}

/** Result of a question. */
interface Part {
  answer: StoredAnswer;
  /** Null: answered, or unreadable. Otherwise nothing was stored, and no further question is asked. */
  failure: ModelFailure | null;
}

/** The model's findings about some clusters. Asked once: an answer, or a second unreadable one, is stored. */
export async function askAboutClusters({
  plan,
  round,
  services,
  signal,
  model,
  part,
  clusters,
  deployment,
  known,
}: Question): Promise<Part> {
  const { config, modelAnswers, newId } = services;
  const name = `analysis-${part}`;
  const stored = await modelAnswers.find(plan.planId, round.round, name);
  if (stored) return { answer: stored, failure: null };

  const shown = await Promise.all(clusters.map((cluster) => clusterToShow(plan, round, cluster, services)));
  const pending = model.ask({
    instructions: analysisInstructions(config.aiLanguage),
    material: analysisMaterial(shown, deployment, known, newId().slice(0, 12)),
    schema: ModelAnswer,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    timeoutMs: ANSWER_TIMEOUT_MS,
  });
  const { calls, tokens, cost, ...reply } = await abortable(pending, signal);
  if (reply.status === 'failed' && reply.reason !== 'unreadable') {
    return { answer: { value: null, calls, tokens, cost }, failure: reply.reason };
  }
  const context = { planId: plan.planId, part, known, files: deployment.files };
  const value = reply.status === 'answered' ? findingsOfAnswer(reply.value, clusters, context) : null;
  const answer = { value, calls, tokens, cost };
  await modelAnswers.put(plan, round.round, name, answer);
  return { answer, failure: null };
}

async function clusterToShow(
  plan: ReplayPlan,
  { round }: ReplayRound,
  cluster: FailedCluster,
  { results, recordings, work }: Pick<AnalyzingServices, 'results' | 'recordings' | 'work'>,
): Promise<ClusterToShow> {
  const [sampled] = cluster.samples;
  const found = sampled && (await results.findUnread(plan, round, sampled.chunk, sampled.item));
  if (found === undefined) return { cluster, sample: null };
  const recording = await recordings.storedPayload(found.head.caseId);
  const sample = await work.run(
    materialSampleJob,
    async () => ({ stored: await found.stored.bytes(), recording: await recording?.bytes() }),
    { bytes: found.stored.size + (recording?.size ?? 0) },
  );
  return { cluster, sample: sample.ok ? sample.value : null };
}
