import { expect, test } from 'vitest';
import { matchClient } from '../../../cli/downstream/match-client.ts';
import type { Session } from '../../../cli/session.ts';

test('calls that could belong to several requests are said once, with the setting that helps', async () => {
  const said: string[] = [];
  const session = {
    post: async () => Response.json({ errorCode: 'REPLAY_AMBIGUOUS' }, { status: 409 }),
    output: { say: (text: string) => said.push(text) },
  } as unknown as Session; // what a client uses of it
  const { match } = matchClient(session, 'shop');
  const call = { kind: 'cache', target: 'cache', operation: 'GET', request: {} } as const;
  expect(await match(null, call)).toMatchObject({ matched: false, reason: 'REPLAY_AMBIGUOUS', onMiss: 'fail' });
  await match(null, call);
  expect(said).toEqual([expect.stringContaining('mocks.correlation=single')]);
});
