import { describe, expect, test } from 'vitest';
import type { Difference } from '../../../../functions/compare/domain/difference.ts';
import { callsBetween } from '../../../../functions/replay/domain/baseline/calls-between.ts';

const changed = (path: string, recorded: string, replayed: string): Difference => ({
  kind: 'CALL_PARAMETERS',
  subject: path,
  path,
  recorded,
  replayed,
  rule: null,
});
const missing = (path: string): Difference => ({
  ...changed(path, 'call', ''),
  kind: 'FEWER_CALLS',
  replayed: null,
});
const added = (path: string): Difference => ({
  ...missing(path),
  kind: 'MORE_CALLS',
  recorded: null,
  replayed: 'call',
});

describe('the calls of two builds', () => {
  test.for<[string, Difference[], Difference[], Difference[]]>([
    ['nothing where both call as recorded', [], [], []],
    ['nothing where both differ alike', [changed('a', '1', '2')], [changed('a', '1', '2')], []],
    ['what only the target changes', [], [changed('a', '1', '2')], [changed('a', '1', '2')]],
    ['what only the running build changes, in reverse', [changed('a', '1', '2')], [], [changed('a', '2', '1')]],
    ['two changes of one field', [changed('a', '1', '2')], [changed('a', '1', '3')], [changed('a', '2', '3')]],
    ['a call that only the running build leaves out', [missing('a')], [], [added('a')]],
    ['a call that only the running build adds', [added('a')], [], [missing('a')]],
    ['a second call that the target adds', [added('a')], [added('a'), added('a')], [added('a')]],
    [
      'another field beside one that differs alike',
      [changed('a', '1', '2')],
      [changed('a', '1', '2'), changed('b', '1', '2')],
      [changed('b', '1', '2')],
    ],
  ])('differ in %s', ([, baseline, target, expected]) => {
    expect(callsBetween(baseline, target)).toEqual(expected);
  });
});
