import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchInputs } from '../../worker/fetch-inputs.ts';
import type { Lease } from '../../worker/lease.ts';
import { temporaryDataDir } from '../support/running-service.ts';

const { dataDir, remove } = temporaryDataDir();
const BYTES = '{"name":"shop"}';
const DIGEST = `sha256:${createHash('sha256').update(BYTES).digest('hex')}`;
/** Statuses of the responses, in order. 0 closes the connection. */
let statuses: number[] = [];
let asked = 0;
const server = createServer((request, response) => {
  asked++;
  const status = statuses.shift() ?? 200;
  if (status === 0) request.socket.destroy();
  else response.writeHead(status).end(status === 200 ? BYTES : '<h1>Soon back</h1>');
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  remove();
});

const lease = (parts: { role: string; path?: string }[], digest = DIGEST): Lease => ({
  lease_id: '',
  lease_epoch: 1,
  tenant_id: 'default',
  attempt: { attempt_id: '', workflow_run_id: '' },
  workflow_version_digest: '',
  workflow_version: {},
  next_host_sequence: 1,
  cancel_requested: false,
  deadline_at: '',
  downloads: parts.map((part) => ({
    ...part,
    digest,
    size_bytes: BYTES.length,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, // it listens on a port
  })),
});
const fetched = (given: Lease) => fetchInputs(given, dataDir, AbortSignal.timeout(10_000));

test('the inputs of an attempt are returned by their roles, and its files stored in their folder', async () => {
  expect(await fetched(lease([{ role: 'subject' }, { role: 'file', path: 'a/b.json' }]))).toEqual({
    subject: { name: 'shop' },
  });
  expect(readFileSync(join(dataDir, 'files/a/b.json'), 'utf8')).toBe(BYTES);
});

test.for<[string, number[]]>([
  ['the connection ends', [0]],
  ['a proxy has no upstream', [502]],
  ['it is busy', [429, 503]],
])('the inputs of an attempt are requested again while the service is away: %s', async ([, given]) => {
  [statuses, asked] = [[...given], 0];
  expect(await fetched(lease([{ role: 'subject' }]))).toEqual({ subject: { name: 'shop' } });
  expect(asked).toBe(given.length + 1);
});

test.for<[string, number[], { role: string; path?: string }, string?]>([
  ['that is gone', [410], { role: 'subject' }],
  ['of another digest', [], { role: 'subject' }, `sha256:${'0'.repeat(64)}`],
  ['that leads out of its folder', [], { role: 'file', path: '../a' }],
])('an input %s is invalid, and is not requested again', async ([, given, part, digest]) => {
  [statuses, asked] = [[...given], 0];
  await expect(fetched(lease([part], digest))).rejects.toThrow();
  expect(asked).toBe(1);
});
