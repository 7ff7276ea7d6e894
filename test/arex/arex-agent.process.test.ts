import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, openTarget } from '../support/fakes/recorded-target.ts';
import { freePort } from '../support/free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../support/running-service.ts';
import { type Build, openArexApplication, unwrapped, wrapped } from './agent-emulator.ts';

const APP = 'arex-shop';
const HTTP = 'io.arex.inst.httpclient.common.HttpResponseWrapper';

/** What the build asks of its database, a service, a cache and the clock; `isOn`: they are there. */
const shop = (isOn: boolean, sql: string): Build => ({
  async answer(path, downstream) {
    const id = path.split('/').at(-1) ?? '';
    const real = (body: string, type: string) => () => {
      if (!isOn) throw new Error('the downstream is switched off');
      return { body, type };
    };
    const now = await downstream({
      category: 'DynamicClass',
      operationName: 'java.lang.System.currentTimeMillis',
      body: null,
      real: real(`16931944${id}`, 'java.lang.Long'),
    });
    const rows = await downstream({
      category: 'Database',
      operationName: 'query',
      body: sql,
      attributes: { dbName: 'shop', parameters: `[{"1":"${id}"}]` },
      real: real(`[{"id":${id},"total":${id}0}]`, 'java.util.ArrayList'),
    });
    const stock = await downstream({
      category: 'HttpClient',
      operationName: `/stock/${id}`,
      body: '',
      attributes: { HttpMethod: 'GET', QueryString: '', ContentType: '' },
      real: real(wrapped(`{"left":${id}}`), HTTP),
    });
    const cached = await downstream({
      category: 'Redis',
      operationName: 'redis.clients.jedis.Jedis.get',
      body: `"k${id}"`,
      attributes: { clusterName: 'main' },
      real: real(`"v${id}"`, 'java.lang.String'),
    });
    return { at: now, rows: rows === null ? null : JSON.parse(rows), stock: unwrapped(stock), cached };
  },
});
const SQL = 'SELECT id, total FROM orders WHERE id = ?';

const IDS = ['1', '2', '3'];
const { dataDir, remove } = temporaryDataDir();
let service: RunningService;
let token = '';
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort() });
  token = await keyOf('agent');
});
afterAll(async () => {
  for (const close of closing) await close();
  await service.stop();
  remove();
});

/** A new API key with one scope. */
async function keyOf(scope: string): Promise<string> {
  const { body } = await call(service.url, 'POST', '/api/api-keys', { name: scope, scopes: [scope] });
  return body.body.key;
}

async function open(build: Build, appId = APP) {
  const application = await openArexApplication({ url: service.url, token, appId }, build);
  closing.push(application.close);
  return application;
}

const replay = async (build: Build) => replayAgainst((await open(build)).url);

async function replayAgainst(url: string, appId = APP) {
  const { planId } = (await call(service.url, 'POST', '/openapi/v1/replay-triggers', { appId, targetEnv: url })).body;
  const body = await completed(service.url, planId);
  const { items } = (await call(service.url, 'GET', `/api/replays/${planId}/cases`)).body;
  return { body, planId, items: items as { planItemId: string; state: string; kinds: string[] }[] };
}

