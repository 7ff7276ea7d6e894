import { expect, test } from 'vitest';
import { compileRules } from '../../../../functions/compare/domain/rules/rules.ts';
import { comparingOf } from '../../../../functions/replay/domain/results/case-mapping.ts';
import { compareMapped } from '../../../../functions/replay/domain/values/compare-mapped.ts';
import { sessionValues, valueMap } from '../../../../functions/replay/domain/values/session-values.ts';
import { replayedSession, type TestExchange } from './replayed-session.ts';

const REV = (number: number, build: number) => `${number}-${build}5179141b46924ad5142a1e368a65cf`.slice(0, 34);
const UUID = (build: number) => `b4e6687f-d373-4b35-a418-945d0ffc827${build % 10}`;

/** What is shown of a list that is read after a resource was made whose later requests send none of these values. */
function shownOfList(recorded: unknown, replayed: unknown, made: [unknown, unknown]): string[] {
  const results = replayedSession([
    { send: 'POST /notes', json: { text: 'a' }, recorded: { json: made[0] }, replayed: { json: made[1] } },
    { send: 'GET /notes', recorded: { json: recorded }, replayed: { json: replayed } },
  ]);
  return results.flatMap(({ shown }) => shown);
}

test.for<[what: string, recorded: string, replayed: string]>([
  ['without a digit on one side', 'yQYNwtJ', 'gZJ3_cG'],
  ['without a digit on both', 'yQYNwtJ', '_gWAbQL'],
  ['like a word on one side', 'eAbPDe8', 'abcdefg'],
  ['like a word on the recorded side', 'EykyNksHhz', 'tS8jL7QTrg'],
  ['like a slug, beside one like a word', 'zdznZsj', 'T_eiRNq'],
  ['like a word, beside one like a slug', 'f0VV8-R', 'QUABWGP'],
  ['of hex without a letter on the recorded side', '4396763114512194', 'ce4622bbb2cf163b'],
  ['of hex that begins like no number', '0616169704769485', '5d184b902f8c33d3'],
  ['of hex without a letter on the replayed side', '65a03c60a15fc3dd', '4108984458348304'],
])('a short random id %s replaces the recorded one', ([, recorded, replayed]) => {
  expect(shownOfList([{ id: recorded }], [{ id: replayed }], [{ id: recorded }, { id: replayed }])).toEqual([]);
});

test('words, and slugs of words, never replace each other', () => {
  const [recorded, replayed] = ['in-stock', 'released'];
  expect(shownOfList([{ id: recorded }], [{ id: replayed }], [{ id: recorded }, { id: replayed }])).not.toEqual([]);
});

test.for<[recorded: string, replayed: string]>([
  ['4396763114512194', 'ce4622bbb2cf163b'],
  ['0616169704769485', '5d184b902f8c33d3'],
  ['65a03c60a15fc3dd', '4108984458348304'],
  ['EykyNksHhz', 'tS8jL7QTrg'],
])('an issued id %s is sent as %s', ([recorded, replayed]) => {
  const [, later] = replayedSession([
    { send: 'POST /flow', json: {}, recorded: { json: { id: recorded } }, replayed: { json: { id: replayed } } },
    { send: `GET /flow/${recorded}`, recorded: { json: {} }, replayed: { json: {} } },
  ]);
  expect(later?.sent.path).toBe(`/flow/${replayed}`);
});

test('an id that a registration issued names a member, also after a login has shown it', () => {
  const user = (id: string) => ({ json: { objectId: id, acl: { [id]: { read: true } } } });
  const results = replayedSession([
    {
      send: 'POST /users',
      json: {},
      recorded: { status: 201, json: { objectId: 'w7amQIvAFP' } },
      replayed: { status: 201, json: { objectId: 'CnBLVrU9C5' } },
    },
    { send: 'POST /login', json: {}, recorded: user('w7amQIvAFP'), replayed: user('CnBLVrU9C5') },
    { send: 'GET /users/me', recorded: user('w7amQIvAFP'), replayed: user('CnBLVrU9C5') },
  ]);
  expect(results.flatMap(({ shown }) => shown)).toEqual([]);
});

test('words never replace each other', () => {
  expect(shownOfList([], [], [{ id: 'pending' }, { id: 'success' }])).toEqual(['id "pending" -> "success"']);
});

test('a revision that a creation issued is mapped in lists that nothing is sent from', () => {
  const made: [unknown, unknown] = [
    { id: UUID(1), rev: REV(1, 1) },
    { id: UUID(2), rev: REV(1, 2) },
  ];
  const list = (id: string, rev: string) => ({ rows: [{ id, value: { rev } }] });
  expect(shownOfList(list(UUID(1), REV(1, 1)), list(UUID(2), REV(1, 2)), made)).toEqual([]);
});

test('a second revision never replaces the first, also if a later request sends it', () => {
  const exchanges: TestExchange[] = [
    {
      send: 'PUT /notes/a',
      json: { text: 'a' },
      recorded: { json: { id: 'a', rev: REV(1, 1) } },
      replayed: { json: { id: 'a', rev: REV(2, 2) } },
    },
    { send: `DELETE /notes/a?rev=${REV(1, 1)}`, recorded: { json: {} }, replayed: { json: {} } },
  ];
  expect(replayedSession(exchanges).flatMap(({ shown }) => shown)).toEqual([`rev "${REV(1, 1)}" -> "${REV(2, 2)}"`]);
});

test('ids inside a created resource are mapped', () => {
  const order = (build: number) => ({ id: build, lines: [{ id: UUID(build), sku: 'a' }] });
  expect(shownOfList([order(17)], [order(42)], [order(17), order(42)])).toEqual([]);
});

