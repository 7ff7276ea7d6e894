import { describe, expect, test } from 'vitest';
import { cliStage, type Stage } from '../../cli/cli-stage.ts';
import { replay } from '../../cli/run-replay.ts';
import { json, openTarget } from '../../support/fakes/recorded-target.ts';

const { staged, target, cleanUps } = cliStage();

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACED = { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` };
const CALL = {
  kind: 'http',
  target: 'inventory',
  operation: 'GET /stock/7',
  request: { method: 'GET', path: '/stock/7', headers: [], body: null, bodyEncoding: 'utf8' },
};

type Headers = Record<string, string>;
type Request = [path: string, method: 'GET' | 'POST', headers: Headers, body?: unknown];

/** What an outsider sends who knows the trace id, and has seen the id of the replay. */
function attempts(replayId: string, readKey: string): Request[] {
  const question = { call: CALL };
  const keys: Headers[] = [{}, { 'x-api-key': 'wrong' }, { 'x-api-key': readKey }];
  const relayed: Headers[] = [
    { via: '1.1 proxy' },
    { 'x-forwarded-for': '10.0.0.7' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  return keys.flatMap((key): Request[] => [
    ['/mock/inventory/stock/7', 'GET', { ...key, ...TRACED }],
    ['/mock/prices/7', 'GET', { ...key, ...TRACED }],
    ['/mock/inventory/stock/7', 'GET', key],
    ['/mock/~shop/inventory/stock/7', 'GET', key],
    ...relayed.map((by): Request => ['/mock/prices/7', 'GET', { ...key, ...by, 'x-replay-id': replayId }]),
    ['/api/recorder/mocks/match', 'POST', key, { ...question, traceId: TRACE_ID }],
    ['/api/recorder/mocks/match', 'POST', key, { ...question, replayId }],
    ['/api/recorder/mocks/match', 'POST', key, { ...question, appId: 'shop' }],
    ['/api/recorder/mocks/match-batch', 'POST', key, { items: [{ ...question, replayId }] }],
    ['/api/recorder/mocks/unanswered', 'POST', key, { replayId }],
    [`/api/recorder/replays/${replayId}`, 'GET', key],
    [`/api/recorder/replays/${replayId}/calls`, 'GET', key],
    [`/api/recorder/replays/${replayId}/calls`, 'POST', key, { calls: [{ ...CALL, response: {} }] }],
    ['/api/recorder/apps/shop/startup-calls', 'POST', key, { calls: [{ ...CALL, response: {} }] }],
  ]);
}

async function statuses(stage: Stage, requests: readonly Request[]): Promise<number[]> {
  const all = requests.map(async ([path, method, headers, body]) => {
    const answer = await fetch(`${stage.url}${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    return answer.status;
  });
  return Promise.all(all);
}

const headersOf = ({ env }: Stage) => ({ 'x-api-key': env.SVC_TOKEN ?? '', 'content-type': 'application/json' });

async function changeSettings(stage: Stage, settings: object): Promise<void> {
  const url = `${stage.url}/api/apps/shop/settings`;
  const changed = await fetch(url, { method: 'PUT', headers: headersOf(stage), body: JSON.stringify(settings) });
  expect(changed.status).toBe(200);
}

/** Records a request that makes one call. */
async function importOrder({ env }: Stage): Promise<void> {
  const response = { status: 200, headers: [['content-type', 'application/json']], body: '{"left":4}' };
  const recorded = {
    appId: 'shop',
    traceId: TRACE_ID,
    request: { method: 'GET', path: '/orders/1' },
    response,
    calls: [{ ...CALL, response: { ...response, bodyEncoding: 'utf8' }, durationMs: 2 }],
  };
  const imported = await replay(['import', '-', '--json'], env, JSON.stringify(recorded));
  expect(JSON.parse(imported.stdout), imported.stderr).toMatchObject({ accepted: 1 });
}

/** Runs a build, and returns what the run found and how its calls were made. */
async function runOf(stage: Stage, build: string) {
  const args = ['trigger', '--app-id', 'shop', '--target-env', build, '--wait', '--json'];
  const ended = await replay(args, stage.env);
  // Durations differ from run to run.
  const {
    planId,
    totalCases,
    failedCases,
    findings: { latency: _, ...findings },
  } = JSON.parse(ended.stdout);
  const answer = await fetch(`${stage.url}/api/replays/${planId}`, { headers: headersOf(stage) });
  const { calls } = (await answer.json()) as { calls: unknown }; // as the API answers
  return { code: ended.code, totalCases, failedCases, findings, calls };
}

