import { describe, expect, test } from 'vitest';
import type {
  DecidedRule,
  GateDecision,
  RuleOutcome,
} from '../../../../functions/evaluation/domain/gates/gate-decision.ts';
import { checkOf } from '../../../../functions/evaluation/domain/gates/gate-summary.ts';

const rule = (id: string, outcome: RuleOutcome, enforcement: DecidedRule['enforcement'] = 'required'): DecidedRule => ({
  id,
  outcome,
  enforcement,
  observed: 1,
  samples: 1,
  baseline: null,
  delta: null,
  threshold: 1,
  op: 'gte',
});

const decided = (more: Partial<GateDecision>): GateDecision => ({
  gate_decision_id: 'gdec_1',
  workflow_run_id: 'wrun_01JD2Z0000000000000000000A',
  workflow_version_digest: `sha256:${'0'.repeat(64)}`,
  primary: true,
  status: 'decided',
  gate_policy_version: `sha256:${'1'.repeat(64)}`,
  decision: 'fail',
  conclusive: true,
  reason_codes: ['fail'],
  rules: [],
  inputs: {
    attempt_id: null,
    attempt_status: null,
    native_result_digest: null,
    scores_digest: null,
    baseline_run_id: null,
  },
  decision_digest: `sha256:${'2'.repeat(64)}`,
  decided_at: 0,
  ...more,
});

describe('the CI check of a decision (evaluation 3.9)', () => {
  test('is a success for a pass', () => {
    expect(checkOf(decided({ decision: 'pass', rules: [rule('rate', 'pass')] }))).toEqual({
      conclusion: 'success',
      summary: 'The gate passed.',
    });
  });

  test('is a failure that names the required rules which did not pass', () => {
    const rules = [
      rule('rate', 'fail'),
      rule('latency', 'baseline_missing'),
      rule('size', 'pass'),
      rule('cost', 'skipped'),
      rule('tone', 'fail', 'advisory'),
    ];
    expect(checkOf(decided({ rules }))).toEqual({
      conclusion: 'failure',
      summary: 'The gate failed: rate (fail), latency (baseline_missing).',
    });
  });

  test('requires action where a required rule could not be evaluated', () => {
    expect(checkOf(decided({ conclusive: false, rules: [rule('rate', 'missing')] }))).toEqual({
      conclusion: 'action_required',
      summary: 'The gate could not be evaluated: rate (missing).',
    });
  });

  test('names its reasons where no rule decided', () => {
    const reason_codes: GateDecision['reason_codes'] = ['attempt_not_succeeded', 'no_required_rule'];
    expect(checkOf(decided({ conclusive: false, reason_codes, rules: [rule('tone', 'fail', 'advisory')] }))).toEqual({
      conclusion: 'action_required',
      summary: 'The gate could not be evaluated: attempt_not_succeeded, no_required_rule.',
    });
  });
});
