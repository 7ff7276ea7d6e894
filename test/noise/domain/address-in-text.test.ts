import { expect, test } from 'vitest';
import { compileRules } from '../../../functions/compare/domain/rules/rules.ts';
import { judgeRequest } from '../../../functions/noise/domain/judge-request.ts';
import type { RecordedResponse } from '../../../functions/recordings/domain/recorded-case.ts';

const AT = Date.parse('2026-11-24T17:00:00Z');
const answer = (target: string): RecordedResponse => ({
  status: 200,
  headers: [['content-type', 'application/json']],
  body: JSON.stringify({ link: target }),
  bodyEncoding: 'utf8',
});
const link = (host: string, page: string, at: number) => `http://${host}/doku.php?id=${page}&rev=${at / 1000}`;

test.for([
  ['a time beside the address of the target', link('wiki.test:8080', 'bread', AT + 60_000), 0],
  ['a change beside both', link('wiki.test:8080', 'milk', AT + 60_000), 1],
  ['the recorded address', link('old.test', 'bread', AT + 60_000), 0],
  ['the address of something else', link('other.test', 'bread', AT + 60_000), 1],
] as const)(
  'judgeRequest finds a change in a link of the application to itself or not: %s',
  ([, replayed, unexplained]) => {
    const headers: [string, string][] = [['host', 'old.test']];
    const { fields } = judgeRequest(
      {
        operation: '/feed',
        request: { method: 'POST', path: '/feed', headers, body: null, bodyEncoding: 'utf8' },
        recorded: answer(link('old.test', 'bread', AT)),
        replayed: answer(replayed),
        replayedAgain: null,
        targetEnv: 'http://wiki.test:8080',
        recordedAt: AT,
        replayedAt: AT + 60_000,
      },
      compileRules([], '/feed'),
    );
    expect(fields).toMatchObject([{ subject: 'link', unexplained }]);
  },
);
