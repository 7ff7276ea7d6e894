import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
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
import { arrivedAt, CANARIES, codeOf, hostileTo, opened, prepared, type Receiver } from './target-canaries.ts';

let allowed: Receiver;
let foreign: Receiver;
const data = [temporaryDataDir(), temporaryDataDir()];
/** Others reach it: no target is allowed by default. */
let open: RunningService;
/** Only this machine reaches it. */
let local: RunningService;

beforeAll(async () => {
  [allowed, foreign] = await Promise.all([opened('127.0.0.2'), opened('127.0.0.3')]);
  const env = {
    SVC_TARGETS: allowed.url,
    SVC_GUEST_LOGIN: 'on',
    SVC_TRIGGERS_PER_SECOND: '1000',
    SVC_EVAL_POLL_SECONDS: '1',
  };
  open = await startProcess({
    dataDir: data[0]?.dataDir ?? '',
    port: await freePort(),
    env: { ...env, HOST: '0.0.0.0', SVC_REPLAY_OPENAPI: 'true' },
  });
  local = await startProcess({ dataDir: data[1]?.dataDir ?? '', port: await freePort(), env });
  for (const { url } of [open, local]) await prepared(url, 'shop');
});
afterAll(async () => {
  await Promise.all([open.stop(), local.stop(), allowed.close(), foreign.close()]);
  for (const { remove } of data) remove();
});

