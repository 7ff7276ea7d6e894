import { expect, test } from 'vitest';
import { holding, MAX_HOLDS, RECENT_MS } from '../../../functions/replay/domain/order/holding.ts';
import type { PlannedCase } from '../../../functions/replay/domain/results/chunk.ts';

const planned = (recordedAt: number, more: Partial<PlannedCase> = {}): PlannedCase => ({
  item: recordedAt,
  caseId: 'c',
  operation: '/flags',
  method: 'GET',
  session: null,
  traceId: 't',
  recordedAt,
  span: [recordedAt, recordedAt + 1],
  ...more,
});
const WRITE = planned(1000, { method: 'POST' });

test.for<[name: string, cases: PlannedCase[], one: PlannedCase, isHeld: boolean]>([
  ['a read after a write', [WRITE], planned(1000), true],
  ['a read long after it', [WRITE], planned(1000 + RECENT_MS), true],
  ['a read longer after it', [WRITE], planned(1001 + RECENT_MS), false],
  ['a read before it', [WRITE], planned(999), false],
  ['a run that only reads', [planned(1000)], planned(1000), false],
  ['sessions side by side', [WRITE], planned(1000, { span: undefined }), false],
  ['resource families side by side', [WRITE], planned(1000, { families: ['flags'] }), false],
])('isHeldAfterWrite decides for %s: %4$s', ([, cases, one, isHeld]) => {
  expect(holding(cases).isHeldAfterWrite(one)).toBe(isHeld);
});

test('isHeldAfterWrite does not hold an endpoint again in which holding explained nothing', () => {
  const held = holding([WRITE]);
  held.noteHeld(planned(1000), true);
  expect(held.isHeldAfterWrite(planned(1000))).toBe(true);
  held.noteHeld(planned(1000), false);
  expect(held.isHeldAfterWrite(planned(1000))).toBe(false);
  expect(held.isHeldAfterWrite(planned(1000, { operation: '/other' }))).toBe(true);
});

test('isHeldAfterWrite holds a chunk a limited number of times', () => {
  const held = holding([WRITE]);
  const answers = Array.from({ length: MAX_HOLDS + 1 }, () => held.isHeldAfterWrite(planned(1000)));
  expect(answers.filter(Boolean)).toHaveLength(MAX_HOLDS);
  expect(answers.at(-1)).toBe(false);
});

const visit = { session: 's', item: 1 };
const logout = planned(5000, { session: 's', item: 2, method: 'POST', logsOut: true });
test.for<[name: string, cases: PlannedCase[], one: PlannedCase, isHeld: boolean]>([
  ['a read before the logout of its session', [logout], planned(1, visit), true],
  ['a read after it', [logout], planned(6000, { session: 's', item: 3 }), false],
  ['a read of another session', [logout], planned(1, { session: 'other', item: 1 }), false],
  ['a read without a session', [logout], planned(1, { item: 1 }), false],
  ['a session without a logout', [{ ...logout, logsOut: undefined }], planned(1, visit), false],
  ['sessions side by side', [logout], planned(1, { ...visit, span: undefined }), false],
])('isHeldBeforeLogout decides for %s: %4$s', ([, cases, one, isHeld]) => {
  expect(holding(cases).isHeldBeforeLogout(one)).toBe(isHeld);
});
