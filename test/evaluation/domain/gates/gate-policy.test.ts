import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { GatePolicy } from '../../../../functions/evaluation/domain/gates/gate-policy.ts';
import { GATE_POLICY } from '../workflows/sample-manifests.ts';

const FIELD = { id: 'a', field: 'framework_attempt.status', op: 'eq', value: 'succeeded' };
const METRIC = { id: 'a', metric: 'm', aggregation: 'mean', op: 'gte', threshold: 0.95 };
const isPolicy = (rules: unknown, more: object = {}) =>
  v.is(GatePolicy, { schema: 'eval.gate-policy/v1', name: 'p', rules, ...more });

describe('a gate policy (evaluation 3.9)', () => {
  test.for<[string, unknown, boolean]>([
    ['the sample of the contract', GATE_POLICY.rules, true],
    ['no rules', [], true],
    ['rules that are not a list', {}, false],
    ['50 rules', Array.from({ length: 50 }, (_, at) => ({ ...FIELD, id: `r${at}` })), true],
    ['51 rules', Array.from({ length: 51 }, (_, at) => ({ ...FIELD, id: `r${at}` })), false],
    ['one id twice', [FIELD, METRIC], false],
    ['no id', [{ ...FIELD, id: undefined }], false],
    ['field and metric', [{ ...METRIC, field: 'native.state' }], false],
    ['neither', [{ id: 'a', op: 'eq', value: 1 }], false],
    ['an unknown root', [{ ...FIELD, field: 'process.env' }], false],
    ['a root alone', [{ ...FIELD, field: 'native' }], false],
    ['a name that is an expression', [{ ...FIELD, field: 'native.a+b' }], false],
    ['a name in quotes', [{ ...FIELD, field: 'native."a"' }], false],
    ['a name of letters, digits, _ and -', [{ ...FIELD, field: 'native.pass_rate-p95' }], true],
    ['an empty name', [{ ...FIELD, field: 'native..state' }], false],
    ['a deep name', [{ ...FIELD, field: 'workflow_run.labels.team-a' }], true],
    ['gt of a text', [{ ...FIELD, op: 'gt' }], false],
    ['in a list', [{ ...FIELD, op: 'in', value: ['CLEAN', 1, true] }], true],
    ['in no list', [{ ...FIELD, op: 'in' }], false],
    ['in of a metric', [{ ...METRIC, op: 'in', threshold: [1] }], false],
    ['matches', [{ ...FIELD, op: 'matches', value: '.*' }], false],
    ['null to compare with', [{ ...FIELD, value: null }], false],
    ['p1', [{ ...METRIC, aggregation: 'p1' }], true],
    ['p99', [{ ...METRIC, aggregation: 'p99' }], true],
    ['p0', [{ ...METRIC, aggregation: 'p0' }], false],
    ['p100', [{ ...METRIC, aggregation: 'p100' }], false],
    ['no aggregation', [{ ...METRIC, aggregation: undefined }], false],
    ['a threshold that is a text', [{ ...METRIC, threshold: '0.95' }], false],
    ['a threshold beyond doubles', [{ ...METRIC, threshold: Number.POSITIVE_INFINITY }], false],
    ['no sample', [{ ...METRIC, min_samples: 0 }], false],
    ['one sample', [{ ...METRIC, min_samples: 1 }], true],
    ['metadata to look for', [{ ...METRIC, where: { operation: '/pay' } }], true],
    [
      'a name to look for that no metadata can have',
      [{ ...METRIC, where: { operation: '/pay', prototype: 'x' } }],
      false,
    ],
    ['a list to look for', [{ ...METRIC, where: ['/pay'] }], false],
    ['half a sample', [{ ...METRIC, min_samples: 1.5 }], false],
    ['a mistyped member, which would weaken the gate', [{ ...METRIC, min_sample: 30 }], false],
    ['a baseline', [{ ...METRIC, baseline: { ref: 'run', mode: 'relative' } }], true],
    ['a baseline of another kind', [{ ...METRIC, baseline: { ref: 'median', mode: 'relative' } }], false],
    ['a baseline of a field', [{ ...FIELD, baseline: { ref: 'run', mode: 'absolute' } }], false],
    ['a warning', [{ ...METRIC, enforcement: 'advisory', on_missing: 'skip' }], true],
    ['passing what is missing', [{ ...METRIC, on_missing: 'pass' }], false],
  ])('is accepted or refused: %s', ([, rules, expected]) => {
    expect(isPolicy(rules)).toBe(expected);
  });

  test.for<[string, number, boolean]>([
    ['128 KiB', 128 * 1024, true],
    ['a byte more', 128 * 1024 + 1, false],
  ])('has at most 128 KiB of values in all, as each decision repeats them: %s', ([, bytes, expected]) => {
    const texts = (count: number) => Array.from({ length: count }, () => 'x'.repeat(1000));
    const valuesUpTo = (last: string) => [texts(100), [...texts(30), last]];
    const values = valuesUpTo('x'.repeat(bytes - JSON.stringify(valuesUpTo('')).length));
    expect(isPolicy(values.map((value, at) => ({ ...FIELD, id: `r${at}`, op: 'in', value })))).toBe(expected);
  });

  test('has the right schema, and combines rules by all or any', () => {
    expect(isPolicy([FIELD], { combine: 'any' })).toBe(true);
    expect(isPolicy([FIELD], { combine: 'most' })).toBe(false);
    expect(isPolicy([FIELD], { schema: 'eval.gate-policy/v2' })).toBe(false);
  });
});