type Headers = Record<string, string>;
const ways = {
  trigger: (url: string, targetEnv: string, headers: Headers, more = {}) =>
    post(url, '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv, ...more }, headers),
  'createPlan by body': (url: string, targetEnv: string, headers: Headers, more = {}) =>
    post(url, '/api/createPlan', { appId: 'shop', targetEnv, ...more }, headers),
  'createPlan by query': async (url: string, targetEnv: string, headers: Headers, more = {}) => {
    const query = new URLSearchParams({ appId: 'shop', targetEnv, ...more });
    return answerOf(await fetch(`${url}/api/createPlan?${query}`, { headers }));
  },
};

const post = async (url: string, path: string, body: object, headers: Headers) =>
  answerOf(
    await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  );

/** The planId of a run that was started; else why it was not. */
async function answerOf(answer: Response): Promise<{ planId: string | null; refusal: string }> {
  if (answer.status !== 200) return { planId: null, refusal: String(answer.status) };
  const { planId, errorCode, errorMessage, data: plan, desc } = JSON.parse(await answer.text());
  return {
    planId: planId ?? plan?.replayPlanId ?? null,
    refusal: errorCode ? `${errorCode}: ${errorMessage}` : plan?.reasonCode ? `${plan.reasonCode}: ${desc}` : '',
  };
}

let keys = 0;
const keyOf = async ({ url }: RunningService, scopes: string[]): Promise<Headers> => ({
  'x-api-key': (await call(url, 'POST', '/api/api-keys', { name: `key ${keys++}`, scopes })).body.body.key,
});

async function sessionOf(service: RunningService, userName: string): Promise<Headers> {
  const verifyCode = await codeOf(service, userName);
  const { body } = await call(service.url, 'POST', '/api/login/verify', { userName, verifyCode });
  return { 'access-token': body.body.accessToken };
}

const guestOf = async ({ url }: RunningService): Promise<Headers> => ({
  'access-token': (await call(url, 'POST', '/api/login/loginAsGuest', {})).body.body.accessToken,
});

const FORWARDED = { 'x-forwarded-for': '203.0.113.9' };
const REFUSED = /^(CREATE_PLAN_FAILED|2): .*targets.*replay targets allow/;

describe('a service that others reach (interface 14)', () => {
  const callers: [string, (service: RunningService) => Promise<Headers>, boolean][] = [
    ['a program of its own user', async () => ({}), false],
    ['a caller behind a proxy', async () => FORWARDED, false],
    ['a key with the scope read', (service) => keyOf(service, ['read']), false],
    ['a key with the scope write', (service) => keyOf(service, ['read', 'write']), true],
    ['the administrator key', async () => ({ 'x-api-key': ADMIN_KEY }), true],
    ['a guest', guestOf, false],
  ];

  test.each(callers)('starts runs of %s towards allowed targets only', async (_, headersOf, mayWrite) => {
    const headers = await headersOf(open);
    for (const [name, start] of Object.entries(ways)) {
      const isOpenApi = name === 'trigger';
      const toAllowed = await start(open.url, allowed.url, headers);
      if (isOpenApi || mayWrite)
        expect(await arrivedAt(allowed, open, toAllowed.planId), name).toEqual(Object.keys(CANARIES));
      else expect(toAllowed.refusal, name).toMatch(/^40[13]$/);
      for (const target of [foreign.url, ...hostileTo(allowed, foreign)]) {
        const refused = await start(open.url, target, headers);
        expect(refused.planId, `${name} ${target}`).toBeNull();
        if (target === foreign.url && (isOpenApi || mayWrite)) expect(refused.refusal).toMatch(REFUSED);
        const without = await start(open.url, target, headers, { credentials: 'none' });
        if (!mayWrite) expect(without.planId, `${name} ${target} without credentials`).toBeNull();
        else if (without.planId) await completed(open.url, without.planId);
      }
      // The run without credentials arrived, the credentials did not.
      expect(foreign.isAsked(), name).toBe(mayWrite);
      expect(foreign.arrived(), name).toEqual([]);
      foreign.forget();
      allowed.forget();
    }
  });

  test.each(callers)('compares runs of %s with allowed running builds only', async (_, headersOf, mayWrite) => {
    const headers = await headersOf(open);
    for (const [name, start] of Object.entries(ways)) {
      const refused = await start(open.url, allowed.url, headers, { baselineEnv: foreign.url });
      expect(refused.planId, name).toBeNull();
      if (name === 'trigger' || mayWrite)
        expect(refused.refusal).toMatch(/^(CREATE_PLAN_FAILED|2): baselineEnv is not among/);
      expect(foreign.isAsked(), name).toBe(false);
    }
    allowed.forget();
  });

  test('sends nothing to a running build that stopped being a target', async () => {
    await call(open.url, 'POST', '/api/apps/shop/targets', { address: foreign.url });
    const { planId } = await ways.trigger(open.url, allowed.url, {}, { baselineEnv: foreign.url });
    // The header and the login step were saved for the target that was allowed then.
    expect(await arrivedAt(foreign, open, planId)).toEqual(['recorded']);
    await call(open.url, 'DELETE', `/api/apps/shop/targets?address=${foreign.url}`);
    expect((await call(open.url, 'POST', `/api/replays/${planId}/rerun`)).status).toBe(409);
    expect(foreign.isAsked()).toBe(false);
    allowed.forget();
  });

  test('lets the command line exit with 2 and name the command, or leave credentials out', async () => {
    const args = ['trigger', '--app-id', 'shop', '--target-env', foreign.url];
    const env = { SVC_URL: open.url, SVC_TOKEN: ADMIN_KEY };
    const refused = await replay(args, env);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`replay targets allow shop ${foreign.url}`);
    expect((await replay([...args, '--without-credentials'], { SVC_URL: open.url })).code).toBe(2);
    const started = await replay([...args, '--without-credentials', '--json'], env);
    expect(started.code).toBe(0);
    expect(await arrivedAt(foreign, open, JSON.parse(started.stdout).planId)).toEqual([]);
  });

  test('sends recorded credentials and saved values to an allowed target, and nothing after its removal', async () => {
    const env = { SVC_URL: open.url, SVC_TOKEN: ADMIN_KEY };
    expect((await replay(['targets', 'allow', 'shop', foreign.url], env)).code).toBe(0);
    expect((await replay(['targets', 'list', 'shop'], env)).stdout).toContain(foreign.url);
    const { planId } = await ways.trigger(open.url, foreign.url, {});
    // The header and the login step were saved for the target that was allowed then.
    expect(await arrivedAt(foreign, open, planId)).toEqual(['recorded']);
    expect((await replay(['targets', 'remove', 'shop', foreign.url], env)).code).toBe(0);
    expect((await call(open.url, 'POST', `/api/replays/${planId}/rerun`)).status).toBe(409);
    expect((await ways.trigger(open.url, foreign.url, {})).refusal).toMatch(REFUSED);
    expect(foreign.isAsked()).toBe(false);
  });

  test('lets an administrator allow a target for one run and its reruns', async () => {
    const once = { allowTarget: 'run' };
    const writer = await keyOf(open, ['read', 'write']);
    expect((await ways['createPlan by body'](open.url, foreign.url, writer, once)).planId).toBeNull();
    const { planId } = await ways['createPlan by body'](open.url, foreign.url, { 'x-api-key': ADMIN_KEY }, once);
    expect(await arrivedAt(foreign, open, planId)).toEqual(['recorded']);
    const [noted] = (await call(open.url, 'GET', '/api/audit')).body.items;
    expect(noted).toMatchObject({ action: 'target.allowed', subject: { appId: 'shop', address: foreign.url, planId } });
    expect((await ways.trigger(open.url, foreign.url, {})).refusal).toMatch(REFUSED);
    expect((await call(open.url, 'POST', `/api/replays/${planId}/rerun`)).status).toBe(200);
    expect(await arrivedAt(foreign, open, planId)).toEqual(['recorded']);
    const removed = `/api/apps/shop/targets?address=${foreign.url}&for=${planId}`;
    expect((await call(open.url, 'DELETE', removed)).status).toBe(200);
    expect((await call(open.url, 'POST', `/api/replays/${planId}/rerun`)).status).toBe(409);
  });

  test('logs once at its start what a caller without a credential may do', () => {
    const warnings = ({ output }: RunningService) =>
      output().match(/"level":"WARN".*may start runs towards allowed targets,.*SVC_OPENAPI_TOKEN/g) ?? [];
    expect([warnings(open).length, warnings(local).length]).toEqual([1, 0]);
  });
});

