import * as v from 'valibot';
import { type ChangedPair, MAX_PAIRS, MAX_VALUE_LENGTH } from '../../../compare/domain/expected/change.ts';
import type { Covering } from '../../../compare/domain/expected/expected-change.ts';
import { subjectMatcher } from '../../../compare/domain/expected/expected-changes.ts';
import { type CompiledRules, compileRules, type RuleInForce } from '../../../compare/domain/rules/rules.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import type { CaseOutcome, ClusterDifference } from '../../../replay/domain/results/clusters.ts';
import { ResultPayload } from '../../../replay/domain/results/result-payload.ts';
import { recomparedCase } from '../recompared-case.ts';

/** A difference as findings name it. */
export type NamedDifference = Pick<ClusterDifference, 'kind' | 'subject'>;

/** Maximum pairs of one request and difference: more have to have a relation, which so many show. */
const MAX_COLLECTED = 5 * MAX_PAIRS;

/** Collects the values of some differences of a stored request, at every place; null if its bytes have expired. */
export const changedPairsJob = job(
  'findings.changed-pairs',
  ({
    stored,
    outcome,
    rules,
    wanted,
  }: {
    /** A ResultPayload; undefined if its bytes have expired. */
    stored: Uint8Array | undefined;
    outcome: CaseOutcome;
    rules: readonly RuleInForce[];
    wanted: readonly NamedDifference[];
  }): { pairs: ChangedPair[][] } | null => {
    if (stored === undefined) return null;
    const payload = v.parse(ResultPayload, jsonOfStored(stored));
    const collected = wanted.map(({ kind, subject }) => ({
      kind,
      isSubject: subjectMatcher(subject),
      pairs: new Map<string, ChangedPair>(),
    }));
    const collect: Covering = ({ kind, subject, rule, recorded, replayed }) => {
      if (rule !== null) return null;
      for (const one of collected) {
        if (one.kind !== kind || !one.isSubject(subject) || one.pairs.size >= MAX_COLLECTED) continue;
        const pair = { recorded: shortened(recorded), replayed: shortened(replayed) };
        one.pairs.set(JSON.stringify(pair), pair);
      }
      return null;
    };
    const compiled = compileRules(rules, outcome.operation);
    const collecting: CompiledRules = { ...compiled, covering: collect, forRequest: () => collecting };
    recomparedCase({ ...payload, outcome }, collecting);
    return { pairs: collected.map(({ pairs }) => [...pairs.values()]) };
  },
);

/** One character more than an expected change names, so that it is seen to be longer. */
const shortened = (value: string | null): string | null => value?.slice(0, MAX_VALUE_LENGTH + 1) ?? null;