test('a changed checksum remains a difference', () => {
  const made = (build: number) => ({ id: build, checksum: REV(1, build).slice(2) });
  expect(shownOfList([], [], [made(1), made(2)])).toHaveLength(1);
});

const PAGE = (token: string, text = 'Log in') =>
  `<form><input type="hidden" name="csrfmiddlewaretoken" value="${token}"><button>${text}</button></form>`;
const html = (text: string) => ({ text, headers: [['content-type', 'text/html']] as [string, string][] });

test.for<[shown: number, text: string]>([
  [0, 'Log in'],
  [1, 'Sign in'],
])('%i differences remain in a page whose CSRF token no later request sends: %s', ([shown, text]) => {
  const recorded = html(PAGE('aZ3kQ9vLw0pXn7Ty'));
  const replayed = html(PAGE('q8RtY2mNb5cVx1Lz', text));
  expect(replayedSession([{ send: 'GET /login', recorded, replayed }])[0]?.shown).toHaveLength(shown);
});

test('the token of a page is mapped at its place, and the change beside it is the only difference', () => {
  const recorded = html(PAGE('aZ3kQ9vLw0pXn7Ty'));
  const replayed = html(PAGE('q8RtY2mNb5cVx1Lz', 'Sign in'));
  const [result] = replayedSession([{ send: 'GET /login', recorded, replayed }]);
  expect(result?.differences.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
    'FIELD_VALUE html.form.button',
  ]);
  expect(result?.used.map(({ path }) => path)).toEqual(['html.form.csrfmiddlewaretoken']);
});

test('a page without a session is learned from too', () => {
  const request = { method: 'GET', path: '/login', headers: [], body: null, bodyEncoding: 'utf8' as const };
  const headers: [string, string][] = [['content-type', 'text/html']];
  const recorded = { status: 200, headers, body: PAGE('aZ3kQ9vLw0pXn7Ty'), bodyEncoding: 'utf8' as const };
  const body = Buffer.from(PAGE('q8RtY2mNb5cVx1Lz'));
  const replayed = { kind: 'response' as const, status: 200, headers, body, truncated: false, durationMs: 1 };
  const rules = compileRules([], '/login');
  const values = sessionValues();
  const session = { values, run: valueMap(1000), address: null, planItemId: 'p-0', position: 0, sent: null, used: [] };
  const exchange = { operation: '/login', request, recorded, replayed };
  const comparing = comparingOf(exchange, { ...session, isNoted: false, issued: null }, rules);
  expect(
    compareMapped({ status: 200, headers, body: Buffer.from(recorded.body) }, replayed, rules, comparing).differences,
  ).toEqual([]);
});

test('the id of a lease is sent by another name than it was issued with', () => {
  const results = replayedSession([
    {
      send: 'POST /lease/grant',
      recorded: { json: { ID: '7587869012345678901' } },
      replayed: { json: { ID: '694312345678901234' } },
    },
    { send: 'POST /kv/put', json: { lease: '7587869012345678901' }, recorded: { json: {} }, replayed: { json: {} } },
  ]);
  expect(results[1]?.sent.body).toBe('{"lease":"694312345678901234"}');
});

test('a sync token is sent by requests without a session as well', () => {
  const token = (hex: string) => ({ json: { 'sync-token': `http://example.org/ns/sync/${hex.repeat(8)}` } });
  const run = valueMap(100_000);
  const first = { send: 'REPORT /calendar/', recorded: token('66eb54e1'), replayed: token('77d3f366') };
  expect(replayedSession([first], run)[0]?.shown).toEqual([]);
  const [second] = replayedSession(
    [
      {
        send: 'REPORT /calendar/',
        text: `<t>http://example.org/ns/sync/${'66eb54e1'.repeat(8)}</t>`,
        recorded: {},
        replayed: {},
      },
    ],
    run,
  );
  expect(second?.sent.body).toContain('77d3f366');
});

test('a link with a token that a creation made is mapped in lists that nothing is sent from', () => {
  const user = (build: number, token: string) => ({ id: 7, link: `http://x.test/new?token=${token}${build}` });
  const made: [unknown, unknown] = [
    user(1, 'c0ffee5179141b46924ad5142a1e368a'),
    user(2, 'd3adbeef9141b46924ad5142a1e368b0'),
  ];
  expect(shownOfList([made[0]], [made[1]], made)).toEqual([]);
});

test.for<[shown: number, right: string]>([
  [0, 'read'],
  [2, 'write'],
])('%i differences remain if the names of members are mapped ids: %s', ([shown, right]) => {
  const user = (id: string, rights: string) => ({ objectId: id, acl: { [id]: { may: [rights] }, '*': { may: [] } } });
  const [recorded, replayed] = [user('AfZHuq0dn3', 'read'), user('SqbQSNji4r', right)];
  expect(shownOfList(recorded, replayed, [{ objectId: 'AfZHuq0dn3' }, { objectId: 'SqbQSNji4r' }])).toHaveLength(shown);
});

test('names of members that are ids are sent as the target issued them', () => {
  const [, note] = replayedSession([
    {
      send: 'POST /users',
      recorded: { json: { objectId: 'AfZHuq0dn3' } },
      replayed: { json: { objectId: 'SqbQSNji4r' } },
    },
    {
      send: 'POST /notes',
      json: { text: 'AfZHuq0dn3', acl: { AfZHuq0dn3: { read: true }, createdAt: 1 } },
      recorded: { json: {} },
      replayed: { json: {} },
    },
  ]);
  expect(note?.sent.body).toBe('{"text":"AfZHuq0dn3","acl":{"SqbQSNji4r":{"read":true},"createdAt":1}}');
});
