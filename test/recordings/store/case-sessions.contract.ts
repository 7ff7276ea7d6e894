import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import type { Table } from '../../../functions/platform/world.ts';
import type { NewCase } from '../../../functions/recordings/domain/parse-case.ts';
import { credentialKey } from '../../../functions/recordings/domain/sessions/credential-key.ts';
import { type RecordingStore, recordingStore } from '../../../functions/recordings/store/recordings.ts';

export interface OpenedTable {
  table: Table;
  clock: { now: number };
}

const HOUR = 3_600_000;
const START = Date.parse('2026-11-20T12:00:00Z');
const A = 'token-of-ann-0001';
const B = 'token-of-bob-0001';
const keyOf = (value: string) => credentialKey(value) ?? '';

/** How sessions are inferred while cases come in, on any table (docs/sessions.md). */
export function caseSessionsContract(open: () => Promise<OpenedTable>) {
  let opened: OpenedTable;
  let directory: string;
  let recordings: RecordingStore;
  let tenants = 0;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'case-sessions-'));
    opened = await open();
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const storeOf = (tenant: string) =>
    recordingStore(
      {
        table: opened.table,
        blobs: fileBlobs(directory),
        now: () => opened.clock.now,
        elapsed: () => performance.now(),
        newId: () => 'writer',
      },
      tenant,
      { retentionMs: 96 * HOUR },
    );
  beforeEach(() => {
    opened.clock.now = START;
    recordings = storeOf(`tenant-${++tenants}`);
  });

  const one = (caseId: string, at: number, { token, issues, ...rest }: Partial<NewCase> & Tokens = {}): NewCase => ({
    caseId,
    appId: 'shop',
    operation: '/a',
    method: 'GET',
    recordedAt: START + at,
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    session: null,
    tags: {},
    durationMs: 3,
    status: 200,
    pinned: false,
    request: {
      method: 'GET',
      path: '/a',
      headers: token === undefined ? [] : [['authorization', `Bearer ${token}`]],
      body: null,
      bodyEncoding: 'utf8',
    },
    response: {
      status: 200,
      headers: [],
      body: issues === undefined ? '{}' : JSON.stringify({ accessToken: issues }),
      bodyEncoding: 'utf8',
    },
    calls: [],
    ...rest,
  });
  const sessionsOf = async (...caseIds: string[]) =>
    Promise.all(caseIds.map(async (caseId) => (await recordings.find(caseId))?.session));

  test('include a login and the cases with its token, added in one call or in several', async () => {
    await recordings.add([one('login', 0, { issues: A }), one('first', 1, { token: A })]);
    await recordings.add([one('later', 2, { token: A }), one('other', 2, { token: B }), one('none', 2)]);
    const session = `s-${keyOf(A)}`;
    expect(await sessionsOf('login', 'first', 'later', 'other', 'none')).toEqual([
      session,
      session,
      session,
      `s-${keyOf(B)}`,
      null,
    ]);
  });

  test('include the cases with a credential that another one of the session renewed', async () => {
    await recordings.add([one('login', 0, { issues: A })]);
    await recordings.add([one('renewed', 1, { token: A, issues: B })]);
    await recordings.add([one('after', 2, { token: B })]);
    expect(await sessionsOf('renewed', 'after')).toEqual([`s-${keyOf(A)}`, `s-${keyOf(A)}`]);
  });

  test('are the given ones if there are any, also for cases with a credential that was issued in them', async () => {
    await recordings.add([one('login', 0, { issues: A, session: 'mine' })]);
    await recordings.add([one('after', 1, { token: A }), one('given', 1, { token: A, session: 'yours' })]);
    expect(await sessionsOf('login', 'after', 'given')).toEqual(['mine', 'mine', 'yours']);
  });

  test('stay the same for a case that arrives before its login, and the link names the login', async () => {
    await recordings.add([one('after', 2, { token: B })]);
    await recordings.add([one('login', 0, { token: A, issues: B })]);
    expect(await sessionsOf('after', 'login')).toEqual([`s-${keyOf(B)}`, `s-${keyOf(A)}`]);
    expect((await recordings.sessionLinks('shop', [keyOf(B), keyOf('a-token-not-issued')])).get(keyOf(B))).toEqual({
      session: `s-${keyOf(A)}`,
      caseId: 'login',
      recordedAt: START,
      from: [],
    });
  });

  test('keep every case and link of concurrent calls', async () => {
    const users = Array.from({ length: 20 }, (_, user) => `token-of-user-${String(user).padStart(4, '0')}`);
    await Promise.all(users.map((token, user) => recordings.add([one(`login-${user}`, 0, { issues: token })])));
    await Promise.all(users.map((token, user) => recordings.add([one(`after-${user}`, 1, { token })])));
    const found = await sessionsOf(...users.map((_, user) => `after-${user}`));
    expect(found).toEqual(users.map((token) => `s-${keyOf(token)}`));
    expect((await recordings.sessionLinks('shop', users.map(keyOf))).size).toBe(20);
  });

  test('stay the same when a case is added again', async () => {
    const login = one('login', 0, { token: A, issues: B });
    await recordings.add([login]);
    await recordings.add([one('other', 1, { issues: A, session: 'mine' })]);
    expect(await recordings.add([login])).toEqual(['duplicate']);
    expect(await sessionsOf('login')).toEqual([`s-${keyOf(A)}`]);
    expect((await recordings.sessionLinks('shop', [keyOf(B)])).get(keyOf(B))).toMatchObject({
      session: `s-${keyOf(A)}`,
    });
  });

  test('are not linked across applications and tenants', async () => {
    await recordings.add([one('login', 0, { issues: A, session: 'mine' })]);
    await recordings.add([one('elsewhere', 1, { token: A, appId: 'other' })]);
    const tenant = storeOf('another');
    await tenant.add([one('there', 1, { token: A })]);
    expect(await sessionsOf('elsewhere')).toEqual([`s-${keyOf(A)}`]);
    expect((await tenant.find('there'))?.session).toBe(`s-${keyOf(A)}`);
  });

  test('lose their links when the issuing case expires or is removed, and keep those of a pinned one', async () => {
    await recordings.add([one('a', 0, { issues: A }), one('b', 0, { issues: B })]);
    await recordings.pin('b');
    opened.clock.now += 96 * HOUR;
    const links = await recordings.sessionLinks('shop', [keyOf(A), keyOf(B)]);
    expect([...links.keys()]).toEqual([keyOf(B)]);
    await recordings.remove('b');
    expect((await recordings.sessionLinks('shop', [keyOf(B)])).size).toBe(0);
  });

  test('include a resource that was made without credentials, and the requests about it for some time', async () => {
    const made = one('made', 0);
    await recordings.add([
      { ...made, request: { ...made.request, method: 'POST', path: '/tasks' }, response: jsonAnswer('{"id":17}') },
    ]);
    const about = (caseId: string, path: string, at = 1) => {
      const found = one(caseId, at);
      return { ...found, request: { ...found.request, path } };
    };
    await recordings.add([
      about('its', '/tasks/17?full=1'),
      about('other', '/tasks/18'),
      about('late', '/tasks/17', 2 * HOUR),
    ]);
    const [session, its, other, late] = await sessionsOf('made', 'its', 'other', 'late');
    expect(session).toMatch(/^r-/);
    expect([its, other, late]).toEqual([session, null, null]);
  });

  test('are stored without a credential', async () => {
    await recordings.add([one('login', 0, { token: A, issues: B })]);
    const head = JSON.stringify(await recordings.find('login'));
    expect(head).toContain(keyOf(B));
    for (const value of [A, B]) expect(head).not.toContain(value);
  });
}

interface Tokens {
  token?: string;
  issues?: string;
}

const jsonAnswer = (body: string) => ({ status: 201, headers: [], body, bodyEncoding: 'utf8' as const });
