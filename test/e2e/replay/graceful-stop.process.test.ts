import { generateKeyPairSync } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { serviceClient } from '../../../worker/service-client.ts';
import { askOf, PROCESS_RUNNER_VERSION } from '../../support/evaluation/federated-run.ts';
import { freePort } from '../../support/free-port.ts';
import { ADMIN_KEY, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const { dataDir, remove } = temporaryDataDir();
afterAll(remove);

/** What waits here would wait for 20 s. */
const timeout = 18_000;

test('a stop answers waiting requests for events and leases at once (evaluation 3.10, 3.11)', {
  timeout,
}, async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const service = await startProcess({ dataDir, port, env: { SVC_PUBLIC_URL: publicUrl } });
  const ask = askOf(() => service.url);
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' });
  const public_key_jwk = { kty: 'OKP', crv: 'Ed25519', x } as const;
  const { body } = await ask('POST', '/api/v1/eval/hosts', {
    name: 'lab',
    public_key_jwk,
    capabilities: ['runtime.process'],
    protocol: { min: 1, max: 1 },
    runner_versions: [PROCESS_RUNNER_VERSION],
  });
  const keyid = await calculateJwkThumbprint(public_key_jwk);
  const host = { host_id: body.host_id, keyid, key: { ...public_key_jwk, d } };
  const client = serviceClient({ url: publicUrl, audience: `${publicUrl}/api/v1/eval/hosts/token`, host });
  const lease = (wait_seconds: number) =>
    client.post('/leases', { runner_versions: [PROCESS_RUNNER_VERSION], wait_seconds }, AbortSignal.timeout(30_000));
  // Its token is cached, so the next request waits immediately.
  expect(await lease(0)).toBeNull();

  const answered = async (path: string) => {
    const answer = await fetch(`${publicUrl}${path}`, { headers: { 'x-api-key': ADMIN_KEY } });
    return { status: answer.status, body: await answer.json() };
  };
  const events = answered('/api/v1/eval/events?wait_seconds=20');
  const leased = lease(20);
  // Requests sent before these have reached the service when these are answered.
  for (let round = 0; round < 20; round++) await answered('/healthz');

  expect(await service.stop()).toBe(0);
  expect(await events).toEqual({ status: 200, body: { data: [], next_cursor: expect.any(String), has_more: false } });
  expect(await leased).toBeNull();
});
