import * as v from 'valibot';
import type { Difference } from '../../compare/domain/difference.ts';
import type { Cluster } from '../../replay/domain/results/clusters.ts';
import { explainedByOthers } from './explained-by-others.ts';
import { plainLine } from './model-text.ts';
import type { NoiseFacts } from './noise-facts.ts';
import { excerptShape } from './shape.ts';
import { shownOperation, shownPath } from './shown-name.ts';
import { type NoisyRound, type Suggestion, suggestionsOf } from './suggestions.ts';

/** Schema of a model's answer about fields: the position of each noise field, and why. */
export const NoiseAnswer = v.object({ noise: v.array(v.object({ field: v.number(), reason: v.string() })) });
export type NoiseAnswer = v.InferOutput<typeof NoiseAnswer>;

/** The model's entries about fields, as stored. */
export const NoiseTexts = v.array(v.object({ operation: v.string(), subject: v.string(), reason: v.string() }));
export type NoiseTexts = v.InferOutput<typeof NoiseTexts>;

/** A field that a model may be asked about. */
export interface NoiseCandidate {
  operation: string;
  path: string;
  requests: number;
}

const MAX_CANDIDATES = 100;
const MAX_REASON_LENGTH = 60;

/**
 * Fields without an explanation by rules that may be suggested if a model explains them (interface 3.1). Excludes
 * sensitive fields, fields that also changed otherwise, and fields whose rule would cover another difference.
 */
export function noiseCandidates(round: NoisyRound, facts: NoiseFacts, clusters: readonly Cluster[]): NoiseCandidate[] {
  const fields = explainedByOthers(facts.fields);
  const ofResponses = fields.filter(({ call, order }) => call === undefined && order !== true);
  const all = ofResponses.map(({ operation, subject }) => ({ operation, subject, reason: '' }));
  return suggestionsOf(round, withModelTexts({ ...facts, fields }, all), clusters)
    .filter(({ evidence }) => evidence.reasons.some(({ reason }) => reason === 'LANGUAGE_MODEL'))
    .toSorted((a, b) => b.evidence.requests - a.evidence.requests)
    .slice(0, MAX_CANDIDATES)
    .map(({ operation, path, evidence }) => ({ operation, path, requests: evidence.requests }));
}

/** The prompt about fields: names and, from stored examples, types and lengths. Never contains values. */
export function noiseMaterial(
  candidates: readonly NoiseCandidate[],
  exampleOf: (candidate: NoiseCandidate) => Difference | undefined,
  mark: string,
): string {
  const fields = candidates.map((candidate, field) => {
    const example = exampleOf(candidate);
    return {
      field,
      endpoint: shownOperation(candidate.operation),
      path: shownPath(candidate.path),
      requests: candidate.requests,
      ...(example && { recorded: excerptShape(example.recorded), replayed: excerptShape(example.replayed) }),
    };
  });
  return `<fields-${mark}>\n${JSON.stringify(fields)}\n</fields-${mark}>`;
}

/** The candidate fields that an answer names. */
export const noiseTexts = ({ noise }: NoiseAnswer, candidates: readonly NoiseCandidate[]): NoiseTexts =>
  noise.flatMap(({ field, reason }) => {
    const candidate = candidates[field];
    if (candidate === undefined) return [];
    return [{ operation: candidate.operation, subject: candidate.path, reason: plainLine(reason, MAX_REASON_LENGTH) }];
  });

/**
 * Suggestions by rules and by a model's entries. Fields that must never be suggested are excluded, whatever the model
 * answers.
 */
export const suggestionsWithModel = (
  round: NoisyRound,
  facts: NoiseFacts,
  clusters: readonly Cluster[],
  texts: NoiseTexts,
): Suggestion[] => suggestionsOf(round, withModelTexts(facts, texts), clusters);

/** Adds the model as a reason for the fields that it names. */
function withModelTexts(facts: NoiseFacts, texts: NoiseTexts): NoiseFacts {
  const reasons = new Map(texts.map((one) => [JSON.stringify([one.operation, one.subject]), one.reason]));
  return {
    ...facts,
    fields: facts.fields.map((field) => {
      const reason = reasons.get(JSON.stringify([field.operation, field.subject]));
      if (reason === undefined || field.unexplained === 0 || field.order === true) return field;
      const forms = reason === '' ? [] : [reason];
      return {
        ...field,
        unexplained: 0,
        reasons: [...field.reasons, { reason: 'LANGUAGE_MODEL', requests: field.unexplained, forms }],
      };
    }),
  };
}
