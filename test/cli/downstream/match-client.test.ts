import { describe, expect, test } from 'vitest';
import { checkMatchAccess, matchClient } from '../../../cli/downstream/match-client.ts';
import type { Output } from '../../../cli/output.ts';
import type { Session } from '../../../cli/session.ts';
import { serviceClient } from '../../../client/service-client.ts';

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

test('a call that names no replay among several says once what helps', async () => {
  const { said, session } = answering(409, { errorCode: 'REPLAY_AMBIGUOUS', errorMessage: '' });
  const { match } = matchClient(session, 'shop');
  expect(await match(null, CALL)).toMatchObject({ matched: false, reason: 'REPLAY_AMBIGUOUS' });
  await match(null, CALL);
  expect(said).toEqual([expect.stringContaining('replay settings set shop mocks.correlation=single')]);
});

describe('access', () => {
  test.for<[status: number, code: string]>([
    [401, 'NOT_LOGGED_IN'],
    [403, 'NOT_ALLOWED'],
  ])('that is refused by %i ends the command', async ([status, code]) => {
    const { session } = answering(status, { responseStatusType: { responseCode: 1, responseDesc: 'refused' } });
    await expect(checkMatchAccess(session)).rejects.toMatchObject({ code });
  });

  test('that is granted says nothing', async () => {
    const { said, session } = answering(200, { items: [] });
    await checkMatchAccess(session);
    expect(said).toEqual([]);
  });
});
