import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { blobs } from '../../../functions/platform/aws/ports/blobs.ts';
import { egress } from '../../../functions/platform/aws/ports/egress.ts';
import { http } from '../../../functions/platform/aws/ports/http.ts';
import { keys } from '../../../functions/platform/aws/ports/keys.ts';
import { mail } from '../../../functions/platform/aws/ports/mail.ts';
import { model } from '../../../functions/platform/aws/ports/model.ts';
import { queue } from '../../../functions/platform/aws/ports/queue.ts';
import { table } from '../../../functions/platform/aws/ports/table.ts';
import { workflows } from '../../../functions/platform/aws/ports/workflows.ts';
import { awsWorld } from '../../../functions/platform/aws/world.ts';
import { awsConfig } from '../../../functions/platform/settings/config.ts';
import type { World } from '../../../functions/platform/world.ts';
import { PATIENCE } from '../../support/patience.ts';

const config = awsConfig({
  SVC_PUBLIC_URL: 'https://replay.shop.test',
  SVC_TABLE_NAME: 'table',
  SVC_BUCKET_NAME: 'bucket',
  SVC_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/queue',
  SVC_DEAD_LETTER_QUEUE_URL: 'https://sqs.us-east-1.amazonaws.com/1/dead',
  SVC_REPLAY_STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:1:stateMachine:replay',
  SVC_RECOMPARE_STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:1:stateMachine:recompare',
  SVC_ANALYSIS_STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:1:stateMachine:analysis',
  SVC_EVALUATION_STATE_MACHINE_ARN: 'arn:aws:states:us-east-1:1:stateMachine:evaluation',
  SVC_CHANNEL_KEY_ID: 'arn:aws:kms:us-east-1:1:key/1',
});

const PORTS = { table, blobs, egress, http, keys, mail, model, queue, workflows };

test('a world on AWS has only the ports that it is given, and ids of 32 lower-case hex digits', () => {
  const world = awsWorld(config, { table, keys });
  expect(Object.keys(world).toSorted()).toEqual(['elapsed', 'keys', 'log', 'logger', 'newId', 'now', 'table', 'work']);
  const ids = Array.from({ length: 100 }, () => world.newId());
  expect(ids.filter((id) => /^[0-9a-f]{32}$/.test(id))).toHaveLength(100);
  expect(new Set(ids).size).toBe(100);
});

test.for<[string, string, string | null]>([
  ['https://replay.shop.test', 'https://replay.shop.test/openapi/v1/replay-triggers', 'denied-entry'],
  ['https://10.1.2.3/live', 'https://10.1.2.3/', 'denied-entry'],
  ['https://10.1.2.3/live', 'https://10.1.2.3:8443/', null],
  ['http://10.1.2.3:8080', 'http://10.1.2.3:8080/', 'denied-entry'],
  ['http://10.1.2.3', 'http://10.1.2.3/', 'denied-entry'],
  ['http://[fd00::1]', 'http://[fd00::1]/', 'denied-entry'],
])('a service at %s does not send to itself: %s', async ([publicUrl, url, denial]) => {
  const world = awsWorld({ ...config, publicUrl }, { egress });
  expect(await world.egress.denial(url)).toBe(denial);
});

describe('a call of an AWS service that never answers', () => {
  let requests = 0;
  /** Ends the answers to slow copies. */
  const slow: (() => void)[] = [];
  const server = createServer((request, response) => {
    requests++;
    // Of a blob it answers the beginning, and then no more.
    if (request.url?.includes('slow'))
      slow.push(() => response.end('<CopyObjectResult><ETag>"1"</ETag></CopyObjectResult>'));
    else if (request.method === 'GET') response.writeHead(200, { 'content-length': '10' }).write('begin');
  });
  beforeAll(async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, '127.0.0.1', resolve);
    await promise;
    const { port } = server.address() as AddressInfo; // of a server that listens on TCP
    vi.stubEnv('AWS_ENDPOINT_URL', `http://127.0.0.1:${port}`);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    server.closeAllConnections();
    server.close();
  });

  const key = { pk: 'p', sk: 's' };
  test.for<[what: string, call: (world: Omit<World, 'log'>) => Promise<unknown>]>([
    ['a write to the table', (world) => world.table.put(key, { when: 'absent' })],
    ['several writes', (world) => world.table.transact([{ put: key }, { remove: { ...key, sk: 't' } }])],
    ['a batch', (world) => world.table.batchPut([key])],
    ['a read', (world) => world.table.get(key)],
    ['a query', (world) => world.table.query({ pk: 'p' })],
    ['a blob', (world) => world.blobs.put('plans/a/b', new Uint8Array([1]))],
    ['a message', (world) => world.queue.send({})],
    ['an execution', (world) => world.workflows.start('replay', 'x-r1', {})],
    ['a seal', (world) => world.keys.seal('text', { tenant: 't', subject: 'c', field: 'url' })],
    ['a mail', (world) => world.mail.send({ to: 'a@example.com', subject: 's', text: 't' })],
  ])('is tried as often as the limits allow, and then fails: %s', async ([, call]) => {
    const world = awsWorld(config, PORTS, { connectMs: 1_000, responseMs: 200, tries: 2, copyMs: 500 });
    await expect(call(world)).rejects.toMatchObject({
      message: expect.stringContaining('exceeded the configured 200 ms'),
      $metadata: { attempts: 2 },
    });
  });

  test('may take longer for a copy, which ends after its limit for all tries', async () => {
    const world = awsWorld(config, PORTS, { connectMs: 1_000, responseMs: 200, tries: 3, copyMs: 20_000 });
    const copied = world.blobs.copy('uploads/a', 'evaluation/slow');
    await vi.waitUntil(() => slow.length > 0, PATIENCE);
    await expect(world.table.get(key)).rejects.toThrow('exceeded the configured 200 ms');
    slow[0]?.();
    expect(await copied).toBe(true);
    const before = requests;
    const { blobs: impatient } = awsWorld(config, PORTS, { connectMs: 1_000, responseMs: 200, tries: 3, copyMs: 500 });
    await expect(impatient.copy('uploads/a', 'evaluation/never')).rejects.toThrow();
    expect(requests - before).toBeLessThan(3);
  });

  test('fails for a blob that ends in the middle', async () => {
    const world = awsWorld(config, PORTS, { connectMs: 1_000, responseMs: 200, tries: 2, copyMs: 500 });
    const stream = await world.blobs.get('plans/a/b');
    if (stream === undefined) throw new Error('no blob');
    await expect(buffer(stream)).rejects.toThrow('200 ms of inactivity');
  });
});