describe('a service that only this machine reaches', () => {
  test.each<[string, (service: RunningService) => Promise<Headers>, boolean]>([
    ['a program of its own user', async () => ({}), true],
    ['a caller behind a proxy', async () => FORWARDED, false],
    [
      'a key with the scope read, behind a proxy',
      async (service) => ({ ...(await keyOf(service, ['read'])), ...FORWARDED }),
      false,
    ],
    [
      'a key with the scope write, behind a proxy',
      async (service) => ({ ...(await keyOf(service, ['write'])), ...FORWARDED }),
      true,
    ],
    ['a guest behind a proxy', async (service) => ({ ...(await guestOf(service)), ...FORWARDED }), false],
    [
      'a member behind a proxy',
      async (service) => ({ ...(await sessionOf(service, 'ben@shop.test')), ...FORWARDED }),
      true,
    ],
  ])('decides about loopback targets for %s', async (_, headersOf, isAllowed) => {
    const { planId, refusal } = await ways.trigger(local.url, foreign.url, await headersOf(local));
    if (!isAllowed) expect(refusal).toMatch(REFUSED);
    else expect(await arrivedAt(foreign, local, planId)).toContain('recorded');
    foreign.forget();
    expect((await ways.trigger(local.url, 'http://10.255.255.1:9', await headersOf(local))).refusal).toMatch(REFUSED);
  });

  test('runs evaluations of a key towards loopback targets only', async () => {
    const pipeline = evaluationClient(() => local.url);
    const headers = await keyOf(local, ['eval:run']);
    async function attempted(targetEnv: string) {
      const workflow_version_digest = await pipeline.pinned({ appId: 'shop', targetEnv });
      const run = await call(local.url, 'POST', '/api/v1/eval/runs', { workflow_version_digest }, headers);
      const runId = await pipeline.ended(run.body.workflow_run_id);
      return (await pipeline.ask('GET', `/runs/${runId}/attempts`)).body.data[0];
    }
    const { replay: toForeign } = await attempted(foreign.url);
    expect(await arrivedAt(foreign, local, toForeign.plan_id)).toContain('recorded');
    expect(JSON.stringify(await attempted('http://10.255.255.1:9'))).toMatch(/replay targets allow/);
  });
});
