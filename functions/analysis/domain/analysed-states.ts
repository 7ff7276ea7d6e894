import type { Findings } from '../../findings/domain/findings.ts';

/** findings.state of the triggered rounds that are analysed and whose notification waits for it (spec 6.2.3, interface 2.5). */
export const ANALYSED_STATES: ReadonlySet<string | undefined> = new Set<Findings['state']>([
  'NEEDS_ACTION',
  'REVIEW_ONLY',
]);
