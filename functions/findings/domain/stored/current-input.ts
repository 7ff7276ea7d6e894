import * as v from 'valibot';
import type { RuleInForce } from '../../../compare/domain/rules/rules.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { RoundClusters } from '../../../replay/domain/results/result-summaries.ts';
import type { FindingsInput } from '../findings.ts';
import { foldingRules } from '../folding/folding-rules.ts';
import { rememberedRules } from '../rules/remembered-rules.ts';
import type { SuggestedFields } from '../suggested-fields.ts';
import { markedByKey } from './marked-outcomes.ts';
import { roundMeasures } from './round-measures.ts';
import type { RoundMeasures } from './stored-answer.ts';

/** What the findings of a round depend on, beside its clusters. */
export interface CurrentFacts extends Pick<FindingsInput, 'interrupted' | 'mainOperations'> {
  rules: readonly RuleInForce[];
  suggested: SuggestedFields;
  /** Digests of the outcomes of marked requests. */
  markedOutcomes: readonly string[];
}

/** The input of a job about the findings of a round. */
export interface CurrentJobInput extends CurrentFacts {
  /** RoundClusters; undefined if they have expired. */
  stored: Uint8Array | undefined;
}

/** Findings by other clusters under the same facts. */
export function inputUnder(
  { rules, suggested, markedOutcomes, interrupted, mainOperations }: CurrentFacts,
  {
    operationsInScope,
    methodsInScope,
    clusters,
  }: Pick<FindingsInput, 'operationsInScope' | 'methodsInScope' | 'clusters'>,
): FindingsInput {
  return {
    operationsInScope,
    methodsInScope,
    clusters,
    interrupted,
    mainOperations,
    rulesOf: foldingRules()(rememberedRules()(rules, suggested), clusters),
    marked: markedByKey(clusters, markedOutcomes),
  };
}

/** Reads the clusters of a round in a job; null if they have expired. */
export function currentInput({
  stored,
  ...facts
}: CurrentJobInput): { input: FindingsInput; measures: RoundMeasures } | null {
  if (stored === undefined) return null;
  const read = v.parse(RoundClusters, jsonOfStored(stored));
  const input = inputUnder(facts, read);
  return { input, measures: roundMeasures(read, input) };
}
