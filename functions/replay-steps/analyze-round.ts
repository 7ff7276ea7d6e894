import * as v from 'valibot';
import { type DeploymentFacts, deploymentFacts } from '../domain/analysis/deployment-facts.ts';
import type { FailedCluster } from '../domain/analysis/failed-cases.ts';
import { analysisMaterial, type ClusterToShow } from '../domain/analysis/material.ts';
import { findingsOfAnswer, ModelAnswer, type ModelChange, ModelFindings } from '../domain/analysis/model-answer.ts';
import { type ModelFailure, NOTHING_SPENT, spentTogether } from '../domain/analysis/model-question.ts';
import { ANALYSIS_INSTRUCTIONS } from '../domain/analysis/prompt.ts';
import type { ReplayPlan, ReplayRound } from '../domain/replay/plan.ts';
import type { Services } from '../http/api.ts';
import type { StoredAnswer } from '../repositories/model-answers.ts';
import type { Model } from '../world.ts';
import { repeatedly } from './repeatedly.ts';
import { type ReplayStep, RoundInput, roundOf } from './replay-step.ts';
import { untilAborted } from './until-aborted.ts';

/** Budget of a run: clusters of a question, questions, and tokens after which no other is asked. */
const CLUSTERS_OF_PART = 20;
const MOST_PARTS = 4;
const MOST_TOKENS = 400_000;
const MOST_OUTPUT_TOKENS = 8000;
const ANSWER_MS = 120_000;
/** Far more often than silence ends an analysis. */
const HEARTBEAT_MS = 60_000;

/** A part of a round's failed requests as the model was asked about it. */
interface Part {
  answer: StoredAnswer;
  /** Null: answered, or not readable at all; else nothing was stored, and nothing more is asked. */
  failure: ModelFailure | null;
}

/**
 * The built-in executor (interface 2.5): asks the language model about the failed requests of a round, those of most cases first, and writes
 * its diagnosis as any executor does. What was answered is stored and not asked again; an analysis that is over asks nothing.
 */
export const analyzeRound: ReplayStep = {
  input: RoundInput,

  async run(input, services, signal) {
    const { analyses, plans, model, log } = services;
    const { plan, round } = await roundOf(input, services);
    const { analysis } = await analyses.viewOf(plan, round);
    if (analysis?.state !== 'RUNNING') {
      // A run before this one may have died right after its last word.
      await analyses.tell(plan, round);
      return {};
    }
    const write = async (diagnosis: object) => {
      const written = await analyses.write(plan, round, diagnosis, 'built-in');
      if (!written.ok && written.code === 'INVALID_DIAGNOSIS') throw new Error('our own diagnosis was not taken');
      return written.ok;
    };
    if (model === null) {
      await write({ state: 'SKIPPED', reason: 'NO_EXECUTOR' });
      return {};
    }

    const failed = await analyses.failedCases(plan.planId, round.round);
    const clusters = (failed?.clusters ?? []).toSorted((a, b) => b.items.length - a.items.length);
    const deployment = deploymentFacts(await plans.attributesOf(plan.planId));
    const known = new Map<string, ModelChange>();
    const summaries: string[] = [];
    let spent = NOTHING_SPENT;
    let analysed = 0;
    let failure: ModelFailure | null = null;

    for (let part = 0; part < MOST_PARTS && part * CLUSTERS_OF_PART < clusters.length; part++) {
      if (failure !== null || spent.tokens.input + spent.tokens.output >= MOST_TOKENS) break;
      const some = clusters.slice(part * CLUSTERS_OF_PART, (part + 1) * CLUSTERS_OF_PART);
      const work = {
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
      const beat = repeatedly(async () => void (await write({ state: 'RUNNING' })), HEARTBEAT_MS);
      const { answer, ...end } = await partOf(work).finally(beat.stop);
      spent = spentTogether(spent, answer);
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
      ...{ plan_id: plan.planId, round: round.round, app_id: plan.appId, clusters: analysed, calls: spent.calls },
      ...{ input_tokens: spent.tokens.input, output_tokens: spent.tokens.output, cost: spent.cost },
    });
    return {};
  },
};

interface Work {
  plan: ReplayPlan;
  round: ReplayRound;
  services: Services;
  signal: AbortSignal;
  model: Model;
  part: number;
  clusters: readonly FailedCluster[];
  deployment: DeploymentFacts;
  known: readonly ModelChange[];
}

/** What the model says of some clusters, asked once: what it answered, or answered unreadably twice, is stored. */
async function partOf({
  plan,
  round,
  services,
  signal,
  model,
  part,
  clusters,
  deployment,
  known,
}: Work): Promise<Part> {
  const { modelAnswers, newId } = services;
  const name = `analysis-${part}`;
  const stored = await modelAnswers.find(plan.planId, round.round, name);
  if (stored) return { answer: stored, failure: null };

  const shown = await Promise.all(clusters.map((cluster) => clusterToShow(plan, round, cluster, services)));
  const asked = model.ask({
    instructions: ANALYSIS_INSTRUCTIONS,
    material: analysisMaterial(shown, deployment, known, newId().slice(0, 12)),
    schema: ModelAnswer,
    mostOutputTokens: MOST_OUTPUT_TOKENS,
    timeoutMs: ANSWER_MS,
  });
  const { calls, tokens, cost, ...reply } = await untilAborted(asked, signal);
  if (reply.status === 'failed' && reply.reason !== 'unreadable') {
    return { answer: { value: null, calls, tokens, cost }, failure: reply.reason };
  }
  const context = { planId: plan.planId, part, known, files: deployment.files };
  const value = reply.status === 'answered' ? findingsOfAnswer(reply.value, clusters, context) : null;
  const answer = { value, calls, tokens, cost };
  await modelAnswers.put(plan, round.round, name, answer);
  return { answer, failure: null };
}

/** DONE only when every cluster was analysed: a reader is reassured by an analysis that found no code change to its end. */
function endOf({ analysed, clusters, failure }: { analysed: number; clusters: number; failure: ModelFailure | null }) {
  if (analysed === clusters) return { state: 'DONE' };
  if (failure !== 'quota') return { state: 'PARTIAL', reason: 'STALE' };
  return { state: analysed === 0 ? 'SKIPPED' : 'PARTIAL', reason: 'MODEL_QUOTA' };
}

async function clusterToShow(
  { planId }: ReplayPlan,
  { round }: ReplayRound,
  cluster: FailedCluster,
  { results, recordings }: Pick<Services, 'results' | 'recordings'>,
): Promise<ClusterToShow> {
  const [place] = cluster.samples;
  const stored = place && (await results.find(planId, round, place.chunk, place.item));
  if (stored === undefined) return { cluster, sample: null };
  const [recording] = await recordings.payloads([stored.head.caseId]);
  return { cluster, sample: { ...stored.payload, calls: recording?.calls ?? [] } };
}
