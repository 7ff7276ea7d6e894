import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { manifestsOf, pinsOf } from '../../support/evaluation/evaluation-manifests.ts';
import { freePort } from '../../support/free-port.ts';
import { PATIENCE } from '../../support/patience.ts';
import { cases, encoded, planted } from '../../support/planted-credentials.ts';
import {
  ADMIN_KEY,
  call,
  completed,
  type RunningService,
  startProcess,
  temporaryDataDir,
} from '../../support/running-service.ts';
import { arrivedAt, CANARIES, codeOf, hostileTo, opened, prepared, type Receiver } from './target-canaries.ts';

const MINUTE = 60_000;
const { dataDir, remove } = temporaryDataDir();
const clock = join(dataDir, 'clock-ahead');
let ahead = 0;
let allowed: Receiver;
let foreign: Receiver;
/** Allowed, and answers with redirects to the foreign one. */
let redirecting: Receiver;
/** Others reach it: no target is allowed by default. */
let service: RunningService;

beforeAll(async () => {
  [allowed, foreign] = await Promise.all([opened('127.0.0.2'), opened('127.0.0.3')]);
  redirecting = await opened('127.0.0.4', foreign.url);
  writeFileSync(clock, '0');
  service = await startProcess({
    dataDir,
    port: await freePort(),
    nodeArguments: ['--import', join(import.meta.dirname, '../../support/clock-ahead.ts')],
    env: {
      CLOCK_AHEAD_FILE: clock,
      HOST: '0.0.0.0',
      SVC_REPLAY_OPENAPI: 'true',
      SVC_TARGETS: `${allowed.url},${redirecting.url}`,
      SVC_GUEST_LOGIN: 'on',
      SVC_LOGIN_DOMAINS: 'shop.test',
      SVC_TRIGGERS_PER_SECOND: '1000',
      SVC_EVAL_POLL_SECONDS: '1',
    },
  });
});
afterEach(() => {
  for (const receiver of [allowed, foreign, redirecting]) receiver.forget();
});
afterAll(async () => {
  await Promise.all([service.stop(), allowed.close(), foreign.close(), redirecting.close()]);
  remove();
});

type Headers = Record<string, string>;
let made = 0;
const keyOf = async (...scopes: string[]): Promise<Headers> => ({
  'x-api-key': (await call(service.url, 'POST', '/api/api-keys', { name: `key ${made++}`, scopes })).body.body.key,
});
const withToken = (token: string): Headers => ({ 'x-api-key': '', 'access-token': token });
/** Logs in once: the second code of a user is hard to tell from the first. */
let session: Headers | undefined;
async function member(): Promise<Headers> {
  session ??= await loggedIn();
  return session;
}
async function loggedIn(): Promise<Headers> {
  const userName = 'ben@shop.test';
  const verifyCode = await codeOf(service, userName);
  const { body } = await call(service.url, 'POST', '/api/login/verify', { userName, verifyCode });
  return withToken(body.body.accessToken);
}
const guest = async () =>
  withToken((await call(service.url, 'POST', '/api/login/loginAsGuest', {})).body.body.accessToken);

const CALLERS: [string, () => Promise<Headers>, isWriter: boolean][] = [
  ['no credential', async () => ({ 'x-api-key': '' }), false],
  ['a guest', guest, false],
  ['a key with the scope read', () => keyOf('read'), false],
  ['a key with the scope write', () => keyOf('read', 'write'), true],
  ['a member', member, true],
  ['the administrator key', async () => ({ 'x-api-key': ADMIN_KEY }), true],
];

/** An application of its own, as one run of an application at a time may replay against a target. */
async function application(): Promise<string> {
  const appId = `shop-${made++}`;
  await prepared(service.url, appId);
  return appId;
}

const read = async (path: string) => (await call(service.url, 'GET', path)).body;

