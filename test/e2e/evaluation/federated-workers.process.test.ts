import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { keyidOf } from '../../../worker/host-identity.ts';
import { serviceClient } from '../../../worker/service-client.ts';
import { signedBatch } from '../../../worker/signed-batch.ts';
import { askOf, PROCESS_RUNNER_VERSION, startedFederatedRun } from '../../support/evaluation/federated-run.ts';
import { freePort } from '../../support/free-port.ts';
import { ADMIN_KEY, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const { dataDir, remove } = temporaryDataDir();
const files = temporaryDataDir();
const CLOCK = join(files.dataDir, 'clock');
const AHEAD = {
  NODE_OPTIONS: `--import ${join(import.meta.dirname, '../../support/clock-ahead.ts')}`,
  CLOCK_AHEAD_FILE: CLOCK,
};
let service: RunningService;
const ask = askOf(() => service.url);
const workers: ChildProcess[] = [];
let commands = 0;

beforeAll(async () => {
  service = await startProcess({ dataDir, port: await freePort(), env: AHEAD });
});
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill('SIGKILL');
});
afterAll(async () => {
  expect(await service.stop()).toBe(0);
  expect(service.output()).not.toContain('request failed');
  remove();
  files.remove();
});

/** Starts the reference worker like its users do. The command is a Node.js script. */
function startWorker(name: string, script: string, ...more: string[]) {
  const file = join(files.dataDir, `${name}.mjs`);
  writeFileSync(file, script);
  const key = join(files.dataDir, `${name}.jwk`);
  const child = spawn(
    process.execPath,
    [
      ...[join(import.meta.dirname, '../../../bin/eval-worker.ts'), '--url', service.url, '--key', key, '--name', name],
      ...['--runner', PROCESS_RUNNER_VERSION, '--capability', 'runtime.process', ...more, '--', process.execPath, file],
    ],
    { env: { PATH: process.env.PATH, SVC_TOKEN: ADMIN_KEY, ...AHEAD }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  workers.push(child);
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said += text;
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, key, ended: exited, said: () => said };
}

/** A host must exist before a run of its runner is accepted. */
async function waiting({ said }: ReturnType<typeof startWorker>): Promise<void> {
  await expect.poll(said).toContain('waiting as host_');
}

const runOf = async (runId: string) => (await ask('GET', `/api/v1/eval/runs/${runId}`)).body;
const attemptOf = async (runId: string) =>
  (await ask('GET', `/api/v1/eval/runs/${runId}/attempts`)).body.data[0] ?? null;
const eventsOf = async (runId: string) =>
  (await ask('GET', `/api/v1/eval/runs/${runId}/events`)).body.data as {
    type: string;
    payload: { status?: string; role?: string };
    producer: object;
    provenance?: object;
  }[];
const shortEvents = (events: Awaited<ReturnType<typeof eventsOf>>) =>
  events.map(({ type, payload }) =>
    payload.status || payload.role ? `${type}(${payload.status ?? payload.role})` : type,
  );

async function ended(runId: string) {
  await expect.poll(async () => (await runOf(runId)).status, { interval: 100 }).toMatch(/succeeded|failed|cancelled/);
  return runOf(runId);
}

const GOOD = `
  let text = '';
  for await (const part of process.stdin) text += part;
  const input = JSON.parse(text);
  const { prices } = input.framework_definition.config;
  console.log(JSON.stringify({
    summary: { verdict: prices.length === 3 && input.subject.name !== '' ? 'good' : 'bad' },
    measurements: [{ name: 'price.accuracy', value: 0.96 }],
  }));`;
const FOREVER = 'setInterval(() => {}, 1000);';

describe('a federated worker (evaluation 3.11)', () => {
  test('leases, runs and publishes a good run, whose gate is decided', async () => {
    const worker = startWorker('good', GOOD, '--once');
    await waiting(worker);
    const runId = await startedFederatedRun(ask, { subject: 'good' });
    const run = await ended(runId);
    expect(run).toMatchObject({ status: 'succeeded', gate: { decision: 'pass' } });
    const events = await eventsOf(runId);
    expect(shortEvents(events)).toEqual([
      'workflow.validated',
      'framework.attempted(queued)',
      'framework.attempted(running)',
      'artifact.committed(native_result)',
      'framework.attempted(succeeded)',
      'framework.result.accepted(succeeded)',
      'gate.decided',
      'workflow.completed(succeeded)',
    ]);
    expect(events[3]).toMatchObject({ producer: { kind: 'host' }, provenance: { keyid: expect.any(String) } });
    expect(await worker.ended).toBe(0);
  });

  test('loses its lease when it is killed, and another takes over, whose result alone is accepted', async () => {
    const first = startWorker('first', FOREVER);
    await waiting(first);
    const runId = await startedFederatedRun(ask, { subject: 'killed' });
    await expect.poll(first.said).toContain('epoch 1');
    const { lease, attempt_id } = await attemptOf(runId);
    expect(lease.epoch).toBe(1);
    first.child.kill('SIGKILL');
    await first.ended;
    writeFileSync(CLOCK, '61000');

    const second = startWorker('second', GOOD, '--once');
    expect(await ended(runId)).toMatchObject({ status: 'succeeded', gate: { decision: 'pass' } });
    expect(second.said()).toContain('epoch 2');
    expect((await attemptOf(runId)).lease.epoch).toBe(2);

    const key = JSON.parse(readFileSync(first.key, 'utf8'));
    const host = { host_id: key.host_id, keyid: await keyidOf(key), key };
    const audience = `${service.url}/api/v1/eval/hosts/token`;
    const now = Date.now() + 61_000;
    const client = serviceClient({ url: service.url, audience, host, now: () => now });
    const late = signedBatch([{ type: 'framework.attempted', payload: { status: 'succeeded' } }], {
      host,
      now,
      lease: {
        lease_id: '',
        lease_epoch: 1,
        tenant_id: 'default',
        attempt: { attempt_id, workflow_run_id: runId },
        workflow_version_digest: '',
        workflow_version: {},
        downloads: [],
        next_host_sequence: 1,
        cancel_requested: false,
        deadline_at: '',
      },
    });
    await expect(client.post('/events/publish', late, AbortSignal.timeout(5000))).rejects.toMatchObject({
      status: 409,
      code: 'lease_lost',
    });
    writeFileSync(CLOCK, '0');
  });

  test.for([
    ['runner_error', 'process.exit(3);', 'The command ended with exit code 3.'],
    [
      'subject_error',
      `console.log(JSON.stringify({ status: 'subject_error', reason: 'The build does not start.', summary: {} }));`,
      'The build does not start.',
    ],
    [
      'runner_error',
      `console.log(JSON.stringify({ summary: {}, measurements: [{ name: 'not a name', value: 1 }] }));`,
      'The service refused the result: validation_failed.',
    ],
    [
      'runner_error',
      `console.log('{"summary": {"a": 1, "a": 2}}');`,
      'The service refused the result: validation_failed.',
    ],
    [
      'runner_error',
      `console.log(JSON.stringify({ summary: {}, text: 'a'.repeat(51 * 1024 * 1024) }));`,
      'The service refused the result: payload_too_large.',
    ],
  ])('reports a command that fails: %s', async ([status = '', script = '', detail]) => {
    const name = `fails-${++commands}`;
    const worker = startWorker(name, script, '--once');
    await waiting(worker);
    const runId = await startedFederatedRun(ask, { subject: name });
    const run = await ended(runId);
    expect(run).toMatchObject({ status: 'failed', gate: { decision: 'fail' } });
    expect(await attemptOf(runId)).toMatchObject({ status, status_reason: { code: status, detail } });
    expect(await worker.ended).toBe(0);
  });

  test('stops the command of a run that is cancelled, and continues', async () => {
    const worker = startWorker('cancelled', FOREVER);
    await waiting(worker);
    const runId = await startedFederatedRun(ask, { subject: 'cancelled' });
    await expect.poll(worker.said).toContain('epoch 1');
    expect((await ask('POST', `/api/v1/eval/runs/${runId}/cancel`)).status).toBe(202);
    expect(await ended(runId)).toMatchObject({ status: 'cancelled', gate: { status: 'not_applicable' } });
    expect(worker.said()).toContain(': cancelled');
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });

  test('continues after a crash of the service', async () => {
    const worker = startWorker('restart', GOOD, '--once');
    await waiting(worker);
    await service.kill();
    service = await startProcess({ dataDir, port: Number(new URL(service.url).port), env: AHEAD });
    const runId = await startedFederatedRun(ask, { subject: 'restart' });
    expect(await ended(runId)).toMatchObject({ status: 'succeeded' });
    expect(await worker.ended).toBe(0);
  });
});
