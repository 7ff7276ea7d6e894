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

test('mapped fields are no noise, other values of them are judged', () => {
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
