import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { DecidedRule } from '../../../../functions/evaluation/domain/gates/gate-decision.ts';
import { GatePolicy } from '../../../../functions/evaluation/domain/gates/gate-policy.ts';
import { failedText, gateReasons } from '../../../../functions/evaluation/pages/gates/gate-reasons.ts';
import { ruleWords } from '../../../../functions/evaluation/pages/gates/rule-words.ts';

const rule = (change: Partial<DecidedRule>): DecidedRule => ({
  id: 'r',
  outcome: 'fail',
  enforcement: 'required',
  observed: 0.9,
  samples: 1,
  baseline: null,
  delta: null,
  threshold: 0.95,
  op: 'gte',
  ...change,
});

const policyOf = (of: Record<string, unknown>) =>
  v.parse(GatePolicy, { schema: 'eval.gate-policy/v1', rules: [{ id: 'r', ...of }] });

const PASS_RATE = { metric: 'replay.pass_rate', aggregation: 'mean', op: 'gte' };
const FINISHED = { field: 'framework_attempt.status', op: 'eq', value: 'succeeded' };

describe('a rule in words (evaluation 3.9)', () => {
  test.for<[Record<string, unknown>, Partial<DecidedRule>, title: string, measured: string | null, required: string]>([
    [{ ...PASS_RATE, threshold: 0.95 }, {}, 'Pass rate', '90.0 %', 'at least 95 %'],
    [
      { ...PASS_RATE, threshold: -0.01, baseline: { ref: 'last_passing', mode: 'absolute' } },
      { threshold: -0.01, baseline: 1, delta: -0.1 },
      ...(['No worse than the last build that passed', '10 points less', 'at most 1 point less'] as const),
    ],
    [
      { ...PASS_RATE, threshold: 0, baseline: { ref: 'last_passing', mode: 'absolute' } },
      { threshold: 0, baseline: 0.9, delta: 0 },
      ...(['No worse than the last build that passed', 'the same', 'no less'] as const),
    ],
    [
      { ...PASS_RATE, threshold: 0.1, baseline: { ref: 'run', mode: 'relative' } },
      { threshold: 0.1, baseline: 0.8, delta: 0.125 },
      ...(['r', '0.9, difference 0.125', 'at least 0.1 difference'] as const),
    ],
    [
      FINISHED,
      { observed: 'succeeded', op: 'eq', threshold: 'succeeded', outcome: 'pass' },
      'The run finished',
      'finished',
      'finished',
    ],
    [
      FINISHED,
      { observed: 'timed_out', op: 'eq', threshold: 'succeeded' },
      'The run finished',
      'not finished',
      'finished',
    ],
    [
      { metric: 'replay.needs_action_interfaces', aggregation: 'max', op: 'lte', threshold: 0 },
      { observed: 3, op: 'lte', threshold: 0 },
      ...(['Nothing needs action', '3 endpoints', '0'] as const),
    ],
    [
      { field: 'native.state', op: 'in', value: ['CLEAN'] },
      { observed: 'NEEDS_ACTION', op: 'in', threshold: ['CLEAN'] },
      ...(['No finding at all', 'Needs action', 'Clean'] as const),
    ],
    [
      { metric: 'replay.latency.p95_ratio_low', aggregation: 'max', op: 'lte', threshold: 1.2 },
      { observed: 1.314, op: 'lte', threshold: 1.2 },
      ...(['As fast', 'p95 1.31×', 'at most 1.2×'] as const),
    ],
    [{ ...PASS_RATE, threshold: 0.95 }, { observed: null, outcome: 'missing' }, 'Pass rate', null, 'at least 95 %'],
    [
      { ...PASS_RATE, threshold: 0.95, where: { operation: '/a' } },
      { observed: 2 / 3 },
      ...(['r', '0.666667', 'at least 0.95'] as const),
    ],
  ])('%# says what was measured and required', ([of, decided, title, measured, required]) => {
    expect(ruleWords(rule(decided), policyOf(of))).toMatchObject({ title, measured, required });
  });

  test('is its id and its numbers where the policy has expired', () => {
    expect(ruleWords(rule({}), null)).toMatchObject({ title: 'r', measured: '0.9', required: 'at least 0.95' });
  });
});

describe('the reasons of a decision', () => {
  const decided = (rules: Partial<DecidedRule>[], decision: 'pass' | 'fail') => ({ decision, rules: rules.map(rule) });

  test('are the rules that failed, not those that only advise', () => {
    const gate = decided([{}, { id: 'x', enforcement: 'advisory' }, { id: 'y', outcome: 'skipped' }], 'fail');
    expect(gateReasons(gate, policyOf({ ...PASS_RATE, threshold: 0.95 }))).toBe('Pass rate 90.0 % is under 95 %');
    expect(failedText(gate)).toBe('1 of 3 rules failed');
  });

  test('of a pass are what was measured', () => {
    const gate = decided([{ outcome: 'pass', observed: 1 }], 'pass');
    expect(gateReasons(gate, policyOf({ ...PASS_RATE, threshold: 0.95 }))).toBe('Pass rate 100 %');
    expect(gateReasons(gate, null)).toBeNull();
  });
});
