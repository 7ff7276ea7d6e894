import { expect, test } from 'vitest';
import type { RunOrder } from '../../../../functions/replay/domain/order/run-order.ts';
import { plannedChunks } from '../../../../functions/replay/domain/selecting/planned-chunks.ts';
import type { SelectedCase } from '../../../../functions/replay/domain/selecting/selected-case.ts';

const selected = (at: number, more: Partial<SelectedCase> = {}): SelectedCase => ({
  caseId: `c${at}`,
  appId: 'shop',
  operation: '/a',
  method: 'POST',
  recordedAt: at * 1000,
  intake: `${at}`,
  traceId: `${at}`,
  session: 's',
  tags: {},
  durationMs: 10,
  status: 200,
  pinned: false,
  ...more,
});
const planning = (order: RunOrder['used']) => ({ order, marksCut: true, size: 2 });

test('plannedChunks marks requests that end their session, unless sessions alone are ordered', () => {
  const cases = [selected(1), selected(2, { ends: true })];
  const marked = (order: RunOrder['used']) =>
    plannedChunks(cases, planning(order), { chunk: 0, first: 0, preparing: 2 })
      .flatMap((chunk) => chunk.cases)
      .filter(({ logsOut }) => logsOut)
      .map(({ caseId }) => caseId);
  expect(marked('recorded')).toEqual(['c2']);
  expect(marked('sessions')).toEqual([]);
});

test('plannedChunks continues the numbers of chunks, cases and preparing cases', () => {
  const next = { chunk: 3, first: 100, preparing: 1000 };
  const cases = [
    selected(1, { session: 'a', preparation: [selected(0)] }),
    selected(2, { session: 'b' }),
    selected(3, { session: 'b', preparation: [selected(0), selected(0)] }),
  ];
  const chunks = plannedChunks(cases, planning('sessions'), next);
  expect(
    chunks.map(({ chunk, first, cases: own, preparation = [] }) => [
      chunk,
      first,
      own.map(({ item }) => item),
      preparation.map(({ item, before }) => [item, before]),
    ]),
  ).toEqual([
    [3, 100, [100], [[1000, 100]]],
    [
      4,
      101,
      [101, 102],
      [
        [1001, 101],
        [1002, 101],
      ],
    ],
  ]);
  expect(next).toEqual({ chunk: 5, first: 103, preparing: 1003 });
});
