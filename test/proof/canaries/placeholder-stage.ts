import { expect, vi } from 'vitest';
import { SEALED } from '../../../functions/platform/values/sealed-text.ts';
import { agentOf } from '../../arex/agent-emulator.ts';
import { openTenant } from '../../support/evaluation/evaluation-tenant.ts';
import { openFakeReceivers } from '../../support/fakes/fake-receivers.ts';
import { json, openTarget, recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { PATIENCE } from '../../support/patience.ts';
import { ADMIN_KEY, call, completed, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { callOf, caseOf, FILES, mockerOf } from './placeholder-files.ts';
import { storedBytes } from './stored-bytes.ts';

/** The secrets behind the placeholders that the attacker saw, which must stay with their application. */
export const SECRETS = ['case', 'setting', 'tenant'].map((of) => `canary-of-${of}-4711-90210`);

const withSecret = (appId: string, secret = '') =>
  recordedGet(
    appId,
    '/victim',
    { ok: true },
    {
      caseId: `${appId}-case`,
      request: {
        method: 'GET',
        path: '/victim',
        headers: [
          ['authorization', `Bearer ${secret}`],
          ['x-api-key', 'recorded'],
        ],
        body: null,
      },
    },
  );

/** What an attacker sends; every text holds all placeholders. */
interface Attack {
  text: string;
  one: string;
  ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  service: { url: string };
  target: { url: string };
  hook: string;
}

/** Every input before a run. Requests that it makes a run send are found at the target by the name of the input. */
export const INPUTS: Readonly<Record<string, (attack: Attack) => Promise<unknown>>> = {
  ...Object.fromEntries(
    Object.entries(FILES).map(([format, fileOf]) => [
      format,
      async ({ text, service }: Attack) => {
        const answer = await fetch(`${service.url}/api/recorder/imports?appId=attack&format=${format}`, {
          method: 'POST',
          headers: { 'x-api-key': ADMIN_KEY },
          body: fileOf(text),
        });
        expect(await answer.json(), format).toMatchObject({ accepted: 1, rejected: [] });
      },
    ]),
  ),
  cases: async ({ text, ask, service }) => {
    const { body: key } = await ask('POST', '/api/api-keys', { name: 'recorder', scopes: ['record'] });
    const lines = [
      caseOf('/cases', text),
      caseOf(`/encoded/${text.replaceAll('.', '%2E')}`, text.replace('s', '\\u0073')),
      // A session whose second request carries an id that the first one issued.
      recordedGet('attack', '/orders', { id: ISSUED }, { session: 'one', response: ISSUING }),
      recordedGet(
        'attack',
        `/orders/${ISSUED}`,
        { ok: true },
        { session: 'one', recordedAt: LATER, request: { method: 'GET', path: `/orders/${ISSUED}`, headers: SENDING } },
      ),
    ];
    const answer = await fetch(`${service.url}/api/recorder/cases`, {
      method: 'POST',
      // `body` is what the endpoint answers.
      headers: { 'x-api-key': String((key as { key: string }).key) },
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
    });
    expect(await answer.json()).toMatchObject({ accepted: lines.length, rejected: [] });
  },
  'mockers of an agent of AREX': async ({ text, service }) => {
    const agent = agentOf({ url: service.url, token: ADMIN_KEY, appId: 'attack' });
    await agent.save([mockerOf('/agent', text, 'AREX-10-4-202-26-2')]);
    await agent.query({ ...mockerOf('/agent', text), replayId: 'x' });
  },
  'calls outside of requests': ({ text, ask }) =>
    ask('POST', '/api/recorder/apps/attack/startup-calls', { calls: [callOf(text)] }),
  'lines of the application': ({ text, ask }) =>
    ask('POST', '/v1/logs', {
      resourceLogs: [{ resource: {}, scopeLogs: [{ logRecords: [{ body: { stringValue: text } }] }] }],
    }),
  settings: ({ text, one, ask }) =>
    ask('PUT', '/api/apps/attack/settings', {
      replay: { headers: { set: { 'x-set': text }, always: ['x-set'] } },
      redact: [{ header: 'x-sealed-by-rule', seal: true }],
      login: {
        request: { path: `/login?q=${one}`, headers: { 'x-login': text }, body: JSON.stringify({ password: text }) },
        token: { path: '$.token' },
        place: { header: 'x-session', always: true },
      },
    }),
  rules: ({ text, ask }) =>
    ask('POST', '/api/apps/attack/compare-rules', { kind: 'ignore', path: '$.unused', comment: text.slice(0, 400) }),
  schedules: ({ text, ask, target }) =>
    ask('PUT', '/api/apps/attack/schedules/nightly', {
      cron: '0 3 * * *',
      enabled: false,
      targetEnv: target.url,
      caseTags: { note: text },
      attributes: { note: text },
    }),
  channels: ({ text, one, ask, hook }) =>
    ask('POST', '/openapi/v1/notification-channels', {
      type: 'webhook',
      name: text.slice(0, 60),
      url: `${hook}?q=${one}`,
      secret: one,
      appIds: ['attack'],
    }),
};

const ISSUED = 'f3a91b7c-5d20-4c1e-9a77-0b6e2d8c4f15';
const COOKIE = 'Jk3Zq81Lw0aXc7Vb5Nm2';
const ISSUING = {
  status: 200,
  headers: [
    ['content-type', 'application/json'],
    ['set-cookie', `sid=${COOKIE}; Path=/`],
  ],
  body: JSON.stringify({ id: ISSUED }),
};
const SENDING = [['cookie', `sid=${COOKIE}`]];
const LATER = new Date(Date.now() - 30_000).toISOString();

/** A service with victims whose placeholders an attacker has read in the data directory, and sends by every input. */
export async function placeholderStage() {
  const { dataDir, remove } = temporaryDataDir();
  const receivers = await openFakeReceivers();
  const answers: string[] = [];
  let text = '';
  let one = '';
  const target = await openTarget(async ({ url, headers }, response) => {
    if (text === '') return json(response, { ok: true, echo: { 'x-api-key': headers['x-api-key'] } });
    const replayId = headers['x-replay-id'];
    // As an agent of the attacker's application does while it is replayed.
    for (const [path, body] of [
      ['/api/recorder/mocks/match', { replayId, call: { ...callOf(text), response: undefined } }],
      [`/api/recorder/replays/${replayId}/calls`, { calls: [callOf(text)] }],
    ] as const)
      if (!url.startsWith('/login')) answers.push((await call(service.url, 'POST', path, body)).text);
    response.setHeader('set-cookie', `sid=${text}; Path=/`);
    response.setHeader('location', `/next?q=${text}`);
    json(response, { id: one, token: text, note: text, password: text });
  });
  const service = await startProcess({ dataDir, port: await freePort(), env: { SVC_LOG_LEVEL: 'DEBUG' } });
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(service.url, method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    answers.push(answer.text);
    return answer.body;
  };
  const run = async (appId: string, more: object = {}) => {
    const { planId } = await ask('POST', '/openapi/v1/replay-triggers', { appId, targetEnv: target.url, ...more });
    expect(planId).toBeTypeOf('string');
    await completed(service.url, planId);
    return String(planId);
  };

  const [ofCase, ofSetting = '', ofTenant] = SECRETS;
  await ask('POST', '/api/recorder/cases', [withSecret('victim', ofCase)]);
  // Its answer shows fixed headers to callers who may write.
  const set = { replay: { headers: { set: { 'x-api-key': ofSetting } } } };
  expect((await call(service.url, 'PUT', '/api/apps/victim/settings', set)).status).toBe(200);
  await run('victim');
  const other = await openTenant(service.url, 'other');
  expect((await other.ask('POST', '/api/recorder/cases', [withSecret('victim', ofTenant)])).body).toMatchObject({
    accepted: 1,
  });
  const arrived = JSON.stringify(target.seen.map(({ headers }) => headers));
  const stolen = await vi.waitFor(() => {
    const texts = storedBytes(dataDir).map((bytes) => bytes.toString('latin1'));
    const found = [...new Set(texts.flatMap((each) => each.match(SEALED) ?? []))];
    expect(found.length).toBeGreaterThanOrEqual(SECRETS.length);
    return found;
  }, PATIENCE);
  target.seen.length = 0;
  text = stolen.join();
  one = stolen[0] ?? '';

  const hook = receivers.webhook('hook');
  for (const input of Object.values(INPUTS)) await input({ text, one, ask, service, target, hook });
  const planId = await run('attack', { attributes: { note: text, 'vcs.ref.head.name': text } });
  await ask('POST', `/api/replays/${planId}/cases/${planId}:0/mark`, { comment: text });
  const tagged = await run('attack', { caseTags: { note: 'sealed' }, attributes: { note: text } });
  // The same in the other tenant, with the placeholders of this one.
  await other.ask('POST', '/api/recorder/cases', [caseOf('/other-tenant', text)]);
  answers.push((await other.ask('POST', '/api/createPlan', { appId: 'attack', targetEnv: target.url })).text);
  await vi.waitFor(() => {
    expect(target.seen.some(({ url }) => url.startsWith('/other-tenant'))).toBe(true);
    expect(receivers.received.length).toBeGreaterThan(0);
  }, PATIENCE);

  return {
    service,
    target,
    receivers,
    dataDir,
    answers,
    stolen,
    text,
    one,
    /** What reached the target of the victims. */
    arrived,
    planIds: [planId, tagged],
    async close() {
      await service.kill();
      await Promise.all([target.close(), receivers.close()]);
      remove();
    },
  };
}
