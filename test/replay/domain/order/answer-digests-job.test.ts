import { describe, expect, test } from 'vitest';
import { storedJson } from '../../../../functions/platform/values/stored-json.ts';
import type { CasePayload } from '../../../../functions/recordings/domain/recorded-case.ts';
import { answerDigestsJob } from '../../../../functions/replay/domain/order/answer-digests-job.ts';

const read: CasePayload = {
  request: { method: 'GET', path: '/tasks', headers: [['Authorization', 'a']], body: null, bodyEncoding: 'utf8' },
  response: { status: 200, headers: [], body: '[]', bodyEncoding: 'utf8' },
  calls: [],
};

const digestsOf = (...payloads: (CasePayload | undefined)[]) =>
  answerDigestsJob.run({ payloads: payloads.map((payload) => payload && storedJson(payload).bytes) });

describe('the digests of a recorded read', () => {
  test.for<[what: string, request: Partial<CasePayload['request']>, isEqual: boolean]>([
    ['the same request', {}, true],
    [
      'another header that is no credential',
      {
        headers: [
          ['Authorization', 'a'],
          ['accept', '*/*'],
        ],
      },
      true,
    ],
    ['another path', { path: '/tasks?done=1' }, false],
    ['the credential of another user', { headers: [['Authorization', 'b']] }, false],
    [
      'a cookie beside it',
      {
        headers: [
          ['Authorization', 'a'],
          ['Cookie', 'sid=1'],
        ],
      },
      false,
    ],
  ])('compare it with %s: %s', ([, request, isEqual]) => {
    const [one, other] = digestsOf(read, { ...read, request: { ...read.request, ...request } });
    expect(one?.asked === other?.asked).toBe(isEqual);
    expect(one?.answered).toBe(other?.answered);
  });

  test('differ where the answer has another status or body', () => {
    const answered = (response: CasePayload['response']) => digestsOf({ ...read, response })[0]?.answered;
    const answers = [
      answered(read.response),
      answered({ status: 404, headers: [], body: '[]', bodyEncoding: 'utf8' }),
      answered({ status: 200, headers: [], body: '[1]', bodyEncoding: 'utf8' }),
      answered(null),
    ];
    expect(new Set(answers).size).toBe(4);
    expect(answered({ status: 200, headers: [['date', 'today']], body: '[]', bodyEncoding: 'utf8' })).toBe(answers[0]);
  });

  test('are null for a recording that has expired', () => {
    expect(digestsOf(undefined, read).map((one) => one === null)).toEqual([true, false]);
  });
});
