import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeCursor } from '../../../functions/platform/table/table-cursor.ts';
import { freePort } from '../../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

let service: RunningService;
const { dataDir, remove } = temporaryDataDir();

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort() });
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
  remove();
});

const TRIGGER = '/openapi/v1/replay-triggers';
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe('a query (interface 10)', () => {
  const row = { pk: 'p', sk: 's', i1sk: 's' };
  test.for<[string, string]>([
    ['not from this service', 'abc'],
    ['of no bytes', '%00'],
    ['long', 'x'.repeat(5000)],
    ['well-formed, of another list', writeCursor(row, { pk: 'another', index: 'i1' })],
    ['well-formed, of another kind of list', writeCursor(row, { pk: 'another' })],
  ])('gives 400 for a cursor that is %s', async ([, cursor]) => {
    expect(await call(service.url, 'GET', `/api/replays?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_QUERY', errorMessage: 'cursor does not belong to this list' },
    });
  });

  test.for<[string, string]>([
    ['limit', '/api/replays?limit=1&limit=2'],
    ['appId', '/api/replays?appId=a&appId=b'],
    ['cursor', '/api/audit?cursor=a&cursor=a'],
    ['limit', '/api/tenants?limit=1&limit=1'],
    ['operation', '/api/recorder/apps/shop/cases?operation=a&operation=b'],
    ['tag', '/api/recorder/apps/shop/cases?tag.tier=a&tag.zone=b&tag.tier=c'],
  ])('gives 400 and the name of a repeated parameter: %s in %s', async ([name, path]) => {
    expect(await call(service.url, 'GET', path)).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_QUERY', errorMessage: `${name} is missing or invalid` },
    });
  });

  test('gives 404 for an id longer than any key', async () => {
    const known = await call(service.url, 'GET', '/openapi/v1/replay-runs/unknown');
    const long = await call(service.url, 'GET', `/openapi/v1/replay-runs/${'x'.repeat(4000)}`);
    expect([long.status, long.body.errorCode]).toEqual([known.status, known.body.errorCode]);
    expect(service.output()).not.toContain('request failed');
  });
});

describe('a body (interface 1)', () => {
  test.for<[string, string, number]>([
    ['an empty body', '', 400],
    ['not JSON', '{"appId":', 400],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('latin1'), 400],
    ['a list', '[]', 400],
    ['a number', '5', 400],
    ['null', 'null', 400],
    ['32 levels', deep(32), 200],
    ['33 levels', deep(33), 400],
    ['depth 200,000', deep(200_000).slice(0, 1_000_000), 400],
    ['just 1 MiB', `{"x":"${'x'.repeat(1024 * 1024 - 8)}"}`, 200],
    ['a byte more than 1 MiB', `{"x":"${'x'.repeat(1024 * 1024 - 7)}"}`, 413],
    ['20 MB', `{"x":"${'x'.repeat(20_000_000)}"}`, 413],
    ['__proto__', '{"__proto__":{"appId":"shop","targetEnv":"http://127.0.0.1:1"}}', 400],
  ])('is answered as documented: %s', async ([, body, status]) => {
    const answer = await call(service.url, 'POST', TRIGGER, body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ errorCode: expect.any(String), errorMessage: expect.any(String) });
    if (status === 200) expect(answer.body.errorCode).toBe('MISSING_APP_ID');
    expect((await call(service.url, 'GET', '/healthz')).body).toEqual({ status: 'ok' });
  });

  test('is refused with 20 MB and without a length', async () => {
    const piece = new Uint8Array(64 * 1024).fill(0x20);
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (sent >= 20_000_000) controller.close();
        else controller.enqueue(piece);
        sent += piece.byteLength;
      },
    });
    const status = await fetch(`${service.url}${TRIGGER}`, {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit).then(
      (answer) => answer.status,
      () => 'connection closed',
    );
    expect([413, 'connection closed']).toContain(status);
    expect((await call(service.url, 'GET', '/healthz')).status).toBe(200);
  });

  test('has at most 6 MiB for the recorder intake', async () => {
    expect(
      (await call(service.url, 'POST', '/api/recorder/cases', `[${' '.repeat(6 * 1024 * 1024 - 2)}]`)).status,
    ).toBe(200);
    expect(
      (await call(service.url, 'POST', '/api/recorder/cases', `[${' '.repeat(6 * 1024 * 1024 - 1)}]`)).status,
    ).toBe(413);
  });
});

describe('a path or method (interface 1)', () => {
  test.for<[string, string]>([
    ['GET', '/openapi/v1/nothing'],
    ['GET', '/api/nothing'],
    ['POST', '/nothing'],
    ['GET', '/openapi/v1/replay-runs'],
    ['GET', '/api/%00/%ff'],
  ])('gives 404 if it is unknown: %s %s', async ([method, path]) => {
    const answer = await call(service.url, method, path);
    expect(answer).toMatchObject({ status: 404, body: { errorCode: 'NOT_FOUND' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  });

  test.for<[string, string, string]>([
    ['GET', TRIGGER, 'POST'],
    ['DELETE', '/openapi/v1/replay-runs/x', 'GET'],
    ['PUT', '/api/createPlan', 'GET, POST'],
    ['PATCH', '/api/replays', 'GET'],
    ['HEAD', '/api/createPlan', 'GET, POST'],
    ['HEAD', '/openapi/v1/replay-runs/x', 'GET'],
  ])('gives 405 with Allow if it is not allowed: %s %s', async ([method, path, allow]) => {
    const answer = await call(service.url, method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
  });

  test('is answered with a unique request id', async () => {
    const ids = await Promise.all(
      ['/api/replays', '/openapi/v1/replay-runs/x', '/nothing'].map(async (path) =>
        (await call(service.url, 'GET', path)).headers.get('x-request-id'),
      ),
    );
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });
});

describe('a hostile targetEnv (facts: egress)', () => {
  test.for([
    'http://169.254.169.254/',
    'http://2852039166/',
    'http://0xA9FEA9FE/',
    'http://0251.0376.0251.0376/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://0.0.0.0/',
    'http://0/',
    'http://[::]/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://user:pw@127.0.0.1:9/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:9/',
    'http://127.0.0.1:22/',
    `http://127.0.0.1:9/${'x'.repeat(2100)}`,
  ])('is refused before anything is written or sent: %s', async (targetEnv) => {
    const { status, body } = await call(service.url, 'POST', TRIGGER, { appId: 'shop', targetEnv });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      planId: null,
      errorCode: 'CREATE_PLAN_FAILED',
      errorMessage: expect.stringContaining('targetEnv'),
    });
    expect(body.errorMessage).not.toContain(targetEnv.slice(7, 20));
  });

  test.for([
    '127.0.0.1',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    'localhost.',
  ])('is refused if it is the service itself as %s', async (host) => {
    const { body } = await call(service.url, 'POST', TRIGGER, {
      appId: 'shop',
      targetEnv: `http://${host}:${new URL(service.url).port}`,
    });
    expect(body).toMatchObject({ errorCode: 'CREATE_PLAN_FAILED' });
  });
});

test('refused input leaves no plan and no application', async () => {
  expect((await call(service.url, 'GET', '/api/replays')).body).toEqual({ items: [], nextCursor: null });
  expect((await call(service.url, 'GET', '/api/recorder/apps')).body.items).toEqual([]);
});
