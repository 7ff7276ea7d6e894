import { describe, expect, test } from 'vitest';
import { replayedSession, type TestAnswer } from '../replayed-session.ts';

const RECORDED_AT = Date.parse('2026-11-24T12:00:00Z');
const REPLAYED_AT = Date.parse('2026-11-25T09:30:00Z');
const [SAVED, OTHER] = [RECORDED_AT / 1000 - 40, REPLAYED_AT / 1000 - 7];

const dated = (at: number, answer: TestAnswer): TestAnswer => ({
  ...answer,
  headers: [['date', new Date(at).toUTCString()], ...(answer.headers ?? [])],
});
/** A response of each build, at its time. */
const both = (recorded: TestAnswer, replayed: TestAnswer) => ({
  recorded: dated(RECORDED_AT, recorded),
  replayed: dated(REPLAYED_AT, replayed),
});
const same = (json: unknown) => both({ json }, { json });
const sentOf = (exchanges: Parameters<typeof replayedSession>[0]) =>
  replayedSession(exchanges).map(({ sent }) => `${sent.path} ${sent.body ?? ''}`.trim());
const page = (date: number) => `<html><form><input type="hidden" name="date" value="${date}"></form></html>`;
const FORM: [string, string][] = [['content-type', 'application/x-www-form-urlencoded']];

describe('a time that the server issued', () => {
  test('is sent as the new build issued it in a hidden field of a form', () => {
    const sent = sentOf([
      { send: 'GET /doku.php?id=bread&do=edit', ...both({ text: page(SAVED) }, { text: page(OTHER) }) },
      { send: 'POST /doku.php?id=bread', headers: FORM, text: `date=${SAVED}&price=${SAVED}`, ...same({}) },
    ]);
    expect(sent[1]).toBe(`/doku.php?id=bread date=${OTHER}&price=${SAVED}`);
  });

  test('is sent as the new build issued it in parameters of links, and in members of JSON of any form', () => {
    const iso = ['2026-11-24T11:59:20.123Z', '2026-11-25T09:29:53.871Z'] as const;
    const link = (date: number) => `/wiki/bread?rev=${date}&do=diff`;
    const sent = sentOf([
      {
        send: 'GET /notes/bread',
        ...both(
          { json: { updatedAt: iso[0], changed: RECORDED_AT, link: link(SAVED) } },
          { json: { updatedAt: iso[1], changed: REPLAYED_AT, link: link(OTHER) } },
        ),
      },
      { send: 'PUT /notes/bread', json: { updated_at: iso[0], changed: RECORDED_AT, title: iso[0] }, ...same({}) },
      { send: `GET /wiki/bread?rev=${SAVED}`, ...same({}) },
    ]);
    expect(sent.slice(1)).toEqual([
      `/notes/bread {"updated_at":"${iso[1]}","changed":${REPLAYED_AT},"title":"${iso[0]}"}`,
      `/wiki/bread?rev=${OTHER}`,
    ]);
  });

  test('is sent as the new build issued it in Last-Modified, for conditional requests of the same resource', () => {
    const times = [SAVED, OTHER].map((at) => new Date(at * 1000).toUTCString());
    const [before = '', after = ''] = times;
    const results = replayedSession([
      {
        send: 'GET /feed',
        ...both({ headers: [['last-modified', before]] }, { headers: [['last-modified', after]] }),
      },
      { send: 'GET /feed', headers: [['if-modified-since', before]], ...same({}) },
      { send: 'GET /other', headers: [['if-modified-since', before]], ...same({}) },
    ]);
    expect(results.slice(1).map(({ sent }) => sent.headers)).toEqual([
      [['if-modified-since', after]],
      [['if-modified-since', before]],
    ]);
  });

  test('is sent as the new build issued it as a cursor, without a clock', () => {
    const cursors = ['2025-03-01T10:00:00.000Z', '2025-04-01T10:00:00.000Z'] as const;
    const sent = sentOf([
      {
        send: 'GET /notes',
        recorded: { json: { nextCursor: cursors[0] } },
        replayed: { json: { nextCursor: cursors[1] } },
      },
      { send: `GET /notes?cursor=${cursors[0]}`, ...same({}) },
    ]);
    expect(decodeURIComponent(sent[1] ?? '')).toBe(`/notes?cursor=${cursors[1]}`);
  });

  test('is sent as the new build issued it as an id', () => {
    const sent = sentOf([
      { send: 'POST /todos', json: {}, ...both({ json: { id: RECORDED_AT } }, { json: { id: REPLAYED_AT } }) },
      { send: `GET /todos/${RECORDED_AT}`, ...same({}) },
    ]);
    expect(sent[1]).toBe(`/todos/${REPLAYED_AT}`);
  });

  test('is, for two resources of the same second, that of the one that was read last', () => {
    const sent = sentOf([
      { send: 'GET /pages/a', ...both({ text: page(SAVED) }, { text: page(OTHER) }) },
      { send: 'POST /pages/a', headers: FORM, text: `date=${SAVED}`, ...same({}) },
      { send: 'GET /pages/b', ...both({ text: page(SAVED) }, { text: page(OTHER + 2) }) },
      { send: 'POST /pages/b', headers: FORM, text: `date=${SAVED}`, ...same({}) },
    ]);
    expect([sent[1], sent[3]]).toEqual([`/pages/a date=${OTHER}`, `/pages/b date=${OTHER + 2}`]);
  });
});

