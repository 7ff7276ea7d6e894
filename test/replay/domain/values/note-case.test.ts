import { describe, expect, test } from 'vitest';
import { sessionValues } from '../../../../functions/replay/domain/values/session-values.ts';
import { MAX_WAITING_BYTES } from '../../../../functions/replay/domain/values/waiting-notes.ts';
import { TEST_SEED } from '../../../support/test-random.ts';
import { differ, drawing, same } from './drawn-session.ts';
import { replayedSession, type TestExchange } from './replayed-session.ts';

const SESSIONS = 200;

/** The values of a session that notes at once whatever it sends and shows. */
function notingValues() {
  const values = sessionValues();
  const { sent, recorded, replayed } = values.waiting;
  for (const waiting of [sent, recorded, replayed])
    Object.defineProperty(waiting, 'bytes', { get: () => Infinity, set() {} });
  return values;
}

describe('the values of a session', () => {
  test('are never searched for where every response is as recorded', () => {
    const values = sessionValues();
    const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
    replayedSession(
      [
        { send: 'POST /tasks', json: { title: 'a' }, ...same({ id }) },
        { send: `GET /tasks/${id}`, ...same({ id }) },
      ],
      undefined,
      values,
    );
    expect([values.sent.recent, values.recorded.recent, values.replayed.recent]).toEqual([null, null, null]);
  });

  test('are noted in one table where only that one is asked for', () => {
    const values = sessionValues();
    replayedSession(
      [
        { send: 'GET /tasks/5', ...same({ id: 5 }) },
        { send: 'GET /tasks/5/lines', ...differ({ lineId: 7 }, { lineId: 8 }) },
      ],
      undefined,
      values,
    );
    expect(values.sent.recent?.count).toBeGreaterThan(0);
    expect(values.waiting.sent.notes).toEqual([]);
    // A value that no later request sends cannot be a mapping, whatever responses have shown.
    expect([values.recorded.recent, values.replayed.recent]).toEqual([null, null]);
  });

  test('lead to the same results whenever they are noted', () => {
    for (let at = 0; at < SESSIONS; at++) {
      const session = drawnSession(TEST_SEED + at);
      expect(replayedSession(session)).toEqual(replayedSession(session, undefined, notingValues()));
    }
  });

  test('are noted at once where so much waits that it takes memory', () => {
    const values = sessionValues();
    const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
    const large = { send: 'GET /tasks', ...same({ id, text: 'a '.repeat(MAX_WAITING_BYTES / 2) }) };
    const small = { send: 'GET /tasks', ...same({ id }) };
    replayedSession([small, large, small], undefined, values);
    const { sent, recorded, replayed } = values.waiting;
    expect([sent, recorded, replayed].map(({ notes }) => notes.length)).toEqual([3, 1, 1]);
    expect(values.recorded.recent?.count).toBe(1);
    expect(values.replayed).toEqual(values.recorded);
  });
});

/** Creations and reads with renamed ids, among them values that mean something else, and whatever changes nothing. */
function drawnSession(seed: number): TestExchange[] {
  const { id, token, collection, idle, below } = drawing(seed);
  const [own, renamed, other, constant] = [id(), id(), id(), id()];
  const [before, after] = [token(), token()];
  return [
    ...idle(),
    { send: 'POST /login', json: { user: 'ann' }, ...differ({ accessToken: before }, { accessToken: after }) },
    { send: `POST /${collection}`, json: { reference: constant }, ...differ({ id: own }, { id: renamed }) },
    ...idle(),
    { send: `GET /${collection}/${own}`, ...differ({ id: own, parent: other }, { id: renamed, parent: constant }) },
    { send: `GET /${collection}`, ...differ([{ id: own }, { id: other }], [{ id: below(2) ? other : renamed }]) },
    ...idle(),
    { send: `GET /${collection}/${other}?token=${before}`, ...same({ id: other }) },
  ];
}
