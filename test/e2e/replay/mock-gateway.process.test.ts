import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { MAX_GATEWAY_BODY } from '../../../functions/mocks/api/gateway.ts';
import { cliStage } from '../../cli/cli-stage.ts';
import { replay } from '../../cli/run-replay.ts';
import { json, openTarget } from '../../support/fakes/recorded-target.ts';

const { staged, target, cleanUps } = cliStage();

const BYTES = Buffer.from([0, 255, 254, 13, 10, 0]);

interface Answered {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: Buffer;
}

function sent(url: string, method: string, headers: Record<string, string>, body = ''): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const client = request(url, { method, headers, agent: false }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
      );
    });
    client.on('error', reject);
    client.end(body);
  });
}

/** The calls of the application for a request: method, path, body. */
const CALLS: readonly (readonly [method: string, path: string, body: string])[] = [
  ['GET', '/stock/7?full=1&x=%C3%BC', ''],
  ['HEAD', '/stock/7', ''],
  ['POST', '/orders', '{"sku":"a"}'],
  ['OPTIONS', '/orders', ''],
  ['GET', '/image', ''],
  ['GET', '/empty', ''],
];

const recordedCall = ([method, path, body]: (typeof CALLS)[number]) => ({
  kind: 'http',
  target: 'inventory',
  operation: `${method} ${path.split('?')[0]}`,
  request: { method, path, headers: [], body: body || null, bodyEncoding: 'utf8' },
  response:
    path === '/empty'
      ? { status: 204, headers: [], body: null, bodyEncoding: 'utf8' }
      : {
          status: method === 'POST' ? 201 : 200,
          headers: [
            ['content-type', 'application/octet-stream'],
            ['x-recorded', `${method} ${path}`],
            ...(method === 'HEAD' ? [['content-length', '6']] : []),
          ],
          body: method === 'HEAD' ? null : BYTES.toString('base64'),
          bodyEncoding: 'base64',
        },
  durationMs: 2,
});

