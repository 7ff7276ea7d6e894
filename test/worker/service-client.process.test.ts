import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { registeredHost } from '../../worker/register-host.ts';
import { serviceClient } from '../../worker/service-client.ts';
import { hostKey } from '../support/stages/federated-stage.ts';

type Answer = [status: number, type: string, body: string];
const TOKEN: Answer = [200, 'application/json', JSON.stringify({ access_token: 'a', expires_in: 900 })];
/** Responses of a proxy before the service, in order. The last one is repeated. */
const answers: Answer[] = [];
const server = createServer((request, response) => {
  const isToken = request.url?.endsWith('/token');
  const next = isToken ? TOKEN : answers.length > 1 ? answers.shift() : answers[0];
  const [status, type, body] = next ?? [500, 'text/plain', ''];
  response.writeHead(status, { 'content-type': type }).end(body);
});
afterEach(() => void server.close());

describe('a worker whose service redirects it', () => {
  test.for([301, 303, 307, 308])(
    'sends its key and token nowhere else after a redirect by %i',
    async (status, { onTestFinished }) => {
      const seen: string[] = [];
      const other = createServer((request, response) => {
        seen.push(JSON.stringify(request.rawHeaders));
        response.end('{"host_id":"host_1","access_token":"a","expires_in":900}');
      });
      const redirecting = createServer((request, response) => {
        const { port } = other.address() as AddressInfo; // it listens on a port
        response.writeHead(status, { location: `http://127.0.0.1:${port}${request.url}` }).end();
      });
      for (const one of [other, redirecting]) {
        await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
        onTestFinished(() => void one.close());
      }
      const folder = mkdtempSync(join(tmpdir(), 'worker-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}`; // it listens on a port
      const registration = { url, apiKey: 'canary', name: 'w', runners: [], capabilities: [], residency: null };
      await expect(registeredHost({ ...registration, keyFile: join(folder, 'key') })).rejects.toThrow(
        `${status} unknown`,
      );
      const { jwk, keyid, private: key } = await hostKey();
      const host = { host_id: 'host_1', keyid, key: { ...jwk, ...key } as never }; // an Ed25519 key pair
      const client = serviceClient({ url, audience: url, host });
      await expect(client.post('/leases', {}, AbortSignal.timeout(5000))).rejects.toThrow(`${status} unknown`);
      expect(seen).toEqual([]);
    },
  );
});

describe('a worker while the service is away', () => {
  test('repeats its request if a proxy answers with another page', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
    const { jwk, keyid, private: key } = await hostKey();
    const host = { host_id: 'host_1', keyid, key: { ...jwk, ...key } as never }; // an Ed25519 key pair
    const client = serviceClient({ url, audience: url, host });
    const pages: Answer[] = [
      [502, 'text/html', '<h1>Bad gateway</h1>'],
      [200, 'text/html', '<h1>Soon back</h1>'],
    ];
    answers.push(...pages, [200, 'application/json', '{"done":true}']);
    expect(await client.post('/leases', {}, AbortSignal.timeout(5000))).toEqual({ done: true });
    answers.splice(0, 1, [403, 'text/html', '<h1>No</h1>']);
    await expect(client.post('/leases', {}, AbortSignal.timeout(5000))).rejects.toThrow('403 unknown');
  });
});
