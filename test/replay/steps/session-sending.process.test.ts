import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStandaloneWorld, type StandaloneWorld } from '../../../bin/standalone/world.ts';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { steps as findingSteps } from '../../../functions/findings/steps/steps.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { parseCase } from '../../../functions/recordings/domain/parse-case.ts';
import { planOfTrigger } from '../../../functions/replay/domain/create-plan.ts';
import { parseTrigger } from '../../../functions/replay/domain/trigger.ts';
import { KNOWN_CALLER } from '../../../functions/replay/service/plan-admission.ts';
import { steps as sendingSteps } from '../../../functions/replay/steps/steps.ts';
import { json, openTarget, type SeenRequest, type Target } from '../../support/fakes/recorded-target.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { type EveryService, servicesFor } from '../../support/services-for.ts';
import { testSealer } from '../../support/test-sealer.ts';

const { dataDir, remove } = temporaryDataDir();
const config = standaloneConfig({
  SVC_DATA_DIR: dataDir,
  SVC_SETTLE_SECONDS: '0',
  SVC_NOISE_REDUCTION: 'off',
  SVC_LOG_LEVEL: 'SILENT',
});
const steps = { ...sendingSteps, ...findingSteps };
const signal = new AbortController().signal;
let opened: StandaloneWorld;
let services: EveryService;
let target: Target;

const tokenOf = (user: string) => createHash('sha256').update(user).digest('hex');
/** Tokens that are valid on the target: those of users who have logged in there. */
const valid = new Set<string>();

function answer({ url, headers }: SeenRequest): [status: number, body: object] {
  const [, user] = /^\/login\?user=(\w+)$/.exec(url) ?? [];
  if (user !== undefined) {
    valid.add(tokenOf(user));
    return [200, { accessToken: tokenOf(user) }];
  }
  const token = String(headers.authorization).replace('Bearer ', '');
  if (!valid.has(token)) return [401, { error: 'log in' }];
  if (url === '/logout') valid.delete(token);
  return [200, { path: url }];
}

beforeAll(async () => {
  opened = openStandaloneWorld(config, Date.now, undefined, undefined, () => performance.now());
  services = servicesFor(
    { ...opened.world, workflows: { ...opened.world.workflows, start: async () => 'running' } },
    config,
  )('default');
  target = await openTarget((seen, response) => {
    const [status, body] = answer(seen);
    json(response, body, status);
  });
});
afterAll(async () => {
  await opened.close();
  await target.close();
  remove();
});
beforeEach(() => {
  valid.clear();
  target.seen.length = 0;
});

let number = 0;
async function record(appId: string, user: string, path: string, status = 200) {
  const isLogin = path === '/login';
  const parsed = parseCase(
    {
      appId,
      caseId: `${appId}-${++number}`,
      recordedAt: new Date(Date.now() - 60_000 + number).toISOString(),
      request: {
        method: isLogin ? 'POST' : 'GET',
        path: isLogin ? `/login?user=${user}` : path,
        headers: isLogin ? [] : [['authorization', `Bearer ${tokenOf(user)}`]],
      },
      response: {
        status,
        headers: [['content-type', 'application/json']],
        body: JSON.stringify(
          isLogin ? { accessToken: tokenOf(user) } : status === 401 ? { error: 'log in' } : { path },
        ),
      },
    },
    { now: Date.now(), newId: services.newId, settings: DEFAULT_SETTINGS, sealer: testSealer },
  );
  if (!parsed.ok) throw new Error(parsed.message);
  await services.recordings.add([parsed.value]);
}

async function planned(appId: string, operations: string[] | undefined) {
  const trigger = parseTrigger({
    body: { appId, targetEnv: target.url, ...(operations && { operations }) },
    attributesText: null,
    idempotencyKey: null,
    isReplayed: false,
    isAnonymous: false,
  });
  if (!trigger.ok) throw new Error(trigger.code);
  const scope = operations?.map((operation) => ({ operation, caseIds: null })) ?? null;
  const plan = planOfTrigger(trigger.value, scope, {
    now: Date.now(),
    caseCountLimit: 1000,
    load: DEFAULT_SETTINGS.replay,
  });
  const created = await services.newPlans.create(plan, KNOWN_CALLER, { attributes: null, idempotency: null });
  if (!created.ok) throw new Error(created.code);
  return { tenant: 'default', planId: created.value, round: 1 };
}
type Input = Awaited<ReturnType<typeof planned>>;

async function settled(input: Input) {
  await steps.ReplayChunk.run({ ...input, chunk: 0 }, services, signal);
  await steps.FinishReplay.run(input, services, signal);
  await steps.SettleFindings.run(input, services, signal);
  return services.plans.findRound(input.planId, 1);
}
const sent = () => target.seen.map(({ url }) => url);

describe('a session whose login is not among its requests (docs/sessions.md)', () => {
  test('sends it first, without counting it as request or case', async () => {
    for (const path of ['/login', '/cart', '/orders']) await record('completed', 'ann', path);
    const input = await planned('completed', ['/cart', '/orders']);
    await steps.SelectCases.run(input, services, signal);
    const round = await settled(input);
    expect(sent()).toEqual(['/login?user=ann', '/cart', '/orders']);
    expect(round).toMatchObject({
      selection: { requests: 2, sessions: { total: 1, completed: 1, cut: 0, preparation: 1 } },
      result: { totalCases: 2, successCases: 2, failedCases: 0 },
    });
  });

  test('is not logged in again if sending continues after a crash', async () => {
    for (const path of ['/login', '/cart', '/orders']) await record('continued', 'bob', path);
    const input = await planned('continued', ['/cart', '/orders']);
    await steps.SelectCases.run(input, services, signal);
    const stopping = new AbortController();
    const results = {
      ...services.results,
      async add(...added: Parameters<typeof services.results.add>) {
        const stored = await services.results.add(...added);
        if (target.seen.length === 2) stopping.abort();
        return stored;
      },
    };
    const first = await steps.ReplayChunk.run({ ...input, chunk: 0 }, { ...services, results }, stopping.signal);
    expect([first, sent()]).toEqual([{ remaining: 1 }, ['/login?user=bob', '/cart']]);
    expect(await settled(input)).toMatchObject({ result: { totalCases: 2, successCases: 2 } });
    expect(sent()).toEqual(['/login?user=bob', '/cart', '/orders']);
  });
});

describe('a logout (docs/sessions.md)', () => {
  test('is sent after what was recorded beside it, and before what the application refused after it', async () => {
    for (const path of ['/login', '/logout', '/beside']) await record('logout', 'eve', path);
    await record('logout', 'eve', '/refused', 401);
    const input = await planned('logout', undefined);
    await steps.SelectCases.run(input, services, signal);
    const round = await settled(input);
    expect(sent()).toEqual(['/login?user=eve', '/beside', '/logout', '/refused']);
    expect(round).toMatchObject({ result: { totalCases: 4, successCases: 4, failedCases: 0 } });
  });
});
