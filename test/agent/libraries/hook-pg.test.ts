import type { Socket } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Calls } from '../../../agent/core/calls.ts';
import { agentWarnings } from '../../../agent/core/warnings.ts';
import { hookPg } from '../../../agent/libraries/hook-pg.ts';

test('a client without a real connection keeps no listener after pools take it repeatedly', async () => {
  const calls = { isOffline: () => true } as Calls; // no query is made
  // A class of its own: what is hooked here stays hooked for other tests.
  const Client = class extends pg.Client {};
  hookPg(
    { Client, Pool: { prototype: {} } },
    { calls, warnings: agentWarnings(), targets: new Map(), maxBodyBytes: 1 },
  );
  const client = new Client({ host: '127.0.0.1', port: 1 });
  await client.connect();

  const { ref, unref, connection } = client as unknown as PooledClient; // what pools use, which its types leave out
  for (let taken = 0; taken < 20; taken += 1) {
    ref.call(client);
    unref.call(client);
  }
  expect(connection.stream.listenerCount('connect')).toBe(0);
});

test('an unobserved query fails with the connection error where its client has no server', async () => {
  const calls = { isOffline: () => true, open: () => null } as Calls;
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const Client = class extends pg.Client {
    override async connect(): Promise<never> {
      throw refused;
    }
  };
  hookPg(
    { Client: Object.assign(Client, { Query: pg.Query }), Pool: { prototype: {} } },
    { calls, warnings: agentWarnings(), targets: new Map(), maxBodyBytes: 1 },
  );
  const client = new Client({ host: '127.0.0.1', port: 1 });
  await client.connect();
  await expect(client.query('SELECT 1')).rejects.toBe(refused);
  const called = await new Promise((resolve) => client.query('SELECT 1', [], resolve));
  expect(called).toBe(refused);
});

interface PooledClient {
  ref(): void;
  unref(): void;
  connection: { stream: Socket };
}
