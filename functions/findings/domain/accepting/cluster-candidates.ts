import { isExpectedId } from '../../../compare/domain/expected/expectation-ids.ts';
import type { Cluster } from '../../../replay/domain/results/clusters.ts';
import { type CurrentRules, classify, excludedBy, shownSubject } from '../classify.ts';
import type { AcceptOf } from './accept-of.ts';
import type { LeftOutReason } from './left-out.ts';

/** How a choice sees the requests of a cluster: `chosen`, left out for a reason, or not meant at all (null). */
export type Candidacy = 'chosen' | LeftOutReason | null;

type Choice = Exclude<AcceptOf, { requests: unknown }>;

/**
 * Judges the requests of a cluster by the current rules. A request counts as expected if no difference is left; of a
 * marked one a person accepted them all. For a finding, every other difference must be expected.
 */
export function candidacyOf(
  cluster: Cluster,
  choice: Choice,
  rules: CurrentRules,
): { marked: Candidacy; unmarked: Candidacy } {
  const none = { marked: null, unmarked: null };
  const { operations } = 'finding' in choice ? choice.finding : choice;
  if (operations && !operations.includes(cluster.operation)) return none;
  const { differences, expected } = classify(cluster, rules);
  if ('expected' in choice) {
    if (differences.length > 0) return { marked: 'chosen', unmarked: null };
    return expected.length > 0 ? { marked: 'chosen', unmarked: 'chosen' } : none;
  }
  const { kind, subject } = choice.finding;
  const isOfFinding = (one: { kind: string; subject: string }) => one.kind === kind && one.subject === subject;
  const covered = cluster.differences.filter((one) => isExpectedId(excludedBy(one, rules)));
  const isMeant =
    differences.some(isOfFinding) ||
    covered.some((one) => isOfFinding(one) || isOfFinding({ kind: one.kind, subject: shownSubject(one, rules) }));
  if (!isMeant) return none;
  return { marked: 'chosen', unmarked: differences.every(isOfFinding) ? 'chosen' : 'OTHER_FINDING' };
}
