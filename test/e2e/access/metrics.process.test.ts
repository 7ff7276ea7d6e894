import { afterEach, describe, expect, test } from 'vitest';
import { json, openTarget, recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const TOKEN = 'metrics-token-0123456789';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function started(env: Record<string, string> = {}): Promise<string> {
  const { dataDir, remove } = temporaryDataDir();
  const service = await startProcess({ dataDir, port: await freePort(), env });
  cleanUps.push(remove, () => service.kill());
  return service.url;
}

const scrape = (url: string, headers: Record<string, string> = {}) => fetch(`${url}/metrics`, { headers });

describe('GET /metrics', () => {
  test('counts requests by template, runs, cases, deliveries, errors, queues and storage', async () => {
    const url = await started({ SVC_METRICS_TOKEN: TOKEN });
    const answering = Promise.withResolvers<void>();
    const target = await openTarget(async (_, response) => {
      await answering.promise;
      json(response, { total: 2 });
    });
    const receiver = await openTarget((_, response) => response.writeHead(204).end());
    cleanUps.push(target.close, receiver.close);
    const cases = [1, 2].map((id) => recordedGet('shop-canary', `/items/${id}`, { total: 1 }, { caseId: `c-${id}` }));
    await call(url, 'POST', '/api/recorder/cases', cases);
    const channel = {
      type: 'webhook',
      name: 'canary-channel',
      url: `${receiver.url}/canary-path`,
      events: ['completed'],
    };
    await call(url, 'POST', '/openapi/v1/notification-channels', channel);
    const trigger = { appId: 'shop-canary', targetEnv: target.url };
    const { planId } = (await call(url, 'POST', '/openapi/v1/replay-triggers', trigger)).body;
    const read = async () => {
      const answer = await scrape(url, { authorization: `Bearer ${TOKEN}` });
      const [type, encoding] = ['content-type', 'content-encoding'].map((name) => answer.headers.get(name));
      expect([answer.status, type, encoding]).toEqual([200, expect.stringContaining('text/plain'), 'gzip']);
      return answer.text();
    };
    await expect.poll(read).toMatch(/^replay_active_runs 1$/m);
    answering.resolve();
    await completed(url, planId);
    await call(url, 'POST', '/openapi/v1/replay-triggers', {});
    await call(url, 'GET', '/no/such/canary-page');

    await expect.poll(read, { timeout: 20_000 }).toMatch(/^replay_active_runs 0$/m);
    await expect.poll(read, { timeout: 20_000 }).toMatch(/replay_deliveries_total\{type="webhook",outcome="SENT"\} 1/);
    const text = await read();
    for (const line of [
      /^http_server_request_duration_seconds_count\{http_request_method="GET",http_route="\/openapi\/v1\/replay-runs\/\{planId\}",http_response_status_code="200"\} \d+$/m,
      /^http_server_request_duration_seconds_count\{http_request_method="GET",http_route="",http_response_status_code="404"\} 1$/m,
      /^replay_runs_total\{state="NEEDS_ACTION"\} 1$/m,
      /^replay_run_duration_seconds_count 1$/m,
      /^replay_cases_total\{outcome="answered"\} 2$/m,
      /^replay_case_duration_seconds_count 2$/m,
      /^replay_errors_total\{error_code="NOT_FOUND"\} 1$/m,
      /^replay_errors_total\{error_code="MISSING_APP_ID"\} 1$/m,
      /^replay_queue_messages\{state="waiting"\} \d+$/m,
      /^replay_storage_bytes\{kind="table_used"\} [1-9]/m,
      /^replay_storage_bytes\{kind="blobs"\} \d+$/m,
      /^process_memory_usage_bytes [1-9]/m,
      /^replay_service_info\{version="\d+\.\d+\.\d+"\} 1$/m,
    ])
      expect(text).toMatch(line);
    for (const canary of ['canary', planId, target.url, TOKEN]) expect(text).not.toContain(canary);
  });

  test('needs its token, whatever else a caller has', async () => {
    const url = await started({ SVC_METRICS_TOKEN: TOKEN });
    const refused = async (headers: Record<string, string>) => {
      const { status, headers: answered } = await scrape(url, headers);
      expect([status, answered.get('www-authenticate')], JSON.stringify(headers)).toEqual([401, 'Bearer']);
    };
    const made = await call(url, 'POST', '/api/api-keys', { name: 'all', scopes: ['admin'] });
    for (const headers of [{}, { 'x-api-key': made.body.body.key }, { authorization: 'Bearer wrong' }])
      await refused(headers);
    expect((await scrape(url, { 'x-api-key': TOKEN })).status).toBe(200);
    expect((await fetch(`${url}/metrics`, { method: 'POST', headers: { 'x-api-key': TOKEN } })).status).toBe(405);
  });

  test('is open to direct requests of this machine on loopback only', async () => {
    const url = await started();
    expect((await scrape(url)).status).toBe(200);
    expect((await scrape(url, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(401);
  });
});
