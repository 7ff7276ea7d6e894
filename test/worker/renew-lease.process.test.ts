import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renewLease } from '../../worker/renew-lease.ts';
import { serviceClient } from '../../worker/service-client.ts';
import { hostKey } from '../support/stages/federated-stage.ts';

type Answer = [status: number, body: string] | 'hangs up';
const GOOD: Answer = [200, '{"cancel_requested":false}'];
const LOST: Answer = [409, '{"code":"lease_lost"}'];
let answers: Answer[] = [];
let beats = 0;
const server = createServer((request, response) => {
  const isToken = request.url?.endsWith('/token');
  const next = isToken ? [200, JSON.stringify({ access_token: 'a', expires_in: 900 })] : answers[beats++];
  if (next === 'hangs up') return void request.socket.destroy();
  const [status, body] = (next ?? LOST) as [number, string]; // no other response is left
  response.writeHead(status).end(body);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

describe('heartbeats of a worker (evaluation 3.11)', () => {
  test.for<[string, Answer[], warnings: number]>([
    ['good answers', [GOOD, GOOD], 0],
    ['an answer that is not JSON', [[200, '<h1>Hello</h1>'], GOOD], 0],
    ['an answer without what it should say', [[200, '{}'], GOOD], 1],
    ['an answer without a body', [[200, ''], GOOD], 1],
    ['a connection that ends', ['hangs up', GOOD], 0],
  ])('continue after %s, until the lease is lost', async ([, given, warnings]) => {
    [answers, beats] = [[...given, LOST], 0];
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
    const { jwk, keyid, private: key } = await hostKey();
    const host = { host_id: 'host_1', keyid, key: { ...jwk, ...key } as never }; // an Ed25519 key pair
    const messages: string[] = [];
    const stops: string[] = [];
    await renewLease(
      { lease_id: 'lease_1', attempt: { attempt_id: 'fatt_1', workflow_run_id: 'wrun_1' } },
      { client: serviceClient({ url, audience: url, host }), report: (message) => void messages.push(message) },
      {
        everyMs: 1,
        progressFile: '/nowhere',
        signal: new AbortController().signal,
        stopFor: (why) => void stops.push(why),
      },
    );
    expect([stops, beats]).toEqual([['lease_lost'], given.length + 1]);
    expect(messages).toEqual(Array.from({ length: warnings }, () => 'fatt_1: unexpected response to a heartbeat'));
  });
});
