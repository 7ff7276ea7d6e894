import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { evaluationClient } from '../../support/evaluation/evaluation-client.ts';
import { freePort } from '../../support/free-port.ts';
import {
  ADMIN_KEY,
  call,
  completed,
  type RunningService,
  startProcess,
  temporaryDataDir,
} from '../../support/running-service.ts';
import { mailedCode, setRole } from '../../support/stages/console-stage.ts';
import { arrivedAt, CANARIES, hostileTo, opened, prepared, type Receiver } from './target-canaries.ts';

const { dataDir, remove } = temporaryDataDir();
let allowed: Receiver;
let foreign: Receiver;
/** Others reach it: no target is allowed by default. */
let service: RunningService;

beforeAll(async () => {
  [allowed, foreign] = await Promise.all([opened('127.0.0.2'), opened('127.0.0.3')]);
  const env = {
    HOST: '0.0.0.0',
    SVC_REPLAY_OPENAPI: 'true',
    SVC_TARGETS: allowed.url,
    SVC_GUEST_LOGIN: 'on',
    SVC_LOGIN_DOMAINS: 'shop.test',
    SVC_EVAL_POLL_SECONDS: '1',
  };
  service = await startProcess({ dataDir, port: await freePort(), env });
  await prepared(service.url, 'shop');
});
afterEach(() => {
  allowed.forget();
  foreign.forget();
});
afterAll(async () => {
  await Promise.all([service.stop(), allowed.close(), foreign.close()]);
  remove();
});

type Headers = Record<string, string>;

describe('an evaluation (interface 14)', () => {
  const pipeline = evaluationClient(() => service.url);
  let keys = 0;
  const keyOf = async (...scopes: string[]): Promise<Headers> => {
    const { body } = await call(service.url, 'POST', '/api/api-keys', { name: `key ${keys++}`, scopes });
    return { 'x-api-key': body.body.key };
  };
  const guestOf = async (): Promise<Headers> => ({
    'x-api-key': '',
    'access-token': (await call(service.url, 'POST', '/api/login/loginAsGuest', {})).body.body.accessToken,
  });

  /** What came of an evaluation of a target: its plan, how it ended, or the status of its refusal. */
  async function evaluated(targetEnv: string, headers: Headers) {
    const workflow_version_digest = await pipeline.pinned({ appId: 'shop', targetEnv });
    // A workflow of no target has no digest.
    const started = await call(service.url, 'POST', '/api/v1/eval/runs', { workflow_version_digest }, headers);
    if (started.status !== 201) return { planId: null, status: started.status };
    const runId = await pipeline.ended(started.body.workflow_run_id);
    const { body: run } = await pipeline.ask('GET', `/runs/${runId}`);
    const { body: attempt } = await pipeline.ask('GET', `/attempts/${run.attempts[0].attempt_id}`);
    return { planId: attempt.replay?.plan_id ?? null, status: run.status, attempt };
  }

  test.for<[string, () => Promise<Headers>, boolean]>([
    ['a caller without credential', async () => ({ 'x-api-key': '' }), false],
    ['a guest', guestOf, false],
    ['a key with the scope write', () => keyOf('read', 'write'), false],
    ['a key with the scope eval:run', () => keyOf('eval:run'), true],
    ['the administrator key', async () => ({ 'x-api-key': ADMIN_KEY }), true],
  ])('runs towards allowed targets only: by %s', async ([, headersOf, mayRun]) => {
    const headers = await headersOf();
    const toAllowed = await evaluated(allowed.url, headers);
    if (mayRun) expect(await arrivedAt(allowed, service, toAllowed.planId)).toEqual(Object.keys(CANARIES));
    else expect([401, 403]).toContain(toAllowed.status);
    const others = await Promise.all(
      [foreign.url, ...hostileTo(allowed, foreign)].map((target) => evaluated(target, headers)),
    );
    expect(others.map(({ planId }) => planId)).toEqual(others.map(() => null));
    if (mayRun) {
      expect(others[0]).toMatchObject({ status: 'failed' });
      expect(JSON.stringify(others[0]?.attempt)).toMatch(/replay targets allow/);
    }
    expect([foreign.isAsked(), allowed.isAsked()]).toEqual([false, false]);
  });
});

