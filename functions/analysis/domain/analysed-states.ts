import type { Findings } from '../../findings/domain/findings.ts';

/**
 * Values of findings.state for which a triggered round is analysed and its notification waits for the analysis (spec
 * 6.2.3, interface 2.5).
 */
export const ANALYSED_STATES: ReadonlySet<string | undefined> = new Set<Findings['state']>([
  'NEEDS_ACTION',
  'REVIEW_ONLY',
]);
