import { describe, expect, test } from 'vitest';
import type { OutboundOutcome } from '../../../../functions/platform/outbound/outbound.ts';
import type { RecordedResponse } from '../../../../functions/recordings/domain/recorded-case.ts';
import { whyNotCompared } from '../../../../functions/replay/domain/baseline/why-not-compared.ts';
import { whySentToBoth } from '../../../../functions/replay/domain/baseline/why-sent-to-both.ts';
import { BASELINE_FAILED, BOTH_REFUSED } from '../../../../functions/replay/domain/results/clusters.ts';

const answer = (status: number): OutboundOutcome => ({
  kind: 'response',
  status,
  headers: [],
  body: Buffer.from('{}'),
  truncated: false,
  durationMs: 1,
});

describe('a request of both builds', () => {
  test.for<[recorded: number, baseline: number, target: number, why: string | null]>([
    [200, 200, 500, null],
    [200, 404, 200, null],
    [500, 500, 200, null],
    [200, 500, 200, BASELINE_FAILED],
    [200, 429, 200, BASELINE_FAILED],
    [200, 401, 401, BOTH_REFUSED],
    [200, 401, 200, null],
    [401, 401, 401, null],
  ])('recorded %i, running build %i, target %i: %s', ([recorded, baseline, target, why]) => {
    expect(whyNotCompared(answer(baseline), answer(target), recorded)).toBe(why);
  });

  test('is not compared where the running build gives no response', () => {
    expect(whyNotCompared({ kind: 'timeout', durationMs: 1 }, answer(200), 200)).toBe(BASELINE_FAILED);
  });
});

describe('a request that changes data', () => {
  const response: RecordedResponse = { status: 200, headers: [], body: '{}', bodyEncoding: 'utf8' };
  const login: RecordedResponse = { ...response, headers: [['set-cookie', 'sid=0123456789abcdef; Path=/']] };
  const calls = [{ kind: 'http' as const }];
  test.for([
    ['GET', response, [], true, 'mocks', 'safe'],
    ['GET', response, calls, true, 'leaveOut', 'safe'],
    ['POST', response, [], true, 'mocks', null],
    ['POST', response, calls, true, 'mocks', 'mocks'],
    ['POST', response, calls, false, 'mocks', null],
    ['POST', response, [], true, 'both', 'separateData'],
    ['POST', response, calls, true, 'both', 'separateData'],
    ['POST', response, [], true, 'leaveOut', null],
    ['POST', response, calls, true, 'leaveOut', null],
    ['DELETE', response, calls, true, 'leaveOut', null],
    ['POST', login, [], true, 'mocks', 'login'],
    ['POST', login, [], true, 'leaveOut', null],
  ] as const)('%s goes to both or is left out', ([method, recorded, made, enableMock, changingRequests, why]) => {
    expect(whySentToBoth({ request: { method }, recorded, calls: made, enableMock }, { changingRequests })).toBe(why);
  });
});