describe('the AREX Java agent, emulated (interface 12)', () => {
  test('gets its configuration, and the service keeps none of its secrets', async () => {
    const { agent } = await open(shop(true, SQL));
    const loaded = await agent.load({ DB_PASSWORD: 'canary-4711' });
    expect(await loaded.json()).toMatchObject({
      body: {
        serviceCollectConfiguration: { appId: APP, sampleRate: 60, allowDayOfWeeks: 127, timeMock: true },
        status: 3,
        agentEnabled: true,
        message: '10.4.202.26',
      },
    });
    const since = loaded.headers.get('last-modified') ?? '';
    expect((await agent.status()).headers.get('last-modified')).toBe(since);
    expect((await agent.status(since)).status).toBe(304);
    expect(service.output()).not.toContain('canary');
    for (const name of readdirSync(dataDir).filter((one) => /sqlite|db/.test(one)))
      expect(readFileSync(join(dataDir, name)).includes('canary-4711')).toBe(false);
  });

  test('gets the rate of its application, and learns of a change with its heartbeat', async () => {
    const { agent } = await open(shop(true, SQL));
    const before = (await agent.status()).headers.get('last-modified') ?? '';
    const set = (sampleRate: number) =>
      call(service.url, 'PUT', `/api/apps/${APP}/settings`, { recorder: { sampleRate } });
    await set(0);
    const changed = await agent.status(before);
    expect(changed.status).toBe(200);
    expect((await agent.status(changed.headers.get('last-modified') ?? '')).status).toBe(304);
    const loaded = await (await agent.load()).json();
    expect(loaded).toMatchObject({ body: { serviceCollectConfiguration: { sampleRate: 0 } } });
    await set(60);
    expect((await agent.status(before)).status).toBe(304);
  });

  test('is refused with a key without the scope, and without a key', async () => {
    const path = `${service.url}/api/config/agent/load`;
    const status = async (headers: Record<string, string>) =>
      (await fetch(path, { method: 'POST', headers, body: '{}' })).status;
    expect(await status({})).toBe(401);
    const key = await keyOf('read');
    expect(await status({ 'arex-api-token': key })).toBe(403);
  });

  test('sends records that become cases, whose pieces are sealed until then', async () => {
    const { url, agent } = await open(shop(true, SQL));
    for (const id of IDS) await fetch(`${url}/order/${id}`, { headers: { authorization: 'Bearer canary-0815' } });
    const list = async () => {
      await agent.status();
      return (await call(service.url, 'GET', `/api/recorder/apps/${APP}/cases`)).body.items as { caseId: string }[];
    };
    await expect.poll(async () => (await list()).length).toBe(IDS.length);
    const [newest] = await list();
    const { body } = await call(service.url, 'GET', `/api/recorder/cases/${newest?.caseId}`);
    expect(body).toMatchObject({
      operation: '/order/{id}',
      request: { method: 'GET', path: '/order/3' },
      response: {
        status: 200,
        body: '{"at":"169319443","rows":[{"id":3,"total":30}],"stock":{"left":3},"cached":"\\"v3\\""}',
      },
      calls: [
        { kind: 'other', target: 'runtime' },
        { kind: 'database', target: 'shop', request: { sql: SQL, parameters: [{ 1: '3' }] } },
        { kind: 'http', operation: 'GET /stock/{id}', response: { status: 200, body: '{"left":3}' } },
        { kind: 'cache', target: 'main', operation: 'GET' },
      ],
    });
    for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' }))
      if (/sqlite|\.db|wal/.test(name)) expect(readFileSync(join(dataDir, name)).includes('canary-0815')).toBe(false);
  });

  test('gives recorded answers to an unchanged build while everything else is switched off', async () => {
    const { body, items, planId } = await replay(shop(false, SQL));
    expect(body).toMatchObject({ totalCases: IDS.length, successCases: IDS.length, failedCases: 0 });
    const { body: one } = await call(service.url, 'GET', `/api/replays/${planId}/cases/${items[0]?.planItemId}`);
    // What says that the agent was there.
    expect(one.replayed.headers).toContainEqual(['arex-replay-id', expect.stringMatching(/^AREX-/)]);
  });

  test('gets no answer for a call of a changed build, which fails', async () => {
    const { body, items } = await replay(shop(false, 'DELETE FROM carts'));
    expect(body).toMatchObject({ totalCases: IDS.length, successCases: 0, failedCases: IDS.length });
    expect(items.every(({ state }) => state === 'FAILED')).toBe(true);
  });

  test('reports prefetched cache calls as made, also if the build makes one that was not prefetched', async () => {
    const appId = 'arex-cache';
    const reads = (...commands: string[]): Build => ({
      async answer(_, downstream) {
        const values = [];
        for (const command of commands)
          values.push(
            await downstream({
              category: 'Redis',
              operationName: `redis.clients.jedis.Jedis.${command}`,
              body: '"k"',
              attributes: { clusterName: 'main' },
              real: () => ({ body: '"v"', type: 'java.lang.String' }),
            }),
          );
        return { found: values.filter((value) => value !== null).length > 0 };
      },
    });
    const { url, agent } = await open(reads('get', 'incr'), appId);
    await fetch(`${url}/cart/1`);
    const count = async () => {
      await agent.status();
      return (await call(service.url, 'GET', `/api/recorder/apps/${appId}/cases`)).body.items.length;
    };
    await expect.poll(count).toBe(1);

    const next = await open(reads('get', 'incr', 'zrange'), appId);
    const { planId, items } = await replayAgainst(next.url, appId);
    expect(items.map(({ kinds }) => kinds)).toEqual([['MORE_CALLS']]);
    const { body } = await call(service.url, 'GET', `/api/replays/${planId}/cases/${items[0]?.planItemId}`);
    expect(body.callsState).toBe('mixed');
    const states = body.calls.map(({ state }: { state: string }) => state);
    expect(states.sort()).toEqual(['NOT_ASKED', 'NOT_ASKED', 'NOT_RECORDED']);
    // An unchanged build asks for nothing: the agent answers everything by itself.
    const same = await replayAgainst((await open(reads('get', 'incr'), appId)).url, appId);
    const unasked = await call(service.url, 'GET', `/api/replays/${same.planId}/cases/${same.items[0]?.planItemId}`);
    expect({ kinds: same.items[0]?.kinds, calls: unasked.body.callsState }).toEqual({ kinds: [], calls: 'not asked' });
  });

  test('is not needed to replay against a target', async () => {
    const target = await openTarget(({ url }, response) => json(response, { plain: url }));
    closing.push(target.close);
    const { body, items } = await replayAgainst(target.url);
    expect(body).toMatchObject({ totalCases: IDS.length, failedCases: IDS.length });
    expect(items.every(({ state }) => state === 'FAILED')).toBe(true);
    expect(target.seen.every(({ headers }) => typeof headers['arex-record-id'] === 'string')).toBe(true);
  });

  test('withdraws a record, which is then not stored', async () => {
    const { agent } = await open(shop(true, SQL));
    const recordId = 'AREX-withdrawn-1';
    const entry = {
      recordId,
      appId: APP,
      categoryType: { name: 'Servlet', entryPoint: true },
      creationTime: Date.now(),
      operationName: '/gone',
      targetRequest: { attributes: { RequestPath: '/gone' } },
      targetResponse: { body: '1', attributes: {} },
    };
    expect(await agent.save([entry])).toEqual({});
    expect((await agent.invalidate(recordId)).status).toBe(200);
    expect((await agent.status()).status).toBe(200);
    const { body } = await call(service.url, 'GET', `/api/recorder/apps/${APP}/operations`);
    expect(JSON.stringify(body)).not.toContain('/gone');
  });
});
