import { describe, expect, test } from 'vitest';
import { callsView, MAX_PART_LENGTH, MAX_SHOWN_CALLS } from '../../../../functions/findings/api/calls-view.ts';
import { callRows } from '../../../../functions/findings/domain/calls/call-rows.ts';
import { shownCalls } from '../../../../functions/findings/domain/calls/shown-calls.ts';
import { madeCall, recordedCall, resultCallsOf } from '../../../support/downstream-calls.ts';
import { testSealer } from '../../../support/test-sealer.ts';

const shape = (...args: Parameters<typeof resultCallsOf>) =>
  callRows(resultCallsOf(...args)).map(({ state, recorded, made }) => [
    state,
    recorded?.index ?? null,
    made?.index ?? null,
  ]);

describe('the rows of recorded and made downstream calls', () => {
  const recorded = ['a', 'b', 'c'].map((key) => recordedCall(key));

  test('follow the order of the recording, with the outcome of each call', () => {
    const made = [
      { ...madeCall('c', 2), differs: true as const },
      madeCall('x', null),
      madeCall('a', 0),
      madeCall('a', 0, { strategy: 'reused' }),
    ];
    expect(shape(recorded, made)).toEqual([
      ['SAME', 0, 2],
      ['NOT_RECORDED', null, 3],
      ['NOT_MADE', 1, null],
      ['DIFFERS', 2, 0],
      ['NOT_RECORDED', null, 1],
    ]);
  });

  test('begin with a call that was made before all others', () => {
    expect(shape(recorded.slice(0, 1), [madeCall('x', null), madeCall('a', 0)])).toEqual([
      ['NOT_RECORDED', null, 0],
      ['SAME', 0, 1],
    ]);
  });

  test('mark calls to a target that was never asked, and calls that are not compared', () => {
    const calls = [
      recordedCall('a'),
      recordedCall('q', { kind: 'database', target: 'orders' }),
      recordedCall('r', { kind: 'other', target: 'runtime' }),
    ];
    const startup = madeCall('v', null, { answeredBy: 'recording', reason: null });
    expect(shape(calls, [madeCall('a', 0), startup], { isReported: false, askedTargets: ['redis'] })).toEqual([
      ['SAME', 0, 0],
      ['NOT_COMPARED', null, 1],
      ['NOT_ASKED', 1, null],
      ['NOT_COMPARED', 2, null],
    ]);
  });
});

describe('callsView', () => {
  test('shows requests and responses as JSON and cuts long ones', () => {
    const long = recordedCall('a', { response: JSON.stringify('x'.repeat(MAX_PART_LENGTH)) });
    const [one] = callsView(resultCallsOf([long], [madeCall('a', 0)]));
    expect(one).toMatchObject({
      state: 'SAME',
      recorded: { request: { command: 'GET', args: ['a'] }, truncated: true },
      made: { answeredBy: 'recording', response: null, at: '1970-01-01T00:00:00.001Z' },
    });
    expect(one?.recorded?.response).toHaveLength(MAX_PART_LENGTH);
    expect(one?.made).not.toHaveProperty('truncated');
  });

  test('shows at most 500 calls', () => {
    const recorded = Array.from({ length: MAX_SHOWN_CALLS + 1 }, () => recordedCall('a'));
    expect(callsView(resultCallsOf(recorded, []))).toHaveLength(MAX_SHOWN_CALLS);
  });

  test('marks sealed values as sealed, and masks credentials for readers who may not see them', () => {
    const sealed = testSealer.seal('t', 'secret');
    const request = JSON.stringify({
      path: '/a',
      headers: [['authorization', 'Bearer clear']],
      body: { note: sealed },
    });
    const calls = resultCallsOf(
      [recordedCall('a', { request })],
      [madeCall('a', 0, { request, answeredBy: 'target', response: request })],
    );
    const shown = JSON.stringify(callsView(shownCalls(calls, false)));
    expect(shown).toContain('{"sealed":true}');
    expect(shown).not.toContain(sealed);
    expect(shown).toContain('Bearer clear');
    expect(JSON.stringify(callsView(shownCalls(calls, true)))).not.toContain('clear');
  });
});
