import type { Cluster } from '../../../replay/domain/results/clusters.ts';
import type { CurrentRules } from '../classify.ts';
import { type FoldedSubject, foldedSubjects } from './folded-subjects.ts';

type RulesOf = (operation: string) => CurrentRules;

/**
 * Creates the function that lets the rules of a round fold its subjects, with a cache: clusters that have not changed
 * are the same array (parse-cache.ts).
 */
export function foldingRules(): (rulesOf: RulesOf, clusters: readonly Cluster[]) => RulesOf {
  const known = new WeakMap<readonly Cluster[], (operation: string) => FoldedSubject | null>();
  return (rulesOf, clusters) => {
    const foldedOf = (operation: string) => {
      const present = known.get(clusters) ?? foldedSubjects(clusters);
      known.set(clusters, present);
      return present(operation);
    };
    return (operation) => {
      const folded = foldedOf(operation);
      const currentRules = rulesOf(operation);
      return folded === null ? currentRules : { ...currentRules, folded };
    };
  };
}
