import { describe, expect, test } from 'vitest';
import {
  type ApplicationSettings,
  DEFAULT_SETTINGS,
} from '../../../../functions/applications/domain/application-settings.ts';
import type { Header, OutboundOutcome, OutboundRequest } from '../../../../functions/platform/outbound/outbound.ts';
import type { RecordedRequest } from '../../../../functions/recordings/domain/recorded-case.ts';
import type { ReplayPlan } from '../../../../functions/replay/domain/plan.ts';
import { sessionLogin } from '../../../../functions/replay/service/sending/session-login.ts';
import { testSealer } from '../../../support/test-sealer.ts';

const LOGIN: NonNullable<ApplicationSettings['login']> = {
  request: { method: 'POST', path: '/login', headers: {}, body: '{"password":"planted-secret"}' },
  token: { path: '$.token' },
  place: { header: 'authorization', prefix: 'Bearer ', always: false },
  scope: 'session',
};

let plans = 0;

/** A sender against a target that answers in turn; `answers` of the login are tokens, null for none. */
function stage({
  answers,
  tokens = [],
  login = LOGIN,
  set = {},
}: {
  answers: (number | OutboundOutcome)[];
  tokens?: (string | null)[];
  login?: ApplicationSettings['login'];
  set?: Record<string, string>;
}) {
  const seen: { path: string; headers: readonly Header[]; body: string }[] = [];
  const lines: unknown[] = [];
  const response = (status: number, body = ''): OutboundOutcome => ({
    kind: 'response',
    status,
    headers: [],
    body: Buffer.from(body),
    truncated: false,
    durationMs: 1,
  });
  let ids = 0;
  let logins = 0;
  const log = (message: string, facts?: Record<string, unknown>) => lines.push({ message, ...facts });
  const refuse = async () => {
    throw new Error('not used');
  };
  const http = {
    async use<Used>(request: OutboundRequest, used: (outcome: OutboundOutcome) => Promise<Used>): Promise<Used> {
      const { pathname: path } = new URL(request.url);
      seen.push({ path, headers: request.headers, body: Buffer.from(request.body ?? '').toString() });
      if (path !== '/login') {
        const next = answers.shift() ?? 200;
        return used(typeof next === 'number' ? response(next) : next);
      }
      const token = tokens[logins++];
      return used(token === null ? response(403) : response(200, JSON.stringify({ token: token ?? `t${logins}` })));
    },
  };
  // Only what a sender reads of a plan.
  const plan = {
    planId: `plan-${++plans}`,
    appId: 'shop',
    targetEnv: 'http://target.test',
    enableMock: true,
    load: { maxQps: 1, concurrency: 1, timeoutMs: 1234 },
  } as ReplayPlan;
  const services = {
    log: { debug: log, info: log, warn: log, error: log },
    http: { ...http, send: refuse, post: refuse },
    now: () => 0,
    newId: () => String(++ids).padStart(32, '0'),
    recordings: {},
    replayKeys: { signing: async () => ({ keyId: '1', key: 'a' }) },
    work: { run: refuse },
    // The parts of the world that a typed login does not touch are left out.
  } as unknown as Parameters<typeof sessionLogin>[3];
  const headers = { ...DEFAULT_SETTINGS.replay.headers, set, always: Object.keys(set) };
  const settings = { ...DEFAULT_SETTINGS, login, replay: { ...DEFAULT_SETTINGS.replay, headers } };
  const send = sessionLogin(plan, 1, settings, services, testSealer);
  const one = (
    recorded: [string, string][] = [['authorization', 'Bearer recorded']],
    { recordedStatus = 200, session = 's', turn = async () => true, mapped = recorded } = {},
  ) => {
    const request = (with_: [string, string][]): RecordedRequest => ({
      method: 'GET',
      path: '/a',
      headers: with_,
      body: null,
      bodyEncoding: 'utf8',
    });
    const planned = { caseId: 'c', session, operation: '/a' };
    const about = { planned, recorded: request(recorded), recordedStatus, turn };
    return send(request(mapped), '0'.repeat(32), about, async (outcome, { replayId }) => ({
      status: outcome.kind === 'response' ? outcome.status : outcome.kind,
      replayId,
    }));
  };
  const sent = () =>
    seen.map(({ path, headers: given }) => [path, given.find(([name]) => name === 'authorization')?.[1] ?? null]);
  return { one, seen, sent, lines };
}

