import { describe, expect, test } from 'vitest';
import { type CompareRule, compileRules } from '../../../functions/compare/domain/rules/rules.ts';
import { recomparedCase, type StoredCase } from '../../../functions/findings/domain/recompared-case.ts';
import { madeCall, recordedCall, resultCallsOf } from '../../support/downstream-calls.ts';

const tolerance: CompareRule = {
  ruleId: 'r',
  kind: 'tolerance',
  operation: null,
  target: 'response',
  path: 'a',
  tolerance: { absolute: 1 },
  origin: 'person',
  createdBy: 'p',
  createdAt: 1,
};
const rules = compileRules([tolerance], '/o');
const answer = (body: string) => ({ status: 200, headers: [], body, bodyEncoding: 'utf8' as const });
const value = { kind: 'FIELD_VALUE' as const, subject: 'a', path: 'a', recorded: '1', replayed: '2', rule: null };
const stored = (change: Partial<StoredCase> = {}): StoredCase => ({
  outcome: {
    operation: '/o',
    hasResult: true,
    failure: null,
    differences: [{ kind: 'FIELD_VALUE', subject: 'a', rule: null }],
    truncated: false,
  },
  recorded: answer('{"a":1}'),
  replayed: answer('{"a":2}'),
  differences: [value],
  request: { method: 'GET', path: '/tasks/17', headers: [], body: null, bodyEncoding: 'utf8' },
  ...change,
});

describe('a case compared again (interface 10, recompare)', () => {
  test('names a rule that is new since the first comparison', () => {
    const { outcome, differences } = recomparedCase(stored(), rules);
    expect(outcome.differences).toEqual([{ kind: 'FIELD_VALUE', subject: 'a', rule: 'r' }]);
    expect(differences).toEqual([{ ...value, rule: 'r' }]);
  });

  test('uses the stored mappings: mapped fields stay equal, and other values of them differ', () => {
    const from = { planItemId: 'p-0', place: 'POST /tasks $.id' };
    const mapped = [{ path: 'id', recorded: '17', replayed: '42', thing: 'task', from }];
    const recorded = answer('{"id":17,"a":1,"items":[{"taskId":17},{"taskId":17}]}');
    const replayed = answer('{"id":42,"a":2,"items":[{"taskId":42},{"taskId":43}]}');
    const { outcome } = recomparedCase(stored({ recorded, replayed, mapped }), rules);
    expect(outcome.differences).toEqual([
      { kind: 'FIELD_VALUE', subject: 'items[*].taskId', rule: null },
      { kind: 'FIELD_VALUE', subject: 'a', rule: 'r' },
    ]);
  });

  test('keeps differences of downstream calls', () => {
    const calls = { kind: 'FEWER_CALLS' as const, subject: 'inventory GET /stock', rule: null };
    const { outcome } = stored();
    const again = recomparedCase(
      stored({ outcome: { ...outcome, differences: [...outcome.differences, calls] } }),
      rules,
    );
    expect(again.outcome.differences).toEqual([{ kind: 'FIELD_VALUE', subject: 'a', rule: 'r' }, calls]);
  });

  test('compares stored downstream calls again, under rules for calls', () => {
    const made = [{ ...madeCall('b', 0, { strategy: 'sequence' as const }), differs: true as const }];
    const calls = resultCallsOf([recordedCall('a'), recordedCall('c')], made);
    const ofCalls = (...added: CompareRule[]) => {
      const again = recomparedCase(stored({ calls, replayed: null }), compileRules(added, '/o'));
      return [
        again.outcome.differences.map(({ kind, subject, rule }) => `${kind} ${subject} ${rule}`),
        again.calls?.made.map(({ differs }) => differs),
      ];
    };
    const ignored = { ...tolerance, kind: 'ignore' as const, target: 'redis' };
    const before = ['FIELD_VALUE a null'];
    expect(ofCalls()).toEqual([
      [...before, 'CALL_PARAMETERS redis GET args[0] null', 'FEWER_CALLS redis GET null'],
      [true],
    ]);
    expect(ofCalls({ ...ignored, path: 'args' })).toEqual([
      [...before, 'FEWER_CALLS redis GET null', 'CALL_PARAMETERS redis GET args[0] r'],
      [undefined],
    ]);
    expect(ofCalls({ ...ignored, path: '$' })[0]).toEqual([
      ...before,
      'CALL_PARAMETERS redis GET args[0] r',
      'FEWER_CALLS redis GET r',
    ]);
  });

  test('compares the calls of two builds again, each with the recording', () => {
    const callsOf = (argument: string) =>
      resultCallsOf([recordedCall('a')], [{ ...madeCall(argument, 0, { strategy: 'sequence' as const }) }]);
    const ofBuilds = (target: string, baseline: string, ...added: CompareRule[]) =>
      recomparedCase(
        stored({ calls: callsOf(target), replayed: null, baseline: { recorded: null, calls: callsOf(baseline) } }),
        compileRules(added, '/o'),
      ).differences.flatMap(({ kind, recorded, replayed, rule }) =>
        kind === 'CALL_PARAMETERS' ? [[recorded, replayed, rule]] : [],
      );
    expect(ofBuilds('b', 'b')).toEqual([]);
    expect(ofBuilds('b', 'c')).toEqual([['"c"', '"b"', null]]);
    expect(ofBuilds('b', 'c', { ...tolerance, kind: 'ignore', target: 'redis', path: 'args' })).toEqual([
      ['"c"', '"b"', 'r'],
    ]);
  });

  test('compares what the running build answered with the recording again, under the current rules', () => {
    const moved = { ...value, recorded: '1', replayed: '1.5' };
    const both = stored({
      recorded: answer('{"a":1.5}'),
      replayed: answer('{"a":1.5}'),
      differences: [],
      baseline: { recorded: answer('{"a":1}'), differences: [moved] },
    });
    expect(recomparedCase(both, rules)).toMatchObject({ differences: [], moved: [{ ...moved, rule: 'r' }] });
    expect(recomparedCase(both, compileRules([], '/o'))).toMatchObject({ differences: [], moved: [moved] });
  });

  test('has nothing that moved where the running build answered as recorded, or where there is none', () => {
    expect(recomparedCase(stored({ baseline: { recorded: null } }), rules).moved).toEqual([]);
    expect(recomparedCase(stored(), rules).moved).toBeUndefined();
  });

  test.for<[string, Partial<StoredCase>]>([
    ['no answer came', { replayed: null }],
    ['nothing was recorded', { recorded: null }],
    [
      'only the beginning of the answer is stored',
      { differences: [{ ...value, kind: 'UNCLASSIFIED', subject: 'response' }] },
    ],
  ])('stays unchanged if %s', ([, change]) => {
    const before = stored(change);
    expect(recomparedCase(before, rules)).toEqual({ outcome: before.outcome, differences: before.differences });
  });
});
