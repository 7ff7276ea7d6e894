import { findingId, type GroupedEntry } from '../../findings/domain/finding-id.ts';
import type { CaseCounts, Findings, FindingsInput } from '../../findings/domain/findings.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import { type IgnoreEffect, ignoreEffect, ignoreRules } from './ignore-effect.ts';

/**
 * Maximum differences of clusters that are classified for the effects of one page; later findings load theirs on
 * demand.
 */
const MAX_CLASSIFIED_PER_PAGE = 5000;

/** The effects of ignoring a finding at its endpoints and everywhere; null where it cannot be ignored so. */
export interface FindingEffects {
  endpoints: IgnoreEffect | null;
  everywhere: IgnoreEffect | null;
}

interface Found {
  findings: Findings;
  counts: CaseCounts;
  input: FindingsInput;
}

/**
 * Creates the function that computes the effects of ignoring a finding, with a cache: findings that have not changed
 * are the same object (findings/service/findings.ts).
 */
export function rememberedEffects() {
  const known = new WeakMap<Findings, Map<string, FindingEffects>>();

  function effectsOf(found: Found, finding: GroupedEntry): FindingEffects {
    const ofRun = known.get(found.findings) ?? new Map<string, FindingEffects>();
    known.set(found.findings, ofRun);
    const id = findingId(finding);
    const effects = ofRun.get(id) ?? {
      endpoints: effectAt(found, finding, 'endpoints'),
      everywhere: effectAt(found, finding, 'everywhere'),
    };
    ofRun.set(id, effects);
    return effects;
  }

  return {
    effectsOf,

    /** For how many findings of a page effects are computed with it. */
    findingsPerPage: ({ input }: Found): number =>
      Math.floor(
        MAX_CLASSIFIED_PER_PAGE /
          (2 *
            Math.max(
              1,
              sumOf(input.clusters, ({ differences }) => 1 + differences.length),
            )),
      ),
  };
}

function effectAt(
  { input, ...before }: Found,
  { entry }: GroupedEntry,
  where: 'endpoints' | 'everywhere',
): IgnoreEffect | null {
  const rules = ignoreRules(entry, where);
  return rules && ignoreEffect(input, before, rules);
}
