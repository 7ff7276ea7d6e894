import { afterEach, describe, expect, test } from 'vitest';
import { json, openTarget, recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { openCollector } from '../../support/traces/collector.ts';

const CALLER = '4bf92f3577b34da6a3ce929d0e0e4736';
const SERVER = 2;
const FAILED = 2;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function started(env: Record<string, string>) {
  const { dataDir, remove } = temporaryDataDir();
  const service = await startProcess({ dataDir, port: await freePort(), env });
  cleanUps.push(remove, () => service.kill());
  return service;
}

async function collector(status?: number) {
  const opened = await openCollector(status);
  cleanUps.push(opened.close);
  return opened;
}

/** Records two requests, replays them and waits for the findings; returns the id of the run. */
async function replayed(url: string): Promise<string> {
  const target = await openTarget((_, response) => json(response, { total: 'canary-2' }));
  cleanUps.push(target.close);
  const cases = [1, 2].map((id) => recordedGet('shop', `/canary/${id}`, { total: 'canary-1' }, { caseId: `c-${id}` }));
  await call(url, 'POST', '/api/recorder/cases', cases);
  const trigger = { appId: 'shop', targetEnv: target.url };
  const traceparent = `00-${CALLER}-00f067aa0ba902b7-01`;
  const { body } = await call(url, 'POST', '/openapi/v1/replay-triggers', trigger, { traceparent });
  await completed(url, body.planId);
  return body.planId;
}

describe('traces by OTLP', () => {
  test('have the trigger, the execution and its steps in the trace of the caller, by plan', async () => {
    const { url, seen, spans } = await collector();
    const service = await started({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer collector-token',
    });
    const planId = await replayed(service.url);
    expect(await service.stop()).toBe(0);
    const [first] = seen;
    expect([first?.method, first?.url, first?.headers['content-type'], first?.headers.authorization]).toEqual([
      'POST',
      '/v1/traces',
      'application/x-protobuf',
      'Bearer collector-token',
    ]);
    const trigger = spans().find(({ name }) => name === 'POST /openapi/v1/replay-triggers');
    expect(trigger).toMatchObject({
      kind: SERVER,
      traceId: CALLER,
      parentSpanId: '00f067aa0ba902b7',
      service: 'replay-regression',
      attributes: { 'http.route': '/openapi/v1/replay-triggers', 'http.response.status_code': 200, plan_id: planId },
    });
    const ofPlan = spans().filter(({ traceId }) => traceId === CALLER);
    const execution = ofPlan.find(({ name }) => name === 'replay');
    expect(execution?.parentSpanId).toBe(trigger?.spanId);
    const steps = ofPlan.filter(({ parentSpanId }) => parentSpanId === execution?.spanId);
    expect(steps.length).toBeGreaterThan(3);
    expect(steps.map(({ attributes }) => attributes.plan_id)).toEqual(steps.map(() => planId));
    expect(spans().some(({ name }) => name === 'GET /openapi/v1/replay-runs/{planId}')).toBe(true);
    const bytes = Buffer.concat(seen.map(({ body }) => body)).toString('latin1');
    expect(bytes).not.toContain('canary');
    expect(bytes).not.toContain('test-admin-key');
  });

  test('have neither a route nor a failure for an unknown path', async () => {
    const { url, spans } = await collector();
    const service = await started({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
    await call(service.url, 'GET', '/no/such/page-canary');
    expect(await service.stop()).toBe(0);
    const found = spans().find(({ attributes }) => attributes['http.response.status_code'] === 404);
    expect(found).toMatchObject({ name: 'GET', attributes: { 'http.route': '' } });
    expect(found?.status).not.toBe(FAILED);
  });

  test('are not sent without the setting', async () => {
    const { url, seen } = await collector();
    const service = await started({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces` });
    await replayed(service.url);
    expect(await service.stop()).toBe(0);
    expect(seen).toEqual([]);
  });

  test.for<[string, () => Promise<string>]>([
    ['refuses them', async () => (await collector(500)).url],
    ['is not there', async () => `http://127.0.0.1:${await freePort()}`],
  ])('disturb nothing where the collector %s', async ([, endpoint]) => {
    const address = await endpoint();
    const service = await started({ OTEL_EXPORTER_OTLP_ENDPOINT: address });
    await replayed(service.url);
    const from = Date.now();
    expect(await service.stop()).toBe(0);
    expect(Date.now() - from).toBeLessThan(20_000);
    expect(service.output()).not.toContain(address);
  });
});
