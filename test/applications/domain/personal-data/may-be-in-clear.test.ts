import { expect, test } from 'vitest';
import type { FoundField } from '../../../../functions/applications/domain/personal-data/found-personal-data.ts';
import { mayBeInClear } from '../../../../functions/applications/domain/personal-data/may-be-in-clear.ts';

const field = (state: FoundField['state']): FoundField => ({
  in: 'path',
  field: '$.mail',
  kinds: ['mail'],
  endpoints: [],
  found: 1,
  checked: 1,
  state,
});
const pass = (isCurrent: boolean) => ({
  isCurrent,
  isRunning: false,
  startedAt: 0,
  at: 0,
  cases: 2,
  sealed: 2,
  missed: 0,
  isAtLeast: false,
  faults: 0,
});

test.for<[string, FoundField['state'], number, ReturnType<typeof pass> | null, boolean]>([
  ['without a pass', 'sealed', 2, null, true],
  ['after a pass with fewer rules', 'sealed', 2, pass(false), true],
  ['after a pass with all rules', 'sealed', 2, pass(true), false],
  ['without a sealed field', 'open', 2, null, false],
  ['without a recording', 'sealed', 0, null, false],
])('stored recordings may be in clear %s: %s, %d stored', ([, state, stored, newest, expected]) => {
  expect(mayBeInClear({ fields: [field(state)], stored, pass: newest })).toBe(expected);
});
