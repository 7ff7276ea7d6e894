import { describe, expect, test } from 'vitest';
import { TEST_SEED } from '../../../support/test-random.ts';
import { type Drawn, differ, drawing } from './drawn-session.ts';
import { replayedSession, type TestExchange } from './replayed-session.ts';

const SESSIONS = 1000;

describe('the mapping of renamed values', () => {
  test(`leaves no difference in ${SESSIONS} generated sessions with renamed ids and tokens`, () => {
    const wrong: string[] = [];
    for (let at = 0; at < SESSIONS; at++) {
      const drawn = drawing(TEST_SEED - 1 - at);
      const session = renamedSession(drawn);
      const results = replayedSession(session);
      const shown = results.flatMap((one) => one.shown);
      if (shown.length > 0) wrong.push(`${TEST_SEED - 1 - at}: ${shown[0]}`);
    }
    expect(wrong.slice(0, 10)).toEqual([]);
  }, 120_000);
});

/** Creates, reads, lists and deletes resources under other ids; the target knows none of the recorded ones. */
function renamedSession({ collection, kind, id, token, below, idle }: Drawn): TestExchange[] {
  const count = 1 + below(4);
  const shift = kind === 'integer' ? 1 + below(50) : 0;
  const pairs = Array.from({ length: count }, () => {
    const recorded = id();
    return { recorded, replayed: typeof recorded === 'number' ? recorded + shift : id() };
  });
  const [login, other] = [token(), token()];
  const authorized = (value: string): [string, string][] => [['authorization', `Bearer ${value}`]];
  const knows = new Set(pairs.map(({ replayed }) => String(replayed)));
  const read = (recorded: unknown, replayed: unknown): TestExchange => ({
    send: `GET /${collection}/${recorded}`,
    headers: authorized(login),
    recorded: { json: { id: recorded, link: `/${collection}/${recorded}/lines`, state: 'open' } },
    replayed: ({ path, headers }) =>
      path === `/${collection}/${replayed}` && headers.some(([, value]) => value === `Bearer ${other}`)
        ? { json: { id: replayed, link: `/${collection}/${replayed}/lines`, state: 'open' } }
        : { status: 404, json: { error: knows.has(path) } },
  });
  return [
    { send: 'POST /login', json: { user: 'ann' }, ...differ({ token: login }, { token: other }) },
    ...pairs.flatMap(({ recorded, replayed }) => [
      {
        send: `POST /${collection}`,
        json: { name: 'x' },
        headers: authorized(login),
        ...differ({ id: recorded, state: 'open' }, { id: replayed, state: 'open' }),
      },
      ...idle(),
      read(recorded, replayed),
    ]),
    {
      send: `GET /${collection}`,
      headers: authorized(login),
      ...differ(
        pairs.map(({ recorded }) => ({ id: recorded })),
        pairs.map(({ replayed }) => ({ id: replayed })),
      ),
    },
    ...pairs.map(({ recorded, replayed }) => read(recorded, replayed)),
  ];
}