describe('the form of the console (interface 14)', () => {
  /** The session of a browser. */
  function browser() {
    const jar = new Map<string, string>();
    async function ask(path: string, fields?: Record<string, string>) {
      const answer = await fetch(`${service.url}${path}`, {
        redirect: 'manual',
        headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; ') },
        ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        jar.set(name, value);
      }
      return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() };
    }
    return {
      /** Sends a form with the token of a page. */
      async send(page: string, path: string, fields: Record<string, string>) {
        const { text } = await ask(page);
        return ask(path, { csrf: /name="csrf" value="([^"]*)"/.exec(text)?.[1] ?? '', ...fields });
      },
    };
  }

  async function loggedIn(userName: string) {
    const { send } = browser();
    const page = '/console/login';
    await send(page, `${page}/code`, { userName });
    await expect.poll(() => mailedCode(dataDir, userName)).not.toBeNull();
    const verifyCode = mailedCode(dataDir, userName) ?? '';
    expect((await send(page, `${page}/verify`, { userName, verifyCode })).status).toBe(303);
    return send;
  }

  const FORM = '/console/apps/shop/replays/new';

  /** Sends the form; the planId of the run that it started, else null. */
  async function sent(send: Awaited<ReturnType<typeof loggedIn>>, targetEnv: string, allow = '') {
    const { status, location } = await send(FORM, FORM, { targetEnv, ...(allow && { allow }) });
    const planId = /^\/report\/([0-9a-f]+)/.exec(location)?.[1] ?? null;
    if (planId === null) expect([303, 422]).toContain(status);
    return planId;
  }

  test.for<[role: string, userName: string, onceArrives: string[] | null]>([
    ['member', 'ben@shop.test', null],
    ['admin', 'ada@shop.test', ['recorded']],
  ])(
    'lets a %s send credentials to allowed targets, and to others if an administrator decides so',
    async ([role, userName, onceArrives]) => {
      await setRole(service, userName, role);
      const send = await loggedIn(userName);
      expect(await arrivedAt(allowed, service, await sent(send, allowed.url))).toEqual(Object.keys(CANARIES));
      const hostile = hostileTo(allowed, foreign);
      for (const target of [foreign.url, ...hostile]) expect(await sent(send, target), target).toBeNull();
      expect([foreign.isAsked(), allowed.isAsked()]).toEqual([false, false]);

      expect(await arrivedAt(foreign, service, await sent(send, foreign.url, 'without'))).toEqual([]);
      for (const target of hostile) {
        const planId = await sent(send, target, 'without');
        if (planId !== null) await completed(service.url, planId);
      }
      expect([foreign.arrived(), allowed.arrived()]).toEqual([[], []]);
      foreign.forget();

      const once = await sent(send, foreign.url, 'once');
      if (onceArrives === null) expect(once).toBeNull();
      else expect(await arrivedAt(foreign, service, once)).toEqual(onceArrives);
      // For that run alone.
      expect([await sent(send, foreign.url), foreign.isAsked()]).toEqual([null, false]);
    },
  );

  test('lets a viewer start nothing, and a member allow nothing', async () => {
    const listed = async () => (await call(service.url, 'GET', '/api/apps/shop/targets')).body;
    const before = await listed();
    await setRole(service, 'vic@shop.test', 'viewer');
    const viewer = await loggedIn('vic@shop.test');
    for (const allow of ['', 'without', 'once', 'one', 'ask'])
      expect((await viewer(FORM, FORM, { targetEnv: allowed.url, allow })).status).toBe(403);
    await setRole(service, 'mia@shop.test', 'member');
    const member = await loggedIn('mia@shop.test');
    for (const allow of ['one', 'ask']) expect(await sent(member, foreign.url, allow)).toBeNull();
    expect(await listed()).toEqual(before);
    expect([foreign.isAsked(), allowed.isAsked()]).toEqual([false, false]);
  });
});
