import * as v from 'valibot';
import type { FailedCases } from '../../replay/domain/results/failed-cases.ts';
import { TierEndpoints } from './analysis.ts';
import { type NamedCases, TIERS } from './named-cases.ts';

/** Counts of an analysis that change only with diagnoses (spec 2.5). Marks are counted when it is read. */
export const AnalysisCounts = v.object({
  analyzedCases: v.number(),
  failedCases: v.number(),
  codeChangeCases: v.number(),
  undeterminedCases: v.number(),
  invalidCases: v.number(),
  codeChangeInterfaces: v.number(),
  undeterminedInterfaces: v.number(),
  invalidInterfaces: v.number(),
  /** Absent in analyses of earlier versions. */
  endpoints: v.optional(TierEndpoints),
});
export type AnalysisCounts = v.InferOutput<typeof AnalysisCounts>;

/**
 * Counts of spec 2.5. Cases that no entry names are UNDETERMINED, so that the tiers sum to the failed cases of the
 * round's result. An endpoint counts in its most severe tier. A named case that did not fail is not counted.
 */
export function analysisCounts(failed: FailedCases, named: NamedCases, failedCases: number): AnalysisCounts {
  const cases = { CODE_CHANGE: 0, UNDETERMINED: 0, INVALID: 0 };
  const paths = worstTiers();
  const endpoints = worstTiers();
  let analyzedCases = 0;
  for (const { operation, method = '', items } of failed.clusters) {
    for (const item of items) {
      const entry = named.get(item);
      const tier = entry?.tier ?? 'UNDETERMINED';
      if (entry) analyzedCases++;
      cases[tier]++;
      paths.note(operation, tier);
      endpoints.note(`${method} ${operation}`, tier);
    }
  }
  return {
    analyzedCases,
    failedCases,
    codeChangeCases: cases.CODE_CHANGE,
    undeterminedCases: failedCases - cases.CODE_CHANGE - cases.INVALID,
    invalidCases: cases.INVALID,
    codeChangeInterfaces: paths.count('CODE_CHANGE'),
    undeterminedInterfaces: paths.count('UNDETERMINED'),
    invalidInterfaces: paths.count('INVALID'),
    endpoints: {
      codeChange: endpoints.count('CODE_CHANGE'),
      undetermined: endpoints.count('UNDETERMINED'),
      invalid: endpoints.count('INVALID'),
    },
  };
}

type Tier = (typeof TIERS)[number];

/** The most severe tier of each endpoint. */
function worstTiers() {
  const worst = new Map<string, number>();
  return {
    note(endpoint: string, tier: Tier): void {
      worst.set(endpoint, Math.min(worst.get(endpoint) ?? TIERS.length, TIERS.indexOf(tier)));
    },
    count: (tier: Tier): number => [...worst.values()].filter((index) => TIERS[index] === tier).length,
  };
}