describe('a time of a request', () => {
  test.for<[why: string, recorded: unknown, replayed: unknown, sent: unknown]>([
    ['if its field has another name', { savedAt: SAVED }, { savedAt: OTHER }, { bornAt: SAVED }],
    ['if only a date was issued', { day: '2026-11-24' }, { day: '2026-11-25' }, { day: '2026-11-24' }],
    ['if it is far from the clock', { at: SAVED - 200_000 }, { at: OTHER - 200_000 }, { at: SAVED - 200_000 }],
    ['if the new build issued another form', { at: SAVED }, { at: OTHER * 1000 }, { at: SAVED }],
    ['if it is a number of another size', { price: 1299 }, { price: 1399 }, { price: 1299 }],
  ])('is sent as recorded %s', ([, recorded, replayed, sent]) => {
    const results = replayedSession([
      { send: 'GET /notes/7', ...both({ json: recorded }, { json: replayed }) },
      { send: 'PUT /notes/7', json: sent, ...same({}) },
    ]);
    expect(JSON.parse(results[1]?.sent.body ?? '')).toEqual(sent);
  });

  test('is sent as recorded if the client sent it before, or a response has no clock', () => {
    const issued = both({ json: { at: SAVED } }, { json: { at: OTHER } });
    const save = { send: 'PUT /notes/7', json: { at: SAVED }, ...same({}) };
    const read = { send: 'GET /notes/7', ...issued };
    const undated = { send: 'GET /notes/7', recorded: { json: { at: SAVED } }, replayed: { json: { at: OTHER } } };
    for (const exchanges of [
      [save, read, save],
      [undated, save],
    ])
      expect(replayedSession(exchanges).at(-1)?.sent.body).toBe(`{"at":${SAVED}}`);
  });
});

test('another issued time remains a difference, and an echo of what was sent is equal', () => {
  const results = replayedSession([
    { send: 'GET /notes/7', ...both({ json: { dueAt: SAVED } }, { json: { dueAt: OTHER + 3600 } }) },
    {
      send: 'PUT /notes/7',
      json: { dueAt: SAVED },
      ...both({ json: { dueAt: SAVED } }, { json: { dueAt: OTHER + 3600 } }),
    },
  ]);
  expect(results.map(({ shown }) => shown)).toEqual([[`dueAt ${SAVED} -> ${OTHER + 3600}`], []]);
});
