import { expect, test } from 'vitest';
import { compileRules } from '../../../functions/compare/domain/rules/rules.ts';
import { judgeRequest } from '../../../functions/noise/domain/judge-request.ts';
import type { RecordedResponse } from '../../../functions/recordings/domain/recorded-case.ts';

const answer = (value: unknown): RecordedResponse => ({
  status: 200,
  headers: [['content-type', 'application/json']],
  body: JSON.stringify(value),
  bodyEncoding: 'utf8',
});

test('judgeRequest leaves out mapped fields and judges other values of them', () => {
  const from = { planItemId: 'p:0', place: 'POST /tasks $.id' };
  const { fields } = judgeRequest(
    {
      operation: '/tasks/{id}',
      request: { method: 'GET', path: '/tasks/17', headers: [], body: null, bodyEncoding: 'utf8' },
      recorded: answer({ id: 17, parentId: 17, price: 1 }),
      replayed: answer({ id: 42, parentId: 43, price: 2 }),
      replayedAgain: null,
      recordedAt: 1,
      replayedAt: 2,
      mapped: [{ path: 'id', recorded: '17', replayed: '42', thing: 'task', from }],
    },
    compileRules([], '/tasks/{id}'),
  );
  expect(fields.map(({ subject }) => subject)).toEqual(['parentId', 'price']);
});

test('judgeRequest judges lists with mapped ids in the order in which they differed', () => {
  const id = (build: number, at: number) => `${build}d0${at}c1a2-7e57-4bc3-9d1e-0242ac1200${build}${at}`;
  const list = (build: number, items: readonly [at: number, name: string][]) => ({
    items: items.map(([at, name]) => ({ id: id(build, at), name })),
  });
  const from = { planItemId: 'p:0', place: 'POST /tasks $.id' };
  const { fields } = judgeRequest(
    {
      operation: '/tasks',
      request: { method: 'GET', path: '/tasks', headers: [], body: null, bodyEncoding: 'utf8' },
      recorded: answer(
        list(1, [
          [1, 'a'],
          [2, 'b'],
          [3, 'c'],
          [4, 'd'],
        ]),
      ),
      replayed: answer(
        list(2, [
          [1, 'c'],
          [2, 'a'],
          [3, 'd'],
          [4, 'b'],
        ]),
      ),
      replayedAgain: null,
      recordedAt: 1,
      replayedAt: 2,
      mapped: [
        [1, 2],
        [2, 4],
        [3, 1],
        [4, 3],
      ].map(([was = 0, is = 0]) => {
        return { path: `items[${was - 1}].id`, recorded: id(1, was), replayed: id(2, is), thing: null, from };
      }),
    },
    compileRules([], '/tasks'),
  );
  expect(fields).toEqual([
    expect.objectContaining({
      subject: 'items',
      order: true,
      unexplained: 0,
      reasons: [expect.objectContaining({ reason: 'SORTED_BY_RANDOM_ID' })],
    }),
  ]);
});
