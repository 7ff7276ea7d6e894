import { describe, expect, test } from 'vitest';
import type { Output } from '../../../cli/output.ts';
import { checkMatchAccess, matchClient } from '../../../cli/proxy/match-client.ts';
import type { Session } from '../../../cli/session.ts';
import { serviceClient } from '../../../client/service-client.ts';
import type { MatchAnswer } from '../../../proxies/downstream.ts';
import { matchCallOrStartup } from '../../../proxies/match-calls.ts';

const CALL = {
  kind: 'database',
  target: 'db',
  operation: 'select ?',
  request: { sql: 'select 2', parameters: [] },
} as const;

/** A service that answers everything alike, and what a command said of it. */
function answering(status: number, body: object) {
  const said: string[] = [];
  const answer = async () => Response.json(body, { status });
  const session = {
    post: answer,
    client: serviceClient({ url: 'http://127.0.0.1:9', fetch: answer }),
    output: { say: (text: string) => void said.push(text) } as Output,
  } satisfies Pick<Session, 'post' | 'client' | 'output'>;
  return { said, session };
}

test('a call that names none of several replays logs the remedy once', async () => {
  const { said, session } = answering(409, { errorCode: 'REPLAY_AMBIGUOUS', errorMessage: '' });
  const { match } = matchClient(session, 'shop');
  expect(await match(null, CALL)).toMatchObject({ matched: false, reason: 'REPLAY_AMBIGUOUS' });
  await match(null, CALL);
  expect(said).toEqual([expect.stringContaining('replay settings set shop mocks.correlation=single')]);
});

test('a call without a replay id logs the remedy once, where only the id counts', async () => {
  const { said, session } = answering(409, { errorCode: 'REPLAY_ID_NEEDED', errorMessage: '' });
  const { match } = matchClient(session, 'shop');
  for (const _ of [1, 2])
    expect(await match({ traceId: 'a' }, CALL)).toMatchObject({ reason: 'REPLAY_ID_NEEDED', onMiss: 'fail' });
  expect(said).toEqual([expect.stringContaining('pass tracestate or baggage on')]);
});

describe('a call of a database', () => {
  const miss = (
    reason: 'REPLAY_NOT_FOUND' | 'REPLAY_ID_NEEDED' | 'NO_MATCH',
    onMiss: 'fail' | 'passThrough',
  ): MatchAnswer => ({
    matched: false,
    reason,
    nearest: [],
    onMiss,
  });
  const FOUND: MatchAnswer = { matched: true, strategy: 'exact', callId: '0', error: null, durationMs: 1 };
  const unnamed = miss('REPLAY_ID_NEEDED', 'fail');
  const [none, other] = [miss('REPLAY_NOT_FOUND', 'fail'), miss('NO_MATCH', 'fail')];

  test.for<[what: string, answer: MatchAnswer, startup: MatchAnswer, expected: MatchAnswer]>([
    ['is answered like at the start of the application if it names no replay', none, FOUND, FOUND],
    ['fails where the start had no such call either', none, miss('NO_MATCH', 'passThrough'), none],
    ['is answered like at the start also where requests under way are found by their ids only', unnamed, FOUND, FOUND],
    ['fails where the only request under way has no such call', other, FOUND, other],
  ])('%s', async ([, answer, startup, expected]) => {
    const matches = { match: async () => answer, matchStartup: async () => startup };
    expect(await matchCallOrStartup(matches, null, CALL)).toEqual(expected);
  });

  test('fails if it names a replay that has no such call', async () => {
    const matches = { match: async () => none, matchStartup: async () => FOUND };
    expect(await matchCallOrStartup(matches, { replayId: 'r' }, CALL)).toEqual(none);
  });
});

describe('the check of the access', () => {
  test.for<[status: number, code: string]>([
    [401, 'NOT_LOGGED_IN'],
    [403, 'NOT_ALLOWED'],
  ])('ends the command after a refusal with %i', async ([status, code]) => {
    const { session } = answering(status, { responseStatusType: { responseCode: 1, responseDesc: 'refused' } });
    await expect(checkMatchAccess(session)).rejects.toMatchObject({ code });
  });

  test('logs nothing if access is granted', async () => {
    const { said, session } = answering(200, { items: [] });
    await checkMatchAccess(session);
    expect(said).toEqual([]);
  });
});