/** What came of a schedule at its next minute. */
async function dueRun(path: string): Promise<{ planId: string | null; error: string }> {
  const until = Date.now() + PATIENCE.timeout;
  for (;;) {
    const { lastPlanId, lastError } = await read(path);
    if (lastPlanId || lastError) return { planId: lastPlanId, error: lastError?.errorMessage ?? '' };
    if (Date.now() > until) throw new Error('the schedule did not start');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function nextMinute(): void {
  ahead += MINUTE;
  writeFileSync(clock, String(ahead));
}

describe('a schedule (interface 14)', () => {
  test.for(CALLERS)('runs towards allowed targets only: by %s', async ([, headersOf, isWriter]) => {
    const [headers, appId] = [await headersOf(), await application()];
    const targets = [allowed.url, foreign.url, ...hostileTo(allowed, foreign)];
    const paths = targets.map((_, at) => `/api/apps/${appId}/schedules/s${at}`);
    const statuses: number[] = [];
    for (const [at, targetEnv] of targets.entries()) {
      const trigger = { cron: '* * * * *', targetEnv };
      statuses.push((await call(service.url, 'PUT', paths[at] ?? '', trigger, headers)).status);
    }
    if (!isWriter) {
      expect(statuses.filter((status) => status !== 401 && status !== 403)).toEqual([]);
      return;
    }
    const saved = paths.filter((_, at) => statuses[at] === 200);
    expect(saved.slice(0, 2)).toEqual(paths.slice(0, 2));
    nextMinute();
    const [toAllowed, ...others] = await Promise.all(saved.map(dueRun));
    for (const path of saved) await call(service.url, 'DELETE', path);
    expect(others.map(({ planId }) => planId)).toEqual(others.map(() => null));
    expect(others[0]?.error).toMatch(/targets.*replay targets allow/);
    expect(await arrivedAt(allowed, service, toAllowed?.planId ?? null)).toEqual(Object.keys(CANARIES));
    expect(foreign.isAsked()).toBe(false);
  });

  test('sends nothing after its target was removed, also when edited', async () => {
    const appId = await application();
    const path = `/api/apps/${appId}/schedules/nightly`;
    await call(service.url, 'POST', `/api/apps/${appId}/targets`, { address: foreign.url });
    const trigger = { cron: '* * * * *', targetEnv: foreign.url };
    expect((await call(service.url, 'PUT', path, trigger)).status).toBe(200);
    await call(service.url, 'DELETE', `/api/apps/${appId}/targets?address=${foreign.url}`);
    const writer = await keyOf('read', 'write');
    expect((await call(service.url, 'PUT', path, { ...trigger, notify: true }, writer)).status).toBe(200);
    nextMinute();
    expect(await dueRun(path)).toMatchObject({ planId: null, error: expect.stringMatching(/replay targets allow/) });
    await call(service.url, 'DELETE', path);
    expect(foreign.isAsked()).toBe(false);
  });
});

describe('a further round (interface 10)', () => {
  test('sends nothing after the target was removed, for any caller', async () => {
    const appId = await application();
    await call(service.url, 'POST', `/api/apps/${appId}/targets`, { address: foreign.url });
    const plan = { appId, targetEnv: foreign.url };
    const { replayPlanId } = (await call(service.url, 'POST', '/api/createPlan', plan)).body.data;
    await arrivedAt(foreign, service, replayPlanId);
    await call(service.url, 'DELETE', `/api/apps/${appId}/targets?address=${foreign.url}`);
    for (const [name, headersOf, isWriter] of CALLERS) {
      const path = `/api/replays/${replayPlanId}/rerun`;
      const { status } = await call(service.url, 'POST', path, undefined, await headersOf());
      expect(isWriter ? [409] : [401, 403], name).toContain(status);
    }
    expect(foreign.isAsked()).toBe(false);
  });
});

describe('a policy that samples recorded traffic (evaluation 3.13)', () => {
  const PATH = '/api/v1/eval/online-policies';

  /** Runs a policy towards a target over the last two minutes; its plan, or how it ended. */
  async function evaluated(appId: string, targetEnv: string, headers: Headers) {
    const manifests = manifestsOf({ appId, targetEnv });
    for (const [kind, content] of Object.entries(manifests))
      await call(service.url, 'POST', '/api/v1/eval/artifacts', { kind, media_type: 'application/json', content });
    const { body } = await call(service.url, 'POST', '/api/v1/eval/resolve', pinsOf(manifests));
    const policy = {
      name: `policy ${made++}`,
      workflow_version_digest: body.workflow_version_digest,
      enabled: false,
      allow_live: true,
      filter: { app_id: appId },
      sampling: { rate: 1 },
      schedule: { every_s: 3600 },
    };
    const created = await call(service.url, 'POST', PATH, policy, headers);
    if (created.status !== 201) return { status: created.status, planId: null, text: '' };
    const now = Date.now() + ahead;
    const window = { from: new Date(now - 10 * MINUTE).toISOString(), to: new Date(now).toISOString() };
    const run = await call(service.url, 'POST', `${PATH}/${created.body.policy_id}/run`, window, headers);
    expect(run.status, run.text).toBe(202);
    const path = `/api/v1/eval/runs/${run.body.workflow_run_id}`;
    await expect.poll(async () => (await read(path)).status, PATIENCE).toMatch(/succeeded|failed|cancelled/);
    const [attempt] = (await read(`${path}/attempts`)).data;
    return { status: created.status, planId: attempt.replay?.plan_id ?? null, text: JSON.stringify(attempt) };
  }

  test.for<[string, () => Promise<Headers>, mayRun: boolean]>([
    ['a key with the scope write', () => keyOf('read', 'write'), false],
    ['a key with the scope eval:policy', () => keyOf('eval:policy'), true],
    ['the administrator key', async () => ({ 'x-api-key': ADMIN_KEY }), true],
  ])('runs towards allowed targets only: by %s', async ([, headersOf, mayRun]) => {
    const [headers, appId] = [await headersOf(), await application()];
    const toForeign = await evaluated(appId, foreign.url, headers);
    expect(toForeign.planId).toBeNull();
    expect(foreign.isAsked()).toBe(false);
    if (!mayRun) expect([401, 403]).toContain(toForeign.status);
    else {
      expect(toForeign.text).toMatch(/replay targets allow/);
      const { planId } = await evaluated(appId, allowed.url, headers);
      expect(await arrivedAt(allowed, service, planId)).toEqual(Object.keys(CANARIES));
    }
  });
});

describe('a run without credentials', () => {
  test.for(['seal', 'keep'])('sends none of recordings that are stored with credentials: %s', async (credentials) => {
    const appId = `shop-${made++}`;
    await call(service.url, 'PUT', `/api/apps/${appId}/settings`, { credentials });
    const recordings = [...cases, encoded].map((one) => ({ ...one, appId, caseId: `${appId}-${one.caseId}` }));
    expect((await call(service.url, 'POST', '/api/recorder/cases', recordings)).body).toMatchObject({ accepted: 6 });
    const sentIn = (targetEnv: string, more: object) =>
      call(service.url, 'POST', '/api/createPlan', { appId, targetEnv, ...more });
    async function arrived(receiver: Receiver, more: object): Promise<string[]> {
      const { replayPlanId } = (await sentIn(receiver.url, more)).body.data;
      await completed(service.url, replayPlanId);
      expect(receiver.isAsked()).toBe(true);
      return planted.filter((one) => receiver.has(one));
    }
    expect(await arrived(foreign, { credentials: 'none' })).toEqual([]);
    // Where they belong, those of the requests arrive: in the query, two headers and the body of each, and once
    // compressed.
    expect(await arrived(allowed, {})).toHaveLength(4 * cases.length + 1);
  });
});

describe('an allowed target that redirects', () => {
  test('leads no request and no login to another address', async () => {
    const plan = { appId: await application(), targetEnv: redirecting.url };
    const { replayPlanId } = (await call(service.url, 'POST', '/api/createPlan', plan)).body.data;
    expect(await arrivedAt(redirecting, service, replayPlanId)).toEqual(Object.keys(CANARIES));
    expect(foreign.isAsked()).toBe(false);
  });
});