describe('a text that looks like a sealed value', () => {
  const stolen = testSealer.seal('t', 'canary');

  test('is sent as text in headers of the settings', async () => {
    const { one, seen } = stage({ answers: [], login: null, set: { 'x-note': stolen, authorization: stolen } });
    await one();
    expect(seen[0]?.headers).toEqual(
      expect.arrayContaining([
        ['x-note', stolen],
        ['authorization', stolen],
      ]),
    );
  });

  test('is sent as text in every part of a typed login request, also in headers of the settings beside it', async () => {
    const login = {
      ...LOGIN,
      request: { method: 'POST', path: '/login', headers: { 'x-own': stolen }, body: `{"a":"${stolen}"}` },
    };
    const { one, seen } = stage({ answers: [], login, set: { 'x-note': `%${stolen}` } });
    await one();
    expect(seen[0]).toMatchObject({
      path: '/login',
      headers: expect.arrayContaining([
        ['x-own', stolen],
        ['x-note', `%${stolen}`],
      ]),
      body: `{"a":"${stolen}"}`,
    });
  });

  test.for<[string, NonNullable<ApplicationSettings['login']>['place'], string, [string, string]]>([
    ['a token', LOGIN.place, stolen, ['authorization', `Bearer ${stolen}`]],
    [
      'a token that its prefix completes',
      { header: 'x-a', prefix: stolen.slice(0, 20), always: true },
      stolen.slice(20),
      ['x-a', stolen],
    ],
    ['a token in a cookie', { cookie: 'sid', prefix: '', always: true }, stolen, ['cookie', `sid=${stolen}`]],
  ])('is sent as text in %s of a login response', async ([, place, token, header]) => {
    const { one, seen } = stage({ answers: [], tokens: [token], login: { ...LOGIN, place } });
    await one();
    // A prefix that ends in a letter is a scheme, which a space ends.
    const sent = seen[1]?.headers.map(([name, value]) => [name, name === 'x-a' ? value.replace(' ', '') : value]);
    expect(sent).toContainEqual(header);
  });
});

describe('a request with a login step', () => {
  test('is sent unchanged without one', async () => {
    const { one, sent } = stage({ answers: [401], login: null });
    expect(await one()).toMatchObject({ status: 401 });
    expect(sent()).toEqual([['/a', 'Bearer recorded']]);
  });

  test('has the token of its session', async () => {
    const { one, sent, seen } = stage({ answers: [] });
    await one();
    await one();
    await one([['authorization', 'Bearer recorded']], { session: 'other' });
    expect(sent()).toEqual([
      ['/login', null],
      ['/a', 'Bearer t1'],
      ['/a', 'Bearer t1'],
      ['/login', null],
      ['/a', 'Bearer t2'],
    ]);
    expect(seen[0]?.headers.map(([name]) => name)).toContain('x-replay-id');
  });

  test('keeps a credential that value mapping has replaced, also when the target refuses it', async () => {
    const { one, sent } = stage({ answers: [401] });
    expect(await one(undefined, { mapped: [['authorization', 'Bearer mapped']] })).toMatchObject({ status: 401 });
    expect(sent()).toEqual([['/a', 'Bearer mapped']]);
  });

  test('is sent again with a new token when it is refused, as another replay', async () => {
    const { one, sent } = stage({ answers: [401, 200] });
    const result = await one();
    expect(result).toMatchObject({ status: 200 });
    expect(sent()).toEqual([
      ['/login', null],
      ['/a', 'Bearer t1'],
      ['/login', null],
      ['/a', 'Bearer t2'],
    ]);
  });

  test('is not sent a third time', async () => {
    const { one, sent } = stage({ answers: [401, 401] });
    expect(await one()).toMatchObject({ status: 401 });
    expect(sent().filter(([path]) => path === '/a')).toHaveLength(2);
  });

  test.for<[string, number | OutboundOutcome, number]>([
    ['a recorded 401', 401, 401],
    ['403', 403, 200],
    ['a timeout', { kind: 'timeout', durationMs: 1 }, 200],
  ])('is not sent again after %s', async ([, answer, recordedStatus]) => {
    const { one, sent } = stage({ answers: [answer] });
    await one(undefined, { recordedStatus });
    expect(sent()).toHaveLength(2);
  });

  test('has the refusal as its outcome when the renewal fails', async () => {
    const { one, sent, lines } = stage({ answers: [401], tokens: ['t1', null] });
    expect(await one()).toMatchObject({ status: 401 });
    expect(sent()).toHaveLength(3);
    expect(lines).toContainEqual(
      expect.objectContaining({ message: 'login step got no token', outcome: 'status 403' }),
    );
    expect(JSON.stringify(lines)).not.toContain('planted-secret');
  });

  test('is sent as recorded when the login fails', async () => {
    const { one, sent } = stage({ answers: [], tokens: [null, null, null] });
    for (let index = 0; index < 5; index++) await one();
    expect(sent().filter(([path]) => path === '/login')).toHaveLength(3);
    expect(sent().filter(([path]) => path === '/a')).toEqual(
      Array.from({ length: 5 }, () => ['/a', 'Bearer recorded']),
    );
  });

  test('waits for the pace at each login, and is not sent if sending ends', async () => {
    const { one, sent } = stage({ answers: [401] });
    let turns = 0;
    await one(undefined, { turn: async () => ++turns > 0 });
    // The login, its renewal and the second try.
    expect(turns).toBe(3);
    expect(await one(undefined, { session: 'late', turn: async () => false })).toBe('stopped');
    expect(sent()).toHaveLength(4);
  });
});
