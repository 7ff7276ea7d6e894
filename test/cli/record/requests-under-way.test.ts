import { expect, test } from 'vitest';
import { requestsUnderWay } from '../../../cli/record/requests-under-way.ts';
import type { RecordedCall } from '../../../functions/recordings/domain/recorded-case.ts';

const call = (request: string): RecordedCall => ({
  kind: 'database',
  target: 'db',
  operation: 'create table items',
  request,
  response: 'null',
  error: null,
  durationMs: 1,
});

test('a call counts as one of the application while no request is under way, also a database call', async () => {
  const startup: string[] = [];
  let strays = 0;
  const { begin, correlate, noteCall } = requestsUnderWay({
    budget: { take: () => true, give: () => {} },
    onStray: () => strays++,
    onStartup: ({ request }) => startup.push(request),
  });
  noteCall(correlate({}), call('at the start'));
  noteCall(correlate({}), Promise.resolve(call('later')));
  noteCall(correlate({}), Promise.resolve(null));
  noteCall(correlate({}), Promise.reject(new Error('aborted')));
  noteCall(correlate({ baggage: 'replay.id=abc' }), call('of a replay'));
  const one = begin('1'.repeat(32), false);
  noteCall(correlate({}), call('of a request'));
  const other = begin('2'.repeat(32), false);
  noteCall(correlate({}), call('of one of two'));

  expect((await one.calls())?.map(({ request }) => request)).toEqual(['of a request']);
  expect(await other.calls()).toEqual([]);
  expect([startup, strays]).toEqual([['at the start', 'later'], 2]);
});