describe('an outsider at the gateway and the protocol of agents', () => {
  test('gets no answer, causes no real call, and does not change a run', async () => {
    const stage = await staged();
    const own = headersOf(stage);
    let made = 0;
    const prices = await openTarget((_, response) => {
      made++;
      json(response, {});
    });
    cleanUps.push(prices.close);
    const settings = {
      mocks: {
        correlation: 'single',
        onMiss: 'passThrough',
        targets: { prices: { address: prices.url }, inventory: { address: prices.url } },
      },
    };
    await changeSettings(stage, settings);
    const created = await fetch(`${stage.url}/api/api-keys`, {
      method: 'POST',
      headers: own,
      body: JSON.stringify({ name: 'reader', scopes: ['read'] }),
    });
    const { key: readKey } = (await created.json()) as { key: string }; // as the API answers

    let isDisturbed = false;
    const refused: number[] = [];
    const replayIds: string[] = [];
    const build = await target(async ({ headers }, response) => {
      const replayId = String(headers['x-replay-id']);
      replayIds.push(replayId);
      if (isDisturbed) refused.push(...(await statuses(stage, attempts(replayId, readKey))));
      const answer = await fetch(`${stage.url}/mock/inventory/stock/7`, { headers: { 'x-replay-id': replayId } });
      json(response, await answer.json());
    });
    await importOrder(stage);
    const run = () => runOf(stage, build);
    const undisturbed = await run();
    expect(undisturbed).toMatchObject({ totalCases: 1, failedCases: 0, calls: { state: 'answered' } });
    isDisturbed = true;
    refused.push(...(await statuses(stage, attempts('e'.repeat(24), readKey))));
    expect(await run()).toEqual(undisturbed);
    refused.push(...(await statuses(stage, attempts(replayIds.at(-1) ?? '', readKey))));
    // The replay has ended: its id opens nothing, also from the instance under test.
    const late: Request = ['/mock/inventory/stock/7', 'GET', { 'x-replay-id': replayIds.at(-1) ?? '' }];
    refused.push(...(await statuses(stage, [late])));

    expect(refused).toHaveLength(3 * attempts('', '').length + 1);
    expect(refused.filter((status) => status !== 401 && status !== 403)).toEqual([]);
    expect(made).toBe(0);
  });
});

/** What an outsider sends to the instance under test, which knows the trace id of the recording. */
const OUTSIDE: readonly Headers[] = [
  TRACED,
  { ...TRACED, tracestate: 'rojo=1' },
  { ...TRACED, tracestate: `replay=${'e'.repeat(24)}` },
  { ...TRACED, tracestate: 'replay=x', baggage: 'replay.id=x' },
  {},
];

describe('an outsider at an instance under test that passes W3C headers on', () => {
  /** Its calls carry the trace of its request, as OpenTelemetry passes it on, and the credential of the instance. */
  async function passingOn(stage: Stage) {
    const instance = { key: {} as Headers, isDisturbed: false, outside: [] as (number | undefined)[] };
    const build = await target(async ({ headers }, response) => {
      const isReplay = headers['x-replay-id'] !== undefined;
      if (isReplay && instance.isDisturbed)
        for (const sent of OUTSIDE) await (await fetch(`${build}/orders/1`, { headers: sent })).arrayBuffer();
      const passed = Object.entries(headers).filter(([name]) => ['traceparent', 'tracestate'].includes(name));
      const answer = await fetch(`${stage.url}/mock/inventory/stock/7`, {
        headers: { ...Object.fromEntries(passed.map(([name, value]) => [name, String(value)])), ...instance.key },
      });
      if (!isReplay) instance.outside.push(answer.status);
      json(response, await answer.json(), answer.status);
    });
    return { instance, build };
  }

  test('changes nothing unless the settings accept its trace id for every target', async () => {
    const stage = await staged();
    await importOrder(stage);
    const { instance, build } = await passingOn(stage);
    const undisturbed = await runOf(stage, build);
    // Without a key: tracestate names the replay, so that the service learns that it arrives.
    expect(undisturbed).toMatchObject({ totalCases: 1, failedCases: 0, calls: { state: 'answered' } });

    instance.key = { 'x-api-key': stage.env.SVC_TOKEN ?? '' };
    instance.isDisturbed = true;
    for (const correlation of ['auto', 'replayId']) {
      await changeSettings(stage, { mocks: { correlation } });
      expect(await runOf(stage, build)).toEqual(undisturbed);
      expect(instance.outside.splice(0)).toEqual([502, 502, 502, 502, 404]);
    }
    // A negative control, and what docs/mock-gateway.md says.
    await changeSettings(stage, { mocks: { correlation: 'headers' } });
    expect(await runOf(stage, build)).not.toEqual(undisturbed);
    expect(instance.outside).toContain(200);
  });
});