describe('the mock gateway of a running service', () => {
  test('answers every call of a replay, of any method and with bytes, without the real service', async () => {
    const stage = await staged();
    const answers: Answered[] = [];
    const build = await target(async ({ headers }, response) => {
      const passed = { baggage: String(headers.baggage), 'content-type': 'application/json' };
      for (const [method, path, body] of CALLS)
        answers.push(await sent(`${stage.url}/mock/inventory${path}`, method, passed, body));
      json(response, { calls: answers.length });
    });
    const recorded = {
      appId: 'shop',
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      request: { method: 'GET', path: '/orders/1' },
      response: { status: 200, headers: [['content-type', 'application/json']], body: '{"calls":6}' },
      calls: CALLS.map(recordedCall),
    };
    const imported = await replay(['import', '-', '--json'], stage.env, JSON.stringify(recorded));
    expect(JSON.parse(imported.stdout), imported.stderr).toMatchObject({ accepted: 1 });
    const run = await replay(['trigger', '--app-id', 'shop', '--target-env', build, '--wait', '--json'], stage.env);
    expect(JSON.parse(run.stdout), run.stderr).toMatchObject({ totalCases: 1, failedCases: 0 });
    expect(answers.map(({ status, headers }) => [status, headers['x-recorded'] ?? null])).toEqual(
      CALLS.map(([method, path]) =>
        path === '/empty' ? [204, null] : [method === 'POST' ? 201 : 200, `${method} ${path}`],
      ),
    );
    expect(answers.map(({ body }) => body.length)).toEqual([6, 0, 6, 6, 6, 0]);
    for (const { body } of answers.filter(({ body: answered }) => answered.length > 0))
      expect(body.equals(BYTES)).toBe(true);
    expect(answers[1]?.headers['content-length']).toBe('6');
    const key = { 'x-api-key': stage.env.SVC_TOKEN ?? '' };
    expect((await sent(`${stage.url}/mock/inventory/image`, 'GET', {})).status).toBe(401);
    expect((await sent(`${stage.url}/mock/inventory/image`, 'GET', key)).status).toBe(404);
  });

  test('leaves a request without result if it refuses a call by its limits, and reports no difference', async () => {
    const stage = await staged();
    const build = await target(async ({ url, headers }, response) => {
      const passed = { baggage: String(headers.baggage), 'content-type': 'application/json' };
      const body = url === '/orders/2' ? 'x'.repeat(MAX_GATEWAY_BODY + 1) : '{"sku":"a"}';
      const { status } = await sent(`${stage.url}/mock/inventory/orders`, 'POST', passed, body);
      json(response, { status }, status);
    });
    const recorded = ['/orders/1', '/orders/2'].map((path) => ({
      appId: 'shop',
      request: { method: 'GET', path },
      response: { status: 201, headers: [['content-type', 'application/json']], body: '{"status":201}' },
      calls: [recordedCall(['POST', '/orders', '{"sku":"a"}'])],
    }));
    await replay(['import', '-', '--json'], stage.env, recorded.map((one) => JSON.stringify(one)).join('\n'));
    const run = await replay(['trigger', '--app-id', 'shop', '--target-env', build, '--wait', '--json'], stage.env);
    const { planId, ...result } = JSON.parse(run.stdout);
    expect(result, run.stderr).toMatchObject({
      failedCases: 0,
      findings: { needsAction: [], scope: { requestsWithoutResult: 1 } },
      errorMessage: expect.stringContaining('1 request has no result: the service did not answer a downstream call'),
    });
    const key = { 'x-api-key': stage.env.SVC_TOKEN ?? '' };
    const listed = await sent(`${stage.url}/api/replays/${planId}/cases`, 'GET', key);
    expect(JSON.parse(listed.body.toString()).items).toMatchObject([
      { state: 'PASSED' },
      { state: 'NO_RESULT', unanswered: true, kinds: [] },
    ]);
    const page = await sent(`${stage.url}/report/${planId}/cases/1`, 'GET', key);
    expect(page.body.toString()).toContain('The service did not answer a downstream call of this request');
  });

  test('passes calls to the address of their target without mocks', async () => {
    const stage = await staged();
    const inventory = await openTarget(({ method, url, body }, response) =>
      json(response, { real: `${method} ${url} ${body}` }),
    );
    cleanUps.push(inventory.close);
    const settings = { mocks: { targets: { inventory: { address: `${inventory.url}/v1` } } } };
    await fetch(`${stage.url}/api/apps/shop/settings`, {
      method: 'PUT',
      headers: { 'x-api-key': stage.env.SVC_TOKEN ?? '', 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    });
    const answers: Answered[] = [];
    const build = await target(async ({ headers }, response) => {
      const passed = { 'x-replay-id': String(headers['x-replay-id']), 'content-type': 'application/json' };
      const address = new URL(`${stage.url}/mock/inventory/orders?x=1`);
      expect((await sent(address.href, 'POST', passed, '{"sku":"a"}')).status).toBe(401);
      // A client whose only setting is an address.
      address.username = 'agent';
      address.password = stage.env.SVC_TOKEN ?? '';
      answers.push(await sent(address.href, 'POST', passed, '{"sku":"a"}'));
      json(response, {});
    });
    const recorded = {
      appId: 'shop',
      request: { method: 'GET', path: '/orders/1' },
      response: { status: 200, headers: [['content-type', 'application/json']], body: '{}' },
      calls: CALLS.map(recordedCall),
    };
    await replay(['import', '-', '--json'], stage.env, JSON.stringify(recorded));
    const args = ['trigger', '--app-id', 'shop', '--target-env', build, '--no-mock', '--wait', '--json'];
    const run = await replay(args, stage.env);
    expect(JSON.parse(run.stdout), run.stderr).toMatchObject({ totalCases: 1 });
    expect(answers.map(({ body }) => JSON.parse(body.toString()))).toEqual([
      { real: 'POST /v1/orders?x=1 {"sku":"a"}' },
    ]);
  });
});
